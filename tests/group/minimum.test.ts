// How many a role needs at least, and what is at risk: the rule, every call that carries the minimum, and who is shown it.
import { describe, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { type DetailedCounts, type GroupView, groupApi } from '#protocol/seats/group.ts'
import { type RiskFacts, riskMs, risksOf, stillNeeded } from '#protocol/seats/risk.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openWorld } from '../kit/world/world.ts'

const now = Date.parse('2026-12-01T09:00:00Z')
const at = (ms: number) => new Date(now + ms).toISOString()
const role = (min: number, counts: Partial<DetailedCounts> = {}, name = 'Speaker') => ({
  _id: name,
  name,
  total: 9,
  count: 0,
  min,
  detailedCounts: { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0, ...counts },
})
const facts = (part: Partial<RiskFacts>): RiskFacts => ({
  status: 'active',
  start: at(day),
  showConfirmation: false,
  roleCoverage: [role(3, { confirmedAndYes: 1, yesNotConfirmed: 1 })],
  ...part,
})

describe('the rule', () => {
  test('R108a a role still needs its minimum less those who say yes, confirmed or not; who is assigned or declined does not count', () => {
    expect(stillNeeded(role(3, { confirmedAndYes: 1, yesNotConfirmed: 1, assignedNoResponse: 5, declined: 5 }))).toBe(1)
    expect(stillNeeded(role(2, { confirmedAndYes: 1, yesNotConfirmed: 4 }))).toBe(0)
    expect(stillNeeded(role(0))).toBe(0)
    const { min: _, ...before } = role(0)
    expect(stillNeeded(before)).toBe(0)
  })

  test('R108b below its minimum a role is at risk from 7 days before the start to the start, at an active event', () => {
    const said = ['Speaker needs 1 more']
    const risks = (start: number, part: Partial<RiskFacts> = {}) => risksOf(facts({ start: at(start), ...part }), now)
    expect([risks(riskMs.short), risks(riskMs.short + 1)]).toEqual([said, []])
    expect([risks(0), risks(-1)]).toEqual([said, []])
    for (const status of ['over', 'unpublished', 'cancelled'] as const) expect(risks(day, { status })).toEqual([])
    expect(riskMs).toEqual({ short: 7 * day, unconfirmed: 48 * hour })
  })

  test('R108b within 48 hours, where guests are asked to confirm, holders who have not confirmed are a risk too, yes or assigned', () => {
    const roleCoverage = [
      role(0, { yesNotConfirmed: 1, assignedNoResponse: 2 }),
      role(0, { yesNotConfirmed: 1 }, 'Host'),
      role(0, {}, 'Cook'),
    ]
    const risks = (part: Partial<RiskFacts>) => risksOf(facts({ roleCoverage, showConfirmation: true, ...part }), now)
    expect(risks({ start: at(48 * hour) })).toEqual(['3 in Speaker have not confirmed', '1 in Host has not confirmed'])
    expect(risks({ start: at(48 * hour + 1) })).toEqual([])
    expect(risks({ start: at(48 * hour), showConfirmation: false })).toEqual([])
  })
})

const open = async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const made = await world.event(
    ada,
    [
      { name: 'Speaker', max: 3, min: 2 },
      { name: 'Guest', max: 5 },
    ],
    { limitToMembers: false },
  )
  const group = async () => (await world.ok(groupApi.read, { id: made.groupId }, ada)).group as GroupView
  return { world, ada, group, ...made }
}

