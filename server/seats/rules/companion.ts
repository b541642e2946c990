// Who comes along with a guest, as an answer says it (R170, R178), and how one becomes a guest of their own, by a link (R175). Pure.
import { handOver as limits, planLimits, type Tier } from '#protocol/kernel/limits.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import type { RsvpAnswer } from '#protocol/seats/rsvp.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { type Companion, type CompanionLink, companionsOf, rolesOfCompanion, sizeOf } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import { companionsAllowed, type Group } from '#server/seats/model/group.ts'
import { handOverEnd, livingRsvp, type Rsvp, seatsHeld, unconfirmed } from '#server/seats/model/rsvp.ts'
import { versionOf } from '#server/seats/model/rsvp-fields.ts'
import { hasBegun, withCounts } from '#server/seats/seating/counts.ts'

interface PartyChange {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly before: Rsvp | undefined
  readonly answer: Pick<RsvpAnswer, 'companions' | 'atLeast'>
  readonly attending: boolean
  /** The guest's, by this answer. */
  readonly roleIds: readonly string[]
  readonly randomId: () => string
}
type SentCompanions = NonNullable<RsvpAnswer['companions']>

const refuseField = (field: 'companions' | 'atLeast', sentence: string): never =>
  refuse('input-invalid', { reason: sentence, fields: { [field]: sentence } })

/** R170: who comes along by this answer; left out, they stay as they were. With a no nobody does. */
export function companionsAfter({ answer: { companions: sent, atLeast }, ...coming }: PartyChange): readonly Companion[] {
  const { attending, roleIds } = coming
  if (!attending) return []
  const kept = companionsOf(livingRsvp(coming.before) ?? {})
  const companions = sent ? companionsSent(sent, kept, coming) : kept
  if (atLeast !== undefined && atLeast > sizeOf({ attending, roleIds, companions }))
    refuseField('atLeast', 'You can’t wait for more people than you are')
  return companions
}

function companionsSent(
  sent: SentCompanions,
  kept: readonly Companion[],
  { group, event, roleIds, randomId }: Omit<PartyChange, 'answer'>,
): Companion[] {
  const known = sent.map(({ _id }) => kept.find(({ id }) => id === _id))
  const ids = sent.flatMap(({ _id }) => _id ?? [])
  if (ids.length > known.filter(Boolean).length || new Set(ids).size < ids.length) refuseField('companions', 'There is no such companion')
  const most = companionsAllowed(group)
  // R178: those who were there before the limit was lowered stay.
  if (sent.length > most && ids.length < sent.length)
    refuseField('companions', most === 0 ? 'Companions are not welcome here' : `You can bring ${most} at most`)
  return sent.map(({ name, roles }, nth) => {
    const old = known[nth]
    const chosen = roles && rolesChosen(group, event, roles, [...roleIds, ...(old?.roleIds ?? [])])
    return { id: old?.id ?? randomId(), name, ...(chosen && { roleIds: chosen }), ...(old?.link && { link: old.link }) }
  })
}

/** R9, R11: refuses `role-unknown`, `single-role-only`, `selection-disabled`. */
function rolesChosen(group: Group, event: GroupEvent | undefined, names: readonly string[], had: readonly string[]): string[] {
  const byKey = new Map(group.roles.map((role) => [roleKey(role.name), role._id]))
  const chosen = [...new Set(names.map((name) => byKey.get(roleKey(name)) ?? refuse('role-unknown', { role: name })))]
  if (event?.assignmentRules.rule === 'singleRoleOnly' && chosen.length > 1) refuse('single-role-only')
  if (event?.assignmentRules.enableRoleSelfSelect === false && chosen.some((id) => !had.includes(id))) refuse('selection-disabled')
  return chosen
}

/** R44, R170: more than the plan allows may stay, but not grow. */
export function checkCompanions(wanted: number | undefined, before: number, tier: Tier) {
  const limit = planLimits[tier].companionsPerGuest
  if (wanted !== undefined && wanted > limit && wanted > before) refuse('companion-limit-reached', { limit })
}

const hourMs = 3_600_000
const noSuch = 'There is no such companion'
const linked = 'You have sent a link to this email already'

