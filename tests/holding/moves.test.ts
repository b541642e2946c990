// Times that are changed under people who have seats: whoever changes them is told first whom that gives two at one time, and both answers say so afterwards.
import { describe, expect, test } from 'vitest'
import { teamApi } from '#protocol/people/team.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openSeveral, type Times } from '../kit/world/several.ts'

/** None of them overlaps another. */
const apart: Times = { Bar: [0, 2], Door: [2, 4], Stage: [6, 8] }
const [ann, ben] = ['ann@guests.test', 'ben@guests.test']

/** Ann has seats in all three, Ben in Bar and Door. */
async function setUp(times = apart, event: object = {}) {
  const stage = await openSeveral(times, { event })
  const { world, ada, eventId, idOf, send, one, as } = stage
  await send([one('Bar'), one('Door'), one('Stage')], {}, as(ann))
  await send([one('Bar'), one('Door')], {}, as(ben))
  const at = (hours: number) => new Date(world.clock.now() + 7 * day + hours * hour).toISOString()
  const to = (name: string, [from, until]: readonly [number, number], more: object = {}) =>
    world.call(groupApi.update, { id: idOf(name), start: at(from), end: at(until), ...more }, ada)
  const edit = (change: object) => world.call(eventApi.update, { id: eventId, ...change }, ada)
  const startOf = async (name: string) => {
    const { group } = await world.ok(groupApi.read, { id: idOf(name) }, ada)
    return 'start' in group && group.start
  }
  const alsoIn = async (name: string) => {
    const { rsvps } = await world.ok(groupApi.rsvps, { id: idOf(name) }, ada)
    return Object.fromEntries(rsvps.flatMap(({ email, also }) => (also ? [[email, also.map((other) => other.name)]] : [])))
  }
  return { ...stage, at, to, edit, alsoIn, startOf }
}

describe('told before', () => {
  test('R147a a group at another time is refused with how many people have seats in which groups, and nothing is changed', async () => {
    const { to, at, idOf, startOf } = await setUp()
    const { status, body } = await to('Door', [1, 3])
    expect([status, body.code, body.people]).toEqual([409, 'moves-overlap', 2])
    expect(body.clashes).toEqual([{ groupIds: [idOf('Bar'), idOf('Door')], people: 2 }])
    expect(body.error).toBe('2 people would have seats that are too close in time for one person: “Bar” and “Door” (2).')
    expect(await startOf('Door')).toBe(at(2))
    const both = await to('Stage', [1, 3])
    expect([both.body.people, both.body.clashes.map(({ people }: { people: number }) => people)]).toEqual([1, [1, 1]])
    expect(both.body.error).toContain('1 person would have')
  })

  test('R147a the same of an event that moves on to a group that stays, of more time between, and of an end to what was allowed', async () => {
    const { world, ada, eventId, idOf, edit, to, at } = await setUp()
    await world.ok(groupApi.update, { id: idOf('Bar'), start: '', end: '', despiteOverlap: true }, ada)
    await world.ok(eventApi.update, { id: eventId, start: at(-20), end: at(-19) }, ada)
    const moved = { start: at(2), end: at(3) }
    expect((await edit(moved)).body).toMatchObject({ code: 'moves-overlap', people: 2 })
    expect((await edit({ bufferMinutes: 240 })).body).toMatchObject({ code: 'moves-overlap', people: 1 })
    await world.ok(groupApi.update, { id: idOf('Door'), allowOverlap: true }, ada)
    expect((await edit(moved)).status).toBe(200)
    expect((await world.call(groupApi.update, { id: idOf('Door'), allowOverlap: false }, ada)).body.code).toBe('moves-overlap')
    expect((await to('Stage', [20, 21])).status).toBe(200)
  })

  test('R147a not of groups in which nobody has both seats, that overlapped before, or that all move alike', async () => {
    const { world, to, edit, at, send, one, as, ada, eventId } = await setUp({ Bar: [0, 2], Door: [2, 4], Stage: [6, 8], Late: [20, 21] })
    await send([one('Late')], {}, as('cy@guests.test'))
    expect((await to('Late', [6, 8])).status).toBe(200)
    expect((await to('Door', [1, 3], { despiteOverlap: true })).status).toBe(200)
    expect((await to('Door', [0, 2])).status).toBe(200)
    const { start, end } = (await world.ok(eventApi.read, { id: eventId }, ada)).event as { start: string; end: string }
    const later = (iso: string) => new Date(Date.parse(iso) + day).toISOString()
    expect((await edit({ start: later(start), end: later(end), moveGroups: true })).status).toBe(200)
    expect(at(0)).toBeTruthy()
  })

  test('R147a of many groups the sentence names three pairs, and how many more; a much larger group counts alike', async () => {
    const names = ['A', 'B', 'C', 'D', 'E']
    const times = Object.fromEntries(names.map((name, nth) => [name, [nth * 2, nth * 2 + 1] as const]))
    const roles = [{ name: 'Guest', max: 20 }]
    const { world, ada, eventId, one, send, as } = await openSeveral(times, { roles })
    await send(
      names.map((name) => one(name)),
      {},
      as(ann, 'A'),
    )
    for (let nth = 0; nth < 11; nth++) await send([one('B')], {}, as(`only${nth}@guests.test`, 'B'))
    const { body } = await world.call(eventApi.update, { id: eventId, bufferMinutes: 90 }, ada)
    expect(body.error).toMatch(/^1 person would .*“A” and “B” \(1\), “B” and “C” \(1\), “C” and “D” \(1\), and 1 more\./)
    expect(body.clashes).toHaveLength(4)
  })

  test('R147a who gave a seat back, was taken off, or said yes without one, is not counted', async () => {
    const { to, send, one, as } = await setUp()
    await send([one('Bar', [], false)], {}, as(ben))
    await send([one('Bar', [])], {}, as('dan@guests.test'))
    await send([one('Door', ['Helper'])], {}, as('dan@guests.test'))
    expect((await to('Door', [1, 3])).body.people).toBe(1)
  })
})

