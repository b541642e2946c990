// The fill curve over HTTP: what those who may see the board are shown, and that nobody else is.
import { expect, test } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { historyApi } from '#protocol/record/history.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { fillView } from '#server/record/history/queries.ts'
import { grown, minuteAt } from '#server/record/rules/history.ts'
import type { Group } from '#server/seats/model/group.ts'
import { histories } from '#server/seats/model/history.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const clockAt = (world: World) => new Date(Math.floor(world.clock.now() / minute) * minute).toISOString()

/** Lets the minute end and the curve be written. */
async function passMinute(world: World) {
  world.clock.advance(minute)
  await world.curves.write(world.services)
}

async function opened(options: Parameters<typeof openWorld>[0] = {}) {
  const world = await openWorld(options)
  await world.address() // from here on what is committed is heard
  const ada = await world.person('ada', 'enterprise')
  const roles = [
    { name: 'Speaker', max: 1 },
    { name: 'Guest', max: 3 },
  ]
  const { groupId, eventId } = await world.event(ada, roles, {}, { assignmentRules: { enableRoleSelfSelect: true } })
  await passMinute(world)
  const read = (days?: number) => world.ok(historyApi.read, { id: groupId, ...(days && { days }) }, ada)
  return { world, ada, groupId, eventId, read }
}

test('R109a the curve has a point for each minute with a change: seats and limits by role, how many answered, and how it stands now', async () => {
  const { world, ada, groupId, read } = await opened()
  const [one, two, three] = world.crowd(3, groupId)
  const times = [clockAt(world)]
  if (one) await world.answer(groupId, one, ['Speaker'])
  if (two) await world.answer(groupId, two, ['Guest'])
  await passMinute(world)
  world.clock.advance(hour)
  times.push(clockAt(world))
  await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 5 }, ada)
  await passMinute(world)
  times.push(clockAt(world))
  if (three) await world.answer(groupId, three, ['Guest'])
  const { points, roles, answersBefore, begins } = await read() // the last one is not written yet
  const speaker = (count: number) => ({ count, total: 1 })
  expect(points.slice(1)).toEqual([
    { at: times[0], answers: 2, roles: { Speaker: speaker(1), Guest: { count: 1, total: 3 } } },
    { at: times[1], answers: 2, roles: { Speaker: speaker(1), Guest: { count: 1, total: 5 } } },
    { at: times[2], answers: 3, roles: { Speaker: speaker(1), Guest: { count: 2, total: 5 } } },
  ])
  expect(points[0]).toMatchObject({ answers: 0, roles: { Speaker: speaker(0), Guest: { count: 0, total: 3 } } })
  expect(begins).toEqual(points[0])
  expect(roles).toMatchObject([{ name: 'Speaker', fullSince: times[0] }, { name: 'Guest' }])
  expect(roles[1]).not.toHaveProperty('fullSince')
  expect(answersBefore).toBe(0)
})

test('R171, R109a the curve counts seats in people and answers in answers', async () => {
  const { world, ada, groupId, read } = await opened()
  await world.ok(groupApi.settings, { id: groupId, maxCompanions: 2 }, ada)
  const [one] = world.crowd(1, groupId)
  const come = async (companions: object[]) => {
    if (one) await world.answer(groupId, one, ['Guest'], { companions })
    await passMinute(world)
    const { answers, roles } = (await read()).points.at(-1) ?? {}
    return [answers, roles?.Guest?.count]
  }
  expect(await come([{}, {}])).toEqual([1, 3])
  expect(await come([{}])).toEqual([1, 2])
})

test('R109a, R109c the last days alone begin with how it stood then; full since and the pace of the last day know of all', async () => {
  const { world, groupId, read } = await opened()
  const [one] = world.crowd(1, groupId)
  const since = clockAt(world)
  if (one) await world.answer(groupId, one, ['Speaker'])
  await passMinute(world)
  world.clock.advance(3 * day)
  await world.answer(groupId, world.proven('later@guests.test', groupId), ['Guest'])
  await passMinute(world)
  const { points, roles, answersBefore, begins } = await read(1)
  expect(points.map(({ answers }) => answers)).toEqual([1, 2])
  expect(Date.parse(points[0]?.at ?? '')).toBe(Date.parse(clockAt(world)) - day)
  expect(roles[0]).toMatchObject({ name: 'Speaker', fullSince: since })
  expect(answersBefore).toBe(1)
  expect(begins.answers).toBe(0)
})

test('R109b a renamed role keeps its line; a deleted one stays in the past, beside a new one of the same name', async () => {
  const { world, ada, groupId, read } = await opened()
  const { roles } = (await world.ok(groupApi.read, { id: groupId }, ada)).group
  await world.ok(
    groupApi.update,
    { id: groupId, roles: roles.map((role) => (role.name === 'Guest' ? { ...role, name: 'Friend' } : role)) },
    ada,
  )
  await world.ok(groupApi.removeRole, { id: groupId, name: 'Speaker' }, ada)
  await passMinute(world)
  await world.ok(groupApi.addRole, { id: groupId, name: 'Speaker', max: 9 }, ada)
  const shown = await read()
  expect(shown.roles.map(({ name, isDeleted }) => [name, isDeleted ?? false])).toEqual([
    ['Speaker (deleted)', true],
    ['Friend', false],
    ['Speaker', false],
  ])
  expect(shown.points.map((point) => Object.keys(point.roles))).toEqual([
    ['Speaker (deleted)', 'Friend'],
    ['Friend'],
    ['Friend', 'Speaker'],
  ])
})

