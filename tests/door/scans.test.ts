// What a scan is answered, what it changes, and what nobody gets past (R184 to R192).
import { describe, expect, test } from 'vitest'
import { door } from '#protocol/kernel/limits.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { doorApi, doorName } from '#protocol/seats/door/door.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { type OwnRsvp, rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { attendances, doorCounts, doorPhones, doorScans } from '#server/seats/model/door.ts'
import { type As, openWorld } from '../kit/world/world.ts'
import { newScanId, openDoor } from './stage.ts'

const results = async (all: readonly Promise<{ result: string }>[]) => (await Promise.all(all)).map(({ result }) => result)

describe('what it is answered', () => {
  test('R185 ok, and then again with when and where; out and in again', async () => {
    const { yes, scan, north, south, minutesBefore, world } = await openDoor()
    const { pass, rsvpId } = await yes(1)
    minutesBefore(30)
    const at = new Date(world.clock.now()).toISOString()
    expect(await scan(north, { pass })).toMatchObject({ result: 'ok', person: { _id: rsvpId, door: { isIn: true, at, door: 'North' } } })
    world.clock.advance(60_000)
    expect(await scan(south, { pass })).toMatchObject({ result: 'again', at, door: 'North' })
    expect(await scan(south, { rsvpId, kind: 'out' })).toMatchObject({ result: 'ok', person: { door: { isIn: false, door: 'South' } } })
    expect(await scan(south, { pass })).toMatchObject({ result: 'ok' })
  })

  test('R185 early before the doors open, from when on it says; declined, without an answer, and one of nobody', async () => {
    const { yes, scan, north, minutesBefore, world, groupId, guest, event } = await openDoor()
    const { pass } = await yes(1)
    const declined = await world.answer(groupId, guest(2), [], { attending: false })
    minutesBefore(61)
    expect(await scan(north, { pass })).toMatchObject({ result: 'early', at: new Date(Date.parse(event.start) - 3_600_000).toISOString() })
    minutesBefore(60)
    const sent = [{ pass }, { rsvpId: declined.body.rsvp._id }, { rsvpId: 'a'.repeat(24) }, { pass: 'no pass' }, {}]
    expect(await results(sent.map((one) => scan(north, one)))).toEqual(['ok', 'declined', 'unknown', 'unknown', 'unknown'])
  })

  test('R185 the event says how long before the start its doors open, also where it is moved after that', async () => {
    const { yes, scan, north, minutesBefore, world, eventId, ada, event } = await openDoor()
    const { pass } = await yes(1)
    await world.ok(eventApi.update, { id: eventId, doorsOpen: 15 }, ada)
    minutesBefore(16)
    expect(await scan(north, { pass })).toMatchObject({ result: 'early', at: new Date(Date.parse(event.start) - 900_000).toISOString() })
    expect((await world.ok(doorApi.list, { eventId }, north)).groups[0]?.opensAt).toBe(
      new Date(Date.parse(event.start) - 900_000).toISOString(),
    )
    minutesBefore(15)
    expect((await scan(north, { pass })).result).toBe('ok')
  })

  test('R180, R185 who only waits, or is offered a seat, has no pass and waits at the door; with the seat comes the pass', async () => {
    const { world, yes, scan, minutesBefore, groupId, guest, north, counts, ownPass } = await openDoor()
    for (const n of [1, 2, 3]) await yes(n, ['Speaker'])
    const wait = async (n: number, roles: string[]) =>
      (await world.answer(groupId, guest(n), roles, { waitFor: ['Speaker'] })).body.rsvp as OwnRsvp & { _id: string }
    // Who has another seat comes, whatever they wait for besides.
    const [waits, offered, besides] = [await wait(5, []), await wait(4, []), await wait(6, ['Guest'])].map(({ _id }) => _id)
    minutesBefore(100)
    await world.answer(groupId, guest(1), [], { attending: false })
    minutesBefore(55)
    const own = async (n: number) => (await world.ok(rsvpApi.form, { groupId }, guest(n))).rsvp
    expect((await own(5))?.offers).toHaveLength(1)
    expect([(await own(4))?.passes, (await own(5))?.passes, (await own(6))?.passes?.length]).toEqual([undefined, undefined, 1])
    const sent = [waits, offered, besides].map((rsvpId) => scan(north, { rsvpId }))
    expect(await results(sent)).toEqual(['waiting', 'waiting', 'ok'])
    expect(await counts()).toMatchObject({ inside: 1, came: 1 })
    await world.ok(waitlistApi.offer, { groupId, role: 'Speaker', accept: true }, guest(5))
    expect((await scan(north, { pass: await ownPass(5) })).result).toBe('ok')
    expect((await scan(north, { rsvpId: offered, despite: true })).person?.standing).toBe('waiting')
  })

  test('R185 another group’s door is another one, and of a canceled event there is none', async () => {
    const { world, ada, scan, minutesBefore, groupId, eventId, guest, north } = await openDoor()
    const other = 'b'.repeat(24)
    const { body } = await world.answer(groupId, guest(1), ['Guest'])
    minutesBefore(10)
    expect((await scan(north, { rsvpId: body.rsvp._id, groupId: other })).result).toBe('wrongGroup')
    await world.ok(eventApi.remove, { id: eventId }, ada)
    expect((await scan(north, { rsvpId: body.rsvp._id, despite: true })).result).toBe('canceled')
  })

  test('R185 one more tap lets in whom the list would not; never one of nobody', async () => {
    const { yes, scan, north, world, groupId, guest, counts } = await openDoor()
    const { rsvpId } = await yes(1)
    const declined = (await world.answer(groupId, guest(2), [], { attending: false })).body.rsvp._id
    const sent = [{ rsvpId }, { rsvpId: declined }, { pass: 'no pass' }].map((one) => scan(north, { ...one, despite: true }))
    expect(await results(sent)).toEqual(['ok', 'ok', 'unknown'])
    expect(await counts()).toMatchObject({ inside: 2, came: 2 })
    expect((await world.store.get(attendances, declined))?.log[0]?.despite).toBe('declined')
  })
})

