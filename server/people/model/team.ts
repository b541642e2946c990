// What is kept of an event's team, permissions to assign roles among it, and what it is shown as.

import type { Teammate as View } from '#protocol/people/team.ts'
import { team as limits } from '#protocol/people/team.ts'
import type { AskedRole } from '#protocol/people/team-roles.ts'
import type { EventGrant } from '#protocol/seats/assign.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Reader, Stored } from '#server/kernel/store/store.ts'

/** R200: what somebody may do in one event. Without a `role` it is a permission of the contract's (R39): to a member of `orgId`, for one group, by the id of their account. */
export interface Teammate extends Stored {
  readonly eventId: string
  readonly email: string
  readonly name: string
  readonly createdAt: string
  /** R203: `owner` is an offer of the event itself: it gives no right, and once accepted tells that it was. */
  readonly role?: AskedRole
  /** R202: none for all of the event's. */
  readonly groupIds?: readonly string[]
  /** R202: absent for some days after the event. */
  readonly until?: string | undefined
  /** Absent while they are only invited: nothing is theirs yet. */
  readonly acceptedAt?: string
  /** The link of an earlier invitation opens nothing. */
  readonly invitedAt?: string
  readonly invitedBy?: string
  /** R156: when it last became another one. */
  readonly changedAt?: string
  /** R208: taken away; whoever did it can put it back for some seconds, then it is dropped. */
  readonly removedAt?: string | undefined
  readonly expiresAt?: string | undefined
  readonly groupId?: string
  /** With a `role` (R209): it came with an invitation to all events of this organization. It ends with the membership in it. */
  readonly orgId?: string
  readonly userId?: string
}
/** Kept under the name that they had when all of them were permissions to assign. */
export const teammates: Collection<Teammate> = {
  name: 'grants',
  indexes: {
    group: { fields: ['groupId', 'createdAt'] },
    member: { fields: ['orgId', 'userId'] },
    event: { fields: ['eventId', 'createdAt'] },
    email: { fields: ['email', 'createdAt'] },
    expiry: { fields: ['expiresAt'] },
  },
}

/** Each is looked up by itself. */
const maxShared = 100
/** R207: the newest records of an address. */
export const teamsOf = (tx: Reader, email: string) =>
  tx.find(teammates, { index: 'email', where: { email }, descending: true, limit: maxShared })

/** R39: a permission that was given to a member by the contract's call. */
export type Grant = Teammate & Required<Pick<Teammate, 'groupId' | 'orgId' | 'userId'>>
export const isGrant = (one: Teammate): one is Grant => one.role === undefined

/** One per group and person; the id itself says so. */
export const grantId = (secrets: Secrets, groupId: string, userId: string) => secrets.idOf('grant', groupId, userId)
/** One per event and address. */
export const teammateId = (secrets: Secrets, eventId: string, email: string) => secrets.idOf('team', eventId, email)

/** R203: one per event. */
export const offerId = (secrets: Secrets, eventId: string) => secrets.idOf('owner offer', eventId)
export const isOffer = ({ role }: Pick<Teammate, 'role'>) => role === 'owner'

export const roleOf = ({ role = 'assigner' }: Teammate): AskedRole => role
export const isAccepted = (one: Teammate) => one.removedAt === undefined && (isGrant(one) || one.acceptedAt !== undefined)
/** R202: the groups it is for; none for all of the event's. */
export const groupIdsOf = ({ groupId, groupIds = groupId ? [groupId] : [] }: Teammate): readonly string[] => groupIds
export const isFor = (one: Teammate, groupId: string) => groupIdsOf(one).length === 0 || groupIdsOf(one).includes(groupId)

const dayMs = 86_400_000
/** R202: when it ends by itself, of an event that is over at `overAt`. */
export const endOf = ({ until }: Teammate, overAt: string): string => until ?? iso(Date.parse(overAt) + limits.daysAfterEvent * dayMs)

export const grantView = ({ _id, userId, name, email }: Teammate, groupId: string): EventGrant => ({
  _id,
  userId: userId ?? '',
  groupId,
  caps: ['ROLE_ASSIGN'],
  user: { _id: userId ?? '', name, email },
})

export const teammateView = (one: Teammate, overAt: string): View => ({
  _id: one._id,
  name: one.name,
  email: one.email,
  role: roleOf(one),
  groupIds: [...groupIdsOf(one)],
  until: isGrant(one) ? overAt : endOf(one, overAt),
  isUntilChosen: one.until !== undefined,
  state: isAccepted(one) ? 'accepted' : 'invited',
  ...(isGrant(one) && { isGrant: true as const }),
})
