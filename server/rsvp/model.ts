// What is kept of an RSVP, and what each audience is shown.
import type { AddressFault, RsvpRow } from '#protocol/group.ts'
import type { FormView, OwnRsvp } from '#protocol/rsvp.ts'
import { maskEmail } from '../account/model.ts'
import { type Event, publicEvent, statusOf } from '../event/model.ts'
import { coverage, type Group, isMembersOnly } from '../group/model.ts'
import { type Invitation, invitationStateOf } from '../invitation/model.ts'
import { iso } from '../ports/clock.ts'
import type { Secrets } from '../ports/secrets.ts'
import { type Collection, eraOf, type Stored } from '../store/store.ts'

export interface Rsvp extends Stored {
  readonly eventId: string | null
  readonly groupId: string
  readonly email: string
  readonly name: string
  /** null: assigned, and no response yet. */
  readonly attending: boolean | null
  /** Roles whose seats it holds; a deleted role's id may linger and counts for nothing. */
  readonly roleIds: readonly string[]
  /** R2: what was held when declining. */
  readonly declinedRoleIds: readonly string[]
  /** R54: confirmed as long as this is the group's `confirmEpoch`. */
  readonly confirmedEpoch: number | null
  readonly confirmationDate: string | null
  /** R133: a guest's words to the organizers; absent where there are none. */
  readonly note?: string | undefined
  /** R97: absent where they were not invited by email. */
  readonly invitation?: Invitation | undefined
  /** The organization as whose member they were assigned. */
  readonly orgId: string | null
  /** Changed by its holder so often within the hour that began at `since`; absent where nobody counts. */
  readonly changes?: { readonly since: string; readonly count: number }
  /** R87: personal links of an earlier epoch are void; absent until the first is. */
  readonly linkEpoch?: number
  /** R96: since then nobody's: name and email are gone, the counts stay. An answer under the same email takes it over again. */
  readonly erasedAt?: string
  /** R89: the roles waited for, each with the page of its line that they stand on. */
  readonly waits?: readonly Wait[] | undefined
  readonly keepWaiting?: boolean | undefined
  readonly replaceRole?: boolean | undefined
  /** R91: seats that are held for them. */
  readonly offers?: readonly Offer[] | undefined
  /** When the first of the offers ends. */
  readonly offerUntil?: string | undefined
  /** R94: whom the seats are offered to; with the end of that and the email, to be found by. */
  readonly handOver?: HandOver | undefined
  readonly handOverUntil?: string | undefined
  readonly handOverTo?: string | undefined
  /** R93: the number of the seating by which each role was had, by role id; absent for what was had before there was a waitlist. */
  readonly seatedAt?: Readonly<Record<string, number>> | undefined
  /** R102: why no emails reach them, as noted for their address; absent while they do. */
  readonly addressFault?: AddressFault | undefined
  readonly createdAt: string
  readonly updatedAt: string
}
interface Wait {
  readonly roleId: string
  readonly page: number
}
interface Offer {
  readonly roleId: string
  readonly until: string
}
/** R94: an offer of one's seats to a person. It is kept with the giver's answer, so that whatever changes the seats also sees it. */
export interface HandOver {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly roleIds: readonly string[]
  readonly createdAt: string
  readonly until: string
}
export const rsvps: Collection<Rsvp> = {
  name: 'rsvps',
  indexes: {
    group: { fields: ['groupId'] },
    holder: { fields: ['email', 'updatedAt'] },
    offer: { fields: ['offerUntil'] },
    added: { fields: ['groupId', 'createdAt'] },
    handOver: { fields: ['handOverUntil'] },
    named: { fields: ['handOverTo'] },
    pendingHandOver: { fields: ['groupId', 'handOverUntil'] },
  },
}

/** R13: one RSVP per event, group and email; the id itself says so, so a double click or a second tab is the same record. */
export const rsvpId = (secrets: Secrets, group: Group, email: string) => secrets.idOf('rsvp', group.eventId ?? '', group._id, email)