/** The answer with its companions as `changed` has them; one that it has none for goes. */
const withCompanions = (giver: Rsvp, changed: (one: Companion) => Companion | undefined): Rsvp => {
  const left = companionsOf(giver).flatMap((one) => changed(one) ?? [])
  return { ...giver, rev: giver.rev + 1, companions: left.length > 0 ? left : undefined }
}
const found = (giver: Rsvp, companionId: string): Companion =>
  companionsOf(giver).find(({ id }) => id === companionId) ?? refuse('input-invalid', { reason: noSuch, fields: { companionId: noSuch } })

/** Whether they have a place that can be theirs: who only waits along has none. */
const hasPlace = (giver: Rsvp, one: Companion) =>
  giver.attending === true && (rolesOfCompanion(giver, one).length > 0 || !(giver.waits ?? giver.offers))

interface CompanionOffer {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly giver: Rsvp
  readonly companionId: string
  readonly to: { readonly name: string; readonly email: string }
  readonly id: string
  readonly now: number
}
/** The guest's answer with the link; one that was sent to this companion before has ended. Refuses `hand-over-late`, `hand-over-self`, `companion-waiting`. */
export function sendLink({ event, giver, companionId, to: { name, email }, id, now }: CompanionOffer): Rsvp {
  const one = found(giver, companionId)
  if (hasBegun(event, now)) refuse('hand-over-late')
  if (email === giver.email) refuse('hand-over-self')
  if (!hasPlace(giver, one)) refuse('companion-waiting')
  const isTwice = companionsOf(giver).some(({ id: other, link }) => other !== companionId && link?.email === email && iso(now) < link.until)
  if (isTwice) refuse('input-invalid', { reason: linked, fields: { email: linked } })
  const until = handOverEnd({ until: iso(now + limits.lifeHours * hourMs) }, event)
  const link: CompanionLink = { id, ...(name && name !== one.name && { name }), email, createdAt: iso(now), until }
  return withCompanions(giver, (other) => (other === one ? { ...one, link } : other))
}

const withoutLink = ({ link: _, ...one }: Companion): Companion => one
/** The guest's answer without the link: the seat stays theirs. Refuses `companion-over`. */
export function endLink(giver: Rsvp, companionId: string): Rsvp {
  const one = found(giver, companionId)
  if (!one.link) refuse('companion-over')
  return withCompanions(giver, (other) => (other === one ? withoutLink(one) : other))
}
/** R96: without any link to this email. */
export const endLinksTo = (giver: Rsvp, email: string): Rsvp =>
  withCompanions(giver, (one) => (one.link?.email === email ? withoutLink(one) : one))

/** A companion whose link can still be answered. */
export type Linked = Companion & { readonly link: CompanionLink }
export function linkedIn(giver: Rsvp | undefined, linkId: string, event: GroupEvent | undefined, now: number): Linked | undefined {
  const one = companionsOf(livingRsvp(giver) ?? {}).find(({ link }) => link?.id === linkId)
  if (!giver || !one?.link || iso(now) >= handOverEnd(one.link, event) || !hasPlace(giver, one)) return undefined
  return { ...one, link: one.link }
}

interface Accepting {
  readonly group: Group
  readonly giver: Rsvp
  readonly one: Linked
  /** What there is under the email that was named. */
  readonly before: Rsvp | undefined
  readonly _id: string
  readonly name: string
  readonly now: number
}
/** Refuses `answer-blocked` and, where the email has a place already, `companion-answered`. */
export function checkClaimant(group: Group, before: Rsvp | undefined) {
  if (before?.blockedAt) refuse('answer-blocked')
  const living = livingRsvp(before)
  if (living?.attending === true || seatsHeld(living, group).length > 0) refuse('companion-answered')
}

/** The one step in which the seat is theirs: it is never free in between. R18: they are asked to confirm themselves. */
export function acceptLink({ group, giver, one, before, _id, name, now }: Accepting): { group: Group; giver: Rsvp; rsvp: Rsvp } {
  checkClaimant(group, before)
  const left: Rsvp = { ...withCompanions(giver, (other) => (other.id === one.id ? undefined : other)), updatedAt: iso(now) }
  const rsvp: Rsvp = {
    ...versionOf(group, before, { _id, email: one.link.email, now }),
    name,
    attending: true,
    roleIds: rolesOfCompanion(giver, one).filter((id) => group.roles.some((role) => role._id === id)),
    cameBy: 'companion',
    ...unconfirmed,
  }
  const counted = withCounts(withCounts(group, giver, left), before, rsvp)
  return { group: { ...counted, rev: group.rev + 1 }, giver: left, rsvp }
}
