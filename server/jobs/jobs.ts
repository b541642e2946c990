// What happens by itself: fan-outs to guests, and the purge of what has expired.
import type { Logger } from 'pino'
import { tellSome } from '../digest/jobs.ts'
import { anonymizeSome } from '../guest/jobs.ts'
import { endHandOvers } from '../handover/jobs.ts'
import { queueMessages } from '../message/jobs.ts'
import { iso } from '../ports/clock.ts'
import { remindSome } from '../reminder/jobs.ts'
import type { Services } from '../services.ts'
import { collections } from '../store/collections.ts'
import { RevisionConflict, type Store, type Stored } from '../store/store.ts'
import { serveWaitlists } from '../waitlist/jobs.ts'
import { workOff } from './fanout.ts'
import { type Loop, openLoop } from './loop.ts'

const perRound = 200
const expiring = collections.filter((collection) => 'expiry' in collection.indexes)

/** Drops what has expired, up to 200 records of each collection. True if there may be more. */
export async function purge(store: Store, now: number): Promise<boolean> {
  let more = false
  for (const collection of expiring) {
    const over = await store.find(collection, { index: 'expiry', to: iso(now), limit: perRound })
    more ||= over.length === perRound
    if (over.length === 0) continue
    const drops = over.map((record: Stored) => ({ collection, drop: record, expectedRev: record.rev }))
    await store.commit(drops).catch((error: unknown) => {
      if (!(error instanceof RevisionConflict)) throw error // written in the meantime: the next round reads it again
    })
  }
  return more
}

export function openJobs(services: Omit<Services, 'jobs'>, log: Logger): Loop {
  const pace = { pauseMs: 50, pollMs: 2_000 }
  const all: Services = { ...services, jobs: { wake: () => {}, stop: async () => {} } }
  const turn = { last: '' }
  const reminding = { last: '' }
  const messageTurn = { last: '' }
  return openLoop(
    'jobs',
    { ...services, log },
    pace,
    async () =>
      (await serveWaitlists(all)) ||
      (await endHandOvers(all)) ||
      (await workOff(all, turn)) ||
      (await remindSome(all, reminding)) ||
      (await queueMessages(all, messageTurn)) ||
      (await tellSome(all)) ||
      (await purge(services.store, services.clock.now())) ||
      (await anonymizeSome(all)),
  )
}
