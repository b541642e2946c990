// What is said about a person who organizes: who they are, what they are called, and where they are logged in.
import { z } from 'zod/mini'
import { get, post } from '#protocol/kernel/endpoint.ts'
import { lineOrNothing, UserId, Username } from '#protocol/kernel/fields.ts'
import { Tier } from '#protocol/kernel/tier.ts'
import { NewNews, newsChoices } from './digest.ts'
import { SubscriptionView, subscriptionStatuses } from './subscription.ts'

/** What a person is shown of themselves. `access` says how they came in: by login, or by a magic link (R30). */
export const UserView = z.object({
  _id: z.string(),
  rev: z.int(),
  name: z.string(),
  username: z.string(),
  email: z.string(),
  maskedEmail: z.string(),
  mobile: z.string(),
  tier: Tier,
  role: z.string(),
  verified: z.boolean(),
  createdAt: z.string(),
  subscriptionStatus: z.enum(subscriptionStatuses),
  hasActiveSubscription: z.boolean(),
  /** What they pay for their plan; not for those who came by a magic link (R30). */
  subscription: z.optional(z.nullable(SubscriptionView)),
  access: z.enum(['account', 'organizer']),
  /** R114, R136: whether `/admin` is theirs; only for those who logged in. */
  isOperator: z.optional(z.literal(true)),
  /** R100 */
  news: z.optional(z.enum(newsChoices)),
  /** R224: what the files of their picture are named by; absent where they have none. */
  photo: z.optional(z.string()),
})
export type UserView = z.infer<typeof UserView>

/** What those who share an organization are shown of a person. */
export const PersonView = z.object({ _id: z.string(), name: z.string(), username: z.string(), maskedEmail: z.string() })
export type PersonView = z.infer<typeof PersonView>

/** One way in that is open now: a login, or a magic link that was used. `lastPart` tells two of them apart and opens nothing. */
export const SessionView = z.object({
  kind: z.enum(['login', 'link']),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastPart: z.string(),
  isCurrent: z.boolean(),
})
export type SessionView = z.infer<typeof SessionView>

export const NewName = z.strictObject({ name: lineOrNothing(100) })
export type NewName = z.infer<typeof NewName>
export const NewUsername = z.strictObject({ username: Username })
export type NewUsername = z.infer<typeof NewUsername>

const Empty = z.strictObject({})
const OneUser = z.object({ user: UserView })
const Sessions = z.object({ sessions: z.array(SessionView) })

export const accountApi = {
  me: get('/auth/me', Empty, OneUser),
  profile: get('/user/profile', Empty, OneUser),
  updateName: post('/user/update-name', NewName, OneUser),
  updateNews: post('/user/update-news', NewNews, OneUser),
  updateUsername: post('/user/update-username', NewUsername, OneUser),
  sessions: get('/user/sessions', Empty, Sessions),
  revokeOthers: post('/user/sessions/revoke-others', Empty, Sessions),
  person: get('/user/:id', z.strictObject({ id: UserId }), z.object({ user: PersonView })),
}