describe('the calls', () => {
  test('R108 a minimum is kept by creating, editing, duplicating and adding; what is absent stays, and is none for a new role', async () => {
    const { world, ada, group, groupId: id, eventId } = await open()
    const mins = async () => (await group()).roles.map(({ name, min = 0 }) => `${name} ${min}`)
    expect(await mins()).toEqual(['Speaker 2', 'Guest 0'])
    const [speaker, guest] = (await group()).roles
    await world.ok(
      eventApi.update,
      {
        id: eventId,
        roles: [
          { _id: speaker?._id, name: 'Talker', max: 4 },
          { ...guest, name: 'Guest', max: 5, min: 1 },
        ],
      },
      ada,
    )
    expect(await mins()).toEqual(['Talker 2', 'Guest 1'])
    await world.ok(
      groupApi.update,
      {
        id,
        roles: [
          { name: 'Talker', max: 4, min: 0 },
          { name: 'Guest', max: 5 },
        ],
      },
      ada,
    )
    expect(await mins()).toEqual(['Talker 0', 'Guest 1'])
    await world.ok(groupApi.addRole, { id, name: 'Cook', max: 2, min: 2 }, ada)
    await world.ok(groupApi.setRoleMax, { id, name: 'Guest', max: 2, min: 2 }, ada)
    expect(await mins()).toEqual(['Talker 0', 'Guest 2', 'Cook 2'])
    const again = await world.ok(eventApi.duplicate, { id: eventId, start: world.inDays(9) }, ada)
    expect(again.groups[0]?.roles.map(({ min = 0 }) => min)).toEqual([0, 2, 2])
  })

  test('R108 a minimum above the limit is refused with both numbers, and so is a limit below the minimum, also by moving people to the waitlist', async () => {
    const { world, ada, group, groupId: id, eventId } = await open()
    const said = [409, 'role-min-over-max', '“Speaker” needs at least 2 people. Its limit of 1 cannot be lower than that.']
    for (const n of [1, 2, 3]) await world.answer(id, world.proven(`guest${n}@guests.test`, id), ['Speaker'])
    expect(await world.no(groupApi.setRoleMax, { id, name: 'Speaker', max: 1 }, ada)).toEqual(said)
    expect(await world.no(groupApi.setRoleMax, { id, name: 'Speaker', max: 1, moveToWaitlist: true }, ada)).toEqual(said)
    expect(
      await world.no(
        eventApi.update,
        {
          id: eventId,
          roles: [
            { name: 'Speaker', max: 1 },
            { name: 'Guest', max: 5 },
          ],
        },
        ada,
      ),
    ).toEqual(said)
    expect((await world.no(groupApi.addRole, { id, name: 'Cook', max: 2, min: 3 }, ada))[1]).toBe('role-min-over-max')
    for (const min of [-1, 1.5, 100_001, '2']) {
      const refused = await world.call(groupApi.addRole, { id, name: 'Cook', max: 2, min: min as number }, ada)
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('The minimum must be a whole number')])
    }
    expect((await group()).roles.map(({ max, min = 0 }) => [max, min])).toEqual([
      [3, 2],
      [5, 0],
    ])
    await world.ok(groupApi.setRoleMax, { id, name: 'Speaker', max: 1, min: 1, moveToWaitlist: true }, ada)
    expect((await group()).roles[0]).toMatchObject({ max: 1, min: 1 })
  })

  test('R107d, R108 limit and minimum of a role are changed each by itself or both, and none over what a colleague changed meanwhile', async () => {
    const { world, ada, group, groupId: id } = await open()
    const { settingsRev } = await group()
    const speaker = async () => (await group()).roles[0]
    await world.ok(groupApi.setRoleMax, { id, name: 'Speaker', min: 1, settingsRev }, ada)
    expect(await speaker()).toMatchObject({ max: 3, min: 1 })
    const { door: _, ...present } = await group() // R186: counted where it is read
    const late = await world.call(groupApi.setRoleMax, { id, name: 'Speaker', max: 9, settingsRev }, ada)
    expect(late).toMatchObject({ status: 409, body: { code: 'stale-rev', present, by: { _id: ada.userId } } })
    await world.ok(groupApi.setRoleMax, { id, name: 'Speaker', max: 4, settingsRev: settingsRev + 1 }, ada)
    expect(await speaker()).toMatchObject({ max: 4, min: 1 })
    expect((await world.no(groupApi.setRoleMax, { id, name: 'Speaker', min: 5 }, ada))[1]).toBe('role-min-over-max')
    expect((await world.no(groupApi.setRoleMax, { id, name: 'Nobody', min: 1 }, ada))[1]).toBe('role-unknown')
    const empty = await world.call(groupApi.setRoleMax, { id, name: 'Speaker', settingsRev: settingsRev + 2 }, ada)
    expect([empty.status, JSON.stringify(empty.body)]).toEqual([400, expect.stringContaining('Please give a limit or a minimum')])
  })

  test('R108c guests and strangers are not shown it, by the form, the group or its room', async () => {
    const { world, ada, groupId, eventId } = await open()
    const form = await world.ok(rsvpApi.form, { groupId, eventId })
    const stranger = await world.ok(groupApi.read, { id: groupId })
    expect(JSON.stringify([form, stranger])).not.toContain('"min"')
    expect(JSON.stringify(await world.ok(groupApi.read, { id: groupId }, ada))).toContain('"min":2')
  })

  test('R108c events at risk come first among those one has, past a page too; by start alone on request', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const add = (name: string, days: number, min = 0) =>
      world.event(
        ada,
        [{ name: 'Speaker', max: 3, min }],
        { limitToMembers: false },
        { name, start: world.inDays(days), end: world.inDays(days + 0.1) },
      )
    for (let nth = 1; nth <= 11; nth++) await add(`Fine ${nth}`, nth / 4)
    const late = await add('Late', 5, 2)
    await add('Soon', 4, 1)
    await add('Far', 8, 1)
    const names = async (input: object = {}) => (await world.ok(eventApi.mine, input, ada)).events.map(({ name }) => name)
    const fine = Array.from({ length: 11 }, (_, nth) => `Fine ${nth + 1}`)
    expect(await names()).toEqual(['Soon', 'Late', ...fine.slice(0, 8)])
    expect(await names({ page: 2 })).toEqual([...fine.slice(8), 'Far'])
    expect([...(await names({ order: 'start' })), ...(await names({ order: 'start', page: 2 }))]).toEqual([...fine, 'Soon', 'Late', 'Far'])
    for (const n of [1, 2]) await world.answer(late.groupId, world.proven(`guest${n}@guests.test`, late.groupId), ['Speaker'])
    expect((await names()).slice(0, 2)).toEqual(['Soon', 'Fine 1'])
    expect(await names({ time: 'past' })).toEqual([])
  })
})
