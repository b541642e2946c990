// Whether a notice may still be sent, decided at the moment of sending.
import type { NoticeKind } from '#protocol/notice.ts'
import { type Event, statusOf } from '../event/model.ts'
import type { Group } from '../group/model.ts'
import { isConfirmed, isErased, type Rsvp } from '../rsvp/model.ts'
import type { Notice } from './model.ts'

/** The answer a notice is about, with its group and event as they are now; undefined where they are gone. */
export interface Addressee {
  readonly rsvp: Rsvp | undefined
  readonly group: Group | undefined
  readonly event: Event | undefined
  /** R26: false where only members may answer, and this one is none any more. */
  readonly mayAttend?: boolean
}

const holdsRole = ({ roleIds }: Rsvp, { roles }: Group) => roles.some(({ _id }) => roleIds.includes(_id))

/** What has to be true of an answer for each kind. */
const stillTrue: Readonly<Record<NoticeKind, (rsvp: Rsvp, group: Group, due: string) => boolean>> = {
  // R97: one that was taken back, or followed by a later one, is no invitation any more.
  invitation: ({ attending, invitation }, _, due) => attending === null && invitation?.at === due,
  confirmation: (rsvp, group) =>
    group.showConfirmation && !isConfirmed(rsvp, group) && (rsvp.attending === true || (rsvp.attending === null && holdsRole(rsvp, group))),
  reminder: ({ attending }) => attending === true,
  nudge: ({ attending }) => attending === null,
  message: ({ attending }) => attending !== false,
}

/** R99, R102: whether the notice still says something true to somebody who is still to hear it. `now` in milliseconds. */
export function isStillWanted({ kind, due, eventId }: Notice, { rsvp, group, event, mayAttend = true }: Addressee, now: number): boolean {
  if (!rsvp || isErased(rsvp) || !group || group.cancelledAt !== null) return false
  if (eventId !== null && (!event || statusOf(event, now) !== 'active')) return false
  return mayAttend && stillTrue[kind](rsvp, group, due)
}
