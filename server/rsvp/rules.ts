// How an RSVP changes a group's seats, and when an email counts as proven. Pure.

import type { DetailedCounts } from '#protocol/group.ts'
import { answersPerHour, code, proofLifeHours } from '#protocol/limits.ts'
import type { RsvpAnswer } from '#protocol/rsvp.ts'
import { roleKey } from '#protocol/texts.ts'
import type { HourCount } from '../access/model.ts'
import { countWithinHour } from '../access/rules.ts'
import type { Event } from '../event/model.ts'
import { type Group, occupied, type Role, waiting } from '../group/model.ts'
import { countInvitation, isOnlyInvited } from '../invitation/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { retally } from '../reminder/rules.ts'
import { isConfirmed, type ProofCode, type Rsvp, versionOf } from './model.ts'

/** R21, R32, R57: refuses an answer to what is over, cancelled or not published. */
export function checkOpen(group: Group, event: Event | undefined, now: number) {
  if (group.cancelledAt || event?.cancelledAt) refuse('event-cancelled')
  if (event && !event.published) refuse('event-unpublished')
  if (event && event.end <= iso(now)) refuse('event-ended')
}

interface Answering {
  readonly via: string
  readonly user: { readonly email: string } | undefined
  /** The email that a proof cookie holds for a group. */
  readonly proven: (groupId: string) => string | undefined
}
/** R14, R17: the email this caller answers with. Refuses `proof-missing`. */
export function provenEmail({ via, user, proven }: Answering, groupId: string, asked: string): string {
  if (via === 'account' && user) return user.email
  return user?.email === asked || proven(groupId) === asked ? asked : refuse('proof-missing')
}

const sameIds = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((id) => b.includes(id))

/** R9, R11: the role ids a yes asks for. Refuses `role-unknown`, `single-role-only`, `selection-disabled`. */
function chosenRoles(group: Group, event: Event | undefined, held: readonly string[], names: readonly string[]): string[] {
  const byKey = new Map(group.roles.map((role) => [roleKey(role.name), role._id]))
  const chosen = [...new Set(names.map((name) => byKey.get(roleKey(name)) ?? refuse('role-unknown', { role: name })))]
  if (event && !event.assignmentRules.enableRoleSelfSelect) {
    return chosen.some((id) => !held.includes(id)) ? refuse('selection-disabled') : [...held]
  }
  if (event?.assignmentRules.rule === 'singleRoleOnly' && chosen.length > 1) refuse('single-role-only')
  return chosen
}

interface Placing {
  readonly group: Group
  readonly event: Event | undefined
  readonly before: Rsvp | undefined
  readonly answer: Pick<RsvpAnswer, 'name' | 'attending' | 'roles' | 'confirmed' | 'note'>
  readonly email: string
  readonly _id: string
  readonly now: number
}

/** R13: the RSVP after this answer; the very same record when nothing changes. */
function answered({ group, event, before, answer, email, _id, now }: Placing): Rsvp {
  const held = (before?.roleIds ?? []).filter((id) => group.roles.some((role) => role._id === id))
  const roleIds = answer.attending ? chosenRoles(group, event, held, answer.roles) : []
  // R18: a new role asks again; otherwise a confirmation once given stays.
  const still = before !== undefined && isConfirmed(before, group) && roleIds.every((id) => held.includes(id))
  const confirmed = answer.attending && group.showConfirmation && (answer.confirmed || still)
  const after = {
    name: answer.name,
    attending: answer.attending,
    roleIds,
    declinedRoleIds: answer.attending ? [] : before?.attending === false ? before.declinedRoleIds : held,
    confirmedEpoch: confirmed ? group.confirmEpoch : null,
    confirmationDate: confirmed ? (still ? (before?.confirmationDate ?? iso(now)) : iso(now)) : null,
  }
  const { note, ...kept } = versionOf(group, before, { _id, email, now })
  const noteNow = answer.note ?? note ?? ''
  const same =
    before !== undefined &&
    before.name === after.name &&
    before.attending === after.attending &&
    sameIds(before.roleIds, roleIds) &&
    isConfirmed(before, group) === confirmed &&
    noteNow === (note ?? '')
  if (same) return before
  return { ...kept, ...after, ...(noteNow && { note: noteNow }) }
}

