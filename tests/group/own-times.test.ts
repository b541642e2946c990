// A group with times and a place of its own: what it may have, and every clock that goes by it instead of its event's.
import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { movedAlong, toLocalInput } from '#protocol/kernel/time/clocks.ts'
import { atGroup, lastEndOf } from '#protocol/kernel/time/times.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { users } from '#server/people/model/account.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { day, hour, minute, runningClock } from '../kit/world/clock.ts'
import { openSeveral } from '../kit/world/several.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const at = (world: World, ms: number) => new Date(world.clock.now() + ms).toISOString()
/** The event in a week for an hour, in the Hall; its group two days later for two hours, at the Door. */
const own = (world: World) => ({ start: at(world, 9 * day), end: at(world, 9 * day + 2 * hour), location: 'Door' })

async function setUp(group: object = {}, event: object = {}) {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const times = own(world)
  const made = await world.event(ada, [{ name: 'Speaker', max: 1, min: 1 }], { ...times, ...group }, { location: 'Hall', ...event })
  /** As proven at this moment: a proof lasts two hours. */
  const as = (name: string) => world.proven(`${name}@guests.test`, made.groupId)
  const guest = as('gast')
  const pass = async (ms: number, step = hour) => {
    const end = world.clock.now() + ms
    while (world.clock.now() < end) {
      world.clock.advance(Math.min(step, end - world.clock.now()))
      await world.runJobs()
    }
  }
  const form = () => world.ok(rsvpApi.form, { groupId: made.groupId })
  return { world, ada, times, guest, as, pass, form, ...made }
}
const calendar = async (world: World, groupId: string, guest: object) => {
  const path = `/api/rsvp/calendar.ics?groupId=${groupId}`
  const text = String((await world.send('GET', path, undefined, guest)).body)
  const read = new ICAL.Component(ICAL.parse(text))
  const entry = new ICAL.Event(read.getFirstSubcomponent('vevent') ?? undefined)
  const iso = (time: ICAL.Time) => time.toJSDate().toISOString()
  return { start: iso(entry.startDate), end: iso(entry.endDate), location: entry.location, sequence: entry.sequence }
}

describe('what it may have', () => {
  const refused = (change: (world: World) => object) => async () => {
    const { world, ada, groupId: id } = await setUp()
    return (await world.no(groupApi.update, { id, ...change(world) }, ada)).slice(0, 2)
  }
  test.each<[string, (world: World) => object, readonly [number, string]]>([
    ['a start without an end', () => ({ end: '' }), [400, 'group-times-half']],
    ['an end before the start', (world) => ({ end: at(world, 8 * day) }), [400, 'end-before-start']],
    ['more than 14 days', (world) => ({ end: at(world, 9 * day + 14 * day + minute) }), [400, 'group-times-long']],
    ['a start in the past', (world) => ({ start: at(world, -minute) }), [400, 'start-past']],
    ['31 days after its event', (world) => ({ start: at(world, 38 * day), end: at(world, 39 * day) }), [400, 'group-times-outside']],
    ['a start beyond the plan', (world) => ({ start: at(world, 91 * day), end: at(world, 92 * day) }), [403, 'window-exceeded']],
  ])('R141 not %s', async (_, change, refusal) => {
    expect(await refused(change)()).toEqual(refusal)
  })

  test('R141 nor is it created with such times, nor without an event', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const late = { start: at(world, 60 * day), end: at(world, 61 * day) }
    const input = { event: world.eventInput(), groups: [{ ...late }] }
    expect((await world.no(eventApi.createWithGroup, input, ada))[1]).toBe('group-times-outside')
    expect((await world.no(groupApi.create, own(world), ada))[1]).toBe('group-times-alone')
    const { groupId: id } = await world.ok(groupApi.create, {}, ada)
    expect((await world.no(groupApi.update, { id, location: 'Door' }, ada))[1]).toBe('group-times-alone')
  })

  test('R141 shown to who manages it, taken back with undo, and given up for the event’s', async () => {
    const { world, ada, times, form, groupId: id, event } = await setUp()
    const shown = async () => (await world.ok(groupApi.read, { id }, ada)).group
    expect(await shown()).toMatchObject(times)
    const { act } = await world.ok(groupApi.update, { id, start: '', end: '', location: '' }, ada)
    expect(await shown()).toMatchObject({ start: '', end: '', location: '' })
    expect((await form()).event).toMatchObject({ start: event.start, end: event.end, location: 'Hall' })
    expect((await world.store.get(groups, id)) ?? {}).not.toHaveProperty('start', '')
    await world.ok(undoApi.undo, { id: act ?? '' }, ada)
    expect(await shown()).toMatchObject(times)
    expect((await form()).event).toMatchObject(times)
    expect((await world.store.get(events, event._id))?.lastEnd).toBe(times.end)
  })
})

