// Passes on paper: those of everybody who comes, and ten that count nowhere, to try the doors with.
import { describe, expect, test } from 'vitest'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { passApi } from '#protocol/seats/door/pass.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { attendances, doorCounts, doorScans } from '#server/seats/model/door.ts'
import { hour } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { openWorld } from '../kit/world/world.ts'
import { newScanId, openDoor } from './stage.ts'

describe('the sheet', () => {
  test('R180 who manages the event prints a pass for each who comes, companions too: the very ones that guests have; nobody else does', async () => {
    const { world, ada, eventId, groupId, guest, yes, ownPass, north, scan } = await openDoor({ maxCompanions: 2 })
    await yes(1)
    await world.answer(groupId, guest(2), ['Speaker'], { name: 'Gina', companions: [{ name: 'Mo', roles: ['Guest'] }, { name: '' }] })
    await world.answer(groupId, guest(3), [], { attending: false, name: 'Nora' })
    const { passes, nextCursor, event } = await world.ok(passApi.sheet, { eventId }, ada)
    expect([nextCursor, event.name.length > 0]).toEqual([null, true])
    expect(Object.fromEntries(passes.map(({ name, roles }) => [name, roles]))).toEqual({
      'Guest 1': ['Guest'],
      Gina: ['Speaker'],
      Mo: ['Guest'],
      'Guest of Gina (2)': ['Speaker'],
    })
    expect(passes.find(({ name }) => name === 'Guest 1')?.url).toBe(await ownPass(1))
    expect((await scan(north, { pass: passes.find(({ name }) => name === 'Mo')?.url, despite: true })).result).toBe('ok')
    expect(JSON.stringify(passes)).not.toContain('@')
    for (const as of [guest(1), {}, north]) expect((await world.call(passApi.sheet, { eventId }, as)).status).toBeGreaterThanOrEqual(401)
  })

  test('R180 many come some at a time, each once', async () => {
    const { world, ada, eventId, groupId, guest, yes } = await openDoor()
    for (let n = 1; n <= 3; n++) await yes(n)
    expect((await world.ok(passApi.sheet, { eventId }, ada)).passes).toHaveLength(3)
    // Who said no is on a page too, and has no pass.
    for (let n = 4; n <= 101; n++) await world.answer(groupId, guest(n), [], { attending: false, name: `Guest ${n}` })
    const sheet = (cursor?: string) => world.ok(passApi.sheet, { eventId, ...(cursor && { cursor }) }, ada)
    const first = await sheet()
    const second = await sheet(first.nextCursor ?? '')
    expect([first.nextCursor === null, second.nextCursor]).toEqual([false, null])
    expect(new Set([...first.passes, ...second.passes].map(({ url }) => url)).size).toBe(3)
  })

  test('R216, R221 the brand of an event stands on it as guests see it, as long as the plan has it; no other event’s sheet, and no rehearsal', async () => {
    const { world, ada, eventId, groupId, yes } = await openDoor()
    await yes(1)
    const brand = async (call: typeof passApi.sheet | typeof passApi.practice = passApi.sheet) =>
      (await world.ok(call, { eventId }, ada)).brand
    await world.setTier(ada.userId, 'pro')
    await world.ok(brandApi.save, { name: 'Harbor Choir', accent: '#aa3355', replyName: 'Secret sender' }, ada)
    await world.ok(eventApi.update, { id: eventId, theme: 'ocean' }, ada)
    expect(await brand()).toBeUndefined()
    await world.ok(eventApi.update, { id: eventId, theme: 'brand' }, ada)
    expect(await brand()).toEqual((await world.ok(rsvpApi.form, { groupId })).brand)
    expect((await brand())?.face).toMatchObject({ name: 'Harbor Choir', accent: '#aa3355' })
    expect(JSON.stringify(await brand())).not.toMatch(new RegExp(`Secret sender|${ada.userId}`))
    expect(await brand(passApi.practice)).toBeUndefined()
    await world.setTier(ada.userId, 'free')
    expect((await brand())?.face).toBeNull()
  })
})

describe('a rehearsal', () => {
  test('R180a ten passes say ok, then again, and where; nobody is in by them, and nothing is counted', async () => {
    const { world, ada, eventId, scan, north, south, counts, yes } = await openDoor()
    await yes(1)
    const { passes } = await world.ok(passApi.practice, { eventId }, ada)
    expect([passes.length, new Set(passes.map(({ url }) => url)).size]).toEqual([10, 10])
    const [one, two] = passes.map(({ url }) => url)
    const at = new Date(world.clock.now()).toISOString()
    const scanId = newScanId()
    const first = await scan(north, { pass: one }, scanId)
    expect(first).toEqual({ scanId, result: 'ok', practice: true })
    expect(await scan(north, { pass: one }, scanId)).toEqual(first)
    expect(await scan(south, { pass: one })).toMatchObject({ result: 'again', at, door: 'North', practice: true })
    const scans = [two, two].map((pass) => ({ scanId: newScanId(), pass }))
    const { results } = await world.ok(doorApi.scan, { eventId, scans }, south)
    expect(results.map(({ result, practice }) => [result, practice])).toEqual([
      ['ok', true],
      ['again', true],
    ])
    expect(await counts()).toMatchObject({ inside: 0, came: 0 })
    for (const kept of [attendances, doorCounts]) expect(await world.store.find(kept as never, { index: '_id', limit: 5 })).toEqual([])
  })

  test('R180a new ones begin anew; of another event they are unknown, after two days void, and a plain camera finds nothing by them', async () => {
    const { world, ada, eventId, scan, north } = await openDoor()
    const { eventId: other } = await world.event(ada)
    const make = async (id = eventId) => (await world.ok(passApi.practice, { eventId: id }, ada)).passes[0]?.url ?? ''
    const [first, second, foreign] = [await make(), await make(), await make(other)]
    expect((await scan(north, { pass: first })).result).toBe('ok')
    expect((await scan(north, { pass: second })).result).toBe('ok')
    expect((await scan(north, { pass: foreign })).result).toBe('unknown')
    expect((await world.no(passApi.open, { pass: first }))[1]).toBe('pass-void')
    world.clock.advance(48 * hour + 1)
    expect((await scan(north, { pass: second })).result).toBe('void')
  })

  test('R180a making them writes nothing, and nobody makes any but who manages the event', async () => {
    const { world, ada, eventId, north, guest } = await openDoor()
    const before = JSON.stringify(await everything(world.store))
    await world.ok(passApi.practice, { eventId }, ada)
    expect(JSON.stringify(await everything(world.store))).toBe(before)
    for (const as of [north, guest(1), {}, await (await openWorld()).person('eve')])
      expect((await world.call(passApi.practice, { eventId }, as)).status).toBeGreaterThanOrEqual(401)
    expect(await world.store.find(doorScans, { index: '_id', limit: 5 })).toEqual([])
  })
})
