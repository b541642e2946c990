// What happens by itself: fan-outs to guests, and the purge of what has expired.
import type { Logger } from 'pino'
import { collections } from '#server/app/store/collections.ts'
import { createLoop, type Loop } from '#server/kernel/jobs/loop.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { RevisionConflict, type Store, type Stored } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { tellSome } from '#server/mail/digest/jobs.ts'
import { queueMessages } from '#server/mail/message/jobs.ts'
import { remindSome } from '#server/mail/reminder/jobs.ts'
import { closeCheckouts } from '#server/money/checkout/jobs.ts'
import { forgetSome } from '#server/record/activity/jobs.ts'
import { tellMissed } from '#server/seats/door/jobs.ts'
import { workOff } from '#server/seats/fanout/fanout.ts'
import { anonymizeSome, dropSensitiveAnswers } from '#server/seats/guest/jobs.ts'
import { endHandOvers } from '#server/seats/handover/jobs.ts'
import { returnLeases } from '#server/seats/lease/jobs.ts'
import { serveWaitlists } from '#server/seats/waitlist/jobs.ts'

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

export function createJobs(services: Omit<Services, 'jobs'>, log: Logger): Loop {
  const pace = { pauseMs: 50, pollMs: 2_000 }
  const all: Services = { ...services, jobs: { wake: () => {}, stop: async () => {} } }
  const turn = { last: '' }
  const reminding = { last: '' }
  const messageTurn = { last: '' }
  /** A kind of work under the name by which the operator knows it (R114). */
  const named = (name: string, stage: () => Promise<boolean>) => async () => {
    const ended = (failed: { failure?: unknown } = {}) => services.rounds?.ended(name, { at: services.clock.now(), ...failed })
    try {
      const more = await stage()
      ended()
      return more
    } catch (error) {
      ended({ failure: error })
      throw error
    }
  }
  const stages: readonly (() => Promise<boolean>)[] = [
    named('jobs: waitlists', () => serveWaitlists(all)),
    named('jobs: seats leased at doors', () => returnLeases(all)),
    named('jobs: who didn’t come', () => tellMissed(all)),
    named('jobs: hand-overs', () => endHandOvers(all)),
    named('jobs: changes told to guests', () => workOff(all, turn)),
    named('jobs: reminders', () => remindSome(all, reminding)),
    named('jobs: messages', () => queueMessages(all, messageTurn)),
    named('jobs: news for organizers', () => tellSome(all)),
    named('jobs: checkouts closed', () => closeCheckouts(all)),
    named('jobs: purge', () => purge(services.store, services.clock.now())),
    named('jobs: anonymizing', () => anonymizeSome(all)),
    named('jobs: sensitive answers', () => dropSensitiveAnswers(all)),
    named('jobs: names of erased guests', () => forgetSome(all)),
  ]
  return createLoop('jobs', { ...services, log }, pace, () => roundOf(stages))
}

/** One batch of each kind of work. What fails, or has much to do, holds up none of the others. */
export async function roundOf(stages: readonly (() => Promise<boolean>)[]): Promise<boolean> {
  const failures: unknown[] = []
  let more = false
  for (const stage of stages) {
    const hasMore = await stage().catch((error: unknown) => failures.push(error) < 0)
    more ||= hasMore
  }
  if (failures.length > 0) throw failures[0] as Error
  return more
}
