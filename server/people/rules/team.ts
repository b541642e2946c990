// Who may be on an event's team, what the link of an invitation to it says, and the cookie of who accepted without an account. Pure.
import { doorHelpers, hasTeamFeatures, invitationDays, type Tier } from '#protocol/kernel/limits.ts'
import { team } from '#protocol/people/team.ts'
import type { AskedRole } from '#protocol/people/team-roles.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { roleOf, type Teammate } from '#server/people/model/team.ts'

const dayMs = 86_400_000
const idOnly = /^[0-9a-f]{24}$/

const partsOf = (text: string | undefined): readonly unknown[] => {
  const parsed: unknown = text?.startsWith('["team') ? JSON.parse(text) : undefined
  return Array.isArray(parsed) ? (parsed as unknown[]) : []
}

/** What is signed into the link: for whom, by which invitation, and until when; R209: and whose it is, since it is for other events once one has ended. */
export const teamLinkText = ({ _id, invitedAt = '', orgId, userId }: Teammate, now: number) =>
  JSON.stringify(['team', _id, Date.parse(invitedAt), now + invitationDays * dayMs, ...(orgId && userId ? [orgId, userId] : [])])

export interface TeamLink {
  readonly id: string
  readonly invitedAt: number
  /** R209: the member of an organization whom it asks for all events. */
  readonly member?: Readonly<Record<'orgId' | 'userId', string>>
}
/** Whom a link is for, and of which invitation it is. Refuses `invitation-invalid` where it is signed for something else, or over. */
export function readTeamLink(text: string | undefined, now: number): TeamLink {
  const [purpose, id, invitedAt, until, orgId, userId] = partsOf(text)
  const isGood = purpose === 'team' && typeof id === 'string' && typeof invitedAt === 'number' && typeof until === 'number'
  if (!isGood || !idOnly.test(id) || until <= now) return refuse('invitation-invalid')
  return { id, invitedAt, ...(typeof orgId === 'string' && typeof userId === 'string' && { member: { orgId, userId } }) }
}

/** R201: what lets somebody without an account help with one event. */
export interface TeamPass {
  readonly id: string
  /** When that was accepted: the pass of somebody who was taken off the team and is on it again is none. */
  readonly acceptedAt: string
}
export const passText = ({ eventId, _id, acceptedAt = '' }: Pick<Teammate, 'eventId' | '_id' | 'acceptedAt'>) =>
  JSON.stringify(['team-pass', eventId, _id, acceptedAt])

/** What `text`, already found to be ours, lets its bearer do at this event. */
export function readPass(text: string | undefined, eventId: string): TeamPass | undefined {
  const [purpose, forEvent, id, acceptedAt] = partsOf(text)
  return purpose === 'team-pass' && forEvent === eventId && typeof id === 'string' && typeof acceptedAt === 'string'
    ? { id, acceptedAt }
    : undefined
}

/** R204: refuses `team-plan-needed`, `door-helpers-reached` and `team-full` where one more would be too many. */
export function checkMayAdd(role: AskedRole, others: readonly Teammate[], tier: Tier, event: string) {
  if (role !== 'door' && !hasTeamFeatures(tier)) refuse('team-plan-needed')
  const limit = doorHelpers[tier]
  if (role === 'door' && others.filter((one) => roleOf(one) === 'door').length >= limit) refuse('door-helpers-reached', { limit, event })
  if (others.length >= team.people) refuse('team-full', { limit: team.people, event })
}

/** R202, R203: refuses an end that is past, or later than that of who gives the role. */
export function checkUntil(until: string, now: number, own: number) {
  if (Date.parse(until) <= now) refuse('team-until-past')
  if (Date.parse(until) > own) refuse('team-until-own')
}
