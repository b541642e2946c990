// Events: how their toggles settle, their creation with a group, and the list of one’s own.
import { describe, expect, test } from 'vitest'
import { tierLimits } from '#protocol/kernel/limits.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { settleAssignment } from '#server/seats/rules/event.ts'
import { day } from '../kit/world/clock.ts'
import { openChoir } from '../kit/world/organization.ts'
import { type As, openWorld, type World } from '../kit/world/world.ts'

describe('rules', () => {
  const selfSelect = { rule: '', enableRoleAssignment: false, enableRoleSelfSelect: true } as const
  const assignment = { rule: '', enableRoleAssignment: true, enableRoleSelfSelect: false } as const

  test.each([
    ['free', undefined, selfSelect],
    ['pro', undefined, selfSelect],
    ['team', undefined, assignment],
    ['enterprise', undefined, assignment],
    ['free', { rule: 'singleRoleOnly' }, { ...selfSelect, rule: 'singleRoleOnly' }],
    ['free', { rule: 'manual' }, { ...selfSelect, rule: 'manual' }],
    ['team', { rule: '', enableRoleSelfSelect: true }, selfSelect],
    ['team', { rule: '', enableRoleAssignment: true }, assignment],
    ['team', { rule: '', enableRoleAssignment: false, enableRoleSelfSelect: false }, { ...assignment, enableRoleAssignment: false }],
  ] as const)('R9, R10 on %s, %j settles as it should', (tier, wanted, settled) => expect(settleAssignment(tier, wanted)).toEqual(settled))

  test('R10 both toggles are a 400, and assignment below team a 403; one that stands may stay after a downgrade', () => {
    const both = { rule: '', enableRoleAssignment: true, enableRoleSelfSelect: true } as const
    expect(() => settleAssignment('team', both)).toThrow('Choose either role assignment or self-selection, not both.')
    for (const tier of ['free', 'pro'] as const)
      expect(() => settleAssignment(tier, assignment)).toThrow('Team or Enterprise plan required')
    expect(settleAssignment('free', undefined, assignment)).toEqual(assignment)
  })
})

describe('creation', () => {
  const create = (world: World, more: object, as: As, groups: object[] = [{}]) =>
    world.no(eventApi.createWithGroup, { event: world.eventInput(more), groups }, as)

  test('R67, R53, E2 answers event, groups and groupId; times are kept in UTC with their zone; an empty group name gets one', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const start = '2026-12-10T15:30:00+05:45'
    const event = world.eventInput({ start, end: '2026-12-10T12:00:00.000Z', timeZone: 'Asia/Kathmandu', description: ' Two\nlines ' })
    const created = await world.ok(eventApi.createWithGroup, { event, groups: [{ name: '  ' }] }, ada)
    expect(created.event).toMatchObject({
      start: '2026-12-10T09:45:00.000Z',
      timeZone: 'Asia/Kathmandu',
      description: 'Two\nlines',
      status: 'active',
    })
    expect(created.event).toMatchObject({ organizerEmail: ada.email, groupIds: [created.groupId], organizer: 'A Rolecall organizer' })
    expect(created.groups).toMatchObject([{ _id: created.groupId, name: 'Group for Summer school', eventId: created.event._id }])
    expect(created.groups[0]?.shareLink).toBe(`http://rolecall.test/rsvp/${created.groupId}?eventId=${created.event._id}&code=forfeedback`)
    const read = await world.ok(eventApi.read, { id: created.event._id }, ada)
    expect(read).toEqual({ event: created.event, canManage: true, tierLimits: tierLimits('free') })
  })

  test.each([
    [{ name: ' ' }, 400, 'Please enter a name for the event'],
    [{ start: 'tomorrow' }, 400, 'Please enter a valid date and time'],
    [{ timeZone: 'Mars/Olympus' }, 400, 'Please choose a time zone'],
    [{ organizerEmail: 'nobody' }, 400, 'Please enter a valid email address'],
    [{ end: '2026-12-08T09:00:00.000Z' }, 400, 'The end must be after the start.'],
    [{ start: '2026-12-01T08:59:59.999Z' }, 400, 'The start must be in the future.'],
    [{ start: '2026-12-31T09:00:00.001Z', end: '2027-01-02T00:00:00Z' }, 403, 'Your plan allows scheduling up to 30 days in advance.'],
    [{ ownerOrgId: 'a'.repeat(24) }, 404, 'Organization not found'],
    [{ assignmentRules: { enableRoleAssignment: true } }, 403, 'Team or Enterprise plan required'],
  ])('R22, R10, E1 %j is a %i with its sentence', async (bad, status, sentence) => {
    const world = await openWorld()
    const [refused, , said] = await create(world, bad, await world.person('ada'))
    expect([refused, said]).toEqual([status, sentence])
  })

  test('R61, R140 takes one group at least, on Free no more, on other plans 20', async () => {
    const world = await openWorld()
    const [ada, bob] = [await world.person('ada'), await world.person('bob', 'pro')]
    const many = (count: number) => Array.from({ length: count }, (_, nth) => ({ name: `Shift ${nth}` }))
    expect(await create(world, {}, ada, [])).toEqual([400, 'input-invalid', 'An event has at least one group'])
    const refusal = [403, 'event-groups-reached', 'Your plan allows one group in an event. Upgrade your plan for more.']
    expect(await create(world, {}, ada, many(2))).toEqual(refusal)
    expect(await create(world, { organizerEmail: 'new@people.test' }, {}, many(2))).toEqual(refusal)
    const made = await world.ok(eventApi.createWithGroup, { event: world.eventInput(), groups: many(20) }, bob)
    expect([made.groupId, made.event.groupIds]).toEqual([made.groups[0]?._id, made.groups.map(({ _id }) => _id)])
    expect((await create(world, {}, bob, many(21)))[0]).toBe(400)
  })

  test('R56 the same Idempotency-Key gives the same answer for 24 hours, and is refused for another request', async () => {
    const world = await openWorld()
    const ada = { ...(await world.person('ada')), headers: { 'idempotency-key': 'once' } }
    const bob = { ...(await world.person('bob')), headers: { 'idempotency-key': 'once' } }
    const input = { event: world.eventInput(), groups: [{}] }
    const [first, ...again] = await Promise.all([1, 2, 3].map(() => world.ok(eventApi.createWithGroup, input, ada)))
    expect(again).toEqual([first, first])
    expect((await world.ok(eventApi.createWithGroup, input, bob)).event._id).not.toBe(first?.event._id)
    const other = await world.no(eventApi.createWithGroup, { ...input, groups: [{ name: 'Other' }] }, ada)
    expect(other).toEqual([409, 'idempotency-key-reused', 'This Idempotency-Key was already used for another request.'])
    expect((await world.no(eventApi.createWithGroup, input, { ...ada, headers: { 'idempotency-key': ' ' } }))[1]).toBe(
      'idempotency-key-invalid',
    )
    world.clock.advance(day)
    expect((await world.ok(eventApi.createWithGroup, input, ada)).event._id).not.toBe(first?.event._id)
    expect((await world.ok(eventApi.mine, {}, ada)).events).toHaveLength(2)
  })
})