test('R185 who was let in all the same stands in the activity, with what the door had said; nobody else does', async () => {
  const { world, ada, yes, scan, north, groupId, guest, minutesBefore } = await openDoor()
  const { rsvpId } = await yes(1)
  const declined = (await world.answer(groupId, guest(2), [], { attending: false, name: 'Nora' })).body.rsvp._id
  minutesBefore(5)
  await scan(north, { rsvpId })
  await scan(north, { rsvpId: declined })
  await scan(north, { rsvpId: declined, despite: true })
  await scan(ada, { rsvpId, despite: true })
  const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'let-in' }, ada)
  expect(activity.map(({ rsvp, to, by }) => [rsvp?.name, to.scanned, by.type])).toEqual([
    ['Guest 1', 'again', 'guest'],
    ['Nora', 'declined', 'guest'],
  ])
  await world.ok(guestApi.erase, { groupId }, guest(2))
  const after = await world.ok(activityApi.list, { id: groupId, kind: 'let-in' }, ada)
  expect(after.activity.map(({ rsvp }) => rsvp?.name)).toEqual(['Guest 1', ''])
})

describe('attacks', () => {
  test('R181, R185 forged, altered, cut, foreign and expired passes, those of erased guests and of a lost seat let nobody in', async () => {
    const { yes, scan, north, minutesBefore, world, groupId, guest, ownPass, counts, ada } = await openDoor()
    const [first, second, third] = [await yes(1), await yes(2), await yes(3)]
    const elsewhere = await openWorld()
    const { groupId: foreignGroup } = await elsewhere.event(await elsewhere.person('ada'))
    const foreign = (await elsewhere.answer(foreignGroup, elsewhere.proven('x@guests.test', foreignGroup), ['Guest'])).body.rsvp.passes[0]
      .url
    const otherEvent = await world.event(ada, undefined, { limitToMembers: false }, { assignmentRules: { enableRoleSelfSelect: true } })
    const ofOther = (await world.answer(otherEvent.groupId, world.proven('y@guests.test', otherEvent.groupId), ['Guest'])).body.rsvp
      .passes[0].url
    await world.ok(guestApi.erase, { groupId }, guest(2))
    await world.answer(groupId, guest(3), [], { attending: false })
    await world.answer(groupId, guest(3), ['Guest'])
    minutesBefore(5)
    const token = first.pass.split('#')[1] ?? ''
    const flipped = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
    const bad = [flipped, token.slice(0, -2), `${token}AA`, foreign, ofOther, second.pass, third.pass]
    expect(await results(bad.map((pass) => scan(north, { pass })))).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'void',
      'void',
    ])
    expect(await counts()).toMatchObject({ inside: 0, came: 0 })
    expect((await scan(north, { pass: await ownPass(3) })).result).toBe('ok')
  })

  test('R184 the same scan again is answered the same and counts once, at once or later; the id of another phone is another one', async () => {
    const { yes, scan, north, south, minutesBefore, counts, world } = await openDoor()
    const [{ pass }, other] = [await yes(1), await yes(2)]
    minutesBefore(5)
    const id = newScanId()
    const sent = await Promise.all([scan(north, { pass }, id), scan(north, { pass }, id), scan(north, { pass }, id)])
    expect(sent.map(({ result }) => result)).toEqual(['ok', 'ok', 'ok'])
    world.clock.advance(3_600_000)
    expect((await scan(north, { pass: other.pass }, id)).result).toBe('ok')
    expect(await counts()).toMatchObject({ inside: 1, came: 1 })
    expect((await scan(south, { pass: other.pass }, id)).result).toBe('ok')
    expect(await counts()).toMatchObject({ inside: 2, came: 2 })
    expect((await world.store.find(doorScans, { index: '_id', limit: 10 })).length).toBe(2)
  })

  test('R186 a pass on two phones at once, and its screenshot on many, lets one in', async () => {
    const { yes, scan, north, south, minutesBefore, counts } = await openDoor()
    const { pass } = await yes(1)
    minutesBefore(5)
    const all = await results(Array.from({ length: 20 }, (_, nth) => scan(nth % 2 ? north : south, { pass })))
    expect(all.filter((one) => one === 'ok')).toHaveLength(1)
    expect(all.filter((one) => one === 'again')).toHaveLength(19)
    expect(await counts()).toMatchObject({ inside: 1, came: 1 })
  })

  test('R184 up to 200 at once, in their order, and no more', async () => {
    const { yes, eventId, north, world, minutesBefore } = await openDoor()
    const { rsvpId } = await yes(1)
    minutesBefore(5)
    const scans = Array.from({ length: 200 }, (_, nth) => ({
      scanId: newScanId(),
      rsvpId,
      kind: nth % 2 ? ('out' as const) : ('in' as const),
    }))
    const { results: all, counts } = await world.ok(doorApi.scan, { eventId, scans }, north)
    expect(all.every(({ result }) => result === 'ok')).toBe(true)
    expect(Object.values(counts)[0]).toMatchObject({ inside: 0, came: 1 })
    expect((await world.call(doorApi.scan, { eventId, scans: [...scans, { scanId: newScanId(), rsvpId }] }, north)).status).toBe(400)
  })
})

