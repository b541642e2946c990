// Events of an organization: whose quota they count for, who sees them come and go, what each plan may switch on, and who may answer.
import { describe, expect, test } from 'vitest'
import { planLimits, tiers } from '#protocol/kernel/limits.ts'
import { dashboardRoom } from '#protocol/live.ts'
import { orgApi } from '#protocol/people/org.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { events } from '#server/seats/model/event.ts'
import { withoutRecheck, withoutRevisions } from '../kit/rights/unguarded.ts'
import { type As, codeOf } from '../kit/world/client.ts'
import { holdTime } from '../kit/world/held.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openPair } from '../kit/world/pair.ts'
import { openWorld, type World } from '../kit/world/world.ts'

/** Two admins create a hundred events at once for their organization, whose owner has a few already. */
async function createMany(wrap?: (store: Store) => Store) {
  const { store, worlds, race } = await openPair(events, wrap)
  const { owner, amy, ann, orgId } = await openChoir(worlds[0], { amy: 'admin', ann: 'admin' })
  for (let nth = 0; nth < 5; nth++) await worlds[0].event(owner)
  const input = { event: worlds[0].eventInput({ ownerOrgId: orgId }), groups: [{}] }
  race()
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => worlds[n % 2 === 0 ? 0 : 1].call(eventApi.createWithGroup, input, n % 2 ? amy : ann)),
  )
  const all = await store.find(events, { index: 'owner', where: { ownerId: owner.userId }, limit: 1_000 })
  return { answers, all: all.length, amys: (await store.find(events, { index: 'owner', where: { ownerId: amy.userId } })).length }
}
test('R43 an organization’s events count for its owner: 100 at once by two admins, exactly as many as the plan has left', async () => {
  const { answers, all, amys } = await createMany()
  expect([answers.map(codeOf).sort(), all, amys]).toEqual([
    [...Array(45).fill('active-events-reached'), ...Array(55).fill('ok')],
    planLimits.team.activeEvents,
    0,
  ])
})
test('R43 control: where revisions are ignored there are more', async () => {
  expect((await createMany(withoutRevisions)).all).toBeGreaterThan(planLimits.team.activeEvents)
})

describe('co-admins', () => {
  test('R36, L2 an event that one admin creates or changes comes to the other’s dashboard', async () => {
    const world = await openWorld()
    const { amy, owner, mia, event } = await openChoir(world, { amy: 'admin', mia: 'member' })
    const [amys, mias] = [await world.socket(amy), await world.socket(mia)]
    expect(await amys.watch(dashboardRoom(amy.userId))).toMatchObject({ view: { events: [] } })
    await mias.watch(dashboardRoom(mia.userId))
    const { eventId, groupId } = await event()
    await amys.hears(({ name, view }) => name === 'dashboard' && view._id === eventId)
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 7 }, owner)
    await amys.hears(({ name, view }) => name === 'dashboard' && view.roleCoverage[1]?.total === 7)
    const { events: listed } = await world.ok(eventApi.mine, {}, amy)
    expect([listed.map(({ _id }) => _id), mias.heard]).toEqual([[eventId], []])
  })

  /** Amy is demoted, Mia promoted and then removed, with an event after each: who is told of which. */
  async function changes(withoutGuard?: (world: World) => Promise<void>) {
    holdTime()
    const world = await openWorld()
    const { amy, mia, owner, orgId, event, memberId, remove } = await openChoir(world, { amy: 'admin', mia: 'member' })
    const set = async (one: typeof amy, role: 'admin' | 'member') =>
      world.ok(orgApi.setRole, { id: await memberId(one), role, orgId }, owner)
    const sockets = await Promise.all([amy, mia, owner].map((one) => world.socket(one)))
    for (const [nth, one] of [amy, mia, owner].entries()) await sockets[nth]?.watch(dashboardRoom(one.userId))
    await withoutGuard?.(world)
    const all: Awaited<ReturnType<typeof event>>[] = []
    const added = async () => {
      const one = await event()
      all.push(one)
      await sockets[2]?.hears(({ view }) => view._id === one.eventId)
      for (const socket of sockets) await socket.quiet()
    }
    await added()
    await set(amy, 'member')
    await set(mia, 'admin')
    await added()
    await remove(mia)
    await added()
    expect((await world.ok(eventApi.mine, {}, amy)).events).toEqual([])
    return sockets.map(({ heard }) => all.map(({ eventId }) => heard.some(({ view }) => view._id === eventId)))
  }
  test('R36, L6 who is demoted or removed is told nothing from then on, and who is promoted is', async () => {
    expect(await changes()).toEqual([
      [true, false, false],
      [false, true, false],
      [true, true, true],
    ])
  })
  test('R36, L6 control: without the second look the demoted go on hearing', async () => {
    const [amys] = await changes(withoutRecheck)
    expect(amys).toEqual([true, true, true])
  })

  test('R30 by a magic link the owner sees their own events and groups, and not those of the organization, however many', async () => {
    const world = await openWorld()
    const { owner, event } = await openChoir(world, {}, 'enterprise')
    for (let nth = 0; nth < 61; nth++) await event()
    const own = await world.event(owner, [], {}, { start: world.inDays(9), end: world.inDays(10) })
    const link = await world.link(owner.email)
    const groupsOf = async (as: typeof link | typeof owner) => {
      const first = await world.ok(groupApi.mine, {}, as)
      const second = first.nextCursor ? await world.ok(groupApi.mine, { cursor: first.nextCursor }, as) : undefined
      return [...first.groups, ...(second?.groups ?? [])]
    }
    const mine = async (as: typeof link | typeof owner) => [
      (await world.ok(eventApi.mine, { limit: 50 }, as)).events.length,
      (await groupsOf(as)).length,
    ]
    expect([await mine(link), await mine(owner)]).toEqual([
      [1, 1],
      [50, 62],
    ])
    const socket = await world.socket(link)
    expect(await socket.watch(dashboardRoom(owner.userId))).toMatchObject({ view: { events: [{ _id: own.eventId }] } })
    await event()
    await socket.quiet()
    expect(socket.heard).toEqual([])
  })
})