test('E3 my events come in pages of ten: those not over first, the soonest first', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  for (let nth = 1; nth <= 12; nth++) {
    await world.event(ada, [], {}, { name: `Day ${nth}`, start: world.inDays(13 - nth), end: world.inDays(13.5 - nth) })
  }
  world.clock.advance(2.5 * day)
  const names = async (input: object) => (await world.ok(eventApi.mine, input, ada)).events.map(({ name, status }) => `${name} ${status}`)
  expect(await names({})).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1].map((nth) => `Day ${nth} active`))
  expect(await names({ page: 2 })).toEqual(['Day 11 over', 'Day 12 over'])
  expect(await names({ page: '2', limit: '5' })).toEqual([5, 4, 3, 2, 1].map((nth) => `Day ${nth} active`))
  for (const limit of ['50', '100', '9'.repeat(30)]) expect(await names({ limit })).toHaveLength(12)
  for (const limit of ['0', '-3']) expect(await names({ limit })).toEqual(['Day 10 active'])
  expect([await names({ page: '-1', limit: '1' }), await names({ page: '1000000' })]).toEqual([['Day 10 active'], []])
  for (const odd of ['x', '1.5', '']) expect((await world.no(eventApi.mine, { page: odd }, ada))[1]).toBe('input-invalid')
})

test('E3 events that were canceled hide none of those that are there, however many they are', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const there = await world.event(ada, [], {}, { name: 'There', start: world.inDays(20), end: world.inDays(21) })
  for (let nth = 0; nth < 70; nth++) {
    const { eventId: id } = await world.event(ada, [], {}, { start: world.inDays(3), end: world.inDays(4) })
    await world.ok(eventApi.remove, { id }, ada)
  }
  expect((await world.ok(eventApi.mine, {}, ada)).events.map(({ _id }) => _id)).toEqual([there.eventId])
})

test('E5 my events are searched by words of name and place, and narrowed by time and organization, past a page', async () => {
  const world = await openWorld()
  const { owner: ada, orgId } = await openChoir(world, {})
  const add = (name: string, part: object = {}) => world.event(ada, [], {}, { name, start: world.inDays(3), end: world.inDays(4), ...part })
  await add('Café concert', { location: 'Old Town Hall' })
  await add('Concert of the choir', { ownerOrgId: orgId })
  await add('Early concert', { start: world.inDays(1), end: world.inDays(2) })
  for (let nth = 0; nth < 12; nth++) await add(`Rehearsal ${nth}`, { start: world.inDays(5), end: world.inDays(6) })
  world.clock.advance(2.5 * day)
  const names = async (input: object) => (await world.ok(eventApi.mine, input, ada)).events.map(({ name }) => name)
  expect(await names({ search: ' CONCERT  cafe ' })).toEqual(['Café concert'])
  expect(await names({ search: 'town hall' })).toEqual(['Café concert'])
  expect(await names({ search: 'concert' })).toEqual(['Café concert', 'Concert of the choir', 'Early concert'])
  expect(await names({ search: 'concert', time: 'active' })).toEqual(['Café concert', 'Concert of the choir'])
  expect(await names({ time: 'past' })).toEqual(['Early concert'])
  expect(await names({ organization: orgId })).toEqual(['Concert of the choir'])
  expect(await names({ search: 'concert', organization: 'own' })).toEqual(['Café concert', 'Early concert'])
  expect(await names({ search: 'rehearsal', page: 2 })).toHaveLength(2)
  expect(await names({ search: 'nothing like it' })).toEqual([])
  expect((await world.no(eventApi.mine, { search: 'x'.repeat(101) }, ada))[1]).toBe('input-invalid')
})
