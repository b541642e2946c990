// What one person may hold across the groups of an event: no two that overlap (R144), and not more groups than it allows (R148). Pure.
import { overlap } from '#protocol/seats/several/overlap.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'

/** A group in which somebody has, or is to have, a seat. */
export interface Seat {
  readonly group: Group
  readonly event: GroupEvent
}
const slotOf = ({ group: { allowOverlap }, event: { start, end } }: Seat) => ({ start, end, allowOverlap })
export const byTime = ({ event: one }: Seat, { event: other }: Seat): number => Date.parse(one.start) - Date.parse(other.start)
export const isAhead = ({ event: { end } }: Seat, now: number): boolean => Date.parse(end) > now
/** R144 */
export const overlaps = (one: Seat, other: Seat): boolean => overlap(slotOf(one), slotOf(other), one.event.bufferMinutes ?? 0)

/** The seats of somebody: those that a commit gives them, and the others that they keep. */
export interface Seats {
  readonly gained: readonly Seat[]
  readonly kept: readonly Seat[]
}
export const maxGroupsOf = ({ gained: [first] }: Seats) => first?.event.maxGroups ?? Infinity

/** What they keep that is in the way of what they gain. */
export const inTheWay = ({ gained, kept }: Seats): Seat[] => kept.filter((one) => gained.some((other) => overlaps(one, other)))

/** Whether they may have all of it. */
export const mayHold = (seats: Seats): boolean =>
  inTheWay(seats).length === 0 && seats.gained.length + seats.kept.length <= maxGroupsOf(seats) && amongThemselves(seats).length === 0

const amongThemselves = ({ gained }: Seats) => gained.filter((one) => gained.some((other) => other !== one && overlaps(one, other)))
const namesOf = (seats: readonly Seat[]) => seats.map(({ group }) => group.name).join('”, “')
const timesOf = ({ group, event: { start, end } }: Seat) => ({ groupId: group._id, start, end })

/** Refuses `overlap`, with all groups that overlap and whether giving back those that are kept would do (R146), and `too-many-groups`, with those that count
 * and those that are more than that (R148). */
export function checkHolding(seats: Seats) {
  const { gained, kept } = seats
  const most = maxGroupsOf(seats)
  const [among, before] = [amongThemselves(seats), inTheWay(seats)]
  if (among.length + before.length > 0) {
    const wanted = gained.filter((one) => among.includes(one) || before.some((other) => overlaps(one, other)))
    const [first, ...others] = [...wanted, ...before]
    const swap = among.length === 0 && gained.length + kept.length - before.length <= most
    refuse('overlap', { group: first?.group.name, other: namesOf(others), overlap: [...wanted, ...before].map(timesOf), swap })
  }
  if (gained.length + kept.length > most) {
    const all = [...kept, ...gained.toSorted(byTime)]
    const fit = Math.max(kept.length, most)
    const [counted, tooMany] = [all.slice(0, fit), all.slice(fit)]
    const named = { counted: counted.map(timesOf), tooMany: tooMany.map(timesOf) }
    refuse('too-many-groups', { limit: most, groups: namesOf(counted), others: namesOf(tooMany), ...named })
  }
}
