// An event of several groups at its doors: whose door it is that a pass is held up at, and phones for some of them (R182a, R185a).
import { describe, expect, test } from 'vitest'
import { decideOffline, doorsIn } from '#client/door/offline/decide.ts'
import { doorRoom } from '#protocol/live.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { isElsewhere } from '#protocol/seats/door/open-now.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { hour, minute } from '../kit/world/clock.ts'
import { newScanId, openDoor } from './stage.ts'

/** The first group, and one whose guests come three hours later; `look` asks the server, and a phone by its list. */
async function openTwo() {
  const stage = await openDoor()
  const { world, eventId, north, scan, event } = stage
  const evening = await stage.later('Evening', 3)
  const [early, late] = [await stage.yes(1), await evening.yes(2)]
  const offline = async (rsvpId: string, groupId?: string) => {
    const first = await world.ok(doorApi.list, { eventId }, north)
    const lists = await Promise.all(first.groups.map(({ _id }) => world.ok(doorApi.list, { eventId, groupId: _id }, north)))
    const found = lists.flatMap((list) => {
      const person = list.people.find(({ _id }) => _id === rsvpId)
      const group = first.groups.find(({ _id }) => _id === list.groupId)
      return person && group ? [{ person, group, holder: { ...person, person } }] : []
    })[0]
    const asked = { scanId: 'x', kind: 'in' as const, despite: false, found, groupId, doors: doorsIn(first.groups), now: world.clock.now() }
    return decideOffline(asked).answer
  }
  const look = async (one: { rsvpId: string; pass: string }, groupId?: string) => {
    const said = [await offline(one.rsvpId, groupId), await scan(north, { pass: one.pass, ...(groupId && { groupId }) })]
    return said.map(({ result, at }) => (at === undefined ? result : { result, at }))
  }
  const goTo = (fromStart: number) => world.clock.advance(Date.parse(event.start) + fromStart - world.clock.now())
  return { ...stage, evening, early, late, look, goTo }
}
const both = (said: unknown) => [said, said]

describe('without its group in the scan', () => {
  test('R185a the one counts whose doors are open now, with a network and without: a pass of another is another group’s', async () => {
    const { look, goTo, late, evening } = await openTwo()
    goTo(-5 * minute)
    const opens = new Date(Date.parse(evening.start) - hour).toISOString()
    expect(await look(late)).toEqual(both({ result: 'wrongGroup', at: opens }))
  })

  test('R185a who comes too late for theirs is at another group’s door too; while none is open each is judged by their own', async () => {
    const { look, goTo, early, late, evening, event } = await openTwo()
    goTo(-2 * hour)
    expect(await look(early)).toEqual(both({ result: 'early', at: new Date(Date.parse(event.start) - hour).toISOString() }))
    goTo(Date.parse(evening.start) - Date.parse(event.start) - 5 * minute)
    const isOver = Date.parse(event.end) < Date.parse(evening.start) - 5 * minute
    expect([isOver, await look(early)]).toEqual([true, both('wrongGroup')])
    goTo(Date.parse(evening.end) - Date.parse(event.start) + minute)
    expect(await look(late)).toEqual(both('ok'))
  })

  test('R185 a group that was deleted has no doors', async () => {
    const { goTo, late, look, evening, world, ada, groupId } = await openTwo()
    await world.ok(groupApi.remove, { id: groupId }, ada)
    goTo(-5 * minute)
    const opens = new Date(Date.parse(evening.start) - hour).toISOString()
    expect(await look(late)).toEqual(both({ result: 'early', at: opens }))
  })

  test('R185 of an event that was deleted each pass is canceled, with a network and without', async () => {
    const { goTo, early, look, world, ada, eventId } = await openTwo()
    await world.ok(eventApi.remove, { id: eventId }, ada)
    goTo(-5 * minute)
    expect(await look(early)).toEqual(both('canceled'))
  })
})

test('R185a with its group in the scan that one counts, whichever doors are open', async () => {
  const { look, goTo, early, late, groupId, evening } = await openTwo()
  goTo(-5 * minute)
  const opens = new Date(Date.parse(evening.start) - hour).toISOString()
  expect(await look(late, evening.groupId)).toEqual(both({ result: 'early', at: opens }))
  expect(await look(early, evening.groupId)).toEqual(both('wrongGroup'))
  expect(await look(early, groupId)).toEqual(both('ok'))
})

test('R185 doors are open from the first moment to the last', () => {
  const at = (ms: number) => new Date(ms).toISOString()
  const [own, other] = [
    { _id: 'a', opensAt: at(1000), end: at(2000) },
    { _id: 'b', opensAt: at(0), end: at(9000) },
  ]
  expect([999, 1000, 2000, 2001].map((now) => isElsewhere(own, undefined, [own, other], now))).toEqual([true, false, false, true])
  expect(isElsewhere(own, undefined, [own], 999)).toBe(false)
})

