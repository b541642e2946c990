// What belongs to a guest alone: the end of their links, their own view, what they hold in an event, and how far the anonymizing of past events has come.

import { guestLink } from '#protocol/kernel/limits.ts'
import type { GuestView } from '#protocol/live.ts'
import type { OwnRsvp } from '#protocol/seats/rsvp.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import type { GroupEvent } from './event.ts'
import type { Group } from './group.ts'
import { isErased, livingRsvp, type Rsvp, removedOf, shownRev } from './rsvp.ts'

const dayMs = 86_400_000

/** R87: until when a link made now works, in milliseconds. */
export const linkEnd = (event: Pick<GroupEvent, 'end'> | undefined, now: number) =>
  event ? Date.parse(event.end) + guestLink.daysAfterEvent * dayMs : now + guestLink.daysWithoutEvent * dayMs

/** R87: what the token of a link says: whose answer, and which of its links. */
export const linkClaims = ({ _id, linkEpoch = 0 }: Rsvp) => ({ sub: _id, epoch: linkEpoch })

/** R92: the server's own room of one guest, whatever rooms they watch. */
export const ownRoom = (rsvpId: string) => `@guest:${rsvpId}`

/** R87: another of the server's own: of sockets whose proof a link of this answer may have begun. */
export const linkRoom = (rsvpId: string) => `@link:${rsvpId}`

/** `own` as its holder sees it, with their places on waitlists. */
export const guestView = (_id: string, rsvp: Rsvp | undefined, group: Group, own: OwnRsvp | null): GuestView => ({
  _id,
  rev: rsvp ? shownRev(rsvp, group) : 0,
  rsvp: livingRsvp(rsvp) ? own : null,
  ...removedOf(rsvp),
})

/** The last event that was gone through, and the last of its guests where that is under way: 'this' is anonymizing (R96), 'sensitive' the end of sensitive answers (R166), and each with '-last' for events that are over at another time than their own end (R142). */
export interface Retention extends Stored {
  readonly end: string
  readonly eventId: string
  /** R140: the group of it that is next; absent where all are done, and in records of the releases before. */
  readonly groupId?: string | undefined
  readonly rsvpId: string | null
}
export const retentions: Collection<Retention> = { name: 'retentions', indexes: {} }

/** R145: what one person holds across the groups of an event: the record in which two commits about them meet, whichever groups and servers they are decided in. Only of events that have had several groups. Each commit in which somebody comes to have a seat in a group, or has none there any more, writes it. */
export interface Holding extends Stored {
  readonly eventId: string
  /** The groups in which this person may have a seat: who has lost the last one with a deleted role is still listed. */
  readonly groupIds: readonly string[]
}
export const holdings: Collection<Holding> = { name: 'holdings', indexes: {} }

/** A keyed hash, as the id of an answer is: without the email nobody is known by it. */
export const holdingId = (secrets: Pick<Secrets, 'idOf'>, eventId: string, email: string) => secrets.idOf('holding', eventId, email)

/** Whether an answer may hold a seat; its roles may have been deleted since. */
export const isSeated = (rsvp: Rsvp | undefined): rsvp is Rsvp =>
  rsvp !== undefined && rsvp.attending !== false && rsvp.roleIds.length > 0 && !isErased(rsvp)