describe('the clocks', () => {
  test('R142 everybody reads its times and place, and it is over with its own end', async () => {
    const { world, ada, times, as, form, groupId, eventId, event } = await setUp()
    expect((await form()).event).toMatchObject(times)
    expect((await world.ok(eventApi.read, { id: eventId }, ada)).event).toMatchObject({ start: event.start, location: 'Hall' })
    world.clock.advance(9 * day + 2 * hour - minute)
    const guest = as('gast')
    expect((await world.answer(groupId, guest, ['Speaker'])).status).toBe(200)
    expect(await world.ok(guestApi.myData, { groupId }, guest)).toMatchObject({ event: { start: times.start, end: times.end } })
    world.clock.advance(minute)
    expect((await form()).status).toBe('ended')
    expect((await world.no(rsvpApi.submit, { groupId, email: guest.email, name: 'A', attending: false, roles: [] }, guest))[1]).toBe(
      'event-ended',
    )
  })

  test('R142 one before its event is over while that goes on', async () => {
    const { world, form } = await setUp({
      start: new Date(Date.UTC(2026, 11, 5)).toISOString(),
      end: new Date(Date.UTC(2026, 11, 6)).toISOString(),
    })
    world.clock.advance(6 * day)
    expect((await form()).status).toBe('ended')
  })

  test('R142, R95 the calendar entry has its times and place, in the email and in the file, and follows them', async () => {
    const { world, ada, times, guest, groupId: id } = await setUp()
    await world.answer(id, guest, ['Speaker'])
    const first = await calendar(world, id, guest)
    expect(first).toMatchObject(times)
    expect((await world.mails(guest.email))[0]?.text).toContain('Door')
    const later = { start: at(world, 10 * day), end: at(world, 10 * day + hour) }
    await world.ok(groupApi.update, { id, ...later, location: 'Gate' }, ada)
    const next = await calendar(world, id, guest)
    expect(next).toMatchObject({ ...later, location: 'Gate' })
    expect(next.sequence).toBeGreaterThan(first.sequence)
  })

  test('R142, R54 another start of its own tells its guests and makes confirmations void; another place tells them and leaves these', async () => {
    const { world, ada, guest, groupId: id } = await setUp({ showConfirmation: true })
    await world.answer(id, guest, ['Speaker'], { confirmed: true })
    const confirmed = async () => (await world.ok(rsvpApi.form, { groupId: id }, guest)).rsvp?.confirmed
    const subjects = async () => (await world.mails(guest.email)).map(({ subject }) => subject)
    await world.ok(groupApi.update, { id, location: 'Gate' }, ada)
    await world.runJobs()
    expect([await confirmed(), (await subjects()).includes('New place for “Summer school”')]).toEqual([true, true])
    await world.ok(groupApi.update, { id, start: at(world, 9 * day - hour) }, ada)
    await world.runJobs()
    expect([await confirmed(), (await subjects()).includes('New time for “Summer school”: please confirm')]).toEqual([false, true])
  })

  test('R142, R99 reminders go by its start', async () => {
    const { world, guest, pass, groupId } = await setUp()
    await world.answer(groupId, guest, ['Speaker'])
    const reminded = async () => (await world.mails(guest.email)).filter(({ subject }) => subject.startsWith('Coming up'))
    await pass(7 * day)
    expect(await reminded()).toEqual([])
    await pass(2 * day)
    const [only, ...more] = await reminded()
    expect([only?.text.includes('Door'), more]).toEqual([true, []])
  })

  test('R142, R91 its cut-off is before its own start', async () => {
    const { world, as, groupId } = await setUp()
    const own = async (name: string) => (await world.ok(rsvpApi.form, { groupId }, as(name))).rsvp
    const yes = (name: string, waitFor: string[] = []) =>
      world.answer(groupId, as(name), waitFor.length > 0 ? [] : ['Speaker'], { waitFor })
    const no = (name: string) => world.answer(groupId, as(name), [], { attending: false })
    await yes('one')
    await yes('two', ['Speaker'])
    world.clock.advance(7 * day) // its event begins; itself in two days
    await no('one')
    expect((await own('two'))?.roles).toEqual(['Speaker'])
    await yes('three', ['Speaker'])
    world.clock.advance(day + hour)
    await no('two')
    expect(await own('three')).toMatchObject({ roles: [], offers: [{ role: 'Speaker' }] })
  })

  test('R142, R100 whoever drops out within 48 hours of its start is told of at once', async () => {
    const { world, as, groupId } = await setUp({ showConfirmation: true })
    await world.answer(groupId, as('one'), ['Speaker'], { confirmed: true })
    world.clock.advance(8 * day)
    await world.answer(groupId, as('one'), [], { attending: false })
    await world.runJobs()
    expect((await world.mails('ada@people.test'))[0]?.subject).toMatch(/^Drop-out at/)
  })

  test('R142, R108 what is at risk, by its start', async () => {
    const { world, ada, groupId, eventId } = await setUp({
      start: new Date(Date.UTC(2026, 11, 15)).toISOString(),
      end: new Date(Date.UTC(2026, 11, 16)).toISOString(),
    })
    const first = async () => (await world.ok(eventApi.mine, {}, ada)).events[0]?._id
    world.clock.advance(6 * day) // more than a week before the group begins
    const next = await world.event(ada, [], {}, { start: world.inDays(0.5), end: world.inDays(3), name: 'Next' })
    expect(await first()).toBe(next.eventId)
    world.clock.advance(16 * hour)
    expect(await first()).toBe(eventId)
    expect((await world.ok(eventApi.mine, {}, ada)).events[0]).toMatchObject({ groupId, groupStart: '2026-12-15T00:00:00.000Z' })
  })
})