test('R10 what the toggles become: by plan where absent, and both, none or one as it is sent', async () => {
  const world = await openWorld()
  const sent = [
    undefined,
    {},
    [true, true],
    [false, false],
    [true, false],
    [false, true],
    [true],
    [undefined, true],
    [false],
    [undefined, false],
  ] as const
  const outcomes: Record<string, unknown[]> = {}
  for (const tier of tiers) {
    outcomes[tier] = []
    for (const [nth, toggles] of sent.entries()) {
      const one = await world.person(`${tier}_${nth}`, tier)
      const [enableRoleAssignment, enableRoleSelfSelect] = Array.isArray(toggles) ? toggles : []
      const assignmentRules = toggles && JSON.parse(JSON.stringify({ enableRoleAssignment, enableRoleSelfSelect }))
      const answer = await world.call(eventApi.createWithGroup, { event: world.eventInput({ assignmentRules }), groups: [{}] }, one)
      const is = answer.body.event
      outcomes[tier].push(is ? `${is.enableRoleAssignment ? 'a' : ''}${is.enableRoleSelfSelect ? 's' : ''}` : codeOf(answer))
    }
  }
  const below = ['s', 's', 'toggles-both', '', 'team-plan-needed', 's', 'team-plan-needed', 's', 's', '']
  const team = ['a', 'a', 'toggles-both', '', 'a', 's', 'a', 's', '', 'a']
  expect(outcomes).toEqual({ free: below, pro: below, team, enterprise: team })
})

