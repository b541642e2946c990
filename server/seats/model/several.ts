// What everybody who is invited is shown: the form of one group (R27), all groups of an event at once (R151, R152), and the address their calendar follows (R153).
import type { Question } from '#protocol/seats/questions/question.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import type { EventIndex } from '#protocol/seats/several/several.ts'
import { type AnswerWindow, shutAt } from '#protocol/seats/several/window.ts'
import type { Clock } from '#server/kernel/ports/clock.ts'
import type { SignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import { cardRev, type Event, type Faces, facesShown, type GroupEvent, guestsEvent, overAt, publicEvent, statusOf } from './event.ts'
import { companionsAllowed, coverage, type Group, isMembersOnly, questionsOf } from './group.ts'
import { linkClaims, linkEnd } from './guest.ts'
import { mayHandOver, type Rsvp } from './rsvp.ts'

const indexStatus = { active: 'open', over: 'ended', cancelled: 'cancelled', unpublished: 'unpublished' } as const

const seatsOf = (group: Group) => {
  const roles = group.cancelledAt ? [] : coverage(group, false)
  const sum = (of: 'total' | 'count') => roles.reduce((done, role) => done + role[of], 0)
  return { _id: group._id, rev: group.rev, total: sum('total'), taken: sum('count') }
}

/** While unpublished it says no more than that. */
export function eventIndex(event: Event, groups: readonly Group[], now: number): EventIndex {
  const status = indexStatus[statusOf(event, now)]
  const hidden = status === 'unpublished'
  return {
    _id: event._id,
    rev: cardRev(event, groups),
    status,
    event: hidden ? null : publicEvent(event, now),
    bufferMinutes: event.bufferMinutes ?? 0,
    maxGroups: event.maxGroups ?? null,
    minGroups: event.minGroups ?? 0,
    groups: hidden ? [] : groups.map(seatsOf),
  }
}

export const guestFeedPath = '/rsvp/calendar/'

interface Making {
  readonly clock: Clock
  readonly signedTokens: SignedTokens
  /** PUBLIC_URL: the start of every link. */
  readonly publicUrl: string
}
/** R153: where a guest's calendar fetches all they come to. It is kept nowhere, and ends with the personal link that the same answer has. */
export async function guestFeedOf({ clock, signedTokens, publicUrl }: Making, rsvp: Rsvp, event: Event): Promise<string> {
  const until = linkEnd({ end: overAt(event) }, clock.now())
  return `${publicUrl}/api${guestFeedPath}${await signedTokens.sign('guest-feed', linkClaims(rsvp), until)}`
}

const formStatus = (group: Group, event: GroupEvent | undefined, now: number): FormView['status'] => {
  if (group.cancelledAt) return 'cancelled'
  const status = event ? statusOf(event, now) : 'active'
  return status === 'over' ? 'ended' : status === 'active' ? 'open' : status
}

/** R141a */
function answerTimes({ opensAt, closesAt }: AnswerWindow, now: number): Pick<FormView, 'opensAt' | 'closesAt' | 'shut'> {
  const shut = shutAt({ opensAt, closesAt }, now)
  return { ...(opensAt && { opensAt }), ...(closesAt && { closesAt }), ...(shut && { shut }) }
}

/** R162: a guest is not offered what is retired. */
const offered = (question: Question): Question => ({ ...question, options: question.options.filter(({ isRetired }) => !isRetired) })

/** R27: for every invitee. While unpublished or once cancelled it says no more than that. */
export function formView(group: Group, event: GroupEvent | undefined, now: number, faces: Faces = {}): FormView {
  const status = formStatus(group, event, now)
  const hidden = status === 'unpublished'
  const closed = hidden || status === 'cancelled'
  const asked = questionsOf(group).filter(({ isRetired }) => !isRetired)
  return {
    _id: group._id,
    rev: group.rev,
    eventId: group.eventId,
    status,
    name: hidden ? '' : group.name,
    description: hidden ? '' : group.description,
    roles: closed ? [] : group.roles.map(({ _id, name, max }) => ({ _id, name, max })),
    roleCoverage: closed ? [] : coverage(group, group.displayRSVPToAll),
    event: event && !hidden ? guestsEvent(event, now, faces) : null,
    showConfirmation: group.showConfirmation,
    displayRSVPToAll: group.displayRSVPToAll,
    membersOnly: isMembersOnly(group),
    ...(event && event.groupIds.length > 1 && !hidden && { isOneOfSeveral: true, ...(group.allowOverlap && { allowOverlap: true }) }),
    ...(!closed && answerTimes(group, now)),
    ...(group.waitlist && { waitlist: true }),
    ...(mayHandOver(group, event) && { handOver: true }),
    ...(!closed && companionsAllowed(group) > 0 && { maxCompanions: companionsAllowed(group) }),
    ...(!closed && asked.length > 0 && { questions: asked.map(offered) }),
    ...(!hidden && facesShown(faces)),
  }
}