test('R96, R186 a guest reads when they went in and out, and nobody else’s; it goes with the answer', async () => {
  const { yes, scan, north, minutesBefore, world, groupId, guest } = await openDoor()
  const [{ rsvpId }] = [await yes(1), await yes(2)]
  minutesBefore(5)
  await scan(north, { rsvpId })
  await scan(north, { rsvpId, kind: 'out' })
  const at = new Date(world.clock.now()).toISOString()
  const mine = await world.ok(guestApi.myData, { groupId }, guest(1))
  expect(mine.atDoor).toEqual([
    { kind: 'in', at, door: 'North' },
    { kind: 'out', at, door: 'North' },
  ])
  expect((await world.ok(guestApi.myData, { groupId }, guest(2))).atDoor).toEqual([])
})

test('R57, R186 once a canceled event is purged nothing is left of who was at its door', async () => {
  const { yes, scan, north, minutesBefore, world, ada, eventId } = await openDoor()
  const { rsvpId } = await yes(1)
  minutesBefore(5)
  await scan(north, { rsvpId })
  await world.ok(eventApi.remove, { id: eventId }, ada)
  world.clock.advance(60 * 86_400_000)
  await world.runJobs()
  const left = await Promise.all(
    [attendances, doorCounts, doorScans, doorPhones].map((one) => world.store.find(one as never, { index: '_id', limit: 5 })),
  )
  expect(left).toEqual([[], [], [], []])
})

