// What becomes of guests who were admitted while their phone had no network, and what a phone has to know for that (R190, R191).
import { describe, expect, test } from 'vitest'
import { activityApi } from '#protocol/record/activity.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import type { ScanAnswer } from '#protocol/seats/door/scan.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { minute } from '../kit/world/clock.ts'
import type { As } from '../kit/world/world.ts'
import { newScanId, openDoor } from './stage.ts'

async function openOffline() {
  const door = await openDoor()
  const { world, eventId, scan, minutesBefore } = door
  minutesBefore(10)
  const ago = (minutes: number) => new Date(world.clock.now() - minutes * minute).toISOString()
  /** What a phone sends of somebody it admitted so many minutes ago. */
  const settle = (as: As, minutes: number, one: Record<string, unknown>, scanId = newScanId()): Promise<ScanAnswer> =>
    scan(as, { mode: 'offline', at: ago(minutes), ...one }, scanId)
  const person = async (rsvpId: string, as: As) => (await world.ok(doorApi.list, { eventId }, as)).people.find(({ _id }) => _id === rsvpId)
  return { ...door, ago, settle, person }
}

describe('settling', () => {
  test('R191 who was admitted offline is in since then, by the clock that the phone measured; never later than now, nor before the phone was paired', async () => {
    const { settle, ago, yes, north, counts, world, person } = await openOffline()
    const [one, two, three] = [await yes(1), await yes(2), await yes(3)]
    expect(await settle(north, 9, { pass: one.pass })).toMatchObject({ result: 'ok', person: { door: { isIn: true, at: ago(9) } } })
    const now = new Date(world.clock.now()).toISOString()
    expect((await settle(north, -24 * 60, { pass: two.pass })).person?.door?.at).toBe(now)
    await settle(north, 400 * 24 * 60, { pass: three.pass })
    const since = (await person(three.rsvpId, north))?.door?.at ?? ''
    expect(Date.parse(since)).toBeGreaterThan(world.clock.now() - 365 * 24 * 60 * minute)
    expect(await counts()).toMatchObject({ inside: 3, came: 3 })
  })

  test('R191 of two entries the earlier stands, whichever was known first, and both phones and the organizers read of both', async () => {
    const { settle, scan, ago, yes, north, south, ada, counts, person, world, groupId } = await openOffline()
    const { pass, rsvpId } = await yes(1)
    const online = ago(0)
    expect((await scan(south, { pass })).result).toBe('ok')
    world.clock.advance(5 * minute)
    const entries = [
      { at: ago(8), door: 'North' },
      { at: online, door: 'South' },
    ]
    expect(await settle(north, 8, { pass })).toMatchObject({ result: 'double', entries, person: { door: { at: ago(8), door: 'North' } } })
    for (const as of [north, south, ada]) expect((await person(rsvpId, as))?.twice).toEqual(entries)
    const { rsvps } = await world.ok(groupApi.rsvps, { id: groupId }, ada)
    expect(rsvps[0]?.came).toEqual({ at: ago(8), isIn: true, people: 1, twice: entries })
    const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'let-in' }, ada)
    expect(activity.map(({ to }) => to)).toEqual([{ scanned: 'double', doors: ['North', 'South'] }])
    expect(await counts()).toMatchObject({
      inside: 1,
      came: 1,
      doors: {
        North: { came: 1 },
        South: { came: 0 },
      },
    })
  })

  test('R191 two phones that were both offline: the second to settle learns of it, and who went out in between was let in once each time', async () => {
    const { settle, yes, north, south, counts, person } = await openOffline()
    const [one, two] = [await yes(1), await yes(2)]
    expect((await settle(south, 5, { pass: one.pass })).result).toBe('ok')
    expect((await settle(north, 3, { pass: one.pass })).result).toBe('double')
    await settle(south, 2, { rsvpId: two.rsvpId })
    expect((await settle(north, 8, { rsvpId: two.rsvpId, kind: 'in' })).result).toBe('double')
    expect((await settle(north, 6, { rsvpId: two.rsvpId, kind: 'out' })).result).toBe('ok')
    expect((await person(two.rsvpId, north))?.twice).toBeUndefined()
    expect(await counts()).toMatchObject({ inside: 2, came: 2 })
  })

  test('R191 what was admitted though void is kept as that, and nobody is refused; knowing it is another thing', async () => {
    const { settle, yes, north, world, groupId, guest, counts, eventId, ada } = await openOffline()
    const [lost, erased, other] = [await yes(1), await yes(2), await yes(3)]
    await world.answer(groupId, guest(1), [], { attending: false })
    await world.ok(guestApi.erase, { groupId }, guest(2))
    expect((await settle(north, 2, { pass: lost.pass })).result).toBe('admitted-void')
    expect((await settle(north, 2, { pass: erased.pass })).result).toBe('admitted-void')
    expect((await settle(north, 2, { pass: 'no pass' })).result).toBe('unknown')
    expect((await settle(north, 2, { rsvpId: lost.rsvpId, kind: 'out' })).result).toBe('ok')
    expect((await settle(north, 1, { pass: lost.pass, despite: true })).result).toBe('ok')
    expect((await settle(north, 1, { pass: other.pass, groupId: 'b'.repeat(24) })).result).toBe('ok')
    expect(await counts()).toMatchObject({ inside: 2, came: 2 })
    const { people } = await world.ok(doorApi.list, { eventId }, ada)
    expect(people.map(({ _id }) => _id)).not.toContain(erased.rsvpId)
  })

  test('R184, R191 the same batch again is answered the same and counts once; the id of another phone is another one', async () => {
    const { settle, yes, north, south, counts, scan } = await openOffline()
    const { pass } = await yes(1)
    await scan(south, { pass })
    const id = newScanId()
    const first = await settle(north, 3, { pass }, id)
    expect(first.result).toBe('double')
    expect(await settle(north, 3, { pass }, id)).toEqual(first)
    expect((await settle(south, 2, { pass }, id)).result).toBe('double')
    expect(await counts()).toMatchObject({ inside: 1, came: 1 })
  })

  test('R188, R191 an entry that was settled is taken back like any other: then the other one stands', async () => {
    const { settle, scan, yes, north, south, person, counts, world, eventId } = await openOffline()
    const { pass, rsvpId } = await yes(1)
    await settle(north, 3, { pass })
    const line = (await scan(south, { pass, despite: true })).person?.door?.line ?? ''
    await world.ok(doorApi.undo, { eventId, rsvpId, line }, south)
    expect(await person(rsvpId, north)).toMatchObject({ door: { isIn: true, door: 'North' } })
    expect(await counts()).toMatchObject({ inside: 1, came: 1 })
  })
})

