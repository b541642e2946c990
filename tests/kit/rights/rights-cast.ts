// Every kind of caller, and the tenants whose things they ask for: each with canaries that nobody else may ever be shown.

import { checkoutApi } from '#protocol/money/checkout.ts'
import { accessApi } from '#protocol/people/access.ts'
import type { MemberRole } from '#protocol/people/org.ts'
import { orgApi } from '#protocol/people/org.ts'
import { teamApi } from '#protocol/people/team.ts'
import { type TeamRole, teamRoles } from '#protocol/people/team-roles.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { users } from '#server/people/model/account.ts'
import { type Teammate, teammates } from '#server/people/model/team.ts'
import { hour } from '../world/clock.ts'
import { cookieOf } from '../world/people.ts'
import type { As, World } from '../world/world.ts'
import { pairedPhones } from './paired-phone.ts'

/** `free` and `team`: a creator's own things, on that plan. `org`: those of an organization. `other`: of one that nobody asks for by right. */
export const tenantNames = ['free', 'team', 'org', 'other'] as const
export type TenantName = (typeof tenantNames)[number]
/** The ids of a tenant's things. Where it has none of a kind the id is nobody's. */
export interface Tenant {
  readonly eventId: string
  readonly groupId: string
  readonly aloneId: string
  readonly rsvpId: string
  readonly userId: string
  readonly orgId: string
  readonly memberId: string
  readonly memberUserId: string
  readonly grantId: string
  /** Somebody who is invited to help with the event. */
  readonly teamId: string
  /** What was done last to somebody's answer. */
  readonly activityId: string
}
export const nothing = 'f'.repeat(24)
export const ivy = 'ivy@guests.test'

export type CallerName = string
/** The first five are signed out, the next three hold a token that is dead, then come three magic links; the rest are logged in, but for the last, an operator's magic link. */
export const callerNames: readonly CallerName[] = [
  'nobody inviteeHere inviteeElsewhere doorPhone otherGroupPhone unverified loggedOut linkExpired',
  'linkFree linkOwner linkOther',
  'stranger creatorFree creatorTeam owner admin member removed foreignMember',
  'grantee granteeElsewhere granteeRevoked invited operator linkOperator',
  'teamManager teamAssigner teamMessenger teamViewer teamDoor teamPass',
  'teamInvited teamEnded teamElsewhere teamOtherGroup',
  'elsewhereAssigner elsewhereMessenger elsewhereViewer elsewhereDoor',
  'otherGroupAssigner otherGroupMessenger otherGroupViewer otherGroupDoor',
].flatMap((line) => line.split(' '))
const roles = [
  { name: 'Speaker', max: 1 },
  { name: 'Guest', max: 20 },
]
const canaryOf = (tenant: TenantName) => ({ name: `Canary ${tenant}`, email: `canary-${tenant}@guests.test` })

type Person = Awaited<ReturnType<World['person']>>

/** Who was assigned a role, or took one themselves. */
async function activityIn(world: World, owner: Person, id: string): Promise<string> {
  const { activity } = await world.ok(activityApi.list, { id }, owner)
  return activity.find(({ kind }) => kind === 'assign' || kind === 'answer')?._id ?? ''
}

async function payForGroup({ ok, sandbox }: World, owner: Person, groupId: string) {
  const { sessionId } = await ok(checkoutApi.group, { groupId, mode: 'subscription' }, owner)
  const paid = await sandbox.pay(sessionId)
  await sandbox.cancel(paid?.subscriptionId ?? '')
  await sandbox.deliver()
}

const inviteHelper = async ({ ok }: World, owner: Person, id: string) =>
  (await ok(teamApi.add, { id, email: 'helper@people.test', role: 'viewer' }, owner)).member._id

