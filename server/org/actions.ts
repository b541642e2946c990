// What people do with organizations and their members.
import type { z } from 'zod/mini'
import { emailSentence } from '#protocol/fields.ts'
import { hasTeamFeatures, tierLimits } from '#protocol/limits.ts'
import { orgRoom } from '#protocol/live.ts'
import { type AddedRow, defaultOrgName, defaultOwnerName, type OrgMember, type OrgView, type orgApi, roleMap } from '#protocol/org.ts'
import { userIdOf } from '../access/actions.ts'
import { type User, users } from '../account/model.ts'
import { grants } from '../assign/model.ts'
import { memberAddedEmail } from '../emails/texts.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { membershipOf } from '../identity/rights.ts'
import { tierAt } from '../plan/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { type Change, drop, next, type Publication, put, transact } from '../write/transact.ts'
import { type Member, memberId, members, memberView, myOrganization, type Org, orgs } from './model.ts'
import * as rules from './rules.ts'

type Input<C extends { input: z.ZodMiniType }> = z.output<C['input']>
const mostMembers = 10_000
const perRead = 1_000
const perTurn = 200

/** The organization, the caller as one of its admins, and its owner. Refuses `org-unknown` to strangers, `member-rights` to mere members. */
export async function adminOf(services: Services, tx: Reader, orgId: string, user: User) {
  const [org, actor] = [await tx.get(orgs, orgId), await membershipOf(tx, services, orgId, user.email)]
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

const walkMembers = async (store: Reader, orgId: string): Promise<Member[]> => {
  const found: Member[] = []
  while (found.length < mostMembers) {
    const last = found.at(-1)
    const page = await store.find(members, { index: 'org', where: { orgId }, limit: perRead, ...(last && { after: last }) })
    found.push(...page)
    if (page.length < perRead) break
  }
  return found
}

async function viewsOf({ store }: Services, orgId: string, full: boolean) {
  const views: OrgMember[] = []
  for (const [nth, member] of (await walkMembers(store, orgId)).entries()) {
    if (nth % perTurn === perTurn - 1) await new Promise((served) => setImmediate(served)) // a big organization must not hold up everyone else
    views.push(memberView(member, await store.get(users, member.userId), full))
  }
  return views
}

async function orgView(services: Services, orgId: string): Promise<OrgView> {
  const org = (await services.store.get(orgs, orgId)) ?? refuse('org-unknown')
  return { _id: org._id, rev: org.rev, name: org.name, members: await viewsOf(services, orgId, true) }
}

export const publishOrg = (services: Services, orgId: string): Publication =>
  ({ room: orgRoom(orgId), name: 'org', id: orgId, view: () => orgView(services, orgId) }) satisfies Publication<'org'>

/** Every organization of a person, with what they are in it. */
export async function orgsOf(tx: Reader, user: User): Promise<{ org: Org; member: Member }[]> {
  const own = await tx.find(members, { index: 'user', where: { userId: user._id }, limit: 200 })
  const found = await Promise.all(own.map(async (member) => ({ org: await tx.get(orgs, member.orgId), member })))
  return found.flatMap(({ org, member }) => (org ? [{ org, member }] : []))
}

export async function readMyOrgs({ store, clock }: Services, _: object, { user }: SignedIn) {
  const organizations = await Promise.all(
    (await orgsOf(store, user)).map(async ({ org, member }) => {
      const owner = await store.get(users, org.ownerId)
      return myOrganization(org, member, owner !== undefined && hasTeamFeatures(tierAt(owner, clock.now())))
    }),
  )
  return { organizations }
}

/** R37 */
export function createOrg(services: Services, { organization, owner }: Input<typeof orgApi.create>, { user, once }: SignedIn) {
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
        createdAt,
      }
      const name = owner.name || founder.name || defaultOwnerName
      const self = {
        ...newMember(services, org._id, { name, email: founder.email, mobile: owner.mobile, role: 'owner', preserveCnxnName: false }),
        userId: founder._id,
      }
      return {
        writes: [put(orgs, org), put(members, self), put(users, next(founder, { ownedOrgId: org._id }))],
        reply: { orgId: org._id, organization: { _id: org._id, name: org.name } },
      }
    },
    once,
  )
}

function newMember(services: Services, orgId: string, wanted: rules.WantedMember): Member {
  const _id = memberId(services.secrets, orgId, wanted.email)
  return { ...wanted, _id, rev: 1, orgId, userId: userIdOf(services, wanted.email), createdAt: iso(services.clock.now()) }
}

/** Any member may know who else belongs; only admins see e-mails and phone numbers. */
export async function readMembers(services: Services, { id }: { id: string }, { user }: SignedIn) {
  const self = (await membershipOf(services.store, services, id, user.email)) ?? refuse('org-unknown')
  return { members: await viewsOf(services, id, rules.isAdmin(self)) }
}

/** The limits of the organization's owner, for its members. */
export async function readOrgTierLimits(services: Services, { id }: { id: string }, { user }: SignedIn) {
  const { store, clock } = services
  const [org, self] = [await store.get(orgs, id), await membershipOf(store, services, id, user.email)]
  const owner = org && self && (await store.get(users, org.ownerId))
  return tierLimits(owner ? tierAt(owner, clock.now()) : refuse('org-unknown'))
}

export const readRoleMap = async () => ({ roleMap: { ...roleMap } })

