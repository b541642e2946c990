// What each person who sees a hand-over is shown of it. It is kept with the giver's answer (`rsvp.ts` beside it), and its link is made when the email is sent (decision 0091).
import type { HandOverView } from '#protocol/seats/handover.ts'
import { type GroupEvent, publicEvent } from './event.ts'
import type { Group } from './group.ts'
import { type HandOver, handOverEnd, livingRsvp, type Rsvp, seatsHeld } from './rsvp.ts'

/** An answer that offers its seats to somebody. */
export type RsvpWithHandOver = Rsvp & { readonly handOver: HandOver }

/** What the token of the link says: whose answer, and which of its hand-overs. */
export const handOverClaims = ({ _id, handOver }: RsvpWithHandOver) => ({ sub: _id, handOver: handOver.id })

/** The answer while this very hand-over is pending; undefined once it has ended, or another has begun. */
export const offeringOf = (rsvp: Rsvp | undefined, id: unknown): RsvpWithHandOver | undefined => {
  const living = livingRsvp(rsvp)
  return living?.handOver && living.handOver.id === id ? { ...living, handOver: living.handOver } : undefined
}

export const withoutHandOver = ({ handOver: _, handOverUntil: __, handOverTo: ___, ...rsvp }: Rsvp): Rsvp => rsvp

/** R94: the offered seats that the giver still has. */
export const seatsOffered = (giver: RsvpWithHandOver, group: Group) =>
  seatsHeld(giver, group).filter((id) => giver.handOver.roleIds.includes(id))

const namesOf = ({ roles }: Group, ids: readonly string[]) => roles.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name)
const isSingle = (event: GroupEvent | undefined) => event?.assignmentRules.rule === 'singleRoleOnly'
/** What whoever is named would give back. */
export const seatsReplaced = (giver: RsvpWithHandOver, before: Rsvp | undefined, group: Group, event: GroupEvent | undefined) =>
  isSingle(event) ? seatsHeld(before, group).filter((id) => !seatsOffered(giver, group).includes(id)) : []

/** For who has the link: `before` is their own answer, if they have one. */
export const handOverView = (
  giver: RsvpWithHandOver,
  before: Rsvp | undefined,
  { group, event, now }: { readonly group: Group; readonly event: GroupEvent | undefined; readonly now: number },
): HandOverView => ({
  giver: giver.name,
  email: giver.handOver.email,
  roles: namesOf(group, seatsOffered(giver, group)),
  until: handOverEnd(giver.handOver, event),
  groupId: group._id,
  group: group.name,
  event: event ? publicEvent(event, now) : null,
  replaces: namesOf(group, seatsReplaced(giver, before, group, event)),
})