/** A creator's own event with a guest who answered or was assigned, and a group that stands alone. */
async function openOwn(world: World, owner: Person, tenant: 'free' | 'team'): Promise<Tenant> {
  const { eventId, groupId } = await world.event(owner, roles)
  const { groupId: aloneId } = await world.ok(groupApi.create, { name: 'Alone', roles }, owner)
  if (tenant === 'free') await payForGroup(world, owner, aloneId)
  const guest = canaryOf(tenant)
  const person = { id: eventId, groupId, ...guest, roleName: 'Guest' }
  const made =
    tenant === 'team'
      ? (await world.ok(assignApi.assign, person, owner)).rsvps[0]?._id
      : (await world.answer(groupId, world.proven(guest.email, groupId), ['Guest'], { name: guest.name })).body.rsvp._id
  const teamId = tenant === 'team' ? await inviteHelper(world, owner, eventId) : nothing
  const none = { orgId: nothing, memberId: nothing, memberUserId: nothing, grantId: nothing, teamId }
  const activityId = await activityIn(world, owner, groupId)
  return { eventId, groupId, aloneId, rsvpId: made ?? '', userId: owner.userId, activityId, ...none }
}

type Members = Readonly<Record<string, { readonly email: string; readonly role?: MemberRole }>>
/** An organization with its members, two events, and a member who was assigned a role. `grantee` may assign in the first event. */
async function openOrg(world: World, owner: Person, grantee: Person, tenant: 'org' | 'other', people: Members) {
  const name = tenant === 'org' ? 'Choir' : 'Orchestra'
  const { orgId } = await world.ok(orgApi.create, { organization: { name }, owner: { email: owner.email } }, owner)
  const rows = [...Object.entries(people), ['canary', canaryOf(tenant)] as const]
  const members = rows.map(([called, { email, ...one }]) => ({
    member: { role: 'role' in one ? one.role : ('member' as const) },
    user: { name: called === 'canary' ? canaryOf(tenant).name : called, email },
    organization: { orgId },
  }))
  await world.ok(orgApi.addMembers, { members }, owner)
  await world.joinByLink(...members.map(({ user }) => user.email))
  const listed = (await world.ok(orgApi.members, { id: orgId }, owner)).members
  const canary = listed.find(({ user }) => user.email === canaryOf(tenant).email)
  const [first, second] = [
    await world.event(owner, roles, {}, { ownerOrgId: orgId }),
    await world.event(owner, roles, {}, { ownerOrgId: orgId }),
  ]
  const { eventId, groupId } = first
  const at = { id: eventId, groupId }
  const { rsvps } = await world.ok(assignApi.assign, { ...at, ...canaryOf(tenant), roleName: 'Guest' }, owner)
  const { grant } = await world.ok(assignApi.grant, { ...at, userId: grantee.userId }, owner)
  const { groupId: aloneId } = await world.ok(groupApi.create, { name: `Alone ${name}`, roles }, owner)
  const [memberId, memberUserId] = [canary?._id ?? '', canary?.userId ?? '']
  const ids: Tenant = {
    eventId,
    groupId,
    aloneId,
    rsvpId: rsvps[0]?._id ?? '',
    userId: owner.userId,
    orgId,
    memberId,
    memberUserId,
    grantId: grant._id,
    teamId: await inviteHelper(world, owner, eventId),
    activityId: await activityIn(world, owner, groupId),
  }
  return { ids, second, memberOf: (email: string) => listed.find(({ user }) => user.email === email)?._id ?? '' }
}

async function used(world: World, as: As): Promise<As> {
  if (as.organizerToken) await world.ok(accessApi.openLink, { token: as.organizerToken })
  return as
}

