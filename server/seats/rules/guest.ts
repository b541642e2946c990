// What becomes of an answer whose holder leaves, and of their links. Pure.

import type { MyData } from '#protocol/seats/guest.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Attendance } from '#server/seats/model/door.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import type { RsvpWithHandOver } from '#server/seats/model/handover.ts'
import type { Stop } from '#server/seats/model/notice.ts'
import { isRemoved, type Rsvp } from '#server/seats/model/rsvp.ts'
import { handOverData, ownFields, withoutPerson } from '#server/seats/model/rsvp-fields.ts'
import { applyToSeats, withUnreached } from '#server/seats/seating/counts.ts'

/** R87, R181: the same answer, whose links and passes so far no longer work. */
export const withNewLink = (rsvp: Rsvp): Rsvp => ({
  ...rsvp,
  rev: rsvp.rev + 1,
  linkEpoch: (rsvp.linkEpoch ?? 0) + 1,
  passSerial: (rsvp.passSerial ?? 0) + 1,
})

/** R96: the answer without its holder. What it says stays, so the counts do too; links to it end. */
export const anonymized = (rsvp: Rsvp, now: number): Rsvp => ({ ...withNewLink(withoutPerson(rsvp)), erasedAt: iso(now) })

/** What is kept of a guest elsewhere than in their answer. */
interface KeptElsewhere {
  readonly emails: MyData['emails']
  readonly offers: readonly RsvpWithHandOver[]
  readonly stop: Stop | undefined
  readonly attendance: Attendance | undefined
  /** The groups in which they have a seat that overlaps this one. */
  readonly also: readonly { readonly name: string }[] | undefined
}
/** R96: all that is kept of this guest for this group. */
export const myData = (
  rsvp: Rsvp,
  group: Group,
  event: GroupEvent | undefined,
  { emails, offers, stop, attendance, also = [] }: KeptElsewhere,
): MyData => ({
  ...ownFields(rsvp, group),
  event: event
    ? { name: event.name, start: event.start, end: event.end, timeZone: event.timeZone, dressCode: event.dressCode ?? '' }
    : null,
  group: group.name,
  handedToMe: offers.map(({ handOver }) => handOverData(handOver)),
  emailsStoppedAt: stop?.stoppedAt ?? null,
  overlaps: also.map(({ name }) => name),
  atDoor: attendance?.log.map(({ kind, at, door }) => ({ kind, at, door })) ?? [],
  emails,
})

const isOver = (group: Group, event: GroupEvent | undefined, now: number) =>
  group.cancelledAt !== null || (event !== undefined && event.end <= iso(now))

/** R2, R96: who leaves gives back their seats, as by declining. The one way in which own data frees seats. */
export function giveUpSeats(group: Group, before: Rsvp, now: number): { group: Group; rsvp: Rsvp } {
  if (before.attending === false) return { group, rsvp: before }
  const held = before.roleIds.filter((id) => group.roles.some((role) => role._id === id))
  const rsvp: Rsvp = {
    ...before,
    attending: false,
    roleIds: [],
    declinedRoleIds: held,
    companions: undefined,
    confirmedEpoch: null,
    confirmationDate: null,
    updatedAt: iso(now),
  }
  return { group: applyToSeats(group, before, rsvp, true), rsvp }
}

/** R96: the group and the answer once its data is erased. After the end, or once canceled, nobody needs the seats: the counts of answers stay as they were. */
export function eraseAnswer(group: Group, event: GroupEvent | undefined, before: Rsvp, now: number) {
  const freesSeats = before.attending !== false && !isOver(group, event, now) && !isRemoved(before)
  if (!freesSeats) {
    const rsvp = anonymized(before, now)
    return { freesSeats, group: withUnreached(group, [{ before, after: rsvp }]), rsvp }
  }
  const left = giveUpSeats(group, before, now)
  return { freesSeats, group: left.group, rsvp: anonymized(left.rsvp, now) }
}
