// What is kept of an RSVP, and what each audience is shown.
import type { AddressFault, RsvpRow } from '#protocol/seats/group.ts'
import type { QuestionAnswer } from '#protocol/seats/questions/question.ts'
import { isUnreached, type OwnRsvp, type Removed } from '#protocol/seats/rsvp.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import { type Collection, eraOf, type Stored } from '#server/kernel/store/store.ts'
import { maskEmail } from '#server/people/model/account.ts'
import { companionsShown, type Offer, type Party, partyShown, type Wait } from './companion.ts'
import type { GroupEvent } from './event.ts'
import type { Group } from './group.ts'
import { type Invitation, invitationStateOf, lastAsked } from './invitation.ts'

export interface Rsvp extends Stored, Party {
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
  /** R162: to the group's questions; absent where there are none. */
  readonly answers?: readonly QuestionAnswer[] | undefined
  /** R97: absent where they were not invited by email. */
  readonly invitation?: Invitation | undefined
  /** The organization as whose member they were assigned. */
  readonly orgId: string | null
  /** Changed by its holder so often within the hour that began at `since`; absent where nobody counts. */
  readonly changes?: { readonly since: string; readonly count: number }
  /** R87: personal links of an earlier epoch are void; absent until the first is (decision 0093). */
  readonly linkEpoch?: number
  /** R181: passes of a lower serial are void; absent until the first is. */
  readonly passSerial?: number
  /** R96: since then nobody's: name and email are gone, the counts stay. An answer under the same email takes it over again. */
  readonly erasedAt?: string
  /** R129: taken away by those who manage the group: a no that counts nowhere and is in no list. An answer under the same email takes it over again. */
  readonly removedAt?: string
  /** R123: they had something to lose by that, and were told: their card says it too. */
  readonly removalTold?: true
  /** R129: since then its address may not answer here. It outlives erasing: the id is a keyed hash of the address. */
  readonly blockedAt?: string
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
  /** R123: how they came by their seat, if not by an answer or an assignment; the next version of either leaves it out. */
  readonly cameBy?: OwnRsvp['cameBy']
  /** R93: the number of the seating by which each role was had, by role id; absent for what was had before there was a waitlist. */
  readonly seatedAt?: Readonly<Record<string, number>> | undefined
  /** R147: given although it overlaps what they have in these groups, or is in one group more than one may have. */
  readonly despite?: Despite | undefined
  /** R102: why no emails reach them, as noted for their address; absent while they do. */
  readonly addressFault?: AddressFault | undefined
  readonly createdAt: string
  readonly updatedAt: string
}
/** R147: groups as they were called then; `most` is the number that it goes beyond. */
export interface Despite {
  readonly groups: readonly { readonly _id: string; readonly name: string }[]
  readonly most?: number
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
  retired: ['added'],
  indexes: {
    group: { fields: ['groupId'] },
    holder: { fields: ['email', 'updatedAt'] },
    offer: { fields: ['offerUntil'] },
    offered: { fields: ['groupId', 'offerUntil'] },
    fault: { fields: ['groupId', 'addressFault'] },
    handOver: { fields: ['handOverUntil'] },
    named: { fields: ['handOverTo'] },
    pendingHandOver: { fields: ['groupId', 'handOverUntil'] },
    blocked: { fields: ['groupId', 'blockedAt'] },
  },
}

/** R13: one RSVP per event, group and email; the id itself says so, so a double click or a second tab is the same record. */
export const rsvpId = (secrets: Pick<Secrets, 'idOf'>, group: Group, email: string) =>
  secrets.idOf('rsvp', group.eventId ?? '', group._id, email)

/** R96: whether its holder's data was erased. */
export const isErased = ({ erasedAt }: Rsvp) => erasedAt !== undefined
/** R129: whether those who manage the group have taken it away. */
export const isRemoved = ({ removedAt }: Rsvp) => removedAt !== undefined
/** The answer for its holder: one that was erased or taken away is none. */
export const livingRsvp = (rsvp: Rsvp | undefined) => (rsvp && !isErased(rsvp) && !isRemoved(rsvp) ? rsvp : undefined)

/** R89, R91: they wait for a seat, or one is held for them. */
export const isInLine = ({ waits, offers }: Pick<Rsvp, 'waits' | 'offers'>) => Boolean(waits?.length || offers?.length)
/** Whether they are expected: who said yes and is only in line has no seat to come for. */
export const isComing = (rsvp: Pick<Rsvp, 'attending' | 'roleIds' | 'waits' | 'offers'>) =>
  rsvp.attending === true && (rsvp.roleIds.length > 0 || !isInLine(rsvp))

const unreachedIn = (rsvp: Rsvp | undefined) => Number(rsvp !== undefined && isUnreached(rsvp))
/** R130g: what its group counts of them once the answer has changed; either side is absent where there is none. */
export function countUnreached(
  { unreached = 0 }: { readonly unreached?: number | undefined },
  before: Rsvp | undefined,
  after: Rsvp | undefined,
) {
  const step = unreachedIn(after) - unreachedIn(before)
  return step === 0 ? {} : { unreached: unreached + step || undefined }
}

