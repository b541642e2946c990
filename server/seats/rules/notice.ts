// Whether a notice may still be sent, decided at the moment of sending.

import { dayAfter, instantAt, wallTime } from '#protocol/kernel/time/clocks.ts'
import type { NoticeKind } from '#protocol/mail/notice.ts'
import type { EventStatus } from '#protocol/seats/event.ts'
import type { AddressFault } from '#protocol/seats/group.ts'
import { quietHours, reminderKinds } from '#protocol/seats/reminder-rules.ts'
import type { Notice, Unsent } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { type GroupEvent, statusOf } from '#server/seats/model/event.ts'
import { type Group, isMembersOnly } from '#server/seats/model/group.ts'
import type { AddressMark, Stop } from '#server/seats/model/notice.ts'
import { isConfirmed, isErased, type Rsvp, seatsHeld, unconfirmed } from '#server/seats/model/rsvp.ts'
import { versionOf } from '#server/seats/model/rsvp-fields.ts'

/** The answer a notice is about, with its group and event as they are now; undefined where they are gone. */
export interface Addressee {
  readonly rsvp: Rsvp | undefined
  readonly group: Group | undefined
  readonly event: GroupEvent | undefined
  readonly stop?: Stop | undefined
  readonly mark?: AddressMark | undefined
  /** R26: false where only members may answer, and this one is none any more. */
  readonly mayAttend?: boolean
}

const holdsRole = ({ roleIds }: Rsvp, { roles }: Group) => roles.some(({ _id }) => roleIds.includes(_id))

/** R99: those of which nobody gets two a day. */
export const isReminder = (kind: NoticeKind) => (reminderKinds as readonly string[]).includes(kind)

/** What has to be true of an answer for each kind. */
const stillTrue: Readonly<Record<NoticeKind, (rsvp: Rsvp, group: Group, due: string) => boolean>> = {
  // R97: one that was taken back, or followed by a later one, is no invitation any more.
  invitation: ({ attending, invitation }, _, due) => attending === null && invitation?.at === due,
  confirmation: (rsvp, group) =>
    group.showConfirmation && !isConfirmed(rsvp, group) && (rsvp.attending === true || (rsvp.attending === null && holdsRole(rsvp, group))),
  reminder: ({ attending }) => attending === true,
  // R99: whose role was taken back is asked nothing any more, unless they were invited.
  nudge: (rsvp, group) => rsvp.attending === null && (holdsRole(rsvp, group) || rsvp.invitation !== undefined),
  message: ({ attending }) => attending !== false,
  assigned: (rsvp, group, due) => seatsHeld(rsvp, group).includes(due),
  unassigned: (rsvp, group, due) => !seatsHeld(rsvp, group).includes(due),
}

const isTold = (status: EventStatus, isAfter = false) => status === 'active' || (isAfter && status === 'over')

function isTrue({ kind, due, eventId, isAfter }: Notice, { rsvp, group, event, mayAttend = true }: Addressee, now: number): boolean {
  if (!group || group.cancelledAt !== null) return false
  if (eventId !== null && !(event && isTold(statusOf(event, now), isAfter))) return false
  if (!rsvp) return kind === 'unassigned' // R106: the answer that an assignment had made went with it
  if (isErased(rsvp)) return false
  if (event && isReminder(kind) && event.start <= iso(now)) return false // R99: it says what is to come
  return mayAttend && stillTrue[kind](rsvp, group, due)
}

/** R99, R102: why the notice must not be sent; undefined where it still says something true to somebody who is still to hear it. `now` in milliseconds. */
export function whyUnwanted(notice: Notice, addressee: Addressee, now: number): Unsent | undefined {
  const { stop, mark } = addressee
  if (stop) return 'stopped'
  return mark?.fault ?? (isTrue(notice, addressee, now) ? undefined : 'over')
}

export const isStillWanted = (notice: Notice, addressee: Addressee, now: number): boolean =>
  whyUnwanted(notice, addressee, now) === undefined

/** What the email provider says became of an email. */
export interface DeliveryEvent {
  readonly event: string
  readonly type?: string | undefined
  readonly reason?: string | undefined
}
/** R102: what an event says of the address. A block is a no for now; other reasons to drop an email say nothing of it. */
export function faultOf({ event, type = '', reason = '' }: DeliveryEvent): AddressFault | undefined {
  if (event === 'bounce') return type === 'blocked' ? undefined : 'undeliverable'
  if (event === 'spamreport' || (event === 'dropped' && /spam report/i.test(reason))) return 'complained'
  return event === 'dropped' && /bounced address|^invalid/i.test(reason) ? 'undeliverable' : undefined
}
/** R101: what became of one email that was taken, if it did not arrive after all. */
export const failureOf = (event: DeliveryEvent) =>
  event.event === 'bounce' || event.event === 'dropped' ? (faultOf(event) === 'undeliverable' ? 'undeliverable' : 'failed') : undefined
export const isStop = ({ event }: DeliveryEvent) => event === 'unsubscribe' || event === 'group_unsubscribe'

/** R102: the mark of an address after an email failed at `at`; undefined where nothing changes: what is older than the mark, unless it is a complaint, and what follows one. */
export function markAfter(before: AddressMark | undefined, _id: string, fault: AddressFault, at: string): AddressMark | undefined {
  if (before?.fault === 'complained' || (before && fault !== 'complained' && before.at >= at)) return undefined
  return { _id, rev: (before?.rev ?? 0) + 1, fault, at }
}

/** Has used the link in an email to this address, or answered at any time, whatever the organizer made of that answer since. */
const isProven = ({ attending, waits, offers, handOver, changes, note, declinedRoleIds, invitation }: Rsvp) =>
  attending !== null || [waits, offers, handOver, changes, note, invitation?.openedAt].some(Boolean) || declinedRoleIds.length > 0

/** R102: refuses to write to another address for somebody who has proven theirs (`address-proven`), or who is known to the organization by it (`address-of-member`). */
export function checkCorrectable(group: Group, rsvp: Rsvp) {
  if (isProven(rsvp)) refuse('address-proven')
  if (rsvp.orgId !== null || isMembersOnly(group)) refuse('address-of-member')
}

/** R102: what was written for the wrong address, under the right one. Seats, suggestions and the place on the list stay; links to the wrong one end. */
export const corrected = (group: Group, rsvp: Rsvp, right: { _id: string; email: string; now: number }): Rsvp => ({
  ...versionOf(group, rsvp, right),
  rev: 1,
  addressFault: undefined,
  name: rsvp.name,
  linkEpoch: right.now,
  ...(rsvp.invitation && { invitation: { ...rsvp.invitation, at: iso(right.now), openedAt: undefined } }),
  attending: null,
  roleIds: rsvp.roleIds,
  ...unconfirmed,
})

const morning = (day: string, zone: string) => instantAt(day, quietHours.to, zone)
/** R99: when it is morning on the day after, on the clocks of that zone; milliseconds. */
export const nextMorning = (now: number, zone: string) => morning(dayAfter(wallTime(now, zone).day, 1), zone)

/** R99: until when nobody is written to by itself; undefined at any other hour. */
export function quietUntil(now: number, zone: string): number | undefined {
  const { day, minutes } = wallTime(now, zone)
  if (minutes >= quietHours.from * 60) return nextMorning(now, zone)
  return minutes < quietHours.to * 60 ? morning(day, zone) : undefined
}