/** R96: whether its holder's data was erased. */
export const isErased = ({ erasedAt }: Rsvp) => erasedAt !== undefined
/** The answer for its holder: an erased one is none. */
export const livingRsvp = (rsvp: Rsvp | undefined) => (rsvp && !isErased(rsvp) ? rsvp : undefined)

export const isConfirmed = (rsvp: Rsvp, group: Pick<Group, 'confirmEpoch'>) =>
  rsvp.attending === true && rsvp.confirmedEpoch === group.confirmEpoch

const namesOf = (group: Group, ids: readonly string[]) => group.roles.filter((role) => ids.includes(role._id)).map((role) => role.name)

/** What a new version of an RSVP takes over from the one before. */
export const carried = ({
  note,
  invitation,
  changes,
  linkEpoch,
  waits,
  keepWaiting,
  replaceRole,
  offers,
  offerUntil,
  seatedAt,
  addressFault,
  ...rsvp
}: Rsvp) => ({
  ...(addressFault && { addressFault }),
  ...(note && { note }),
  ...(invitation && { invitation }),
  ...(linkEpoch && { linkEpoch }),
  ...(changes && { changes }),
  ...(waits && { waits, keepWaiting, replaceRole }),
  ...(offers && { offers, offerUntil, keepWaiting, replaceRole }),
  ...(seatedAt && { seatedAt }),
  ...(rsvp.handOver && { handOver: rsvp.handOver, handOverUntil: rsvp.handOverUntil, handOverTo: rsvp.handOverTo }),
})

/** What every new version of somebody's RSVP has, whichever way it comes about: what was said before stands until it is said anew. */
export const versionOf = (
  { _id: groupId, eventId }: Group,
  before: Rsvp | undefined,
  { _id, email, now }: { readonly _id: string; readonly email: string; readonly now: number },
) => ({
  ...(before && carried(before)),
  _id,
  rev: (before?.rev ?? 0) + 1,
  eventId,
  groupId,
  email,
  orgId: before?.orgId ?? null,
  createdAt: before?.createdAt ?? iso(now),
  updatedAt: iso(now),
})

/** R122: after a restore the same email gets the same id again. */
export const shownRev = (rsvp: Rsvp, group: Group) => Math.max(eraOf(rsvp.rev), eraOf(group.rev)) + (rsvp.rev - eraOf(rsvp.rev))

/** For its proven holder. */
export const ownRsvp = (rsvp: Rsvp, group: Group, event: Event | undefined): OwnRsvp => ({
  ...answerOf(rsvp, group),
  link: rsvp.attending === true && event && !event.cancelledAt ? event.link : '', // R84
  ...suggestedTo(rsvp, group),
  ...(handOverOf(rsvp, group) && { handOver: ownHandOver(rsvp, group, event) }),
})

/** R97: what the invitation suggested, as long as they haven't answered. */
function suggestedTo({ attending, invitation }: Rsvp, group: Group) {
  const suggested = attending === null ? namesOf(group, invitation?.roleIds ?? []) : []
  return suggested.length > 0 ? { suggested } : {}
}

/** R94: until when, wherever the start is now. */
export const handOverEnd = ({ until }: Pick<HandOver, 'until'>, event: Event | undefined) =>
  event && event.start < until ? event.start : until

/** The seats that an answer holds in roles that are there. */
export const seatsHeld = (rsvp: Rsvp | undefined, { roles }: Group): string[] =>
  rsvp && rsvp.attending !== false ? rsvp.roleIds.filter((id) => roles.some(({ _id }) => _id === id)) : []

/** R94: what is offered, if the giver still has a seat of it. */
export const handOverOf = (rsvp: Rsvp, group: Group): HandOver | undefined =>
  rsvp.handOver && seatsHeld(rsvp, group).some((id) => rsvp.handOver?.roleIds.includes(id)) ? rsvp.handOver : undefined