describe('a phone for some groups', () => {
  async function openLimited() {
    const stage = await openTwo()
    const phone = await stage.pair('Evening door', [stage.evening.groupId])
    stage.goTo(-5 * minute)
    return { ...stage, phone }
  }

  test('R182a, R183 has the list and the sums of those alone, live too', async () => {
    const { world, ada, eventId, groupId, evening, phone, late } = await openLimited()
    const list = await world.ok(doorApi.list, { eventId }, phone)
    expect([list.groups.map(({ name }) => name), list.groupId, list.people.map(({ _id }) => _id)]).toEqual([
      ['Evening'],
      evening.groupId,
      [late.rsvpId],
    ])
    expect((await world.call(doorApi.list, { eventId, groupId }, phone)).status).toBe(404)
    const socket = await world.socket({}, { cookie: phone.cookie, 'sec-fetch-site': 'same-origin' })
    expect(await socket.watch(doorRoom(eventId))).toMatchObject({ view: { groups: [{ _id: evening.groupId }] } })
    const { phones } = await world.ok(doorApi.phones, { eventId }, ada)
    expect(phones.map(({ name, groupIds }) => [name, groupIds])).toContainEqual(['Evening door', [evening.groupId]])
    expect(phones.map(({ name, groupIds }) => [name, groupIds])).toContainEqual(['North', []])
  })

  test('R182a, R183, R185 lets nobody of another group in, by pass, list, walk-in, lease or undo, and learns nothing of them', async () => {
    const { world, eventId, groupId, north, scan, phone, early, late, evening } = await openLimited()
    const { person } = await scan(north, { rsvpId: early.rsvpId, groupId })
    for (const despite of [false, true]) {
      const byPass = await scan(phone, { pass: early.pass, despite })
      expect(byPass).toEqual({ scanId: byPass.scanId, result: 'wrongGroup' })
      expect((await scan(phone, { rsvpId: early.rsvpId, despite })).result).toBe('unknown')
    }
    const walkin = { eventId, scanId: newScanId(), name: 'Wanda', role: 'Guest' }
    expect((await world.no(walkinApi.add, { ...walkin, groupId }, phone))[1]).toBe('group-unknown')
    expect((await world.call(doorApi.lease, { eventId, groupId, role: 'Guest', seats: 1 }, phone)).status).toBe(404)
    const undo = { eventId, rsvpId: early.rsvpId, line: person?.door?.line ?? '' }
    expect((await world.no(doorApi.undo, undo, phone))[1]).toBe('scan-unknown')
    const { counts } = await world.ok(
      doorApi.scan,
      { eventId, scans: [{ scanId: newScanId(), rsvpId: late.rsvpId, despite: true }] },
      phone,
    )
    expect(counts).toEqual({ [evening.groupId]: expect.objectContaining({ inside: 1, came: 1 }) })
    expect((await world.ok(walkinApi.add, { ...walkin, groupId: evening.groupId }, phone)).person.name).toBe('Wanda')
  })

  test('R182a, R191 whom it admitted without a network is there, counts for their own group, and is not named to it', async () => {
    const { world, eventId, groupId, ada, scan, phone, early, counts } = await openLimited()
    const sent = { pass: early.pass, mode: 'offline' as const, at: new Date(world.clock.now()).toISOString() }
    const scanId = newScanId()
    const once = { scanId, ...sent }
    for (const _ of [1, 2]) {
      const reply = await world.ok(doorApi.scan, { eventId, scans: [once] }, phone)
      expect(reply.results).toEqual([{ scanId, result: 'wrongGroup' }])
      expect(Object.keys(reply.counts)).not.toContain(groupId)
    }
    expect(await counts()).toMatchObject({ inside: 1, came: 1, doors: { 'Evening door': { inside: 1, came: 1 } } })
    const { rsvps } = await world.ok(groupApi.rsvps, { id: groupId }, ada)
    expect(rsvps.find(({ _id }) => _id === early.rsvpId)?.came).toMatchObject({ isIn: true, people: 1 })
    const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'let-in' }, ada)
    expect(activity.map(({ to }) => to)).toEqual([{ scanned: 'wrongGroup' }])
    expect((await scan(phone, { rsvpId: early.rsvpId, mode: 'offline', at: sent.at })).result).toBe('unknown')
  })

  test('R182a says the same of a pass of another group that counts no more, with a network and without', async () => {
    const { world, groupId, guest, scan, phone, early } = await openLimited()
    await world.answer(groupId, guest(1), [], { attending: false })
    for (const mode of ['online', 'offline']) expect((await scan(phone, { pass: early.pass, mode })).result).toBe('wrongGroup')
  })

  test('R182a is made for groups of the event alone, and is nobody there once those are gone', async () => {
    const { world, ada, eventId, evening, phone } = await openLimited()
    const { groupId: foreign } = await world.event(ada)
    expect((await world.no(doorApi.makePhone, { eventId, name: 'Bar', groupIds: [foreign] }, ada))[1]).toBe('group-unknown')
    await world.ok(groupApi.remove, { id: evening.groupId }, ada)
    expect((await world.call(doorApi.list, { eventId }, phone)).status).toBe(404)
  })
})
