// Whom a message goes to, and how many it may reach. Pure.
import { messageRecipientsPerDay, type Tier } from '#protocol/kernel/limits.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import type { Audience, AudienceState, DeliveryOutcome } from '#protocol/mail/message.ts'
import { answerTo, askedOf, openIn } from '#protocol/seats/questions/answers.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { EmailCount } from '#server/people/model/org.ts'
import { rolesOfParty } from '#server/seats/model/companion.ts'
import { type Group, questionsOf } from '#server/seats/model/group.ts'
import { isComing, isConfirmed, isErased, type Rsvp } from '#server/seats/model/rsvp.ts'

/** R101: the names of the chosen roles as they are now. Refuses `audience-role-gone`. */
export const roleNamesOf = ({ roles }: Group, { roles: chosen = [] }: Audience): string[] =>
  chosen.map((id) => roles.find(({ _id }) => _id === id)?.name ?? refuse('audience-role-gone'))

const hasQuestion = (group: Group, unanswered: string) =>
  unanswered === 'open' || questionsOf(group).some(({ _id, isRetired }) => _id === unanswered && !isRetired)

/** R101g: the same in another group of the event, its roles by their names; none where nobody there can be meant. */
export function audienceIn(group: Group, { roles, unanswered, ...audience }: Audience, names: readonly string[]) {
  const keys = names.map(roleKey)
  const ids = group.roles.filter(({ name }) => keys.includes(roleKey(name))).map(({ _id }) => _id)
  if ((roles?.length && ids.length === 0) || (unanswered && !hasQuestion(group, unanswered))) return []
  return [{ group, audience: { ...audience, ...(ids.length > 0 && { roles: ids }), ...(unanswered && { unanswered }) } }]
}

const stands: Readonly<Record<AudienceState, (rsvp: Rsvp, group: Group) => boolean>> = {
  yes: ({ attending }) => attending === true,
  confirmed: isConfirmed,
  unconfirmed: (rsvp, group) => rsvp.attending === true && !isConfirmed(rsvp, group),
  silent: ({ attending }) => attending === null,
  waiting: ({ waits }) => (waits?.length ?? 0) > 0,
}

/** R164: an id of a question, or 'open' for any required one. */
function isUnanswered(rsvp: Rsvp, group: Group, question: string): boolean {
  const { answers = [] } = rsvp
  if (question === 'open') return openIn(questionsOf(group), rsvp, answers).length > 0
  return askedOf(questionsOf(group), rsvp, answers).some(({ _id }) => _id === question) && answerTo(answers, question) === undefined
}

/** Refuses `audience-question-gone`. */
export function checkQuestion(group: Group, { unanswered = 'open' }: Audience) {
  if (!hasQuestion(group, unanswered)) refuse('audience-question-gone')
}

/** R101: whether somebody belongs to the audience; who declined only if they came all the same (R193), who was erased never. */
export function isMeant(
  rsvp: Rsvp,
  group: Group,
  { roles, states, unanswered, door }: Audience,
  hasCome: (id: string) => boolean,
): boolean {
  if (isErased(rsvp) || rsvp.email === '') return false
  if (door === 'came' && !hasCome(rsvp._id)) return false
  if (rsvp.attending === false && door !== 'came') return false
  if (door === 'missed' && (hasCome(rsvp._id) || !isComing(rsvp))) return false
  if (states?.length && !states.some((state) => stands[state](rsvp, group))) return false
  if (unanswered !== undefined && !isUnanswered(rsvp, group, unanswered)) return false
  return !roles?.length || roles.some((id) => rolesOfParty(rsvp).includes(id) || rsvp.waits?.some(({ roleId }) => roleId === id))
}

/** R102: what is known beforehand of the email to one who is meant. */
export const firstOutcome = ({ addressFault }: Rsvp, isStopped: boolean): DeliveryOutcome =>
  isStopped ? 'stopped' : (addressFault ?? 'waiting')

const dayMs = 86_400_000
/** R101: the count with `more` recipients, within the day that began with the first. Refuses `messages-spent`. */
export function countRecipients(
  before: EmailCount | undefined,
  _id: string,
  { now, tier, more }: { now: number; tier: Tier; more: number },
) {
  const known = before && before.expiresAt > iso(now) ? before : undefined
  const limit = messageRecipientsPerDay[tier]
  const spent = known?.count ?? 0
  if (spent + more > limit) refuse('messages-spent', { limit, left: Math.max(0, limit - spent) })
  return { _id, rev: (before?.rev ?? 0) + 1, count: spent + more, expiresAt: known?.expiresAt ?? iso(now + dayMs) }
}
