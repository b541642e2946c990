// What each plan allows, and that the server holds everyone to it.
import { describe, expect, test } from 'vitest'
import { planLimits, tierLimits } from '#protocol/kernel/limits.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { newUser, type User } from '#server/people/model/account.ts'
import { checkTimes, countMovedEvent, countNewEvent, countNewGroup } from '#server/people/rules/plan.ts'
import { day, hour } from '../kit/world/clock.ts'
import { type As, openWorld, type World } from '../kit/world/world.ts'

const now = Date.parse('2026-12-15T12:00:00Z')
const at = (ms: number) => new Date(now + ms).toISOString()

describe('rules', () => {
  const user = (more: Partial<User>): User => ({ ...newUser('u', 'u@people.test', at(0)), ...more })
  const event = (id: string, end = at(day)) => ({ id, end, createdAt: at(0) })

  test('R6, R43 the limits of the plans', () => {
    expect(Object.values(planLimits).map((one) => one.participantsPerRole)).toEqual([20, 50, 100, 500])
    expect(Object.values(planLimits).map((one) => one.schedulingDays)).toEqual([30, 90, 180, 365])
    expect(Object.values(planLimits).map((one) => one.rolesPerGroup)).toEqual([3, 10, 30, 50])
    expect(Object.values(planLimits).map((one) => one.activeEvents)).toEqual([2, 30, 60, 100])
    expect(Object.values(planLimits).map((one) => one.groups)).toEqual([5, 30, 300, 300])
    expect(tierLimits('free')).toEqual({ tier: 'free', maxRolesPerEventGroup: 3, maxParticipantsPerRole: 20, eventSchedulingWindow: 30 })
  })

  test.each(['free', 'pro', 'team', 'enterprise'] as const)('R22 the scheduling window of %s is open to its last instant', (tier) => {
    const { schedulingDays: days } = planLimits[tier]
    const times = (start: number, end = start + hour) => ({ start: at(start), end: at(end) })
    expect(() => checkTimes(tier, times(days * day), now)).not.toThrow()
    expect(() => checkTimes(tier, times(days * day + 1), now)).toThrow(`Your plan allows scheduling up to ${days} days in advance.`)
    expect(() => checkTimes(tier, times(0), now)).not.toThrow()
    expect(() => checkTimes(tier, times(-1), now)).toThrow('The start must be in the future.')
    expect(() => checkTimes(tier, times(hour, hour), now)).toThrow('The end must be after the start.')
    expect(() => checkTimes(tier, times(-day), now, false)).not.toThrow()
  })

  test('R43 events that are over no longer count as active, but count for the month', () => {
    const over = [event('a', at(-1)), event('b', at(0))]
    const one = countNewEvent(user({ countedEvents: over, createdInMonth: { month: '2026-12', count: 1 } }), event('c'), now)
    expect(one).toEqual({ countedEvents: [event('c')], createdInMonth: { month: '2026-12', count: 2 } })
    expect(() => countNewEvent(user(one), event('d'), now)).toThrow('Your plan allows 2 new events per month.')
    expect(countNewEvent(user(one), event('d'), now + 17 * day)).toMatchObject({ createdInMonth: { month: '2027-01', count: 1 } })
  })

  test('R68 only Free has a monthly limit', () => {
    const many = { createdInMonth: { month: '2026-12', count: 5_000 } }
    expect(() => countNewEvent(user(many), event('a'), now)).toThrow('Your plan allows 2 new events per month.')
    for (const tier of ['pro', 'team', 'enterprise'] as const) {
      expect(countNewEvent(user({ ...many, tier }), event('a'), now).createdInMonth.count).toBe(5_001)
    }
  })

  test('R43 an event that was over and is moved counts as active again', () => {
    const full = user({ countedEvents: [event('a'), event('b')] })
    expect(() => countMovedEvent(full, 'old', at(day), at(-day), now)).toThrow('Your plan allows 2 active events.')
    expect(countMovedEvent(full, 'b', at(2 * day), at(0), now)).toEqual([event('a'), event('b', at(2 * day))])
    expect(countMovedEvent(full, 'old', at(-hour), at(-day), now)).toHaveLength(3)
  })

  test('R43 groups that stand alone count together with the active events', () => {
    const three = user({ standaloneGroupIds: ['1', '2', '3'], countedEvents: [event('a'), event('over', at(-1))] })
    const four = user({ ...three, standaloneGroupIds: countNewGroup(three, '4', now) })
    expect(() => countNewGroup(four, '5', now)).toThrow('Your plan allows 5 groups. Upgrade your plan for more.')
    expect(() => countNewEvent(four, event('b'), now)).toThrow('Your plan allows 5 groups.')
  })
})