/** R123: what the card of its proven holder says of one that was taken away: nothing, where they never gave an answer. */
export const removedOf = (rsvp: Rsvp | undefined): { removed?: Removed } =>
  rsvp && isRemoved(rsvp) && !isErased(rsvp) && rsvp.removalTold ? { removed: { mayAnswer: rsvp.blockedAt === undefined } } : {}

export const isConfirmed = (rsvp: Rsvp, group: Pick<Group, 'confirmEpoch'>) =>
  rsvp.attending === true && rsvp.confirmedEpoch === group.confirmEpoch

export const namesOf = (group: Group, ids: readonly string[]) =>
  group.roles.filter((role) => ids.includes(role._id)).map((role) => role.name)

/** How a new seat or an invitation begins: nothing was declined, and R18: it asks to be confirmed. */
export const unconfirmed = { declinedRoleIds: [], confirmedEpoch: null, confirmationDate: null } as const

/** R122: after a restore the same email gets the same id again. */
export const shownRev = (rsvp: Rsvp, group: Group) => Math.max(eraOf(rsvp.rev), eraOf(group.rev)) + (rsvp.rev - eraOf(rsvp.rev))

const linkFor = ({ attending }: Rsvp, event: GroupEvent | undefined) =>
  attending === true && event && !event.cancelledAt ? event.link : '' // R84
/** What the emails about an answer say of it. */
export type RsvpSummary = Pick<OwnRsvp, 'attending' | 'roles' | 'link' | 'waiting' | 'companions'>
export const saidIn = (rsvp: Rsvp, group: Group, event: GroupEvent | undefined): RsvpSummary => ({
  attending: rsvp.attending,
  roles: namesOf(group, rsvp.roleIds),
  link: linkFor(rsvp, event),
  ...companionsShown(rsvp, (ids) => namesOf(group, ids)),
})

/** For its proven holder. */
export const ownRsvp = (rsvp: Rsvp, group: Group, event: GroupEvent | undefined): OwnRsvp => ({
  ...answerOf(rsvp, group),
  link: linkFor(rsvp, event),
  ...(rsvp.cameBy && { cameBy: rsvp.cameBy }),
  ...suggestedTo(rsvp, group),
  ...(handOverOf(rsvp, group) && { handOver: ownHandOver(rsvp, group, event) }),
})

/** R97: what the invitation suggested, as long as they haven't answered. */
function suggestedTo({ attending, invitation }: Rsvp, group: Group) {
  const suggested = attending === null ? namesOf(group, invitation?.roleIds ?? []) : []
  return suggested.length > 0 ? { suggested } : {}
}

/** R94: until when, wherever the start is now. */
export const handOverEnd = ({ until }: Pick<HandOver, 'until'>, event: GroupEvent | undefined) =>
  event && event.start < until ? event.start : until

/** The seats that an answer holds in roles that are there. */
export const seatsHeld = (rsvp: Rsvp | undefined, { roles }: Group): string[] =>
  rsvp && rsvp.attending !== false ? rsvp.roleIds.filter((id) => roles.some(({ _id }) => _id === id)) : []

/** R94: what is offered, if the giver still has a seat of it. */
export const handOverOf = (rsvp: Rsvp, group: Group): HandOver | undefined =>
  rsvp.handOver && seatsHeld(rsvp, group).some((id) => rsvp.handOver?.roleIds.includes(id)) ? rsvp.handOver : undefined

const ownHandOver = (rsvp: Rsvp, group: Group, event: GroupEvent | undefined) => {
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
  ...partyShown(rsvp, (ids) => namesOf(group, ids)),
  ...(rsvp.answers && rsvp.answers.length > 0 && { answers: rsvp.answers as QuestionAnswer[] }),
})

export const idNames = (group: Group, all: readonly { readonly roleId: string }[]) =>
  namesOf(
    group,
    all.map(({ roleId }) => roleId),
  )

const rowHandOver = (pending: HandOver | undefined) =>
  pending ? { handOver: { name: pending.name, email: pending.email, until: pending.until } } : {}

/** For those who manage the group; R165: for those who only assign in it without the answers to questions. */
export const rsvpRow = (rsvp: Rsvp, group: Group, formerMember: boolean, isManagers: boolean): RsvpRow => ({
  ...answerOf(isManagers ? rsvp : { ...rsvp, answers: undefined }, group),
  formerMember,
  ...(rsvp.waits && { waitingFor: idNames(group, rsvp.waits) }),
  ...(rsvp.offers && { offered: idNames(group, rsvp.offers) }),
  ...(rsvp.addressFault && { addressFault: rsvp.addressFault }),
  ...(rsvp.invitation && { invitation: { state: invitationStateOf(rsvp.attending, rsvp.invitation), at: lastAsked(rsvp.invitation) } }),
  ...rowHandOver(handOverOf(rsvp, group)),
  updatedAt: rsvp.updatedAt,
})

/** R94: with self-selection off roles are the organizers' to give. */
export const mayHandOver = (group: Group, event: GroupEvent | undefined): boolean =>
  group.handOver === true && event?.assignmentRules.enableRoleSelfSelect !== false
