// What is kept of the ways in: every token, by its hash only.
import type { Collection, Stored } from '../store/store.ts'

/** `login`: a session. `organizer`: a magic link, which becomes the session's organizer token. `verify` and `reset`: e-mailed once. */
export type TokenKind = 'login' | 'organizer' | 'verify' | 'reset'

/** `_id` is the SHA-256 of the token. */
export interface AccessToken extends Stored {
  readonly kind: TokenKind
  readonly userId: string
  readonly email: string
  readonly createdAt: string
  readonly expiresAt: string
  /** R33: void once the person's epoch is a later one. */
  readonly epoch: number
  /** When it was first used: an opened link, a verified e-mail. */
  readonly usedAt: string | null
  /** What a `verify` token sets when the e-mail is proven, and not before (R34). */
  readonly signUp: { readonly username: string; readonly passwordHash: string } | null
  /** R32: the event whose link this is. */
  readonly publishes: string | null
}
export const tokens: Collection<AccessToken> = {
  name: 'tokens',
  indexes: { owner: { fields: ['userId', 'kind', 'createdAt'] }, expiry: { fields: ['expiresAt'] } },
}

/** Wrong logins to one account from one address; kept for unknown accounts as well (R34). */
export interface LoginCount extends Stored {
  readonly failures: number
  /** Until then nothing is tried. */
  readonly freeAt: string
  /** The account was logged in to from this address: what strangers fail at elsewhere makes nobody wait here. */
  readonly isKnown: boolean
  readonly expiresAt: string
}
export const loginCounts: Collection<LoginCount> = { name: 'loginCounts', indexes: { expiry: { fields: ['expiresAt'] } } }

/** How often within an hour an e-mail was written to on request, or logged in with; kept for unknown ones too, so that both take as long (R34). */
export interface HourCount extends Stored {
  readonly count: number
  readonly expiresAt: string
}
export const hourCounts: Collection<HourCount> = { name: 'hourCounts', indexes: { expiry: { fields: ['expiresAt'] } } }