describe('over HTTP', () => {
  const create = (world: World, as: As, more: object = {}) =>
    world.no(eventApi.createWithGroup, { event: world.eventInput(more), groups: [{}] }, as)

  test('R43 Free: two active events, two a month, deleted ones count, and a new month begins anew', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { eventId } = await world.event(ada)
    await world.event(ada)
    expect(await create(world, ada)).toEqual([
      403,
      'active-events-reached',
      'Your plan allows 2 active events. Upgrade your plan for more.',
    ])
    await world.ok(eventApi.remove, { id: eventId }, ada)
    expect(await create(world, ada)).toEqual([
      403,
      'monthly-events-reached',
      'Your plan allows 2 new events per month. Upgrade your plan for more.',
    ])
    world.clock.advance(Date.parse('2027-01-01T00:00:00Z') - world.clock.now())
    expect((await create(world, await world.logIn('ada')))[0]).toBe(200)
  })

  test('R43 Pro: thirty active events, and no month limit in the way of replacing them', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const created = await Promise.all(Array.from({ length: 30 }, () => world.event(ada)))
    expect((await create(world, ada))[1]).toBe('active-events-reached')
    await world.ok(eventApi.remove, { id: created[0]?.eventId ?? '' }, ada)
    expect((await create(world, ada))[0]).toBe(200)
  })

  test('R43 Free: five groups, and a deleted one makes room', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    await world.event(ada)
    const groups = await Promise.all([1, 2, 3, 4].map(() => world.ok(groupApi.create, {}, ada)))
    const refusal = [403, 'groups-reached', 'Your plan allows 5 groups. Upgrade your plan for more.']
    expect(await world.no(groupApi.create, {}, ada)).toEqual(refusal)
    expect(await create(world, ada)).toEqual(refusal)
    await world.ok(groupApi.remove, { id: groups[0]?.groupId ?? '' }, ada)
    expect((await world.call(groupApi.create, {}, ada)).status).toBe(200)
  })

  test.each([
    ['free', 20],
    ['pro', 50],
    ['team', 100],
    ['enterprise', 500],
  ] as const)('R5 on %s a role takes 1 to %i participants, whatever the stepper says', async (tier, most) => {
    const world = await openWorld()
    const ada = await world.person('ada', tier)
    const { groupId: id } = await world.ok(groupApi.create, {}, ada)
    const add = (max: number) => world.no(groupApi.addRole, { id, name: `Up to ${max}`, max }, ada)
    expect((await add(most))[0]).toBe(200)
    const refusal = [403, 'role-max-over-plan', `Your plan allows at most ${most} participants per role.`]
    expect(await add(most + 1)).toEqual(refusal)
    expect(await world.no(groupApi.setRoleMax, { id, name: `Up to ${most}`, max: most + 1 }, ada)).toEqual(refusal)
    for (const bad of [0, -1, 1.5]) expect(await add(bad)).toEqual([400, 'input-invalid', 'The limit must be a whole number, at least 1'])
  })

  test('R44 after a downgrade all stays, may be lowered, and nothing may be raised or added', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const roles = [1, 2, 3, 4, 5].map((nth) => ({ name: `Role ${nth}`, max: 50 }))
    const { groupId: id } = await world.event(ada, roles)
    await world.setTier(ada.userId, 'free')
    const set = (max: number) => world.no(groupApi.setRoleMax, { id, name: 'Role 1', max }, ada)
    expect([(await set(40))[0], (await set(41))[1]]).toEqual([200, 'role-max-over-plan'])
    expect(await world.no(groupApi.addRole, { id, name: 'More', max: 1 }, ada)).toEqual([
      403,
      'role-limit-reached',
      'Role limit reached (3 roles allowed). Upgrade your plan for more roles.',
    ])
    await world.ok(groupApi.removeRole, { id, name: 'Role 5' }, ada)
    const { group } = await world.ok(groupApi.update, { id, roles: roles.slice(0, 4).map((role) => ({ ...role, max: 30 })) }, ada)
    expect(group.roles.map(({ max }) => max)).toEqual([30, 30, 30, 30])
  })
})
