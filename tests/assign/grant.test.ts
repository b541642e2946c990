// The permission to assign roles: how long it lasts, how it ends in every way there is, and that nobody keeps one by being quick.
import { describe, expect, test } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { members, orgs } from '#server/people/model/org.ts'
import { teammates } from '#server/people/model/team.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { codeOf } from '../kit/world/client.ts'
import { day } from '../kit/world/clock.ts'
import { holdTime } from '../kit/world/held.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openPair } from '../kit/world/pair.ts'
import { openWorld, type World } from '../kit/world/world.ts'

/** An organization of Olga's with an admin and members, and an event in which Gus may assign. */
async function setUp(people: Record<string, 'member'> = {}, world?: World) {
  const here = world ?? (await openWorld())
  const choir = await openChoir(here, { amy: 'admin', gus: 'member', mia: 'member', ...people })
  const made = await choir.event()
  const at = { id: made.eventId, groupId: made.groupId }
  const assign = (as: Parameters<World['call']>[2], name = 'mia', roleName = 'Guest') =>
    here.call(assignApi.assign, { ...at, name, email: `${name}@people.test`, roleName }, as)
  const { _id: grantId } = await choir.grant(made, choir.gus)
  const revoke = () => here.ok(assignApi.revoke, { ...at, grantId }, choir.owner)
  const mayAssign = async (as = choir.gus) => (await here.ok(groupApi.read, { id: at.groupId }, as)).canAssign
  return { world: here, ...choir, made, at, assign, revoke, mayAssign }
}
type Setting = Awaited<ReturnType<typeof setUp>>