describe('what a phone has to know', () => {
  test('R190 the list brings the serials of passes, what they are checked with, and until when it may be kept', async () => {
    const { world, eventId, north, yes, groupId, guest, event } = await openOffline()
    const { rsvpId, pass } = await yes(1)
    await world.answer(groupId, guest(1), [], { attending: false })
    await world.answer(groupId, guest(1), ['Guest'])
    const list = await world.ok(doorApi.list, { eventId }, north)
    expect(list.people.find(({ _id }) => _id === rsvpId)?.serial).toBe(1)
    expect(Date.parse(list.until) - Date.parse(event.end)).toBe(12 * 60 * minute)
    const token = Buffer.from(pass.split('#')[1] ?? '', 'base64url')
    const [{ id, x, y } = { id: '', x: '', y: '' }] = list.keys
    expect(token.subarray(0, 2).toString('base64url')).toBe(id)
    const key = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y }, { name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'verify',
    ])
    const [signed, signature] = [token.subarray(0, -64), token.subarray(-64)]
    expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed)).toBe(true)
    signed[8] = (signed[8] ?? 0) ^ 1
    expect(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed)).toBe(false)
  })

  test('R194 a page of the list has a tag of its own: one scan changes that of its page and of the counts, and no clock does', async () => {
    const { world, eventId, north, yes, scan } = await openOffline()
    const { rsvpId } = await yes(1)
    const read = (etag = '') => world.send('GET', `/api/door/${eventId}/list`, undefined, { ...north, headers: { 'if-none-match': etag } })
    const etag = (await read()).headers.get('etag') ?? ''
    world.clock.advance(minute)
    expect((await read(etag)).status).toBe(304)
    await scan(north, { rsvpId })
    expect((await read(etag)).status).toBe(200)
  })
})
