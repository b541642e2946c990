// What is kept of a person who organizes, and what they are shown of themselves.
import type { PersonView, SessionView, UserView } from '#protocol/account.ts'
import type { NewsChoice } from '#protocol/digest.ts'
import type { Tier } from '#protocol/limits.ts'
import type { AccessToken } from '../access/model.ts'
import { type Paid, planOf, presentSubscription, subscriptionView } from '../plan/model.ts'
import type { Collection, Stored } from '../store/store.ts'

/** An event that counts for the person's plan until it is over. */
export interface CountedEvent {
  readonly id: string
  readonly end: string
  readonly createdAt: string
  /** Written by release 0.1.0: it waited to be published, so it counts for nothing. */
  readonly pending?: boolean
}

/** A person, by email. Without `passwordHash` they come in by magic link only. */
export interface User extends Stored {
  readonly email: string
  readonly username: string | null
  readonly name: string
  readonly mobile: string
  readonly passwordHash: string | null
  readonly verified: boolean
  /** The plan that was given without a payment; what counts is `tierAt` (plan/model). */
  readonly tier: Tier
  /** R114: when the plan that was given ends; absent where it doesn't. */
  readonly tierUntil?: string | undefined
  /** R114: since when the operator keeps them out; absent while they may come in. */
  readonly suspendedAt?: string | undefined
  /** What they pay for; absent until they first do. */
  readonly paid?: Paid
  readonly createdAt: string
  /** R33: tokens of an earlier epoch are void. */
  readonly epoch: number
  /** What the plan's quotas count: kept here so that a decision writes the record that holds the limit. */
  readonly countedEvents: readonly CountedEvent[]
  readonly createdInMonth: { readonly month: string; readonly count: number }
  readonly standaloneGroupIds: readonly string[]
  /** R100: absent for the daily email. */
  readonly news?: NewsChoice
  /** R102: the choice that a click in such an email ended; absent where it was made in the profile. */
  readonly newsBefore?: NewsChoice | undefined
  /** R37: one at most. */
  readonly ownedOrgId: string | null
}
export const users: Collection<User> = {
  name: 'users',
  indexes: {
    email: { fields: ['email'] },
    name: { fields: ['name'] },
    created: { fields: ['createdAt'] },
    suspended: { fields: ['suspendedAt'] },
  },
}

/** R100: when they hear how their events stand. */
export const newsChoiceOf = ({ news = 'daily' }: { readonly news?: NewsChoice }) => news

/** R58: who holds a username; its id is the name in lower case. Pending ones lapse. */
export interface UsernameClaim extends Stored {
  readonly userId: string
  /** Absent once the account is verified. */
  readonly expiresAt?: string
}
export const usernames: Collection<UsernameClaim> = { name: 'usernames', indexes: { expiry: { fields: ['expiresAt'] } } }
export const usernameKey = (username: string) => username.toLowerCase()

export const newUser = (_id: string, email: string, createdAt: string): User => ({
  _id,
  rev: 1,
  email,
  username: null,
  name: '',
  mobile: '',
  passwordHash: null,
  verified: false,
  tier: 'free',
  createdAt,
  epoch: 0,
  countedEvents: [],
  createdInMonth: { month: createdAt.slice(0, 7), count: 0 },
  standaloneGroupIds: [],
  ownedOrgId: null,
})

/** 'alice@example.org' → 'al***@example.org': enough to recognise one's own. */
export function maskEmail(email: string): string {
  const [local = '', domain = ''] = email.split('@')
  return `${local.slice(0, local.length > 2 ? 2 : 1)}***@${domain}`
}

/** As of `now` (milliseconds). R30: a magic link shows no billing. */
export const userView = (user: User, access: UserView['access'], now: number): UserView => ({
  _id: user._id,
  rev: user.rev,
  name: user.name,
  username: user.username ?? '',
  email: user.email,
  maskedEmail: maskEmail(user.email),
  mobile: user.mobile,
  role: 'organizer',
  verified: user.verified,
  createdAt: user.createdAt,
  ...planOf(user, now),
  subscription: access === 'account' ? subscriptionView(presentSubscription(user, now)) : null,
  access,
  news: user.news ?? 'daily',
})

/** What those who share an organization with them are shown. */
export const personView = (user: User): PersonView => ({
  _id: user._id,
  name: user.name,
  username: user.username ?? '',
  maskedEmail: maskEmail(user.email),
})

type Session = Pick<AccessToken, '_id' | 'kind' | 'createdAt' | 'expiresAt'>

/** A way in, as its owner sees it: of its secret's hash only the end. */
export const sessionView = (token: Session, isCurrent: boolean): SessionView => ({
  kind: token.kind === 'login' ? 'login' : 'link',
  createdAt: token.createdAt,
  expiresAt: token.expiresAt,
  lastPart: token._id.slice(-6),
  isCurrent,
})
