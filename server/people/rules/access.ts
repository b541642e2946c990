// Who gets in. Pure: facts in, records or a refusal out.
import { browserKnownDays, emailsPerHour, linkLifeHours, loginLimits } from '#protocol/kernel/limits.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { AccessToken, HourCount, LoginCount, TokenKind } from '#server/people/model/access.ts'
import { type User, type UsernameClaim, usernameKey } from '#server/people/model/account.ts'

const hourMs = 3_600_000
/** How long each kind of token lives. R29: a link 24 hours. */
export const lifeHours: Readonly<Record<TokenKind, number>> = { login: 30 * 24, organizer: linkLifeHours, verify: 24, reset: 1 }
/** R34: of a sign-up whose email has a person already. It is kept, so that a login answers as it would for a new one, and never counts. */
export const noEpoch = -1
/** What a `verify` token is for. */
export type TokenPurpose = Partial<Pick<AccessToken, 'signUp' | 'browser' | 'asked'>>

export function newToken(
  kind: TokenKind,
  id: string,
  user: Pick<User, '_id' | 'email' | 'epoch'>,
  now: number,
  { signUp = null, browser = null, asked }: TokenPurpose = {},
): AccessToken {
  return {
    _id: id,
    rev: 1,
    kind,
    userId: user._id,
    email: user.email,
    createdAt: iso(now),
    expiresAt: iso(now + lifeHours[kind] * hourMs),
    epoch: user.epoch,
    usedAt: null,
    browser,
    signUp,
    ...(asked && { asked }),
  }
}

/** R29, R33: a token counts until its last instant, unless the person's sessions and links were revoked. */
export const isValid = (token: AccessToken | undefined, kind: TokenKind, user: User | undefined, now: number): token is AccessToken =>
  token !== undefined && token.kind === kind && iso(now) < token.expiresAt && token.epoch === (user?.epoch ?? 0)

/** R114: asked once they have proven who they are. Refuses `account-suspended`. */
export function checkNotSuspended({ suspendedAt }: Pick<User, 'suspendedAt'>) {
  if (suspendedAt !== undefined) refuse('account-suspended')
}

/** R58, R34: a held name is taken for everyone, its holder included, so that nobody learns whose it is; a pending one only for others. */
export const isTaken = (claim: UsernameClaim | undefined, userId: string | null, now: number) =>
  claim !== undefined && (claim.expiresAt === undefined || (claim.expiresAt > iso(now) && claim.userId !== userId))

export const claimUsername = (
  username: string,
  userId: string,
  before: UsernameClaim | undefined,
  now: number,
  pending: boolean,
): UsernameClaim => ({
  _id: usernameKey(username),
  rev: (before?.rev ?? 0) + 1,
  userId,
  ...(pending && { expiresAt: iso(now + lifeHours.verify * hourMs) }),
})

/** When the time of counting that holds now began: `start`, if it hasn't been over since. */
export const since = (start: string | undefined, lengthMs: number, now: number) =>
  start && Date.parse(start) + lengthMs > now ? start : iso(now)
export const secondsUntil = (instant: string, now: number) => Math.max(1, Math.ceil((Date.parse(instant) - now) / 1000))

/** Counts one more within the hour that began with the first; `allowed` is false past `most`. */
export function countWithinHour(before: HourCount | undefined, id: string, now: number, most: number) {
  const isFresh = before === undefined || before.expiresAt <= iso(now)
  const count = isFresh ? 1 : before.count + 1
  const expiresAt = isFresh ? iso(now + hourMs) : before.expiresAt
  const record: HourCount = { _id: id, rev: (before?.rev ?? 0) + 1, count, expiresAt }
  return { record, allowed: count <= most }
}
/** Counts one more email asked for, if one is to be sent. */
export function countEmail(before: HourCount | undefined, id: string, now: number, isSent = true) {
  const { record, allowed } = countWithinHour(before, id, now, emailsPerHour)
  return isSent ? { record, allowed } : { record: { ...record, count: record.count - 1 }, allowed: false }
}

const loginWaits = { firstMs: 60_000, longestMs: 15 * 60_000, forgottenMs: 24 * hourMs }
const knownMs = browserKnownDays * 24 * hourMs

/** Refuses `login-often` with the time to wait, if that is not over. */
export function checkWait(freeAt: string, now: number) {
  const seconds = Math.ceil((Date.parse(freeAt) - now) / 1000)
  if (seconds > 0) refuse('login-often', { seconds })
}

/** Counts a login as a wrong one before its password is looked at, so that many at once gain nothing. Refuses `login-often`. */
export function countLogin(before: LoginCount | undefined, id: string, now: number): LoginCount {
  const { firstMs, longestMs, forgottenMs } = loginWaits
  if (before) checkWait(before.freeAt, now)
  const isForgotten = !before || iso(now - forgottenMs) >= before.freeAt
  const failures = isForgotten ? 1 : before.failures + 1
  const waitMs = failures > loginLimits.freeTries ? Math.min(firstMs * 2 ** (failures - loginLimits.freeTries - 1), longestMs) : 0
  const isKnown = isKnownPlace(before, now)
  const expiresAt = before && isKnown ? before.expiresAt : iso(now + waitMs + forgottenMs)
  return { _id: id, rev: (before?.rev ?? 0) + 1, failures, freeAt: iso(now + waitMs), isKnown, expiresAt }
}

/**
 * The count after the right password. With `isIn` it was the account's: no wrong logins, and the place is known from now on. Else it was the password
 * of a sign-up, which may be a stranger's: only this try is uncounted, so that earlier guesses at the account still count.
 */
export const forgiveLogin = (counted: LoginCount, now: number, isIn: boolean): LoginCount => ({
  ...counted,
  rev: counted.rev + 1,
  failures: isIn ? 0 : counted.failures - 1,
  freeAt: iso(now),
  isKnown: isIn || counted.isKnown,
  expiresAt: isIn ? iso(now + knownMs) : counted.expiresAt,
})

/** R118: the record of a place somebody has just logged in from, whatever failed there before. */
export const knownPlace = (before: LoginCount | undefined, id: string, now: number): LoginCount =>
  forgiveLogin(before ?? { _id: id, rev: 0, failures: 0, freeAt: iso(now), isKnown: true, expiresAt: iso(now) }, now, true)

export const isKnownPlace = (place: LoginCount | undefined, now: number) => place?.isKnown === true && place.expiresAt > iso(now)
