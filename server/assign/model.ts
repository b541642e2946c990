// What is kept of a permission to assign roles, and what it is shown as.
import type { EventGrant } from '#protocol/assign.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Collection, Stored } from '../store/store.ts'

/** R39: lets one member of `orgId` assign roles in one event's group. */
export interface Grant extends Stored {
  readonly eventId: string
  readonly groupId: string
  readonly orgId: string
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly createdAt: string
}
export const grants: Collection<Grant> = {
  name: 'grants',
  indexes: { group: { fields: ['groupId', 'createdAt'] }, member: { fields: ['orgId', 'userId'] } },
}

/** One per group and person; the id itself says so. */
export const grantId = (secrets: Secrets, groupId: string, userId: string) => secrets.idOf('grant', groupId, userId)

export const grantView = ({ _id, userId, groupId, name, email }: Grant): EventGrant => ({
  _id,
  userId,
  groupId,
  caps: ['ROLE_ASSIGN'],
  user: { _id: userId, name, email },
})
