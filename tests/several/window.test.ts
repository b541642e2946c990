// From when to when a group takes answers: what is refused outside, what goes on all the same, and what guests read of it.
import { describe, expect, test } from 'vitest'
import { formRoom } from '#protocol/live.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { nextTurn, shutAt } from '#protocol/seats/several/window.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openSeveral } from '../kit/world/several.ts'

const apart = { Bar: [0, 1], Stage: [2, 3] } as const

/** Stage takes answers from a day from now until two days from now. */
async function openWindow(more: Parameters<typeof openSeveral>[1] = {}) {
  const stage = await openSeveral(apart, more)
  const { world, ada, idOf } = stage
  const opensAt = new Date(world.clock.now() + day).toISOString()
  const closesAt = new Date(world.clock.now() + 2 * day).toISOString()
  await world.ok(groupApi.update, { id: idOf('Stage'), opensAt, closesAt }, ada)
  const form = async (name = 'Stage') => world.ok(rsvpApi.form, { groupId: idOf(name) })
  return { ...stage, opensAt, closesAt, form }
}

test('R141a half-open: from the first instant to before the second', () => {
  const window = { opensAt: '2026-01-01T10:00:00.000Z', closesAt: '2026-01-01T12:00:00.000Z' }
  const at = (time: string) => shutAt(window, Date.parse(`2026-01-01T${time}Z`))?.why
  expect([at('09:59:59.999'), at('10:00:00'), at('11:59:59.999'), at('12:00:00')]).toEqual(['early', undefined, undefined, 'late'])
  expect([shutAt({}, 0), shutAt({ opensAt: '', closesAt: '' }, 0)]).toEqual([undefined, undefined])
  expect(nextTurn(['2026-01-03', undefined, '2026-01-02', '2025-01-01'], Date.parse('2026-01-01'))).toBe('2026-01-02')
})

describe('outside', () => {
  test('R141a an answer is refused with the time, and the group where there are several; the form says the same before, live', async () => {
    const { world, idOf, as, send, one, form, opensAt, closesAt, eventId } = await openWindow()
    const socket = await world.socket()
    expect(await socket.watch(formRoom(idOf('Stage'), eventId))).toMatchObject({
      view: { opensAt, closesAt, shut: { why: 'early', at: opensAt } },
    })
    expect('shut' in (await form('Bar'))).toBe(false)
    const early = await send([one('Bar'), one('Stage')])
    expect([early.status, early.body]).toMatchObject([409, { code: 'answers-early', at: opensAt, groupId: idOf('Stage') }])
    expect(early.body.error).toMatch(/^Answers open on \d+ \w{3} \d{4}, \d+:\d\d [AP]M CET\.$/)
    expect((await form('Bar')).roleCoverage[1]?.count).toBe(0)
    world.clock.advance(day)
    expect(await form()).not.toHaveProperty('shut')
    expect((await send([one('Bar'), one('Stage')], {}, as('gast@guests.test'))).status).toBe(200)
    world.clock.advance(day)
    expect(await form()).toMatchObject({ shut: { why: 'late', at: closesAt } })
    const late = await send([one('Stage')], {}, as('late@guests.test'))
    expect([late.status, late.body.code, late.body.at]).toEqual([409, 'answers-late', closesAt])
  })

  test('R141a who has a seat confirms it, gives it back and says the same again; nothing more is taken, and no place in line', async () => {
    const { world, send, one, as, form } = await openWindow({ group: { showConfirmation: true, maxCompanions: 2 } })
    world.clock.advance(day)
    await send([one('Stage', ['Helper'])], {}, as('gast@guests.test'))
    await send([one('Stage')], {}, as('other@guests.test'))
    world.clock.advance(day)
    const code = async (answer: object, who = as('gast@guests.test')) =>
      (await send([{ ...one('Stage', ['Helper']), ...answer }], {}, who)).body.code ?? 'taken'
    expect(await code({ confirmed: true })).toBe('taken')
    expect(await code({ roles: ['Helper', 'Guest'] })).toBe('answers-late')
    expect(await code({ roles: ['Guest'], companions: [{ name: 'Bo' }] }, as('other@guests.test'))).toBe('answers-late')
    const waiting = as('wait@guests.test')
    expect(await code({ roles: [], waitFor: ['Helper'] }, waiting)).toBe('answers-late')
    expect(await code({ roles: [] }, waiting)).toBe('answers-late')
    expect(await code({ roles: [], attending: false }, waiting)).toBe('taken')
    expect(await code({ roles: [], attending: false })).toBe('taken')
    expect(await code({})).toBe('answers-late')
    expect((await form()).roleCoverage.map(({ count }) => count)).toEqual([0, 1])
  })

  test('R141a who manages it goes on assigning, whom they assign may accept, and a seat is handed over', async () => {
    const event = { assignmentRules: { rule: '', enableRoleAssignment: true, enableRoleSelfSelect: false } }
    const { world, ada, eventId, idOf, as, send, one } = await openWindow({ event, tier: 'team' })
    world.clock.advance(2 * day)
    const assigned = { id: eventId, groupId: idOf('Stage'), name: 'Ben', email: 'ben@guests.test', roleName: 'Helper' }
    await world.ok(assignApi.assign, assigned, ada)
    expect((await send([one('Stage', ['Helper'])], {}, as('ben@guests.test'))).status).toBe(200)
  })

  test('R141a, R94 a seat that one has is handed over', async () => {
    const { world, idOf, as, send, one } = await openWindow()
    world.clock.advance(day)
    await send([one('Stage')], {}, as('gast@guests.test'))
    world.clock.advance(day)
    const offered = { groupId: idOf('Stage'), name: 'Ben', email: 'ben@guests.test' }
    expect((await world.call(handoverApi.begin, offered, as('gast@guests.test', 'Stage'))).status).toBe(200)
  })
})

test('R141a the second has to be after the first; each may be given alone and taken away, and a copy moves both along', async () => {
  const { world, ada, eventId, idOf, opensAt, closesAt, form } = await openWindow()
  const set = (edit: object) => world.call(groupApi.update, { id: idOf('Stage'), ...edit }, ada)
  expect((await set({ closesAt: opensAt })).body.code).toBe('answers-never')
  expect((await set({ opensAt: closesAt })).body.code).toBe('answers-never')
  expect((await set({ opensAt: 'tomorrow' })).status).toBe(400)
  const { event } = await world.ok(eventApi.read, { id: eventId }, ada)
  const start = new Date(Date.parse(event.start) + 3 * day).toISOString()
  const copy = await world.ok(eventApi.duplicate, { id: eventId, start }, ada)
  const later = (at: string) => new Date(Date.parse(at) + 3 * day).toISOString()
  expect(copy.groups[1]).toMatchObject({ opensAt: later(opensAt), closesAt: later(closesAt) })
  expect(copy.groups[0]).toMatchObject({ opensAt: '', closesAt: '' })
  expect((await set({ opensAt: '' })).status).toBe(200)
  expect(await form()).not.toHaveProperty('shut')
  expect((await set({ closesAt: new Date(world.clock.now() - hour).toISOString() })).status).toBe(200)
  expect(await form()).toMatchObject({ shut: { why: 'late' } })
})
