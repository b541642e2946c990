// What is kept of the ways in: every token, by its hash only (decision 0001).
import type { Collection, Stored } from '#server/kernel/store/store.ts'

/** R228: who asked for an email, as a limit by network address counts them; kept with what the email brings until that is used. */
export interface ChargedRequest {
  readonly by: string
  readonly limit: 'code' | 'email' | 'signUp' | 'create'
  readonly at: string
}

/** `login`: a session. `organizer`: a magic link, which becomes the session's organizer token. `verify` and `reset`: emailed once. */
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
  /** When it was first used: a session begun by link, a verified email. */
  readonly usedAt: string | null
  /** R115: the hash of the secret kept by the browser that signed up. */
  readonly browser: string | null
  /** What a `verify` token sets once it is clear that its reader chose it (R115). */
  readonly signUp: { readonly username: string; readonly passwordHash: string } | null
  /** R228: who asked for its email. */
  readonly asked?: ChargedRequest
}
export const tokens: Collection<AccessToken> = {
  name: 'tokens',
  indexes: { owner: { fields: ['userId', 'kind', 'createdAt'] }, expiry: { fields: ['expiresAt'] } },
}

/** Wrong logins to one account from one place, an address or a browser; kept for unknown accounts as well (R34). */
export interface LoginCount extends Stored {
  readonly failures: number
  /** Until then nothing is tried. */
  readonly freeAt: string
  /** Somebody has logged in to the account from this place: wrong logins elsewhere cause no wait here. */
  readonly isKnown: boolean
  readonly expiresAt: string
}
export const loginCounts: Collection<LoginCount> = { name: 'loginCounts', indexes: { expiry: { fields: ['expiresAt'] } } }

/** How often within an hour an email was written to on request, or logged in with; kept for unknown ones too, so that both take as long (R34). */
export interface HourCount extends Stored {
  readonly count: number
  /** R228: who asked for the emails, until what they bring is used. */
  readonly asked?: readonly ChargedRequest[]
  readonly expiresAt: string
}
export const hourCounts: Collection<HourCount> = { name: 'hourCounts', indexes: { expiry: { fields: ['expiresAt'] } } }