/** Builds everyone and everything. */
export async function openCast(world: World) {
  const fred = await world.person('fred')
  const linkExpired = await used(world, await world.link(fred.email))
  world.clock.advance(25 * hour)
  const [tess, olga, otto] = [
    await world.person('tess', 'team'),
    await world.person('olga', 'enterprise'),
    await world.person('otto', 'team'),
  ]
  const named: Record<string, Person> = {}
  for (const name of ['amy', 'mia', 'rob', 'gus', 'gil', 'rex', 'fay', 'sam']) named[name] = await world.person(name)
  const { amy, mia, rob, gus, gil, rex, fay, sam } = named as Record<'amy' | 'mia' | 'rob' | 'gus' | 'gil' | 'rex' | 'fay' | 'sam', Person>
  const org = await openOrg(world, olga, gus, 'org', { amy: { email: amy.email, role: 'admin' }, mia, rob, gus, gil, rex })
  const other = await openOrg(world, otto, fay, 'other', { fay })
  const tenants: Record<TenantName, Tenant> = {
    free: await openOwn(world, fred, 'free'),
    team: await openOwn(world, tess, 'team'),
    org: org.ids,
    other: other.ids,
  }
  const [{ orgId, eventId: id, groupId }, second] = [org.ids, { id: org.second.eventId, groupId: org.second.groupId }]
  await world.ok(assignApi.grant, { ...second, userId: gil.userId }, olga)
  await world.ok(assignApi.grant, { id, groupId, userId: rob.userId }, olga)
  const { grant } = await world.ok(assignApi.grant, { id, groupId, userId: rex.userId }, olga)
  await world.ok(assignApi.revoke, { id, groupId, grantId: grant._id }, olga)
  await world.ok(orgApi.removeMembers, { orgId, memberIds: [org.memberOf(rob.email)] }, olga)
  await world.ok(accessApi.signUp, { email: 'newt@people.test', username: 'newt_user', password: 'password of newt' })
  const unverified = { token: await world.tokenMailed('newt@people.test') }
  const loggedOut = await world.logIn('fred')
  await world.ok(accessApi.logOut, {}, loggedOut)
  const ina = await world.person('ina')
  const asAdmin = { member: { role: 'admin' as const }, user: { name: 'ina', email: ina.email }, organization: { orgId } }
  await world.ok(orgApi.addMembers, { members: [asAdmin] }, olga)
  const link = async ({ email }: Person) => ({ ...(await used(world, await world.link(email))), email })
  const proof = (...at: TenantName[]) => ({ cookie: at.map((one) => world.proven(ivy, tenants[one].groupId).cookie).join('; ') })
  const callers: Record<CallerName, As> = {
    nobody: {},
    inviteeHere: proof('free', 'team', 'org'),
    inviteeElsewhere: proof('other'),
    ...(await pairedPhones(world, [fred, tenants.free], [tess, tenants.team], [olga, tenants.org])),
    unverified,
    loggedOut,
    linkExpired,
    linkFree: await link(fred),
    linkOwner: await link(olga),
    linkOther: await link(sam),
    stranger: sam,
    creatorFree: fred,
    creatorTeam: tess,
    owner: olga,
    admin: amy,
    member: mia,
    removed: rob,
    foreignMember: fay,
    grantee: gus,
    granteeElsewhere: gil,
    granteeRevoked: rex,
    invited: ina,
    operator: await world.person('operator'),
    linkOperator: {},
  }
  callers.linkOperator = await link(callers.operator as Person)
  Object.assign(callers, await openTeam(world, tess, tenants.team))
  const people = { free: [fred], team: [tess], org: [olga, amy, mia, gus], other: [otto, fay] }
  return {
    world,
    tenants,
    callers,
    ...openCanaries(people, await secretsOf(world, [...Object.values(people).flat(), ...Object.values(callers)])),
  }
}
const titled = (role: TeamRole) => `${role[0]?.toUpperCase()}${role.slice(1)}`
/** Everyone on the team of an event, and those who aren't: only invited, taken off, of another event's, of another group. */
async function openTeam(world: World, owner: Person, { eventId: id }: Tenant): Promise<Record<CallerName, As>> {
  const add = (event: string, email: string, role: TeamRole) => world.ok(teamApi.add, { id: event, email, role }, owner)
  const accept = async (email: string) => {
    const accepted = await world.call(teamApi.accept, { token: await world.tokenMailed(email) })
    if (accepted.status !== 200) throw new Error(`${email} could not accept: ${accepted.body.error}`)
    return accepted
  }
  const joins = async (name: string, role: TeamRole, event = id) => {
    const person = await world.person(name)
    const { member } = await add(event, person.email, role)
    await accept(person.email)
    return { ...person, teamId: member._id }
  }
  const callers: Record<CallerName, As> = {}
  for (const role of teamRoles) callers[`team${titled(role)}`] = await joins(`team${role}`, role)
  await add(id, 'teampass@people.test', 'viewer')
  callers.teamPass = { cookie: cookieOf((await accept('teampass@people.test')).headers) }
  const invited = await world.person('teaminvited')
  await add(id, invited.email, 'manager')
  const ended = await joins('teamended', 'manager')
  await world.ok(teamApi.remove, { id, teamId: ended.teamId }, owner)
  const { eventId: another } = await world.event(owner, roles)
  async function ofOtherGroup(name: string, role: TeamRole) {
    const one = await joins(name, role)
    const kept = (await world.store.get(teammates, one.teamId)) as Teammate
    const put: Teammate = { ...kept, rev: kept.rev + 1, groupIds: [nothing] }
    await world.store.commit([{ collection: teammates, put, expectedRev: kept.rev }])
    return one
  }
  for (const role of teamRoles.slice(1)) {
    callers[`elsewhere${titled(role)}`] = await joins(`elsewhere${role}`, role, another)
    callers[`otherGroup${titled(role)}`] = await ofOtherGroup(`othergroup${role}`, role)
  }
  const elsewhere = await joins('teamelsewhere', 'manager', another)
  const other = await ofOtherGroup('teamothergroup', 'manager')
  return { ...callers, teamInvited: invited, teamEnded: ended, teamElsewhere: elsewhere, teamOtherGroup: other }
}
export type Cast = Awaited<ReturnType<typeof openCast>>