describe('the event', () => {
  test('R142a is over with its last group: in the list, and for the plan', async () => {
    const { world, ada, times, eventId } = await setUp()
    const listed = async (time: 'active' | 'past') =>
      (await world.ok(eventApi.mine, { time }, ada)).events.map(({ _id, status }) => [_id, status])
    const ends = async () => (await world.store.get(users, ada.userId))?.countedEvents
    expect((await ends())?.map(({ end }) => end)).toEqual([times.end])
    world.clock.advance(8 * day)
    expect([await listed('active'), await listed('past')]).toEqual([[[eventId, 'active']], []])
    world.clock.advance(2 * day)
    expect([await listed('active'), await listed('past')]).toEqual([[], [[eventId, 'over']]])
  })

  test('R142a, R96 its guests are known until RETENTION_DAYS after that', async () => {
    const { world, guest, groupId, times } = await setUp()
    await world.answer(groupId, guest, ['Speaker'])
    const known = async () => (await world.store.find(rsvps, { index: 'group', where: { groupId }, limit: 9 })).map(({ email }) => email)
    world.clock.advance(Date.parse(times.end) - world.clock.now() + 90 * day - minute)
    await world.runJobs()
    expect(await known()).toEqual([guest.email])
    world.clock.advance(2 * minute)
    await world.runJobs()
    expect(await known()).toEqual([''])
  })

  test('R142b moved, it takes along a group without own times, and one with them only where that is asked for', async () => {
    const { world, ada, times, form, groupId, eventId: id, event } = await setUp()
    const by = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()
    await world.ok(eventApi.update, { id, start: by(event.start, day), end: by(event.end, day) }, ada)
    expect((await form()).event).toMatchObject({ start: times.start, end: times.end })
    const { act } = await world.ok(
      eventApi.update,
      { id, start: by(event.start, 3 * day), end: by(event.end, 3 * day), moveGroups: true },
      ada,
    )
    expect((await form()).event).toMatchObject({ start: by(times.start, 2 * day), end: by(times.end, 2 * day) })
    await world.ok(undoApi.undo, { id: act ?? '' }, ada)
    expect((await form()).event).toMatchObject({ start: times.start, end: times.end })
    expect((await world.ok(eventApi.read, { id }, ada)).event).toMatchObject({ start: by(event.start, day) })
    await world.ok(groupApi.update, { id: groupId, start: '', end: '' }, ada)
    await world.ok(eventApi.update, { id, start: by(event.start, 5 * day), end: by(event.end, 5 * day) }, ada)
    expect((await form()).event).toMatchObject({ start: by(event.start, 5 * day), location: 'Door' })
  })

  test('R142b, R141a moved with its groups, when they take answers moves as far, also of one without times of its own; taken back, both are as before', async () => {
    const { world, ada, groupId, eventId: id, event } = await setUp()
    const by = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()
    const window = { opensAt: by(event.start, -5 * day), closesAt: by(event.start, -day) }
    const its = async () => {
      const { group } = await world.ok(groupApi.read, { id: groupId }, ada)
      return 'opensAt' in group && { opensAt: group.opensAt, closesAt: group.closesAt }
    }
    const move = (ms: number, moveGroups: boolean) =>
      world.ok(eventApi.update, { id, start: by(event.start, ms), end: by(event.end, ms), moveGroups }, ada)
    for (const own of [{}, { start: '', end: '' }]) {
      await move(0, false)
      await world.ok(groupApi.update, { id: groupId, ...own, ...window }, ada)
      const { act } = await move(2 * day, true)
      expect(await its()).toEqual({ opensAt: by(window.opensAt, 2 * day), closesAt: by(window.closesAt, 2 * day) })
      await world.ok(undoApi.undo, { id: act ?? '' }, ada)
      expect(await its()).toEqual(window)
      await move(3 * day, false)
      const by3 = 'start' in own ? 3 * day : 0 // of a group that goes by its event, as far as that
      expect(await its()).toEqual({ opensAt: by(window.opensAt, by3), closesAt: by(window.closesAt, by3) })
    }
  })

  test('R142b, R141a a group that goes by its event takes answers as long before it, unasked; taken back, all of the event’s groups are as before', async () => {
    const { world, ada, eventId: id, idOf } = await openSeveral()
    const { event } = await world.ok(eventApi.read, { id }, ada)
    const by = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()
    const window = { opensAt: by(event.start, -5 * day), closesAt: by(event.start, -day) }
    for (const name of ['Bar', 'Door'])
      await world.ok(groupApi.update, { id: idOf(name), start: '', end: '', ...window, despiteOverlap: true }, ada)
    await world.ok(groupApi.update, { id: idOf('Stage'), ...window }, ada)
    const windowOf = async (name: string) => {
      const { group } = await world.ok(groupApi.read, { id: idOf(name) }, ada)
      return 'opensAt' in group && { opensAt: group.opensAt, closesAt: group.closesAt }
    }
    const all = () => Promise.all(['Bar', 'Door', 'Stage'].map(windowOf))
    const later = { opensAt: by(window.opensAt, day), closesAt: by(window.closesAt, day) }
    const { act } = await world.ok(eventApi.update, { id, start: by(event.start, day), end: by(event.end, day) }, ada)
    expect(await all()).toEqual([later, later, window])
    await world.ok(undoApi.undo, { id: act ?? '' }, ada)
    expect(await all()).toEqual([window, window, window])
    expect((await world.ok(eventApi.read, { id }, ada)).event.start).toBe(event.start)
  })

  test('R142b, R106 moved with several groups that have times of their own, and taken back amid answers, each of them is where it was', async () => {
    const world = await openWorld({ clock: runningClock() })
    const {
      ada,
      eventId: id,
      idOf,
      as,
      one,
      send,
    } = await openSeveral(undefined, {
      world,
      roles: [{ name: 'Guest', max: 50 }],
    })
    const { event } = await world.ok(eventApi.read, { id }, ada)
    const by = (iso: string, ms: number) => new Date(Date.parse(iso) + ms).toISOString()
    const toMinute = (iso: string) => new Date(Date.parse(iso) - (Date.parse(iso) % minute)).toISOString()
    const starts = () =>
      Promise.all(
        ['Bar', 'Door', 'Stage'].map(async (name) => {
          const { group } = await world.ok(groupApi.read, { id: idOf(name) }, ada)
          return 'start' in group ? toMinute(group.start ?? '') : ''
        }),
      )
    const before = await starts()
    const { act } = await world.ok(eventApi.update, { id, start: by(event.start, day), end: by(event.end, day), moveGroups: true }, ada)
    expect(await starts()).toEqual(before.map((start) => toMinute(by(start, day))))
    for (let nth = 0; nth < 50; nth++) expect((await send([one('Stage')], {}, as(`g${nth}@guests.test`, 'Stage'))).status).toBe(200)
    await world.ok(undoApi.undo, { id: act ?? '' }, ada)
    expect(await starts()).toEqual(before)
  })

  test('R142b a move that would leave its group more than 30 days away is refused', async () => {
    const { world, ada, eventId: id } = await setUp()
    const away = { start: at(world, 45 * day), end: at(world, 46 * day) }
    expect((await world.no(eventApi.update, { id, ...away }, ada))[1]).toBe('group-times-outside')
    await world.ok(eventApi.update, { id, ...away, moveGroups: true }, ada)
  })

  test('R142b, R103 made again, its group keeps its distance', async () => {
    const { world, ada, eventId: id } = await setUp()
    const copy = await world.ok(eventApi.duplicate, { id, start: at(world, 21 * day) }, ada)
    expect(copy.groups[0]).toMatchObject({ start: at(world, 23 * day), end: at(world, 23 * day + 2 * hour), location: 'Door' })
  })
})

