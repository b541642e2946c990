// What people are shown of organizations and their members.
import type { Input } from '#protocol/kernel/endpoint.ts'
import { hasTeamFeatures, membersPerPage, tierLimits } from '#protocol/kernel/limits.ts'
import { type MyPlaces, type OrgView, type orgApi, roleMap } from '#protocol/people/org.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import { membershipOf, nameIn } from '#server/people/identity/memberships.ts'
import { type User, users } from '#server/people/model/account.ts'
import { isActive, type Member, members, memberView, myInvitation, myOrganization, type Org, orgs } from '#server/people/model/org.ts'
import { tierAt } from '#server/people/model/plan.ts'
import * as rules from '#server/people/rules/org.ts'

const maxPlaces = 200

/** The organization, the caller as one of its admins, and its owner. Refuses `org-unknown` to strangers, `member-rights` to mere members. */
export async function adminOf(services: Services, tx: Reader, orgId: string, user: User) {
  const [org, actor] = await Promise.all([tx.get(orgs, orgId), membershipOf(tx, services, orgId, user.email)])
  if (!org || !actor) refuse('org-unknown')
  if (!rules.isAdmin(actor)) refuse('member-rights')
  const owner = (await tx.get(users, org.ownerId)) ?? refuse('org-unknown')
  return { org, actor, owner }
}

/** As `adminOf`, for changes: R44, under a lower plan organizations are read-only. */
export async function activeAdminOf(services: Services, tx: Reader, orgId: string, user: User) {
  const found = await adminOf(services, tx, orgId, user)
  return hasTeamFeatures(tierAt(found.owner, services.clock.now())) ? found : refuse('team-plan-needed')
}

const cursorOf = ({ createdAt, _id }: Member) => `${createdAt}_${_id}`

const placeAfter = (orgId: string, cursor: string) => {
  const [createdAt = '', _id = ''] = cursor.split('_')
  return { after: { _id, rev: 0, orgId, createdAt } }
}

export const rowOf = async ({ store }: Services, org: Org, member: Member, full: boolean) =>
  memberView(org, member, isActive(member) ? await store.get(users, member.userId) : undefined, full)

/** One page of members, at a cost that doesn't grow with their number. */
async function membersPage(services: Services, org: Org, full: boolean, cursor?: string) {
  const after = cursor ? placeAfter(org._id, cursor) : {}
  const found = await services.store.find(members, { index: 'org', where: { orgId: org._id }, limit: membersPerPage, ...after })
  const last = found.length === membersPerPage ? found.at(-1) : undefined
  return {
    members: await Promise.all(found.map((member) => rowOf(services, org, member, full))),
    memberCount: org.memberCount,
    invitedCount: org.invitedCount ?? 0,
    nextCursor: last ? cursorOf(last) : null,
  }
}

export async function orgView(services: Services, orgId: string): Promise<OrgView> {
  const org = (await services.store.get(orgs, orgId)) ?? refuse('org-unknown')
  const { _id, rev, name } = org
  return { _id, rev, name, ...(await membersPage(services, org, true)) }
}

/** Every organization that a person belongs to or is invited to, with what they are in it. */
async function placesOf(tx: Reader, userId: string): Promise<{ org: Org; member: Member }[]> {
  const own = await tx.find(members, { index: 'user', where: { userId }, limit: maxPlaces })
  const found = await Promise.all(own.map(async (member) => ({ org: await tx.get(orgs, member.orgId), member })))
  return found.flatMap(({ org, member }) => (org ? [{ org, member }] : []))
}

/** Those that they belong to. */
export const orgsOf = async (tx: Reader, user: User) => (await placesOf(tx, user._id)).filter(({ member }) => isActive(member))

/** R28: those whose things the caller manages. R30: by login only. */
export const adminOrgIds = async ({ store }: Services, { user, via }: Pick<SignedIn, 'user' | 'via'>) =>
  via === 'account' ? (await orgsOf(store, user)).filter(({ member }) => rules.isAdmin(member)).map(({ org }) => org._id) : []

export const readMyOrgs = (services: Services, _: object, { user }: SignedIn) => myPlaces(services, user._id)

/** R117d: what the organization calls whoever invited somebody. */
export const inviterOf = async (tx: Reader, { _id }: Org, { invitedBy }: Member) => (invitedBy ? nameIn(tx, _id, invitedBy) : '')

export async function myPlaces({ store, clock }: Services, userId: string): Promise<MyPlaces> {
  const places = await placesOf(store, userId)
  const own = places.filter(({ member }) => isActive(member))
  const invited = places.filter(({ member }) => !isActive(member))
  const invitations = await Promise.all(
    invited.map(async ({ org, member }) => myInvitation(org, member, await inviterOf(store, org, member))),
  )
  const organizations = await Promise.all(
    own.map(async ({ org, member }) => {
      const owner = await store.get(users, org.ownerId)
      return myOrganization(org, member, owner !== undefined && hasTeamFeatures(tierAt(owner, clock.now())))
    }),
  )
  return { organizations, invitations }
}

/** Any member may know who else belongs; only admins see emails and phone numbers. */
export async function readMembers(services: Services, { id, cursor }: Input<typeof orgApi.members>, { user }: SignedIn) {
  const { store } = services
  const [org, self] = await Promise.all([store.get(orgs, id), membershipOf(store, services, id, user.email)])
  if (!org || !self) refuse('org-unknown')
  return membersPage(services, org, rules.isAdmin(self), cursor)
}

/** The limits of the organization's owner, for its members. */
export async function readOrgTierLimits(services: Services, { id }: { id: string }, { user }: SignedIn) {
  const { store, clock } = services
  const [org, self] = await Promise.all([store.get(orgs, id), membershipOf(store, services, id, user.email)])
  const owner = org && self && (await store.get(users, org.ownerId))
  return tierLimits(owner ? tierAt(owner, clock.now()) : refuse('org-unknown'))
}

export const readRoleMap = async () => ({ roleMap: { ...roleMap } })

/** The view of the room `org:<id>`: for its admins. */
export async function watchOrg(services: Services, id: string, { user, via }: Caller) {
  if (!user || via !== 'account') refuse('org-unknown')
  await adminOf(services, services.store, id, user)
  return { view: await orgView(services, id) }
}