/** Whose things a caller is shown as a matter of course. */
export const homeOf: Readonly<Partial<Record<CallerName, TenantName>>> = {
  creatorFree: 'free',
  linkFree: 'free',
  creatorTeam: 'team',
  foreignMember: 'other',
  owner: 'org',
  linkOwner: 'org',
  admin: 'org',
  grantee: 'org',
}

/** Whose canaries, or only their names, somebody may be shown. */
export type Shown = TenantName | `${TenantName} names` | `${TenantName} accounts` | undefined

/** Every token of these, how it is kept, and how their passwords are: what stands in no answer whatever. */
async function secretsOf({ services, store }: World, all: readonly As[]): Promise<string[]> {
  const tokens = all.flatMap(({ token, organizerToken }) => [token, organizerToken]).filter((one) => one !== undefined)
  const persons = await Promise.all(all.map((one) => store.get(users, 'userId' in one ? String(one.userId) : '')))
  const proofs = all.flatMap(({ cookie }) => /=([^;]+)/.exec(cookie ?? '')?.[1] ?? [])
  return [
    ...tokens,
    ...tokens.map((one) => services.secrets.hashToken(one)),
    ...proofs,
    ...persons.flatMap((one) => one?.passwordHash ?? []),
  ]
}

function openCanaries(people: Record<TenantName, readonly Person[]>, secrets: readonly string[]) {
  const words = (tenant: TenantName) => [...Object.values(canaryOf(tenant)), ...people[tenant].map(({ email }) => email)]
  const isNamed = (one: TenantName, word: string, shown: readonly Shown[]) => word === canaryOf(one).name && shown.includes(`${one} names`)
  const isAccount = (one: TenantName, word: string, shown: readonly Shown[]) =>
    people[one].some(({ email }) => email === word) && shown.includes(`${one} accounts`)
  const emailOf = (as: As) => ('email' in as ? String(as.email) : '')
  /** The canaries in `text` that `as` may not be shown, who may be shown those of `shown`. */
  const leaksTo = (as: As, shown: readonly Shown[], text: string) => [
    ...tenantNames
      .filter((one) => !shown.includes(one))
      .flatMap((one) =>
        words(one).filter(
          (word) => !isNamed(one, word, shown) && !isAccount(one, word, shown) && word !== emailOf(as) && text.includes(word),
        ),
      ),
    ...secrets.filter((secret) => text.includes(secret)),
    ...(/\$argon2|passwordHash|"epoch"/.exec(text) ?? []),
  ]
  return { leaksTo }
}
