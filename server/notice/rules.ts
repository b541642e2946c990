// Whether a notice may still be sent, decided at the moment of sending.
import { dayAfter, instantAt, wallTime } from '#protocol/local-time.ts'
import type { NoticeKind } from '#protocol/notice.ts'
import { quietHours, reminderKinds } from '#protocol/reminder-rules.ts'
import { type Event, statusOf } from '../event/model.ts'
import type { Group } from '../group/model.ts'
import { iso } from '../ports/clock.ts'
import { isConfirmed, isErased, type Rsvp } from '../rsvp/model.ts'
import type { Notice } from './model.ts'

/** The answer a notice is about, with its group and event as they are now; undefined where they are gone. */
export interface Addressee {
  readonly rsvp: Rsvp | undefined
  readonly group: Group | undefined
  readonly event: Event | undefined
}

const holdsRole = ({ roleIds }: Rsvp, { roles }: Group) => roles.some(({ _id }) => roleIds.includes(_id))

/** R99: those of which nobody gets two a day. */
export const isReminder = (kind: NoticeKind) => (reminderKinds as readonly string[]).includes(kind)

/** What has to be true of an answer for each kind. */
const stillTrue: Readonly<Record<NoticeKind, (rsvp: Rsvp, group: Group) => boolean>> = {
  invitation: ({ attending }) => attending === null,
  confirmation: (rsvp, group) =>
    group.showConfirmation && !isConfirmed(rsvp, group) && (rsvp.attending === true || (rsvp.attending === null && holdsRole(rsvp, group))),
  reminder: ({ attending }) => attending === true,
  // R99: whose role was taken back is asked nothing any more, unless they were invited.
  nudge: (rsvp, group) => rsvp.attending === null && (holdsRole(rsvp, group) || ('invitation' in rsvp && rsvp.invitation !== undefined)),
  message: ({ attending }) => attending !== false,
}

/** R99, R102: whether the notice still says something true to somebody who is still to hear it. `now` in milliseconds. */
export function isStillWanted({ kind, eventId }: Notice, { rsvp, group, event }: Addressee, now: number): boolean {
  if (!rsvp || isErased(rsvp) || !group || group.cancelledAt !== null) return false
  if (eventId !== null && (!event || statusOf(event, now) !== 'active')) return false
  if (event && isReminder(kind) && event.start <= iso(now)) return false // R99: it says what is to come
  return stillTrue[kind](rsvp, group)
}

const morning = (day: string, zone: string) => instantAt(day, quietHours.to, zone)
/** R99: when it is morning on the day after, on the clocks of that zone; milliseconds. */
export const nextMorning = (now: number, zone: string) => morning(dayAfter(wallTime(now, zone).day, 1), zone)

/** R99: until when nobody is written to by itself; undefined at any other hour. */
export function quietUntil(now: number, zone: string): number | undefined {
  const { day, minutes } = wallTime(now, zone)
  if (minutes >= quietHours.from * 60) return nextMorning(now, zone)
  return minutes < quietHours.to * 60 ? morning(day, zone) : undefined
}