describe('lasts', () => {
  test('R39 assigns, moves and takes away in that event, reads what that needs, and does nothing else', async () => {
    const { world, gus, at, assign, mayAssign, event, amy } = await setUp()
    const [row] = (await assign(gus)).body.rsvps
    const moved = await world.ok(
      assignApi.reassign,
      { ...at, fromRsvpId: row._id, toName: 'Gus', toEmail: gus.email, roleName: 'Guest' },
      gus,
    )
    const rsvpId = moved.rsvps[1]?._id ?? ''
    expect(codeOf(await world.call(assignApi.remove, { ...at, rsvpId, roleName: 'Guest' }, gus))).toBe('ok')
    expect(await mayAssign()).toBe(true)
    const others = await event()
    const elsewhere = { id: others.eventId, groupId: others.groupId, name: 'Mia', email: 'mia@people.test', roleName: 'Guest' }
    const refused = (as: typeof gus) => [
      world.call(assignApi.assign, elsewhere, as),
      world.call(eventApi.update, { id: at.id, name: 'Mine' }, as),
      world.call(groupApi.setRoleMax, { id: at.groupId, name: 'Guest', max: 9 }, as),
      world.call(assignApi.grants, at, as),
      world.call(assignApi.grant, { ...at, userId: as.userId }, as),
    ]
    expect((await Promise.all(refused(gus))).map(codeOf)).toEqual([
      'event-unknown',
      'event-unknown',
      'group-unknown',
      'event-unknown',
      'event-unknown',
    ])
    expect((await Promise.all(refused(amy))).map(codeOf)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok'])
  })

  test('R39, R140 holds for one group of several alone, and ends there alone', async () => {
    const { world, owner, gus, mia, orgId } = await setUp()
    const roles = [{ name: 'Guest', max: 9 }]
    const event = world.eventInput({ name: 'Fair', ownerOrgId: orgId, assignmentRules: { enableRoleAssignment: true } })
    const made = await world.ok(
      eventApi.createWithGroup,
      { event, groups: ['Bar', 'Door', 'Stage'].map((name) => ({ name, roles, allowOverlap: true })) },
      owner,
    )
    const [bar = '', door = '', stage = ''] = made.groups.map(({ _id }) => _id)
    const id = made.event._id
    const grant = (groupId: string, { userId }: typeof gus) => world.ok(assignApi.grant, { id, groupId, userId }, owner)
    const { grant: given } = await grant(bar, gus)
    await grant(door, gus)
    await grant(stage, mia)
    const codes = async (as: typeof gus, name: string) => {
      const whom = { name, email: `${name}@people.test`, roleName: 'Guest' }
      return (await Promise.all([bar, door, stage].map((groupId) => world.call(assignApi.assign, { id, groupId, ...whom }, as)))).map(
        codeOf,
      )
    }
    expect([await codes(gus, 'mia'), await codes(mia, 'mia')]).toEqual([
      ['ok', 'ok', 'event-unknown'],
      ['event-unknown', 'event-unknown', 'ok'],
    ])
    await world.ok(assignApi.revoke, { id, groupId: bar, grantId: given._id }, owner)
    expect(await codes(gus, 'amy')).toEqual(['event-unknown', 'ok', 'event-unknown'])
    await world.ok(groupApi.remove, { id: door }, owner)
    expect([await codes(gus, 'gus'), (await codes(mia, 'gus')).at(-1)]).toEqual([['event-unknown', 'event-unknown', 'event-unknown'], 'ok'])
    // Of another group than it was given for nothing is taken back.
    const { grants } = await world.ok(assignApi.grants, { id, groupId: stage }, owner)
    expect((await world.no(assignApi.revoke, { id, groupId: bar, grantId: grants[0]?._id ?? '' }, owner))[0]).toBe(404)
  })

  test('R39 is suspended, not deleted, under a lower plan, and is back with it', async () => {
    const { world, owner, gus, assign, mayAssign, at } = await setUp()
    await world.setTier(owner.userId, 'free')
    expect([codeOf(await assign(gus)), await mayAssign()]).toEqual(['event-unknown', false])
    expect((await world.ok(assignApi.grants, at, owner)).grants).toHaveLength(1)
    await world.setTier(owner.userId, 'enterprise')
    expect([codeOf(await assign(gus)), await mayAssign()]).toEqual(['ok', true])
  })

  test('R39, M1 is given to members only, once, with an email, also at the creation of the event', async () => {
    const { world, owner, gus, mia, amy, orgId, at, made, grant } = await setUp()
    const stranger = await world.person('sam')
    expect((await world.no(assignApi.grant, { ...at, userId: stranger.userId }, owner))[1]).toBe('grantee-not-member')
    const commits = world.store.commits
    await grant(made, mia)
    expect([world.store.commits - commits, (await world.mails(mia.email))[0]?.subject]).toEqual([
      1,
      'You can assign roles at “Summer school”',
    ])
    await grant(made, mia)
    expect([
      world.store.commits - commits,
      (await world.mails(gus.email)).filter(({ subject }) => subject.startsWith('You can assign')),
    ]).toMatchObject([1, { length: 1 }])
    const before = world.store.commits
    const input = { event: world.eventInput({ name: 'Gala', ownerOrgId: orgId, grantMember: gus.userId }), groups: [{}] }
    const { groupId } = await world.ok(eventApi.createWithGroup, input, amy)
    expect((await world.ok(groupApi.read, { id: groupId }, gus)).canAssign).toBe(true)
    expect([world.store.commits - before, (await world.mails(gus.email))[0]?.subject]).toEqual([1, 'You can assign roles at “Gala”'])
    const foreign = { ...input, event: { ...input.event, grantMember: stranger.userId } }
    expect((await world.no(eventApi.createWithGroup, foreign, amy))[1]).toBe('grantee-not-member')
  })
})

describe('ends', () => {
  const ways: Record<string, (setting: Setting) => Promise<unknown>> = {
    'a revoke': ({ revoke }) => revoke(),
    'the membership': ({ remove, gus }) => remove(gus),
    'the event': async ({ world }) => world.clock.advance(8 * day),
    'a new end of the event': async ({ world, owner, at }) => {
      await world.ok(eventApi.update, { id: at.id, start: world.inDays(0.01), end: world.inDays(0.02) }, owner)
      world.clock.advance(day)
    },
    'the deletion of the event': ({ world, at, owner }) => world.ok(eventApi.remove, { id: at.id }, owner),
  }
  test.each(Object.entries(ways))('R39, L6 with %s: from the next call on, and for the sockets', async (_, end) => {
    holdTime()
    const setting = await setUp()
    const { world, gus, assign, at } = setting
    const socket = await world.socket(gus)
    expect(await socket.watch(groupRoom(at.groupId))).toHaveProperty('view')
    await assign(gus)
    await socket.hears(({ name }) => name === 'rsvp')
    await end(setting)
    expect(codeOf(await assign(gus, 'gus'))).toBe('event-unknown')
    await socket.hears(({ name }) => name === 'gone')
    const heard = socket.heard.length
    await assign(setting.owner, 'gus')
    await socket.quiet()
    expect(socket.heard.slice(heard)).toEqual([])
    expect(await socket.watch(groupRoom(at.groupId))).toMatchObject({ code: 'group-unknown' })
  })
  test('R39, L6 control: without the second look the socket of a revoked one goes on hearing', async () => {
    const { world, gus, assign, at, revoke, owner } = await setUp()
    const socket = await world.socket(gus)
    await socket.watch(groupRoom(at.groupId))
    Object.assign(await world.live(), { recheck: () => {} })
    await revoke()
    await assign(owner)
    await socket.hears(({ name }) => name === 'rsvp')
  })

  test('R38 who is removed and added again has no permission; the seat stays, and its row is flagged in every list and message', async () => {
    const { world, owner, gus, remove, add, assign, mayAssign, at } = await setUp()
    await assign(gus, 'gus', 'Speaker')
    const socket = await world.socket(owner)
    await socket.watch(groupRoom(at.groupId))
    await remove(gus)
    const { rsvps, roleCoverage } = await world.ok(groupApi.read, { id: at.groupId }, owner)
    expect([rsvps[0]?.formerMember, roleCoverage[0]?.count]).toEqual([true, 1])
    const taken = await world.ok(assignApi.remove, { ...at, rsvpId: rsvps[0]?._id ?? '', roleName: 'Speaker' }, owner)
    expect(taken.rsvps).toMatchObject([{ formerMember: true, roles: [] }])
    await socket.hears(({ name, view }) => name === 'rsvp' && view.formerMember === true)
    await add('gus')
    expect([await mayAssign(), (await world.ok(groupApi.read, { id: at.groupId }, owner)).rsvps[0]?.formerMember]).toEqual([false, false])
  })
})

/** 12 members are given the permission and removed at the same time, over two server processes; then all are members again. */
async function quick(wrap?: (store: Store) => Store) {
  const {
    store,
    worlds: [world, other],
    race,
  } = await openPair(orgs, wrap)
  const { owner, orgId, at } = await setUp({}, world)
  const emails = Array.from({ length: 12 }, (_, n) => `p${n}@people.test`)
  await world.ok(orgApi.addBulk, { members: emails.map((email) => ({ name: 'P', email })), orgId }, owner)
  await world.joinByLink(...emails)
  const listed = (await world.ok(orgApi.members, { id: orgId }, owner)).members.filter(({ user }) => emails.includes(user.email))
  race()
  await Promise.all(
    listed.flatMap(({ memberId, userId }) => [
      world.call(orgApi.removeMembers, { orgId, memberIds: [memberId] }, owner),
      other.call(assignApi.grant, { ...at, userId }, owner),
    ]),
  )
  const left = await Promise.all(listed.map(async ({ userId }) => (await store.find(members, { index: 'user', where: { userId } })).length))
  const kept = (await store.find(teammates, { index: 'group', where: { groupId: at.groupId } })).filter(({ email }) =>
    emails.includes(email),
  )
  return { left: left.filter(Boolean).length, kept: kept.length }
}
test('R38, R39 whoever is removed while they are given a permission has none', async () => {
  expect(await quick()).toEqual({ left: 0, kept: 0 })
})
test('R38, R39 control: where revisions are ignored permissions outlive the membership', async () => {
  expect((await quick(withoutRevisions)).kept).toBeGreaterThan(0)
})

test('S15, R39, R41 removed and added, revoked and given in the same instant: each is done, in turn', async () => {
  const { world, owner, mia, orgId, memberId, at, made, grant } = await setUp()
  await world.ok(orgApi.setRole, { id: await memberId(mia), role: 'member', orgId }, owner)
  const memberIds = [await memberId(mia)]
  const readd = { members: [{ name: 'Mia', email: mia.email }], orgId }
  const members = await Promise.all([
    world.call(orgApi.removeMembers, { orgId, memberIds }, owner),
    world.call(orgApi.addBulk, readd, owner),
  ])
  // Which of the two comes first over a database is nobody's promise: if adding did, she is added once more.
  const listed = await world.ok(orgApi.members, { id: orgId }, owner)
  if (!listed.members.some(({ user }) => user.email === mia.email)) await world.ok(orgApi.addBulk, readd, owner)
  await world.join(orgId, mia)
  const { _id: grantId } = await grant(made, mia)
  const permissions = await Promise.all([
    world.call(assignApi.revoke, { ...at, grantId }, owner),
    world.call(assignApi.grant, { ...at, userId: mia.userId }, owner),
  ])
  expect([...members, ...permissions].map(codeOf)).toEqual(['ok', 'ok', 'ok', 'ok'])
  // Likewise: if giving came first, it found what was there, and that was revoked.
  const canAssign = async () => (await world.ok(groupApi.read, { id: at.groupId }, mia)).canAssign
  if (!(await canAssign())) await grant(made, mia)
  expect(await canAssign()).toBe(true)
})

test('R165, R39 who only assigns is shown no answer to a question, in the list, live, or in the reply to an assignment; who manages is', async () => {
  const { world, owner, gus, mia, assign, made } = await setUp()
  const { groupId } = made
  const diet = { _id: 'diet', label: 'Diet', kind: 'line' as const, isSensitive: true }
  await world.ok(groupApi.update, { id: groupId, questions: [diet] }, owner)
  const [theirs, own] = [await world.socket(gus), await world.socket(owner)]
  await Promise.all([theirs.watch(groupRoom(groupId)), own.watch(groupRoom(groupId))])
  const guest = world.proven(mia.email, groupId)
  const { status } = await world.answer(groupId, guest, [], { answers: [{ questionId: 'diet', value: 'no nuts' }] })
  expect(status).toBe(200)
  await expect.poll(() => JSON.stringify(own.heard)).toContain('no nuts')
  await expect.poll(() => JSON.stringify(theirs.heard)).toContain(mia.email)
  const seen = [theirs.heard, await world.ok(groupApi.read, { id: groupId }, gus), await world.ok(groupApi.rsvps, { id: groupId }, gus)]
  expect(JSON.stringify(seen)).not.toContain('no nuts')
  expect(JSON.stringify((await assign(gus)).body)).not.toContain('no nuts')
  expect(JSON.stringify(await world.ok(groupApi.read, { id: groupId }, owner))).toContain('no nuts')
})
