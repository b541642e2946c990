// How an email is proven: by a code, by the link in its email, and by the cookie that says so afterwards. Pure.
import { code, proofLifeHours } from '#protocol/kernel/limits.ts'
import { normalEmail } from '#protocol/kernel/texts.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import type { ChargedRequest, HourCount } from '#server/people/model/access.ts'
import type { ProofCode } from '#server/people/model/proof.ts'
import { countWithinHour, secondsUntil, since } from './access.ts'

interface Answering {
  readonly via: string
  readonly user: { readonly email: string } | undefined
  /** The email that a proof cookie holds for a group. */
  readonly proven: (groupId: string) => string | undefined
}
/** R14, R17: the email this caller answers with, undefined where none is proven. */
export function provenEmail({ via, user, proven }: Answering, groupId: string, asked: string): string | undefined {
  if (via === 'account' && user) return user.email
  return user?.email === asked || proven(groupId) === asked ? asked : undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
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

/** R227: the codes that still hold, newest first. */
const codesOf = (sent: ProofCode | undefined, now: number) =>
  [sent, sent?.earlier].filter((one) => one?.hash && one.codeExpiresAt > iso(now)).filter((one) => !!one)

/** R15, R227: the record of a new code; of those before it only the last goes on. Refuses `code-soon` and `code-often`. */
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
    earlier: codesOf(before, now).map(({ hash, codeExpiresAt, triesBy = {} }) => ({ hash, codeExpiresAt, triesBy }))[0] ?? null,
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

const again = <R extends ProofCode>(record: R): R => ({ ...record, rev: record.rev + 1 })
const codeOrLink = (before: ProofCode | undefined, id: string, hash: string, now: number) =>
  issueLink(before, now) ?? issueCode(before, id, hash, now)

/** undefined where a limit has nothing more sent. */
function unlessOver(before: ProofCode | undefined, id: string, hash: string, now: number) {
  try {
    return codeOrLink(before, id, hash, now)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** From so many addresses nobody asks for one email within an hour. */
const mostAskers = 50
interface Asking {
  readonly id: string
  readonly hash: string
  readonly guesser: string
  readonly now: number
}
/**
 * R15b: a code is asked for by `guesser`, or the link in its place. What they are told hangs on what they alone have asked and tried, so that nobody learns
 * of others: over a limit that others have reached, nothing is sent, and that isn't said. Refuses `code-soon` and `code-often`.
 */
export function askCode(before: ProofCode | undefined, { id, hash, guesser, now }: Asking) {
  const { [guesser]: mine, ...others } = before?.askers ?? {}
  const own = codeOrLink(mine, id, hash, now)
  const issued = unlessOver(before, id, hash, now)
  const askers = Object.fromEntries([...Object.entries(others), [guesser, own] as const].slice(-mostAskers))
  return {
    record: { ...(issued ?? again(before ?? own)), askers },
    isSent: issued !== undefined,
    isLink: before !== undefined && isLocked(before, now),
    saysLink: mine !== undefined && isLocked(mine, now),
  }
}

interface Try {
  readonly hash: string
  readonly guesser: string
  readonly now: number
  /** R228: others at the same address got too many wrong: only the first try at a code is looked at. */
  readonly isOver?: boolean
  /** Whatever it says, it opens nothing. */
  readonly isShut?: boolean
  /** What is kept of the tries of this guesser where no code was asked for. */
  readonly astray?: ProofCode | undefined
}
/**
 * R15, R118: one try at a code by `guesser`. A right one is used up, and the other with it; a wrong one counts, for each code that holds (R227) and guesser,
 * and for the day. R15a: one that isn't looked at, or where there is no code, changes nothing and costs the same write.
 */
export function tryCode(before: ProofCode | undefined, trying: Try) {
  const tried = tryAt(before, trying)
  const { [trying.guesser]: mine, ...others } = before?.askers ?? {}
  if (!mine) return tried
  const own = tried.right ? { ...again(mine), hash: null, earlier: null } : tryAt(mine, trying).record
  return { ...tried, record: { ...tried.record, askers: { ...others, [trying.guesser]: own } } }
}

function tryAt(before: ProofCode | undefined, { hash, guesser, now, isOver, isShut, astray }: Try) {
  const held = before && !isShut && !isLocked(before, now) ? codesOf(before, now) : []
  const isFirst = held.some(({ triesBy = {} }) => Object.keys(triesBy).length === 0)
  const open = isOver && !isFirst ? [] : held.filter(({ triesBy }) => (triesBy?.[guesser] ?? 0) < code.tries)
  if (!before || open.length === 0) return { right: false, isLookedAt: false, record: sameAgain(before ?? astray, guesser, now) }
  const rev = before.rev + 1
  if (open.some((one) => one.hash === hash))
    return { right: true, isLookedAt: true, record: { ...before, rev, hash: null, earlier: null, asked: [] } }
  const daySince = since(before.daySince, dayMs, now)
  const failuresInDay = (daySince === before.daySince ? before.failuresInDay : 0) + 1
  const missed = ({ triesBy }: Pick<ProofCode, 'triesBy'>) => ({ triesBy: { ...triesBy, [guesser]: (triesBy?.[guesser] ?? 0) + 1 } })
  const earlier = before.earlier ? { ...before.earlier, ...missed(before.earlier) } : null
  return { right: false, isLookedAt: true, record: { ...before, rev, ...missed(before), earlier, daySince, failuresInDay } }
}

/** One record for all that somebody tries where there is no code, or asks for where none is sent, so that it fills no store. */
export const sameAgain = (kept: ProofCode | undefined, guesser: string, now: number): ProofCode =>
  kept ? again(kept) : { ...nothingSent, _id: guesser, rev: 1, sentAt: iso(now), failuresInDay: 0, expiresAt: iso(now + 25 * hourMs) }

/** R118: the recipient's emails with a code or link within the hour, over all groups, with one more if one is sent: the last of them has a link that proves the email everywhere. */
export function countCode(before: HourCount | undefined, id: string, now: number, isSent = true) {
  const { record } = countWithinHour(before, id, now, code.perRecipientHour)
  if (!isSent) return { record: { ...record, count: record.count - 1 }, mails: 'nothing' } as const
  const left = code.perRecipientHour - record.count
  return { record, mails: left > 0 ? 'code' : left === 0 ? 'link' : 'nothing' } as const
}

/** R118: what is kept where no code is emailed. One that was emailed before stays good; else there is one that nobody knows, so that guesses are answered as ever. */
export const withheld = (before: ProofCode | undefined, issued: ProofCode, now: number): ProofCode =>
  before && before.hash !== null && before.codeExpiresAt > iso(now)
    ? { ...issued, hash: before.hash, codeExpiresAt: before.codeExpiresAt, triesBy: before.triesBy ?? {}, earlier: before.earlier ?? null }
    : issued

const maxAsked = 10
/** R228: with who asked for what was sent now. */
export const asking = (sent: ProofCode, asked: ChargedRequest): ProofCode => ({
  ...sent,
  asked: [...(sent.asked ?? []), asked].slice(-maxAsked),
})

/** R118: stands in a link or a proof for every group. No group has this id. */
export const everyGroup = '0'.repeat(24)

/** R118: what the token of an emailed link says; never what a proof cookie says. */
export const linkText = (groupId: string, email: string, now: number) =>
  JSON.stringify(['link', groupId, email, now + code.linkLifeHours * hourMs])

/** The group and email that the text of a link, already found to be ours, proves at this time, and when it was made. Refuses `link-invalid`. */
export function readLink(text: string | undefined, now: number): { groupId: string; email: string; madeAt: number } {
  const parsed: unknown = text ? JSON.parse(text) : undefined
  const [purpose, groupId, email, until]: readonly unknown[] = Array.isArray(parsed) ? (parsed as unknown[]) : []
  const isGood = purpose === 'link' && typeof groupId === 'string' && typeof email === 'string' && typeof until === 'number' && now < until
  return isGood ? { groupId, email: normalEmail(email), madeAt: until - code.linkLifeHours * hourMs } : refuse('link-invalid')
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

/** R14: what `text`, already found to be ours, proves for the group, and until when. */
export function readProof(text: string | undefined, groupId: string): Proof | undefined {
  const parsed: unknown = text ? JSON.parse(text) : undefined
  const [forGroup, email, until, epoch]: readonly unknown[] = Array.isArray(parsed) ? (parsed as unknown[]) : []
  if (forGroup !== groupId || typeof email !== 'string' || typeof until !== 'number') return undefined
  return { email: normalEmail(email), until, ...(typeof epoch === 'number' && { epoch }) }
}

interface Proving {
  readonly user: { readonly email: string } | undefined
  readonly provenEpoch: (groupId: string) => number | undefined
}
/** What of an answer says which of its links holds. */
interface Linked {
  readonly linkEpoch?: number | undefined
}
/** R87: a proof that a personal link began has ended with the link. Needs no reading but of the answer itself, which every use of the proof reads. */
export function isProofOver({ user, provenEpoch }: Proving, groupId: string, email: string, rsvp: Linked | undefined): boolean {
  const epoch = user?.email === email ? undefined : provenEpoch(groupId)
  return epoch !== undefined && epoch !== (rsvp?.linkEpoch ?? 0)
}

/** As `isProofOver`; refuses `proof-missing`. */
export const checkProof = (caller: Proving, groupId: string, email: string, rsvp: Linked | undefined) =>
  isProofOver(caller, groupId, email, rsvp) ? refuse('proof-missing') : undefined
