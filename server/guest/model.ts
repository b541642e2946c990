// What belongs to a guest alone: the end of their links, their own view, and how far the anonymizing of past events has come.
import type { MyData } from '#protocol/guest.ts'
import { guestLink } from '#protocol/limits.ts'
import type { GuestView } from '#protocol/live.ts'
import type { OwnRsvp } from '#protocol/rsvp.ts'
import type { Event } from '../event/model.ts'
import type { Group } from '../group/model.ts'
import type { Offering } from '../handover/model.ts'
import type { Invitation } from '../invitation/model.ts'
import type { Stop } from '../notice/model.ts'
import { type HandOver, isErased, ownRsvp, type Rsvp, shownRev } from '../rsvp/model.ts'
import type { Collection, Stored } from '../store/store.ts'

const dayMs = 86_400_000

/** R87: until when a link made now works, in milliseconds. */
export const linkEnd = (event: Pick<Event, 'end'> | undefined, now: number) =>
  event ? Date.parse(event.end) + guestLink.daysAfterEvent * dayMs : now + guestLink.daysWithoutEvent * dayMs

/** R87: what the token of a link says: whose answer, and which of its links. */
export const linkClaims = ({ _id, linkEpoch = 0 }: Rsvp) => ({ sub: _id, epoch: linkEpoch })

/** R92: the server's own room of one guest, whatever rooms they watch. */
export const ownRoom = (rsvpId: string) => `@guest:${rsvpId}`

/** `own` as its holder sees it, with their places on waitlists. */
export const guestView = (_id: string, rsvp: Rsvp | undefined, group: Group, own: OwnRsvp | null): GuestView => ({
  _id,
  rev: rsvp ? shownRev(rsvp, group) : 0,
  rsvp: rsvp && !isErased(rsvp) ? own : null,
})

const roleNames = (group: Group, ids: readonly string[]) => group.roles.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name)

const handOverData = ({ name, createdAt, until }: HandOver) => ({ name, createdAt, until })

const invitationData = (group: Group, { at, openedAt, nudgedAt, roleIds = [], earlier = '' }: Invitation) => ({
  at,
  openedAt: openedAt ?? null,
  nudgedAt: nudgedAt ?? null,
  suggestedRoles: roleNames(group, roleIds),
  earlierEvent: earlier,
})

const waitingData = (group: Group, { waits = [], offers = [], keepWaiting = false, replaceRole = false }: Rsvp) => ({
  waitingFor: waits.flatMap(({ roleId }) => roleNames(group, [roleId])),
  offers: offers.flatMap(({ roleId, until }) => roleNames(group, [roleId]).map((role) => ({ role, until }))),
  keepWaiting,
  replaceRole,
})

/** What is kept of a guest elsewhere than in their answer. */
interface Besides {
  readonly emails: MyData['emails']
  readonly offers: readonly Offering[]
  readonly stop: Stop | undefined
}

/** R96: all that is kept of this guest for this group. */
export const myData = (rsvp: Rsvp, group: Group, event: Event | undefined, { emails, offers, stop }: Besides): MyData => ({
  event: event ? { name: event.name, start: event.start, end: event.end, timeZone: event.timeZone } : null,
  group: group.name,
  name: rsvp.name,
  email: rsvp.email,
  attending: rsvp.attending,
  roles: roleNames(group, rsvp.roleIds),
  declinedRoles: roleNames(group, rsvp.declinedRoleIds),
  confirmed: ownRsvp(rsvp, group, event).confirmed,
  confirmationDate: rsvp.confirmationDate,
  note: rsvp.note ?? '',
  handOver: rsvp.handOver
    ? { ...handOverData(rsvp.handOver), roles: roleNames(group, rsvp.handOver.roleIds), email: rsvp.handOver.email }
    : null,
  handedToMe: offers.map(({ handOver }) => handOverData(handOver)),
  ...waitingData(group, rsvp),
  addressFault: rsvp.addressFault ?? null,
  emailsStoppedAt: stop?.stoppedAt ?? null,
  organizationId: rsvp.orgId,
  invitation: rsvp.invitation ? invitationData(group, rsvp.invitation) : null,
  createdAt: rsvp.createdAt,
  updatedAt: rsvp.updatedAt,
  emails,
})

/** R96: the last event whose guests were anonymized, and the last of them where it is under way. Its id is always 'this'. */
export interface Retention extends Stored {
  readonly end: string
  readonly eventId: string
  readonly rsvpId: string | null
}
export const retentions: Collection<Retention> = { name: 'retentions', indexes: {} }
