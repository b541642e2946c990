// Whom a message goes to, and how many it may reach. Pure.
import { messageRecipientsPerDay, type Tier } from '#protocol/limits.ts'
import type { Audience, AudienceState, DeliveryOutcome } from '#protocol/message.ts'
import type { Group } from '../group/model.ts'
import type { EmailCount } from '../org/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { isConfirmed, isErased, type Rsvp } from '../rsvp/model.ts'

/** R101: the names of the chosen roles as they are now. Refuses `audience-role-gone`. */
export const roleNamesOf = ({ roles }: Group, { roles: chosen = [] }: Audience): string[] =>
  chosen.map((id) => roles.find(({ _id }) => _id === id)?.name ?? refuse('audience-role-gone'))

const stands: Readonly<Record<AudienceState, (rsvp: Rsvp, group: Group) => boolean>> = {
  yes: ({ attending }) => attending === true,
  confirmed: isConfirmed,
  unconfirmed: (rsvp, group) => rsvp.attending === true && !isConfirmed(rsvp, group),
  silent: ({ attending }) => attending === null,
  waiting: ({ waits }) => (waits?.length ?? 0) > 0,
}

/** R101: whether somebody belongs to the audience; who declined, or was erased, never does. */
export function isMeant(rsvp: Rsvp, group: Group, { roles, states }: Audience): boolean {
  if (isErased(rsvp) || rsvp.attending === false) return false
  if (states?.length && !states.some((state) => stands[state](rsvp, group))) return false
  return !roles?.length || roles.some((id) => rsvp.roleIds.includes(id) || rsvp.waits?.some(({ roleId }) => roleId === id))
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