test('R109 a role may have any name: also one that is no plain key', async () => {
  const { world, ada, groupId, read } = await opened()
  for (const name of ['__proto__', 'constructor', '7']) await world.ok(groupApi.addRole, { id: groupId, name, max: 2 }, ada)
  const { points, roles } = await read()
  expect(roles.map(({ name }) => Object.hasOwn(points.at(-1)?.roles ?? {}, name))).toEqual(roles.map(() => true))
  expect(roles.map(({ name }) => name)).toEqual(['Speaker', 'Guest', '__proto__ (role)', 'constructor', '7'])
})

test('R109h where nothing was kept, as in a store of an older release, the curve is how it stands now, and begins with the next change', async () => {
  const { world, groupId, read } = await opened()
  const kept = await world.store.get(histories, groupId)
  if (kept) await world.store.commit([{ collection: histories, drop: kept, expectedRev: kept.rev }])
  const before = await read()
  expect(before.points).toEqual([
    { at: clockAt(world), answers: 0, roles: { Speaker: { count: 0, total: 1 }, Guest: { count: 0, total: 3 } } },
  ])
  const [one] = world.crowd(1, groupId)
  if (one) await world.answer(groupId, one, ['Guest'])
  await passMinute(world)
  expect((await read()).points.map(({ answers }) => answers)).toEqual([1])
})

test('R28, R109 guests and strangers get no curve, not even that there is one; whoever assigns in the group does', async () => {
  const { world, groupId, eventId } = await opened()
  const stranger = await world.person('stranger')
  const [guest] = world.crowd(1, groupId)
  for (const as of [stranger, {}, guest ?? {}]) {
    const seen = await world.call(historyApi.read, { id: groupId }, as)
    const nothing = await world.call(historyApi.read, { id: 'f'.repeat(24) }, as)
    expect([seen.status, seen.body.code]).toEqual([nothing.status, nothing.body.code])
    expect(seen.status).toBeGreaterThanOrEqual(400)
  }
  expect((await world.ok(historyApi.sparklines, { groups: groupId }, stranger)).sparklines).toEqual([])
  expect(eventId).not.toBe('')
})

test('R57, R109h with a canceled event its curve is no longer shown, and it is purged with the answers', async () => {
  const { world, ada, groupId, eventId } = await opened()
  await world.ok(eventApi.remove, { id: eventId }, ada)
  expect((await world.call(historyApi.read, { id: groupId }, ada)).body.code).toBe('group-unknown')
  expect((await world.ok(historyApi.sparklines, { groups: groupId }, ada)).sparklines).toEqual([])
  await passMinute(world)
  expect(await world.store.get(histories, groupId)).toBeDefined()
  world.clock.advance(400 * day)
  await world.runJobs()
  expect(await world.store.get(histories, groupId)).toBeUndefined()
})

test('R109i sparklines say how full all seats were at equal distances, for the groups that one manages', async () => {
  const { world, ada, groupId } = await opened()
  const alone = await world.ok(groupApi.create, { name: 'Alone' }, ada)
  world.clock.advance(12 * hour)
  const [one] = world.crowd(1, groupId)
  if (one) await world.answer(groupId, one, ['Guest'])
  await passMinute(world)
  world.clock.advance(12 * hour)
  const { sparklines } = await world.ok(historyApi.sparklines, { groups: [groupId, alone.groupId, groupId].join() }, ada)
  expect(sparklines.map((one) => one.groupId)).toEqual([groupId, alone.groupId])
  expect(sparklines[0]?.percents).toEqual([...Array.from({ length: 12 }, () => 0), ...Array.from({ length: 12 }, () => 25)])
  expect(sparklines[1]?.percents.every((percent) => percent === 0)).toBe(true)
})

test('R109d an answer of the longest curve is under 200 kB, with 200 roles of the longest names too', () => {
  const roleOf = (nth: number, yes: number) => ({
    _id: String(nth).padStart(24, '0'),
    name: `${nth}`.padEnd(60, '界'),
    max: 100_000,
    counts: { confirmedAndYes: yes, yesNotConfirmed: yes, assignedNoResponse: 0, declined: 0 },
  })
  for (const [roles, points] of [
    [3, 20_000],
    [30, 2_000],
    [200, 150],
  ] as const) {
    const groupAt = (n: number) =>
      ({
        _id: 'g',
        rev: n,
        roles: Array.from({ length: roles }, (_, nth) => roleOf(nth, n + nth)),
        answers: { yes: n, no: 0, none: 0 },
      }) as unknown as Group
    const now = Date.parse('2026-12-01T09:00:00Z')
    let history = grown(undefined, { minute: minuteAt(now) - points, group: groupAt(1) })
    for (let n = 2; n <= points; n++) history = grown(history, { minute: minuteAt(now) - points + n, group: groupAt(n) })
    const view = fillView(history, groupAt(points), now)
    expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThan(200_000)
    expect(view.points.length).toBeGreaterThan(roles === 3 ? 100 : 1)
  }
})

test('R64, R109g the room of a group is not told of its curve: what its view brings is the next point', async () => {
  const { world, ada, groupId, read } = await opened()
  const watching = await world.socket({ token: ada.token })
  await watching.watch(groupRoom(groupId))
  const [one] = world.crowd(1, groupId)
  if (one) await world.answer(groupId, one, ['Speaker'])
  const { view } = await watching.hears(({ name, view: group }) => name === 'group' && group.answers.yes === 1)
  await passMinute(world)
  const last = (await read()).points.at(-1)
  expect(
    Object.fromEntries(
      view.roleCoverage.map((role: { name: string; count: number; total: number }) => [
        role.name,
        { count: role.count, total: role.total },
      ]),
    ),
  ).toEqual(last?.roles)
  await watching.quiet()
  expect(watching.seen('group').filter(({ answers }) => answers.yes === 1)).toHaveLength(1)
})