/** R1, R2, R3: gives back the seats held before, then takes the chosen ones, all or none. Refuses `role-full` and names the full roles. */
export function placeRsvp(placing: Placing): { group: Group; rsvp: Rsvp } {
  const { group, before } = placing
  const rsvp = answered(placing)
  if (rsvp === before) return { group, rsvp }
  return { rsvp, group: applyToSeats(group, before, rsvp, hasBegun(placing.event, placing.now)) }
}

export const hasBegun = (event: Event | undefined, now: number) => event !== undefined && event.start <= iso(now)

/**
 * R1, R3: the group after an RSVP changed from `before` to `after`. Refuses `role-full` if a newly taken seat isn't free, or if somebody waits for it
 * and this one may not overtake them (R90): who is moved a seat may, and anyone once the event has begun.
 */
export function applyToSeats(group: Group, before: Rsvp | undefined, after: Rsvp, mayOvertake: boolean): Group {
  const held = before?.attending === false ? [] : (before?.roleIds ?? [])
  const counted = recountSeats(group, before, after)
  const isFull = (role: Role) => occupied(role) > role.max || (!mayOvertake && waiting(role) > 0)
  const full = counted.roles.filter((role) => isFull(role) && !held.includes(role._id) && after.roleIds.includes(role._id))
  const names = full.map((role) => role.name)
  if (full.length > 0) refuse('role-full', { role: names.join('", "'), roles: names })
  return { ...counted, rev: group.rev + 1 }
}

/** R1: the seats and answers as they are counted after an RSVP changed; whether they are free is for the caller to know. */
export const recountSeats = (group: Group, before: Rsvp | undefined, after: Rsvp): Group => ({
  ...group,
  roles: group.roles.map((role) => recount(role, group, before, after)),
  answers: reanswer(group, before, after),
  ...countInvitation(group, before, after),
  ...retally(group, before, after),
})

/** How `rsvp` stands in a role it counts in. */
function standing(rsvp: Rsvp, group: Group): keyof DetailedCounts {
  if (rsvp.attending === false) return 'declined'
  if (rsvp.attending === null) return 'assignedNoResponse'
  return isConfirmed(rsvp, group) ? 'confirmedAndYes' : 'yesNotConfirmed'
}

function recount(role: Role, group: Group, before: Rsvp | undefined, after: Rsvp): Role {
  const counts = { ...role.counts }
  for (const [rsvp, step] of [
    [before, -1],
    [after, 1],
  ] as const) {
    const counted = rsvp?.attending === false ? rsvp.declinedRoleIds : rsvp?.roleIds
    if (rsvp && counted?.includes(role._id)) counts[standing(rsvp, group)] += step
  }
  return { ...role, counts }
}