const ownHandOver = (rsvp: Rsvp, group: Group, event: Event | undefined) => {
  const { name, email, roleIds, until } = rsvp.handOver as HandOver
  const roles = seatsHeld(rsvp, group).filter((id) => roleIds.includes(id))
  return { name, email, roles: namesOf(group, roles), until: handOverEnd({ until }, event) }
}

/** What both its holder and those who manage the group see of an answer. */
const answerOf = (rsvp: Rsvp, group: Group): Omit<OwnRsvp, 'link'> => ({
  _id: rsvp._id,
  rev: shownRev(rsvp, group),
  eventId: rsvp.eventId,
  groupId: rsvp.groupId,
  orgId: rsvp.orgId,
  name: rsvp.name,
  email: rsvp.email,
  maskedEmail: rsvp.email && maskEmail(rsvp.email),
  attending: rsvp.attending,
  roles: namesOf(group, rsvp.roleIds),
  confirmed: isConfirmed(rsvp, group),
  confirmationDate: isConfirmed(rsvp, group) ? rsvp.confirmationDate : null,
  ...(rsvp.note && { note: rsvp.note }),
})

const idNames = (group: Group, all: readonly { readonly roleId: string }[]) =>
  namesOf(
    group,
    all.map(({ roleId }) => roleId),
  )

const rowHandOver = (pending: HandOver | undefined) =>
  pending ? { handOver: { name: pending.name, email: pending.email, until: pending.until } } : {}

/** For those who manage the group. */
export const rsvpRow = (rsvp: Rsvp, group: Group, formerMember = false): RsvpRow => ({
  ...answerOf(rsvp, group),
  formerMember,
  ...(rsvp.waits && { waitingFor: idNames(group, rsvp.waits) }),
  ...(rsvp.offers && { offered: idNames(group, rsvp.offers) }),
  ...(rsvp.addressFault && { addressFault: rsvp.addressFault }),
  ...(rsvp.invitation && { invitation: { state: invitationStateOf(rsvp.attending, rsvp.invitation), at: rsvp.invitation.at } }),
  ...rowHandOver(handOverOf(rsvp, group)),
  updatedAt: rsvp.updatedAt,
})

/** What tells that an invitation was taken back: the id, and nothing of the person. */
export const goneRow = (rsvp: Rsvp, group: Group): RsvpRow => ({
  ...rsvpRow({ ...rsvp, rev: rsvp.rev + 1, name: '', email: '', orgId: null, note: undefined }, group),
  isGone: true,
})

/** R94: with self-selection off roles are the organizers' to give. */
export const mayHandOver = (group: Group, event: Event | undefined): boolean =>
  group.handOver === true && event?.assignmentRules.enableRoleSelfSelect !== false

const formStatus = (group: Group, event: Event | undefined, now: number): FormView['status'] => {
  if (group.cancelledAt) return 'cancelled'
  const status = event ? statusOf(event, now) : 'active'
  return status === 'over' ? 'ended' : status === 'active' ? 'open' : status
}

/** R27: for every invitee. While unpublished or once cancelled it says no more than that. */
export function formView(group: Group, event: Event | undefined, now: number): FormView {
  const status = formStatus(group, event, now)
  const hidden = status === 'unpublished'
  const closed = hidden || status === 'cancelled'
  return {
    _id: group._id,
    rev: group.rev,
    eventId: group.eventId,
    status,
    name: hidden ? '' : group.name,
    description: hidden ? '' : group.description,
    roles: closed ? [] : group.roles.map(({ _id, name, max }) => ({ _id, name, max })),
    roleCoverage: closed ? [] : coverage(group, group.displayRSVPToAll),
    event: event && !hidden ? publicEvent(event, now) : null,
    showConfirmation: group.showConfirmation,
    displayRSVPToAll: group.displayRSVPToAll,
    membersOnly: isMembersOnly(group),
    ...(group.waitlist && { waitlist: true }),
    ...(mayHandOver(group, event) && { handOver: true }),
  }
}
