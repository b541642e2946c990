// What people do with organizations and their members.
import type { Input } from '#protocol/kernel/endpoint.ts'
import { defaultOrgName, defaultOwnerName, type orgApi } from '#protocol/people/org.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { userIdOf } from '#server/people/access/actions.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { type User, users } from '#server/people/model/account.ts'
import { emailCounts, type Member, memberId, members, type Org, orgs } from '#server/people/model/org.ts'
import { tierAt } from '#server/people/model/plan.ts'
import * as rules from '#server/people/rules/org.ts'

/** R37 */
export function createOrg(services: Services, { organization, owner }: Input<typeof orgApi.create>, { user, idempotencyKey }: SignedIn) {
  if (!owner?.email) refuse('org-owner-email-missing')
  const { secrets, clock } = services
  return transact(
    services,
    user._id,
    async (tx) => {
      const founder = (await tx.get(users, user._id)) ?? refuse('token-invalid')
      rules.checkMayFound(founder, clock.now())
      const createdAt = iso(clock.now())
      const org: Org = {
        _id: secrets.randomId(),
        rev: 1,
        name: organization.name || defaultOrgName,
        ownerId: user._id,
        externalApp: organization.external?.app ?? '',
        memberCount: 1,
        invitedCount: 0,
        createdAt,
      }
      const name = owner.name || founder.name || defaultOwnerName
      const self = {
        ...newMember(services, org._id, { name, email: founder.email, mobile: owner.mobile, role: 'owner', preserveCnxnName: false }),
        userId: founder._id,
        status: 'active' as const,
      }
      return {
        writes: [put(orgs, org), put(members, self), put(users, next(founder, { ownedOrgId: org._id }))],
        reply: { orgId: org._id, organization: { _id: org._id, name: org.name } },
      }
    },
    { idempotencyKey, checkRight: async (tx) => (await tx.get(users, user._id)) ?? refuse('token-invalid') },
  )
}

export function newMember(services: Services, orgId: string, wanted: rules.WantedMember): Member {
  const _id = memberId(services.secrets, orgId, wanted.email)
  return {
    ...wanted,
    _id,
    rev: 1,
    orgId,
    status: 'invited',
    userId: userIdOf(services, wanted.email),
    createdAt: iso(services.clock.now()),
  }
}

const strangerCountId = ({ secrets }: Services, ownerId: string) => secrets.idOf('stranger-letters', ownerId)

/** R119: counts `more` emails to strangers for this owner. Refuses `emails-spent`. */
export async function countStrangerEmails(services: Services, tx: Reader, owner: User, more: number): Promise<RecordWrite[]> {
  const { record, left } = await strangerEmails(services, tx, owner, more)
  return left < 0 ? refuse('emails-spent') : more > 0 ? [put(emailCounts, record)] : []
}

export async function strangerEmails(services: Services, tx: Reader, owner: User, more: number) {
  const id = strangerCountId(services, owner._id)
  const now = services.clock.now()
  return rules.countEmails(await tx.get(emailCounts, id), id, { now, tier: tierAt(owner, now), more })
}