describe('the sums', () => {
  test('R186 are those of the log, per role and per door, whatever order people come and go in', async () => {
    const { yes, scan, north, south, minutesBefore, counts, world, groupId } = await openDoor()
    const people = [await yes(1), await yes(2, ['Guest', 'Speaker']), await yes(3)]
    minutesBefore(5)
    const [one, two, three] = people.map(({ rsvpId }) => rsvpId)
    await scan(north, { rsvpId: one })
    await scan(south, { rsvpId: two })
    await scan(south, { rsvpId: three })
    await scan(north, { rsvpId: two, kind: 'out' })
    await scan(north, { rsvpId: two })
    await scan(north, { rsvpId: three, kind: 'out' })
    expect(await counts()).toEqual({
      inside: 2,
      came: 3,
      roles: { Guest: { inside: 2, came: 3 }, Speaker: { inside: 1, came: 1 } },
      doors: {
        North: { inside: 2, came: 1 },
        South: { inside: 0, came: 2 },
      },
    })
    const logs = await world.store.find(attendances, { index: 'group', where: { groupId }, limit: 10 })
    expect(logs.map(({ log }) => log.length).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
  })

  test('R186, R119 of one answer no more lines are kept than anybody goes in and out, online or off; others go on', async () => {
    const { world, eventId, yes, north, south, scan, minutesBefore, counts } = await openDoor()
    const [one, two] = [await yes(1), await yes(2)]
    minutesBefore(5)
    const most = door.linesPerAnswer
    const kept = async () => (await world.store.get(attendances, one.rsvpId))?.log.length
    for (let nth = 0; nth < most / 200 + 1; nth++) {
      const scans = Array.from({ length: 200 }, (_, n) => ({
        scanId: newScanId(),
        rsvpId: one.rsvpId,
        kind: n % 2 === 0 ? ('in' as const) : ('out' as const),
        mode: nth % 2 === 0 ? ('online' as const) : ('offline' as const),
      }))
      const { results } = await world.ok(doorApi.scan, { eventId, scans }, north)
      expect(results).toHaveLength(200)
      expect(await kept()).toBe(Math.min(most, 200 * (nth + 1)))
    }
    expect((await scan(south, { rsvpId: one.rsvpId, kind: 'out' })).result).toBe('ok')
    expect((await scan(south, { rsvpId: two.rsvpId })).result).toBe('ok')
    expect([await kept(), await counts()]).toEqual([most, expect.objectContaining({ inside: 1, came: 2 })])
  })

  test('R186 no door is called what can’t be counted by', () => {
    expect([doorName.safeParse(' __proto__ ').success, doorName.safeParse('constructor').success]).toEqual([false, true])
  })

  test.each(['constructor', 'toString', 'hasOwnProperty'])('R186 a door that is called %s counts as any other', async (name) => {
    const { yes, scan, pair, minutesBefore, counts } = await openDoor()
    const [odd, { rsvpId }] = [await pair(name), await yes(1)]
    minutesBefore(5)
    await scan(odd, { rsvpId })
    await scan(odd, { rsvpId, kind: 'out' })
    const all = await counts()
    expect(Object.entries(all?.doors ?? {})).toEqual([[name, { inside: 0, came: 1 }]])
    expect(all).toMatchObject({ inside: 0, came: 1 })
  })

  test('R188 the phone that scanned takes it back within 30 seconds, another one never, who manages at any time; a line is added', async () => {
    const { yes, scan, north, south, minutesBefore, counts, world, eventId, ada } = await openDoor()
    const { rsvpId } = await yes(1)
    minutesBefore(5)
    const lineOf = (answer: { person?: { door?: { line: string } | undefined } | undefined }) => answer.person?.door?.line ?? ''
    const line = lineOf(await scan(north, { rsvpId }))
    expect((await world.no(doorApi.undo, { eventId, rsvpId, line }, south))[1]).toBe('scan-unknown')
    world.clock.advance(30_000)
    const { person } = await world.ok(doorApi.undo, { eventId, rsvpId, line }, north)
    expect([person.door, await counts()]).toEqual([undefined, expect.objectContaining({ inside: 0, came: 0 })])
    expect((await world.no(doorApi.undo, { eventId, rsvpId, line }, north))[1]).toBe('scan-unknown')
    const again = lineOf(await scan(north, { rsvpId }))
    world.clock.advance(30_001)
    expect((await world.no(doorApi.undo, { eventId, rsvpId, line: again }, north))[1]).toBe('scan-old')
    const offered = async (as: As) => (await world.ok(doorApi.list, { eventId }, as)).manages
    expect([await offered(north), await offered(ada)]).toEqual([undefined, true])
    await world.ok(doorApi.undo, { eventId, rsvpId, line: again }, ada)
    expect(await counts()).toMatchObject({ inside: 0, came: 0 })
    expect((await world.store.get(attendances, rsvpId))?.log.map(({ kind }) => kind)).toEqual(['in', 'undo', 'in', 'undo'])
  })
})
