// What belongs to a guest alone: the end of their links, their own view, what they hold in an event, and how far the anonymizing of past events has come.

import { guestLink } from '#protocol/kernel/limits.ts'
import type { GuestView } from '#protocol/live.ts'
import type { MyData } from '#protocol/seats/guest.ts'
import { answerInWords, answerTo } from '#protocol/seats/questions/answers.ts'
import type { OwnRsvp } from '#protocol/seats/rsvp.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { companionsOf } from './companion.ts'
import type { Attendance } from './door.ts'
import type { GroupEvent } from './event.ts'
import { type Group, questionsOf } from './group.ts'
import type { Offering } from './handover.ts'
import type { Invitation } from './invitation.ts'
import type { Stop } from './notice.ts'
import { type HandOver, isErased, livingRsvp, ownRsvp, type Rsvp, removedOf, shownRev } from './rsvp.ts'

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
  readonly attendance: Attendance | undefined
}

/** R163: with those to questions that are no longer asked. */
const answersInWords = ({ answers = [] }: Rsvp, group: Group) =>
  questionsOf(group).flatMap((question) => {
    const answer = answerInWords(question, answerTo(answers, question._id))
    return answer ? [{ question: question.label, answer }] : []
  })

/** R96: all that is kept of this guest for this group. */
export const myData = (rsvp: Rsvp, group: Group, event: GroupEvent | undefined, { emails, offers, stop, attendance }: Besides): MyData => ({
  event: event
    ? { name: event.name, start: event.start, end: event.end, timeZone: event.timeZone, dressCode: event.dressCode ?? '' }
    : null,
  group: group.name,
  name: rsvp.name,
  email: rsvp.email,
  attending: rsvp.attending,
  roles: roleNames(group, rsvp.roleIds),
  declinedRoles: roleNames(group, rsvp.declinedRoleIds),
  confirmed: ownRsvp(rsvp, group, event).confirmed,
  confirmationDate: rsvp.confirmationDate,
  note: rsvp.note ?? '',
  answers: answersInWords(rsvp, group),
  companions: companionsOf(rsvp).map(({ name, roleIds, link }) => ({
    name,
    roles: roleNames(group, roleIds ?? rsvp.roleIds),
    linkTo: link?.email ?? null,
  })),
  atLeast: rsvp.atLeast ?? null,
  handOver: rsvp.handOver
    ? { ...handOverData(rsvp.handOver), roles: roleNames(group, rsvp.handOver.roleIds), email: rsvp.handOver.email }
    : null,
  handedToMe: offers.map(({ handOver }) => handOverData(handOver)),
  ...waitingData(group, rsvp),
  addressFault: rsvp.addressFault ?? null,
  emailsStoppedAt: stop?.stoppedAt ?? null,
  organizationId: rsvp.orgId,
  atDoor: attendance?.log.map(({ kind, at, door }) => ({ kind, at, door })) ?? [],
  invitation: rsvp.invitation ? invitationData(group, rsvp.invitation) : null,
  createdAt: rsvp.createdAt,
  updatedAt: rsvp.updatedAt,
  emails,
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