describe('members only', () => {
  test('R26, R16 until the email is proven a member and a stranger are told the same, word for word', async () => {
    const world = await openWorld()
    const { mia, event } = await openChoir(world, { mia: 'member' })
    const { groupId, eventId } = await event()
    const told = async (email: string) => {
      const body = { groupId, email, name: 'X', attending: true }
      const answers = [
        await world.call(rsvpApi.form, { groupId, eventId }),
        await world.call(rsvpApi.check, { groupId, email }),
        await world.call(rsvpApi.sendCode, { groupId, email }),
        await world.call(rsvpApi.sendCode, { groupId, email }),
        await world.call(rsvpApi.verifyCode, { groupId, email, code: 'WRONG2' }),
        await world.call(rsvpApi.submit, body),
        await world.call(rsvpApi.submit, body, world.proven('another@people.test', groupId)),
      ]
      return answers.map(({ status, body: { requestId: _, ...said } }) => [status, said])
    }
    expect(await told(mia.email)).toEqual(await told('stranger@people.test'))
    const right = async (email: string) => world.call(rsvpApi.verifyCode, { groupId, email, code: await world.codeMailed(email) })
    expect([codeOf(await right('stranger@people.test')), codeOf(await right(mia.email))]).toEqual(['members-only', 'ok'])
  })

  test('R26 it holds no longer than the membership, takes effect with an organization only, and can be switched off', async () => {
    const world = await openWorld()
    const { owner, mia, event, remove } = await openChoir(world, { mia: 'member' })
    const { groupId } = await event()
    const proof = world.proven(mia.email, groupId)
    expect(codeOf(await world.answer(groupId, proof))).toBe('ok')
    await remove(mia)
    expect(codeOf(await world.answer(groupId, proof, [], { attending: false }))).toBe('members-only')
    expect(codeOf(await world.answer(groupId, mia, []))).toBe('members-only')
    await world.ok(groupApi.update, { id: groupId, limitToMembers: false }, owner)
    expect(codeOf(await world.answer(groupId, proof, [], { attending: false }))).toBe('ok')
    const own = await world.event(owner, [], { limitToMembers: true })
    expect(codeOf(await world.answer(own.groupId, world.proven(mia.email, own.groupId)))).toBe('ok')
  })

  test('R26 enterprise’s attending organizations: their members may answer and be assigned', async () => {
    const world = await openWorld()
    const { owner, event } = await openChoir(world, {}, 'enterprise')
    const otto = await world.person('otto', 'team')
    const { orgId: theirs } = await world.ok(orgApi.create, { organization: { name: 'Band' }, owner: { email: otto.email } }, otto)
    const { groupId } = await event()
    const attend = () => world.call(groupApi.update, { id: groupId, attendingOrgIds: [theirs] }, owner)
    expect([codeOf(await attend()), codeOf(await world.answer(groupId, otto))]).toEqual(['organizations-unavailable', 'members-only'])
    await world.ok(orgApi.addBulk, { members: [{ name: 'Olga', email: owner.email }], orgId: theirs }, otto)
    expect(codeOf(await attend())).toBe('organizations-unavailable')
    await world.join(theirs, owner)
    expect([codeOf(await attend()), codeOf(await world.answer(groupId, otto))]).toEqual(['ok', 'ok'])
  })

  test('R26, R30 by a magic link nobody has an organization attend, though they belong to it', async () => {
    const world = await openWorld()
    const { owner, orgId } = await openChoir(world, {}, 'enterprise')
    const { groupId } = await world.event(owner) // their own
    const link = await world.link(owner.email)
    const attend = (as: As) => world.call(groupApi.update, { id: groupId, attendingOrgIds: [orgId] }, as)
    expect([codeOf(await attend(link)), codeOf(await attend(owner)), codeOf(await attend(link))]).toEqual([
      'organizations-unavailable',
      'ok',
      'ok',
    ])
    expect(codeOf(await world.call(groupApi.create, { attendingOrgIds: [orgId] }, link))).toBe('organizations-unavailable')
  })
})

test('R69, R30, R117 one’s groups are those one owns and, by login, those of organizations one is an admin of', async () => {
  const world = await openWorld()
  const choir = await openChoir(world, { amy: 'admin', mia: 'member' })
  const { owner, amy, mia } = choir
  const { groupId } = await choir.event()
  const mine = async (as: As) => (await world.ok(groupApi.mine, {}, as)).groups.map(({ _id }) => _id)
  world.clock.advance(1)
  const { groupId: alone } = await world.ok(groupApi.create, { name: 'Alone' }, amy)
  expect([await mine(owner), await mine(amy), await mine(mia)]).toEqual([[groupId], [alone, groupId], []])
  expect([await mine(await world.link(owner.email)), await mine(await world.link(amy.email))]).toEqual([[], [alone]])
  const ina = await world.person('ina')
  await choir.invite('ina', 'admin')
  expect(await mine(ina)).toEqual([])
  await choir.remove(amy)
  expect(await mine(amy)).toEqual([alone])
})
