// What is told by itself of the doors: in the morning of the day after, how many who said yes didn't come (R193).
import { iso } from '#server/kernel/ports/clock.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { attendances, doorCounts } from '#server/seats/model/door.ts'
import { groups } from '#server/seats/model/group.ts'
import { livingRsvp, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { missedOf, toldAt } from '#server/seats/rules/door.ts'
import { queueOf } from './queries.ts'

const perPage = 250
/** Of all answers of a group, page by page. */
async function countMissed(store: Store, groupId: string) {
  const sum = { expected: 0, count: 0 }
  for (let last: Rsvp | undefined; ; ) {
    const after = last ? { after: { _id: last._id, rev: 0, groupId } } : {}
    const query = { index: 'group', where: { groupId }, limit: perPage, ...after }
    const [page, there] = await Promise.all([store.find(rsvps, query), store.find(attendances, query)])
    const living = page.flatMap((rsvp) => livingRsvp(rsvp) ?? [])
    const { expected, count } = missedOf(living, new Map(there.map((one) => [one._id, one])))
    sum.expected += expected
    sum.count += count
    last = page.at(-1)
    if (!last || page.length < perPage) return sum
  }
}

/** Tells it of one group; of one that was moved, later. Once: with the same commit nothing is due any more. True if there may be more. */
export async function tellMissed(services: Services): Promise<boolean> {
  const { store, clock } = services
  const [due] = await store.find(doorCounts, { index: 'due', to: iso(clock.now() + 1), limit: 1 })
  if (!due) return false
  const missed = await countMissed(store, due._id)
  await transact(services, queueOf(due.eventId), async (tx) => {
    const counts = await tx.get(doorCounts, due._id)
    if (!counts?.dueAt || counts.dueAt > iso(clock.now())) return { reply: undefined }
    const group = await tx.get(groups, due._id)
    const event = group && (await eventOf(tx, group))
    const isHeld = event !== undefined && !event.cancelledAt && !group?.cancelledAt
    const at = isHeld ? toldAt(event) : ''
    if (at > iso(clock.now())) return { writes: [put(doorCounts, next(counts, { dueAt: at }))], reply: undefined }
    // Nobody was ever let in: then nobody was counted.
    const isTold = isHeld && counts.counts.came > 0 && missed.expected > 0
    return { writes: [put(doorCounts, next(counts, { dueAt: undefined, ...(isTold && { missed }) }))], reply: undefined }
  })
  return true
}
