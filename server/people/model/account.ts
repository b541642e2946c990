// What is kept of a person who organizes, and what they are shown of themselves.

import { faceWidths, type Tier } from '#protocol/kernel/limits.ts'
import type { PersonView, SessionView, UserView } from '#protocol/people/account.ts'
import type { NewsChoice } from '#protocol/people/digest.ts'
import type { HostFace } from '#protocol/people/face.ts'
import type { Clock } from '#server/kernel/ports/clock.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Reader, Stored } from '#server/kernel/store/store.ts'
import type { AccessToken } from './access.ts'
import { currentSubscription, type Paid, planOf, subscriptionView } from './plan.ts'

/** An event that counts for the person's plan until it is over. */
export interface CountedEvent {
  readonly id: string
  readonly end: string
  readonly createdAt: string
  /** R140: how many groups it has; absent for one. */
  readonly groups?: number | undefined
  /** Written by release 0.1.0: it waited to be published, so it counts for nothing. */
  readonly pending?: boolean
}

/** R224: what the files of one's picture are named by, null for none now, and what stood before the last change, for a moment (R219). */
export interface UserPhoto {
  readonly photo: string | null
  readonly rev: number
  readonly before?: { readonly act: string; readonly at: string; readonly stood: string | null } | undefined
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
  /** R224: absent until they first have a picture. */
  readonly face?: UserPhoto | undefined
  /** R37: one at most. */
  readonly ownedOrgId: string | null
}
export const users: Collection<User> = {
  name: 'users',
  indexes: {
    created: { fields: ['createdAt'] },
    suspended: { fields: ['suspendedAt'] },
  },
  retired: ['email', 'name'],
}

/** `tx` with one account more, which the same commit makes. */
export const withUser = (tx: Reader, user: User): Reader => ({
  ...tx,
  get: <R extends Stored>(collection: Collection<R>, id: string) =>
    collection.name === users.name && id === user._id ? Promise.resolve(user as Stored as R) : tx.get(collection, id),
})

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

/** What the services say of the installation and of now. */
interface InstallationContext {
  readonly clock: Clock
  readonly adminEmails?: ReadonlySet<string> | undefined
}

/** R114: whether they run this installation. */
export const isOperator = ({ adminEmails }: InstallationContext, { email, verified }: User) => verified && adminEmails?.has(email) === true

/** R30: a magic link shows no billing, and none of the operator's ways. */
export const userView = (
  user: User,
  access: UserView['access'],
  installed: InstallationContext,
  now = installed.clock.now(),
): UserView => ({
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
  subscription: access === 'account' ? subscriptionView(currentSubscription(user, now)) : null,
  access,
  news: user.news ?? 'daily',
  ...(user.face?.photo && { photo: user.face.photo }),
  ...(access === 'account' && isOperator(installed, user) && { isOperator: true }),
})

/** R224a: the names of its files. */
export const picturesOfUser = ({ face }: User): string[] => (face?.photo ? faceWidths.map((width) => `${face.photo}-${width}`) : [])
/** What the guests of their events are shown of it; R220: nothing of a suspended account. */
export const hostFace = ({ idOf }: Pick<Secrets, 'idOf'>, { _id, face, suspendedAt }: User): HostFace | undefined =>
  face && { _id: idOf('host', _id), rev: face.rev, photo: suspendedAt === undefined ? face.photo : null }
/** The server's own room of guests who look at a page with the picture of this person. */
export const hostRoom = (userId: string) => `@host:${userId}`

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
