// Writes the curves (R109): hears what any process commits to a group, and adds it to the group's record at most once a minute, apart
// from every answer (decision 0118).

import { createLoop, type Loop } from '#server/kernel/jobs/loop.ts'
import type { CommitFollower } from '#server/kernel/store/store.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { type GroupSnapshot, grown, minuteAt } from '#server/record/rules/history.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type History, histories } from '#server/seats/model/history.ts'

/** Changes gather for so long; with the look of the loop below that is a minute at most, which is what a crash may lose. */
const gatherMs = 45_000
const pace = { pauseMs: 50, pollMs: 5_000 }
const groupsPerRound = 50
/** So many minutes are remembered of a group while the store is away. */
const maxWaiting = 240

/** What was heard of a group and isn't written yet: the last of each minute, in order. */
interface Unwritten {
  readonly since: number
  readonly seen: readonly GroupSnapshot[]
}
/** Hears every commit, at next to no cost for an answer. */
export interface Curves extends CommitFollower {
  /** Writes what has gathered for long enough, or everything. True if there may be more. */
  readonly write: (services: Services, all?: 'all') => Promise<boolean>
}

/** Begins with nothing heard. */
export function createCurves(clock: Services['clock']): Curves {
  const waiting = new Map<string, Unwritten>()
  const note = (id: string, since: number, seen: readonly GroupSnapshot[]) => waiting.set(id, { since, seen: seen.slice(-maxWaiting) })
  return {
    collections: [groups],
    changed(changes) {
      const now = clock.now()
      for (const { collection, record, isDropped } of changes) {
        if (collection !== groups.name || isDropped) continue
        const { _id, rev, roles, answers, expiresAt } = record as Group
        if (expiresAt) continue // unpublished, or canceled
        const { since = now, seen = [] } = waiting.get(_id) ?? {}
        const minute = minuteAt(now)
        const before = seen.at(-1)?.minute === minute ? seen.slice(0, -1) : seen
        note(_id, since, [...before, { minute, group: { _id, rev, roles, answers } }])
      }
    },
    missed() {}, // the next change shows how the group stands by then
    async write(services, all) {
      const now = clock.now()
      const isDue = ({ since }: Unwritten) => all || now - since >= gatherMs || since > now
      const due = [...waiting].filter(([, one]) => isDue(one)).slice(0, groupsPerRound)
      const written = due.map(async ([id, { seen }]) => {
        waiting.delete(id)
        try {
          await writeCurve(services, id, seen)
        } catch (error) {
          note(id, now, [...seen, ...(waiting.get(id)?.seen ?? [])])
          throw error
        }
      })
      const failed = (await Promise.allSettled(written)).find((one) => one.status === 'rejected')
      if (failed) throw failed.reason as Error
      return due.length === groupsPerRound
    },
  }
}

/** Every process that heard of it comes here; the first one writes it, and for the others it is no news (`groupRev`). */
const writeCurve = (services: Services, id: string, seen: readonly GroupSnapshot[]) =>
  transact(services, `history:${id}`, async (tx) => {
    const before = await tx.get(histories, id)
    const after = seen.reduce<History | undefined>(grown, before)
    return { ...(after && after !== before && { writes: [put(histories, next(after, {}))] }), reply: undefined }
  })

/** Writes curves until it is stopped, and then what is left. */
export function createCurveLoop(services: Services, log: Parameters<typeof createLoop>[1]['log'], curves: Curves): Loop {
  const { clock, metrics } = services
  const loop = createLoop('history', { clock, log, ...(metrics && { metrics }) }, pace, () => curves.write(services))
  const writeAll = async () => {
    while (await curves.write(services, 'all')) {
      // the next ones
    }
  }
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop()
      await writeAll().catch((error: unknown) => log.error({ err: error, loop: 'history' }, 'the last minute of a curve was not written'))
    },
  }
}