describe('the one place that tells them', () => {
  const instant = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) }).map((ms) => new Date(ms).toISOString())
  const times = fc.tuple(instant, instant).map(([one, other]) => (one < other ? { start: one, end: other } : { start: other, end: one }))
  const ownTimes = fc.oneof(times, fc.constant({}), fc.constant({ start: '', end: '' }))

  test('R142 gives the group’s own or the event’s, never a mixture, and nothing else of the event changes', () => {
    fc.assert(
      fc.property(times, ownTimes, fc.constantFrom(undefined, '', 'Door'), (event, own, location) => {
        const seen = atGroup({ ...event, location: 'Hall', name: 'Party' }, { ...own, location })
        const hasOwn = 'start' in own && own.start !== ''
        expect(seen).toEqual({ ...(hasOwn ? own : event), location: location || 'Hall', name: 'Party' })
      }),
    )
  })

  test('R142a the last end is that of some group, and no group ends later', () => {
    fc.assert(
      fc.property(times, fc.array(ownTimes, { maxLength: 5 }), (event, groups) => {
        const ends = groups.map((group) => atGroup({ ...event, location: '' }, group).end)
        const last = lastEndOf(event, groups)
        expect(ends.every((end) => end <= last)).toBe(true)
        expect(groups.length === 0 ? [event.end] : ends).toContain(last)
      }),
    )
  })

  test('R142b a group moves as far as its event on the clock of the zone, also over a change of that clock', () => {
    const from = '2026-10-24T16:00:00.000Z' // 18:00 in Berlin; the clocks go back that night
    const to = '2026-10-25T17:00:00.000Z' // 18:00 on the next day
    expect(toLocalInput(movedAlong('2026-10-24T08:30:00.000Z', from, to, 'Europe/Berlin'), 'Europe/Berlin')).toBe('2026-10-25T10:30')
    fc.assert(
      fc.property(instant, instant, instant, (iso, one, other) => {
        expect(movedAlong(iso, one, other, 'UTC')).toBe(
          new Date(
            Math.floor(Date.parse(iso) / 1000) * 1000 +
              Math.floor(Date.parse(other) / 1000) * 1000 -
              Math.floor(Date.parse(one) / 1000) * 1000,
          ).toISOString(),
        )
      }),
    )
  })
})