describe('marked afterwards', () => {
  test('R147b done all the same, every answer of theirs names the other, until they no longer overlap or one seat is given back', async () => {
    const { to, alsoIn, send, one, as } = await setUp()
    expect((await to('Door', [1, 3], { despiteOverlap: true })).status).toBe(200)
    expect([await alsoIn('Bar'), await alsoIn('Stage')]).toEqual([{ [ann]: ['Door'], [ben]: ['Door'] }, {}])
    expect(await alsoIn('Door')).toEqual({ [ann]: ['Bar'], [ben]: ['Bar'] })
    await send([one('Bar', [], false)], {}, as(ben))
    expect(await alsoIn('Door')).toEqual({ [ann]: ['Bar'] })
    await to('Door', [2, 4])
    expect([await alsoIn('Bar'), await alsoIn('Door')]).toEqual([{}, {}])
  })

  test('R147a who only assigns or looks on learns of nobody’s seats in another group', async () => {
    const assignmentRules = { rule: '' as const, enableRoleAssignment: false, enableRoleSelfSelect: true }
    const stage = await openSeveral(apart, { tier: 'team', event: { assignmentRules } })
    const { world, ada, eventId, idOf, one, send, as } = stage
    await send([one('Bar'), one('Door')], {}, as(ann))
    const at = (hours: number) => new Date(world.clock.now() + 7 * day + hours * hour).toISOString()
    const moved = { id: idOf('Door'), start: at(1), end: at(3), despiteOverlap: true }
    await world.ok(groupApi.update, moved, ada)
    const seen = async (as: object) => (await world.ok(groupApi.rsvps, { id: idOf('Bar') }, as)).rsvps.map(({ also }) => also?.length)
    for (const role of ['assigner', 'messenger', 'viewer', 'manager'] as const) {
      const person = await world.person(role)
      await world.ok(teamApi.add, { id: eventId, email: person.email, role, groupIds: [idOf('Bar')] }, ada)
      await world.ok(teamApi.accept, { token: await world.tokenMailed(person.email) })
      expect([role, await seen(person)]).toEqual([role, [role === 'manager' ? 1 : undefined]])
    }
  })

  test('R147a, R147b, R96 their own answer and their own data name each such group, and whoever moved it may take it back', async () => {
    const { world, ada, idOf, to, as, alsoIn } = await setUp()
    const own = async (name: string) =>
      (await world.ok(rsvpApi.form, { groupId: idOf(name) }, as(ben))).rsvp?.also?.map((other) => other.name)
    const kept = async (name: string, email = ben) => (await world.ok(guestApi.myData, { groupId: idOf(name) }, as(email, name))).overlaps
    await to('Stage', [3, 5], { despiteOverlap: true })
    expect([await kept('Door', ann), await kept('Stage', ann), await kept('Door')]).toEqual([['Stage'], ['Door'], []])
    const { body } = await to('Door', [1, 4], { despiteOverlap: true })
    expect([await own('Bar'), await own('Door')]).toEqual([['Door'], ['Bar']])
    expect([await kept('Bar'), await kept('Door'), await kept('Door', ann)]).toEqual([['Door'], ['Bar'], ['Bar', 'Stage']])
    await world.ok(undoApi.undo, { id: body.act }, ada)
    expect([await own('Bar'), await own('Door'), await alsoIn('Bar'), await kept('Bar')]).toEqual([undefined, undefined, {}, []])
  })
})
