// The phones at the doors of an event: how they are paired, what they are shown, and what ends them (R182, R183).
import { describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { doorRoom } from '#protocol/live.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { TeamView, teamApi } from '#protocol/people/team.ts'
import { DoorGroup, doorApi } from '#protocol/seats/door/door.ts'
import { isElsewhere } from '#protocol/seats/door/open-now.ts'
import { ScanAnswer } from '#protocol/seats/door/scan.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { type DoorCount, doorCounts, doorPhones } from '#server/seats/model/door.ts'
import { opened, payPage } from '../kit/world/buying.ts'
import { minute } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { cookieOf } from '../kit/world/people.ts'
import { type As, openWorld } from '../kit/world/world.ts'
import { newScanId, openDoor } from './stage.ts'

const tokenOf = (link: string) => link.split('#')[1] ?? ''

describe('pairing', () => {
  test('R182 a link pairs one browser, once, by an HttpOnly cookie for this event; both its secrets are kept as hashes', async () => {
    const { world, ada, eventId } = await openDoor()
    const { link, phone, until } = await world.ok(doorApi.makePhone, { eventId, name: 'Back door' }, ada)
    expect(link).toMatch(new RegExp(`^http://rolecall.test/door/${eventId}#[0-9a-f]{24}\\.[\\w-]{43}$`))
    expect(Date.parse(until) - world.clock.now()).toBe(10 * minute)
    expect(phone).toMatchObject({ name: 'Back door', pairedAt: null, seenAt: null, groupIds: [] })
    const paired = await world.call(doorApi.pair, { token: tokenOf(link) })
    expect(paired.body).toMatchObject({ eventId, name: 'Back door' })
    const cookie = cookieOf(paired.headers)
    expect(paired.headers.get('set-cookie')).toMatch(new RegExp(`^rolecall_door_${eventId}=.*; Path=/; HttpOnly; SameSite=Lax$`))
    expect(await world.ok(doorApi.list, { eventId }, { cookie })).toMatchObject({ door: 'Back door', until: paired.body.until })
    expect((await world.no(doorApi.pair, { token: tokenOf(link) }))[1]).toBe('door-link-over')
    const kept = JSON.stringify(await everything(world.store))
    for (const secret of [tokenOf(link).split('.')[1], cookie.split('.')[1]]) expect(kept).not.toContain(secret)
  })

  test('R182 of two that open the link at once one is paired; after ten minutes nobody is', async () => {
    const { world, ada, eventId } = await openDoor()
    const { link } = await world.ok(doorApi.makePhone, { eventId, name: 'Back door' }, ada)
    const both = await Promise.all([1, 2].map(() => world.call(doorApi.pair, { token: tokenOf(link) })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
    const late = await world.ok(doorApi.makePhone, { eventId, name: 'Late' }, ada)
    world.clock.advance(10 * minute)
    expect((await world.no(doorApi.pair, { token: tokenOf(late.link) }))[1]).toBe('door-link-over')
    for (const token of ['x', `${'a'.repeat(24)}.${'b'.repeat(43)}`, tokenOf(link).slice(0, -1)])
      expect((await world.no(doorApi.pair, { token }))[1]).toBe('door-link-over')
  })

  test('R182, R49 an upgrade of one group is one for the doors of its event, whichever group it is', async () => {
    const { world, ada: bea } = await opened()
    await world.setTier(bea.userId, 'pro')
    const { eventId } = await world.event(bea)
    const { groupId } = await world.ok(
      eventApi.addGroup,
      { id: eventId, group: { name: 'Later', roles: [{ name: 'Guest', max: 5 }] } },
      bea,
    )
    await world.setTier(bea.userId, 'free')
    await payPage(world, (await world.ok(checkoutApi.group, { groupId, mode: 'payment' }, bea)).sessionId)
    for (const name of ['North', 'South']) await world.ok(doorApi.makePhone, { eventId, name }, bea)
  })

  test.each([
    ['free', 1],
    ['pro', 5],
    ['team', 20],
  ] as const)('R182 on %s an event has %i', async (tier, most) => {
    const world = await openWorld()
    const owner = await world.person('bea', tier)
    const { eventId } = await world.event(owner)
    for (let nth = 0; nth < most; nth++) await world.ok(doorApi.makePhone, { eventId, name: `Door ${nth}` }, owner)
    expect(await world.no(doorApi.makePhone, { eventId, name: 'One more' }, owner)).toEqual([
      403,
      'door-phones-reached',
      `Your plan allows ${most} door phones for an event.`,
    ])
  })
})

test('R182 a phone whose link lapsed unopened takes no place of the plan', async () => {
  const world = await openWorld()
  const owner = await world.person('bea', 'free')
  const { eventId } = await world.event(owner)
  const make = (name: string) => world.call(doorApi.makePhone, { eventId, name }, owner)
  expect((await make('North')).status).toBe(200)
  world.clock.advance(10 * minute - 1)
  expect((await make('South')).body.code).toBe('door-phones-reached')
  world.clock.advance(1)
  const { body } = await make('South')
  expect((await world.ok(doorApi.phones, { eventId }, owner)).phones.map(({ name }) => name)).toEqual(['South'])
  await world.ok(doorApi.pair, { token: tokenOf(body.link) })
  world.clock.advance(10 * minute)
  expect((await make('West')).body.code).toBe('door-phones-reached')
})

describe('who isn’t paired', () => {
  test('R183 to a browser that isn’t paired, or to another event, there is no such event', async () => {
    const { world, eventId, north, ada } = await openDoor()
    const { eventId: other } = await world.event(ada)
    const value = north.cookie.split('=')[1] ?? ''
    const forged = [
      {},
      { cookie: `rolecall_door_${eventId}=${value.slice(0, -1)}x` },
      { cookie: `rolecall_door_${eventId}=${value.split('.')[0]}.${'a'.repeat(43)}` },
      { cookie: `rolecall_door_${eventId}=${tokenOf(north.link)}` },
      { cookie: `rolecall_door_${other}=${value}` },
    ]
    const nothing = await world.call(doorApi.list, { eventId: 'f'.repeat(24) })
    for (const as of forged) {
      const { status, body } = await world.call(doorApi.list, { eventId }, as)
      expect([status, body.code, body.error]).toEqual([404, nothing.body.code, nothing.body.error])
    }
    expect((await world.call(doorApi.list, { eventId: other }, { cookie: `rolecall_door_${other}=${value}` })).status).toBe(404)
  })

  test('R182 a phone that was cut off is nobody there at its next call; others stay', async () => {
    const { world, ada, eventId, north, south, yes, scan } = await openDoor()
    const { rsvpId } = await yes(1)
    await world.ok(doorApi.endPhone, { eventId, phoneId: north.phoneId }, ada)
    expect((await world.call(doorApi.list, { eventId }, north)).status).toBe(404)
    const scans = [{ scanId: '00000000-0000-4000-8000-00000000ffff', rsvpId }]
    expect((await world.call(doorApi.scan, { eventId, scans }, north)).status).toBe(404)
    expect((await scan(south, { rsvpId, despite: true })).result).toBe('ok')
    expect((await world.ok(doorApi.phones, { eventId }, ada)).phones.map(({ name }) => name)).toEqual(['South'])
  })

  test('R190 a phone leaves by itself: its cookie ends with it, others stay; who is no phone has none to take away', async () => {
    const { world, ada, eventId, north, south, yes, scan } = await openDoor()
    const { rsvpId } = await yes(1)
    await scan(north, { rsvpId, despite: true })
    const [desk, there] = [await world.socket(ada), await world.socket({}, { cookie: north.cookie, 'sec-fetch-site': 'same-origin' })]
    for (const one of [desk, there]) await one.watch(doorRoom(eventId))
    expect(await world.ok(doorApi.list, { eventId }, north)).toMatchObject({ paired: true })
    const left = await world.call(doorApi.unpair, { eventId }, north)
    expect([left.status, left.body]).toEqual([200, { success: true }])
    expect(left.headers.get('set-cookie')).toMatch(new RegExp(`^rolecall_door_${eventId}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax$`))
    expect((await there.hears(({ name }) => name === 'gone')).view).toBe(doorRoom(eventId))
    await desk.hears(({ name, view }) => name === 'phone' && view._id === north.phoneId)
    expect((await world.call(doorApi.list, { eventId }, north)).status).toBe(404)
    expect((await world.ok(doorApi.phones, { eventId }, ada)).phones.map(({ name }) => name)).toEqual(['South'])
    // Whom it let in stays in.
    expect((await world.ok(doorApi.list, { eventId }, south)).groups[0]?.counts.inside).toBe(1)
    expect((await world.ok(doorApi.list, { eventId }, ada)).paired).toBeUndefined()
    for (const as of [ada, north, {}]) expect((await world.call(doorApi.unpair, { eventId }, as)).status).toBe(404)
  })

  test('R182 it ends 12 hours after the event, wherever that was moved', async () => {
    const { world, ada, eventId, event, north } = await openDoor()
    const [start, end] = [world.inDays(9), new Date(Date.parse(world.inDays(9)) + 3_600_000).toISOString()]
    await world.ok(eventApi.update, { id: eventId, start, end }, ada)
    world.clock.advance(Date.parse(event.end) + 13 * 60 * minute - world.clock.now())
    expect((await world.call(doorApi.list, { eventId }, north)).status).toBe(200)
    world.clock.advance(Date.parse(end) + 12 * 60 * minute - world.clock.now())
    expect((await world.call(doorApi.list, { eventId }, north)).status).toBe(404)
  })
})

describe('last contact', () => {
  test('R182b a phone is heard of by reading its list as well, noted once a minute; who manages hears of it, and of pairing and cutting off', async () => {
    const { world, ada, eventId, north, south, pair } = await openDoor()
    const seenAt = async (id: string) => (await world.ok(doorApi.phones, { eventId }, ada)).phones.find(({ _id }) => _id === id)?.seenAt
    const paired = await seenAt(north.phoneId)
    const [desk, door] = [await world.socket(ada), await world.socket({}, { cookie: south.cookie, 'sec-fetch-site': 'same-origin' })]
    for (const one of [desk, door]) await one.watch(doorRoom(eventId))
    const revs = async () => (await world.store.get(doorPhones, north.phoneId))?.rev
    const before = await revs()
    for (let nth = 0; nth < 3; nth++) {
      world.clock.advance(15_000)
      await world.ok(doorApi.list, { eventId }, north)
    }
    expect([await seenAt(north.phoneId), await revs()]).toEqual([paired, before])
    world.clock.advance(15_000)
    const minuteLater = new Date(world.clock.now()).toISOString()
    for (let nth = 0; nth < 3; nth++) await world.ok(doorApi.list, { eventId }, north)
    expect([await seenAt(north.phoneId), await revs()]).toEqual([minuteLater, (before ?? 0) + 1])
    await desk.hears(({ name, view }) => name === 'phone' && view._id === north.phoneId && view.eventId === eventId)
    const { phoneId } = await pair('West')
    await desk.hears(({ name, view }) => name === 'phone' && view._id === phoneId && view.rev === 2)
    await world.ok(doorApi.endPhone, { eventId, phoneId }, ada)
    await desk.hears(({ name, view }) => name === 'phone' && view._id === phoneId && view.rev === 3)
    expect(door.seen('phone')).toEqual([])
  })
})

describe('the list', () => {
  test('R183 it names guests, their roles, how they stand and who is in; never an email, and no page of it is kept by a browser', async () => {
    const { world, eventId, north, yes, guest, groupId, scan } = await openDoor()
    const { rsvpId } = await yes(1)
    await world.answer(groupId, guest(2), [], { attending: false, name: 'Nora' })
    await scan(north, { rsvpId, despite: true })
    const { body, headers } = await world.call(doorApi.list, { eventId }, north)
    expect(body.people).toHaveLength(2)
    expect(body.people).toContainEqual(
      expect.objectContaining({
        _id: rsvpId,
        name: 'Guest 1',
        roles: ['Guest'],
        standing: 'yes',
        door: expect.objectContaining({ isIn: true, door: 'North' }),
      }),
    )
    expect(body.people).toContainEqual(expect.objectContaining({ name: 'Nora', standing: 'no' }))
    expect(JSON.stringify(body)).not.toContain('@')
    expect(headers.get('cache-control')).toBe('no-store')
    const again = (etag: string) =>
      world.send('GET', `/api/door/${eventId}/list`, undefined, { ...north, headers: { 'if-none-match': etag } })
    expect((await again(headers.get('etag') ?? '')).status).toBe(304)
    await yes(3)
    expect((await again(headers.get('etag') ?? '')).status).toBe(200)
  })

  test('R174, R183 who comes along is named beside their guest', async () => {
    const { world, eventId, groupId, north, guest } = await openDoor({ maxCompanions: 2 })
    const companions = [{ name: 'Mo' }, { name: '' }]
    expect((await world.answer(groupId, guest(1), ['Guest'], { name: 'Gina', companions })).status).toBe(200)
    const { people } = await world.ok(doorApi.list, { eventId }, north)
    expect(people[0]?.companions?.map(({ name }) => name)).toEqual(['Mo', 'Guest of Gina (2)'])
  })

  test('R183 what was answered for the door is there, and what was answered for the organizers isn’t', async () => {
    const question = (_id: string, label: string, audience: string) => ({ label, kind: 'line', audience, _id })
    const questions = [question('q1', 'Wheelchair?', 'door'), question('q2', 'Diet', 'organizers')].map(({ _id: _, ...one }) => one)
    const { world, eventId, groupId, north, guest } = await openDoor({ questions })
    const form = await world.send('GET', `/api/rsvp/form/${groupId}`, undefined, guest(1))
    const answers = form.body.questions.map(({ _id, label }: { _id: string; label: string }) => ({
      questionId: _id,
      value: `${label} yes`,
    }))
    expect((await world.answer(groupId, guest(1), ['Guest'], { answers })).status).toBe(200)
    const { people } = await world.ok(doorApi.list, { eventId }, north)
    expect(people[0]?.answers).toEqual([{ question: 'Wheelchair?', answer: 'Wheelchair? yes' }])
  })
})

test('R186a each door has sums and lines of its own: phones of one name, and helpers who have none, with an account and without', async () => {
  const { world, ada, eventId, yes, scan, pair, counts } = await openDoor()
  const helper = async (email: string) => {
    await world.ok(teamApi.add, { id: eventId, email, role: 'door' }, ada)
    return { cookie: cookieOf((await world.call(teamApi.accept, { token: await world.tokenMailed(email) })).headers) }
  }
  const [one, two] = [await helper('one@helpers.test'), await helper('two@helpers.test')]
  const bea = await world.person('bea')
  await world.ok(teamApi.add, { id: eventId, email: bea.email, role: 'door' }, ada)
  await world.ok(teamApi.accept, { token: await world.tokenMailed(bea.email) }, bea)
  const [west, other] = [await pair('West'), await pair('West')]
  for (const [nth, as] of [one, two, bea, west, other, other].entries()) {
    const { rsvpId } = await yes(nth + 1)
    await scan(as, { rsvpId, despite: true })
  }
  expect((await counts())?.doors).toEqual({
    'Helper 1': { inside: 1, came: 1 },
    'Helper 2': { inside: 1, came: 1 },
    'Helper 3': { inside: 1, came: 1 },
    West: { inside: 1, came: 1 },
    'West (2)': { inside: 2, came: 2 },
  })
  const doorOf = async (as: As) => (await world.ok(doorApi.list, { eventId }, as)).door
  expect(await doorOf(two)).toBe('Helper 2')
  const { team } = await world.ok(teamApi.list, { id: eventId }, ada)
  const idOf = (email: string) => team.find((member) => member.email === email)?._id ?? ''
  await world.ok(teamApi.change, { id: eventId, teamId: idOf('one@helpers.test'), until: null }, ada)
  expect([await doorOf(one), await doorOf(two)]).toEqual(['Helper 1', 'Helper 2'])
  await world.ok(teamApi.remove, { id: eventId, teamId: idOf('one@helpers.test') }, ada)
  expect(await doorOf(two)).toBe('Helper 2')
  expect(await doorOf(await helper('four@helpers.test'))).toBe('Helper 4')
  expect(JSON.stringify(await world.ok(doorApi.list, { eventId }, two))).not.toContain('@')
})

test('R182, R200 who helps at the door by the event’s team needs no phone: they see what a phone sees, and cut nobody off', async () => {
  const { world, ada, eventId, yes, scan, north } = await openDoor()
  await yes(1)
  const dora = await world.person('dora')
  await world.ok(teamApi.add, { id: eventId, email: dora.email, role: 'door' }, ada)
  expect((await world.call(doorApi.list, { eventId }, dora)).status).toBe(404)
  await world.ok(teamApi.accept, { token: await world.tokenMailed(dora.email) }, dora)
  const { people } = await world.ok(doorApi.list, { eventId }, dora)
  expect([people.length, JSON.stringify(people).includes('@')]).toEqual([1, false])
  expect((await scan(dora, { rsvpId: people[0]?._id, despite: true })).result).toBe('ok')
  expect((await world.call(doorApi.endPhone, { eventId, phoneId: north.phoneId }, dora)).status).toBe(404)
})

test('R186, R186a sums that were kept by the names of doors are shown as they were, and none falls below zero', async () => {
  const { world, eventId, groupId, counts: shown } = await openDoor()
  const north = { inside: 1, came: 2 }
  const gone = { inside: -1, came: 0, name: 'South' }
  const counts = { inside: 0, came: 2, roles: {}, doors: { North: north, ['f'.repeat(24)]: gone } }
  const kept: DoorCount = { _id: groupId, rev: 1, eventId, counts }
  await world.store.commit([{ collection: doorCounts, put: kept, expectedRev: 0 }])
  expect((await shown())?.doors).toEqual({ North: north, South: { inside: 0, came: 0 } })
})

test('R186, R186a who was counted by the name of a door is taken off there when they leave, and who comes after that is counted right', async () => {
  const { world, groupId, yes, scan, north, south, counts, minutesBefore } = await openDoor()
  const [one, two] = [await yes(1), await yes(2)]
  minutesBefore(5)
  await scan(north, { rsvpId: one.rsvpId })
  const kept = (await world.store.get(doorCounts, groupId)) as DoorCount
  const before = { ...kept, rev: kept.rev + 1, counts: { ...kept.counts, doors: { North: { inside: 1, came: 1 } } } }
  await world.store.commit([{ collection: doorCounts, put: before, expectedRev: kept.rev }])
  await scan(south, { rsvpId: one.rsvpId, kind: 'out' })
  expect((await counts())?.doors).toEqual({ North: { inside: 0, came: 1 } })
  await scan(north, { rsvpId: two.rsvpId })
  await scan(south, { rsvpId: one.rsvpId })
  expect((await counts())?.doors).toEqual({ North: { inside: 1, came: 2 }, South: { inside: 1, came: 0 } })
})

describe('beside a server of the release before (0086)', () => {
  const sums = z.object({ inside: z.int(), came: z.int() })
  const formerCounts = z.extend(sums, { roles: z.record(z.string(), sums), doors: z.record(z.string(), sums) })
  const role = z.object({ name: z.string(), free: z.int() })
  const formerGroup = z.object({
    _id: z.string(),
    name: z.string(),
    start: z.string(),
    opensAt: z.string(),
    counts: formerCounts,
    roles: z.array(role),
  })
  const formerScan = z.object({ results: z.array(ScanAnswer), counts: z.record(z.string(), formerCounts), now: z.string() })

  test('R184, R186 a page that was open before reads what is said now', async () => {
    const { world, eventId, yes, scan, pair, minutesBefore } = await openDoor()
    const [one, other] = [await pair('West'), await pair('West')]
    minutesBefore(5)
    await scan(one, { rsvpId: (await yes(1)).rsvpId })
    const said = await world.ok(doorApi.scan, { eventId, scans: [{ scanId: newScanId(), rsvpId: (await yes(2)).rsvpId }] }, other)
    expect(formerScan.parse(said)).toEqual(said)
    const { groups } = await world.ok(doorApi.list, { eventId }, one)
    expect(groups.map((group) => formerGroup.parse(group).counts)).toEqual(Object.values(said.counts))
  })

  test('R184, R202 a page of now reads what was said before, and fills in what that left out', () => {
    const counts = { inside: 1, came: 1, roles: {}, doors: { North: { inside: 1, came: 1 } } }
    const group = { _id: 'a', name: 'Day', start: 'x', opensAt: 'x', counts, roles: [] }
    expect(DoorGroup.parse(group)).toEqual({ ...group, end: '' })
    const phone = { _id: 'p', name: 'North', createdAt: 'x', pairedAt: null, seenAt: null }
    expect(doorApi.phones.reply.parse({ phones: [phone] })).toEqual({ phones: [{ ...phone, groupIds: [] }], groups: [] })
    const one = { _id: 'm', name: 'Ann', role: 'door', groupIds: [], until: 'x', state: 'accepted' }
    const member = { ...one, isUntilChosen: false }
    expect(TeamView.parse({ team: [one], mayMakeManagers: true })).toEqual({
      team: [member],
      mayMakeManagers: true,
      groups: [],
      timeZone: 'UTC',
    })
    const at = (ms: number) => new Date(ms).toISOString()
    const doors = [1000, 5000].map((ms) => ({ _id: `${ms}`, opensAt: at(ms), end: '' }))
    expect(doors.map((own) => isElsewhere(own, undefined, doors, 2000))).toEqual([false, false])
  })
})