const answerKey = (attending: boolean | null) => (attending === null ? 'none' : attending ? 'yes' : 'no')
/** R97: who was only invited has answered nothing, and counts as invited alone. */
function reanswer(group: Group, before: Rsvp | undefined, after: Rsvp): Group['answers'] {
  const counts = { ...group.answers }
  if (before && !isOnlyInvited(before, group)) counts[answerKey(before.attending)] -= 1
  if (!isOnlyInvited(after, group)) counts[answerKey(after.attending)] += 1
  return counts
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const secondsUntil = (instant: string, now: number) => Math.max(1, Math.ceil((Date.parse(instant) - now) / 1000))
const since = (start: string | undefined, lengthMs: number, now: number) => (start && Date.parse(start) + lengthMs > now ? start : iso(now))

/** R119: `after` with one change more that its holder made. Refuses `rate-limited`. */
export function countAnswer(before: Rsvp | undefined, after: Rsvp, now: number): Rsvp {
  const from = since(before?.changes?.since, hourMs, now)
  const count = (from === before?.changes?.since ? before.changes.count : 0) + 1
  if (count > answersPerHour) refuse('rate-limited', { seconds: secondsUntil(iso(Date.parse(from) + hourMs), now) })
  return { ...after, changes: { since: from, count } }
}

const dayMs = 24 * hourMs
const isLocked = ({ failuresInDay, daySince }: ProofCode, now: number) =>
  failuresInDay >= code.failuresPerDay && daySince === since(daySince, dayMs, now)
const nothingSent = {
  hash: null,
  codeExpiresAt: '',
  triesBy: {},
  hourSince: '',
  sentInHour: 0,
  linksSince: '',
  linksInHour: 0,
  daySince: '',
}

/** R15: the record of a new code, which voids the one before. Refuses `code-soon` and `code-often`. */
export function issueCode(before: ProofCode | undefined, _id: string, hash: string, now: number): ProofCode {
  checkResend(before, now)
  const hourSince = since(before?.hourSince, hourMs, now)
  const daySince = since(before?.daySince, dayMs, now)
  const sentInHour = before?.hourSince === hourSince ? before.sentInHour : 0
  const failuresInDay = before?.daySince === daySince ? before.failuresInDay : 0
  if (sentInHour >= code.perHour) refuse('code-often', { seconds: secondsUntil(iso(Date.parse(hourSince) + hourMs), now) })
  return {
    ...(before ?? nothingSent),
    _id,
    rev: (before?.rev ?? 0) + 1,
    hash,
    sentAt: iso(now),
    codeExpiresAt: iso(now + code.lifeMinutes * minuteMs),
    triesBy: {},
    hourSince,
    sentInHour: sentInHour + 1,
    daySince,
    failuresInDay,
    expiresAt: iso(now + 25 * hourMs),
  }
}

/** R118: where wrong codes have locked codes for the day, the record of a link that takes their place; else undefined. Refuses as a code does. */
export function issueLink(before: ProofCode | undefined, now: number): ProofCode | undefined {
  if (!before || !isLocked(before, now)) return undefined
  checkResend(before, now)
  const linksSince = since(before.linksSince, hourMs, now)
  const linksInHour = before.linksSince === linksSince ? (before.linksInHour ?? 0) : 0
  if (linksInHour >= code.linksPerHour) refuse('code-often', { seconds: secondsUntil(iso(Date.parse(linksSince) + hourMs), now) })
  return { ...before, rev: before.rev + 1, sentAt: iso(now), linksSince, linksInHour: linksInHour + 1, expiresAt: iso(now + 25 * hourMs) }
}

function checkResend(before: ProofCode | undefined, now: number) {
  const resendAt = before ? iso(Date.parse(before.sentAt) + code.resendSeconds * 1000) : ''
  if (resendAt > iso(now)) refuse('code-soon', { seconds: secondsUntil(resendAt, now) })
}

/** R15, R118: one try at a code by `guesser`. A right one is used up; a wrong one counts, for this code and guesser, and for the day. */
export function tryCode(before: ProofCode | undefined, hash: string, guesser: string, now: number) {
  if (before && isLocked(before, now)) refuse('code-locked', { seconds: secondsUntil(iso(Date.parse(before.daySince) + dayMs), now) })
  const tries = before?.triesBy?.[guesser] ?? 0
  if (!before || before.hash === null || before.codeExpiresAt <= iso(now) || tries >= code.tries) refuse('code-void')
  const rev = before.rev + 1
  if (before.hash === hash) return { right: true, record: { ...before, rev, hash: null } }
  const daySince = since(before.daySince, dayMs, now)
  const failuresInDay = (daySince === before.daySince ? before.failuresInDay : 0) + 1
  const triesBy = { ...before.triesBy, [guesser]: tries + 1 }
  return { right: false, record: { ...before, rev, triesBy, daySince, failuresInDay } }
}

/** R118: the recipient's emails with a code or link within the hour, over all groups, with one more: the last of them has a link that proves the email everywhere. */
export function countCode(before: HourCount | undefined, id: string, now: number) {
  const { record } = countWithinHour(before, id, now, code.perRecipientHour)
  const left = code.perRecipientHour - record.count
  return { record, mails: left > 0 ? 'code' : left === 0 ? 'link' : 'nothing' } as const
}

/** R118: what is kept where no code is emailed. One that was emailed before stays good; else there is one that nobody knows, so that guesses are answered as ever. */
export const withheld = (before: ProofCode | undefined, issued: ProofCode, now: number): ProofCode =>
  before && before.hash !== null && before.codeExpiresAt > iso(now)
    ? { ...issued, hash: before.hash, codeExpiresAt: before.codeExpiresAt, triesBy: before.triesBy ?? {} }
    : issued

/** R118: stands in a link or a proof for every group. No group has this id. */
export const everyGroup = '0'.repeat(24)

/** R118: what the token of an emailed link says; never what a proof cookie says. */
export const linkText = (groupId: string, email: string, now: number) =>
  JSON.stringify(['link', groupId, email, now + code.linkLifeHours * hourMs])

/** The group and email that the text of a link, already found to be ours, proves at this time. Refuses `link-invalid`. */
export function readLink(text: string | undefined, now: number): { groupId: string; email: string } {
  const parsed: unknown = text ? JSON.parse(text) : undefined
  const [purpose, groupId, email, until]: readonly unknown[] = Array.isArray(parsed) ? (parsed as unknown[]) : []
  const isGood = purpose === 'link' && typeof groupId === 'string' && typeof email === 'string' && typeof until === 'number' && now < until
  return isGood ? { groupId, email } : refuse('link-invalid')
}

/** R14: what the proof cookie says; `readProof` reads it back. R87: with the epoch of the personal link that began it, if one did. */
export const proofText = (groupId: string, email: string, now: number, epoch?: number) =>
  JSON.stringify([groupId, email, now + proofLifeHours * hourMs, ...(epoch === undefined ? [] : [epoch])])

/** What a proof cookie says of whoever sends it. */
export interface Proof {
  readonly email: string
  /** In milliseconds. */
  readonly until: number
  readonly epoch?: number
}

/** R14: what `text`, already found to be ours, proves for the group at this time. */
export function readProof(text: string | undefined, groupId: string, now: number): Proof | undefined {
  const parsed: unknown = text ? JSON.parse(text) : undefined
  const [forGroup, email, until, epoch]: readonly unknown[] = Array.isArray(parsed) ? (parsed as unknown[]) : []
  if (forGroup !== groupId || typeof email !== 'string' || typeof until !== 'number' || now >= until) return undefined
  return { email, until, ...(typeof epoch === 'number' && { epoch }) }
}

interface Proving {
  readonly user: { readonly email: string } | undefined
  readonly provenEpoch: (groupId: string) => number | undefined
}
/** R87: a proof that a personal link began has ended with the link. Needs no reading but of the answer itself, which every use of the proof reads. */
export function isProofOver({ user, provenEpoch }: Proving, groupId: string, email: string, rsvp: Rsvp | undefined): boolean {
  const epoch = user?.email === email ? undefined : provenEpoch(groupId)
  return epoch !== undefined && epoch !== (rsvp?.linkEpoch ?? 0)
}

/** As `isProofOver`; refuses `proof-missing`. */
export const checkProof = (caller: Proving, groupId: string, email: string, rsvp: Rsvp | undefined) =>
  isProofOver(caller, groupId, email, rsvp) ? refuse('proof-missing') : undefined