/** R36, R41: adds who can be added, and says of each row what became of it. Sending it again is harmless. */
function addRows(services: Services, orgId: string, wanted: readonly rules.WantedMember[], { user }: SignedIn): Promise<AddedRow[]> {
  const { secrets } = services
  return transact(services, orgId, async (tx) => {
    const { org, actor } = await activeAdminOf(services, tx, orgId, user)
    const known = new Set<string>()
    for (const { email } of wanted) {
      const address = email.trim().toLowerCase()
      if (await tx.get(members, memberId(secrets, orgId, address))) known.add(address)
    }
    const { rows, added } = rules.sortRows(actor, wanted, (email) => known.has(email))
    if (added.length === 0) return { reply: rows }
    const memberCount = org.memberCount + added.length
    if (memberCount > mostMembers) refuse('org-full', { limit: mostMembers })
    return {
      writes: [put(orgs, next(org, { memberCount })), ...added.map((row) => put(members, newMember(services, orgId, row)))],
      emails: added.map((row) => memberAddedEmail(row.email, services.publicUrl, org.name)),
      publish: [publishOrg(services, orgId)],
      recheck: added.filter((row) => row.role === 'admin').map((row) => `user:${userIdOf(services, row.email)}`),
      reply: rows,
    }
  })
}

export async function addMembers(
  services: Services,
  { members: sent }: Input<typeof orgApi.addMembers>,
  caller: SignedIn,
): Promise<AddedRow[]> {
  const orgIds = [...new Set(sent.map((row) => row.organization.orgId))]
  // Every organization is looked at before the first row is added, so that a foreign one leaves nothing half done.
  for (const orgId of orgIds) await activeAdminOf(services, services.store, orgId, caller.user)
  const told = new Map<(typeof sent)[number], AddedRow>()
  for (const orgId of orgIds) {
    const here = sent.filter((row) => row.organization.orgId === orgId)
    const wanted = here.map(({ user, member }) => wantedMember({ ...user, role: member?.role, preserveCnxnName: member?.preserveCnxnName }))
    const rows = await addRows(services, orgId, wanted, caller)
    for (const [nth, row] of here.entries())
      told.set(row, rows[nth] ?? { email: row.user.email ?? '', status: 'Invalid', message: emailSentence })
  }
  return sent.flatMap((row) => told.get(row) ?? [])
}

const wantedMember = (row: Partial<{ [K in keyof rules.WantedMember]: rules.WantedMember[K] | undefined }>): rules.WantedMember => ({
  name: row.name?.trim() ?? '',
  email: row.email ?? '',
  mobile: row.mobile?.trim() ?? '',
  role: row.role ?? 'member',
  preserveCnxnName: row.preserveCnxnName ?? false,
})

/** For the organization the caller owns, unless one is named. Refuses `org-missing`. */
export const addBulk = async (services: Services, { members: sent, orgId }: Input<typeof orgApi.addBulk>, caller: SignedIn) =>
  addRows(services, orgId ?? caller.user.ownedOrgId ?? refuse('org-missing'), sent.map(wantedMember), caller)

/** R36, R38: their permissions end at once, sockets included; ids that are not of this organization are refused together. */
export function removeMembers(services: Services, { orgId, memberIds, removedBy }: Input<typeof orgApi.removeMembers>, { user }: SignedIn) {
  return transact(services, orgId, async (tx) => {
    const { org, actor } = await activeAdminOf(services, tx, orgId, user)
    if (removedBy && removedBy !== user._id) refuse('not-yours')
    const found = await Promise.all([...new Set(memberIds)].map((id) => tx.get(members, id)))
    const targets = found.filter((member) => member?.orgId === orgId) as Member[]
    if (targets.length < found.length) refuse('member-unknown')
    for (const target of targets) rules.checkMayRemove(actor, target)
    const ended: Change[] = []
    for (const { userId } of targets) {
      const theirs = await tx.find(grants, { index: 'member', where: { orgId, userId }, limit: 100_000 })
      ended.push(...theirs.map((grant) => drop(grants, grant)))
    }
    return {
      writes: [
        put(orgs, next(org, { memberCount: org.memberCount - targets.length })),
        ...targets.map((member) => drop(members, member)),
        ...ended,
      ],
      publish: [publishOrg(services, orgId)],
      recheck: targets.map((member) => `user:${member.userId}`),
      reply: { success: true, removed: targets.length } as const,
    }
  })
}

export function setRole(services: Services, { id, role, orgId }: Input<typeof orgApi.setRole>, { user }: SignedIn) {
  return transact(services, orgId, async (tx) => {
    const { org, actor } = await activeAdminOf(services, tx, orgId, user)
    const target = await tx.get(members, id)
    if (target?.orgId !== orgId) refuse('member-unknown')
    rules.checkMaySetRole(actor, target, role)
    const changed = next(target, { role })
    return {
      writes: [put(orgs, next(org, {})), put(members, changed)],
      publish: [publishOrg(services, orgId)],
      recheck: [`user:${target.userId}`],
      reply: { member: memberView(changed, await tx.get(users, target.userId), true) },
    }
  })
}

/** The view of the room `org:<id>`: for its admins. */
export async function watchOrg(services: Services, id: string, { user, via }: Caller) {
  if (!user || via !== 'account') refuse('org-unknown')
  await adminOf(services, services.store, id, user)
  return { view: await orgView(services, id) }
}
