// An event made again at another start: what comes along, what doesn't, and how long it is by its zone's clock.
import { describe, expect, test } from 'vitest'
import { endAsLong } from '#protocol/kernel/time/clocks.ts'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { groups } from '#server/seats/model/group.ts'
import { day } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { openWorld } from '../kit/world/world.ts'

const roles = [
  { name: 'Speaker', max: 2 },
  { name: 'Guest', max: 3 },
]

describe('what comes along', () => {
  test('R103 everything that was set up and no answer, as a new event with a link of its own', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const settings = {
      name: 'Stage group',
      description: 'Bring a cup',
      displayRSVPToAll: false,
      showConfirmation: true,
      waitlistCutoffHours: 3,
    }
    const about = {
      description: 'Songs',
      location: 'Main Hall',
      link: 'https://meet.example.org/x',
      theme: 'dusk' as const,
      hostName: 'Lena',
    }
    const old = await world.event(ada, roles, settings, about)
    await world.answer(old.groupId, world.proven('bo@guests.test', old.groupId), ['Speaker'])
    await world.ok(reminderApi.change, { id: old.groupId, reminder: { isOn: false, days: 2, hour: 9 } }, ada)
    const start = world.inDays(20)
    const made = await world.ok(eventApi.duplicate, { id: old.eventId, start }, ada)
    const [group] = made.groups
    const same = { name: 'Summer school', ...about, organizer: 'Lena', start, timeZone: 'Europe/Berlin', status: 'active' }
    const { hostName: _, ...shown } = same
    expect(made.event).toMatchObject(shown)
    expect(Date.parse(made.event.end) - Date.parse(start)).toBe(3_600_000)
    expect(made.event._id).not.toBe(old.eventId)
    expect(group).toMatchObject({ ...settings, waitlist: true, answers: { yes: 0, no: 0, none: 0 } })
    expect(group?.roleCoverage.map(({ name, total, count }) => [name, total, count])).toEqual([
      ['Speaker', 2, 0],
      ['Guest', 3, 0],
    ])
    expect(group?.reminders?.reminder).toMatchObject({ isOn: false, days: 2, hour: 9, next: null })
    expect(made.groupId).toBe(group?._id)
    expect((await world.ok(groupApi.read, { id: made.groupId }, ada)).rsvps).toEqual([])
    expect((await world.ok(eventApi.mine, {}, ada)).events).toHaveLength(2)
  })

  test('R103c, R99 a group that sends nothing by itself is made again as one that doesn’t', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const old = await world.event(ada, roles)
    const group = await world.store.get(groups, old.groupId)
    if (!group) throw new Error('nothing there')
    const { reminders: _, occasions: __, remindAt: ___, ...unreminded } = group
    await world.store.commit([{ collection: groups, put: { ...unreminded, rev: group.rev + 1 }, expectedRev: group.rev }])
    const { groups: made } = await world.ok(eventApi.duplicate, { id: old.eventId, start: world.inDays(20) }, ada)
    const reminders = made[0]?.reminders
    const shown = [reminders?.confirmation, reminders?.reminder, reminders?.nudge].map((one) => [one?.isOn, one?.next])
    expect(shown).toEqual([
      [false, null],
      [false, null],
      [false, null],
    ])
  })

  test('R103, R56 once for each key, and an over one too', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const old = await world.event(ada, roles)
    world.clock.advance(9 * day)
    const sent = { id: old.eventId, start: world.inDays(3) }
    const keyed = { ...ada, headers: { 'idempotency-key': 'once' } }
    const one = await world.ok(eventApi.duplicate, sent, keyed)
    const other = await world.ok(eventApi.duplicate, sent, keyed)
    expect(other).toEqual(one)
    expect((await world.ok(eventApi.mine, {}, ada)).events).toHaveLength(2)
  })

  test('R103, R68 it counts for the plan as any new event does, and what is refused changes nothing', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const old = await world.event(ada)
    const at = (days: number) => ({ id: old.eventId, start: world.inDays(days) })
    await world.ok(eventApi.duplicate, at(8), ada)
    const before = JSON.stringify(await everything(world.store))
    expect((await world.no(eventApi.duplicate, at(9), ada))[1]).toBe('active-events-reached')
    await world.setTier(ada.userId, 'pro')
    expect((await world.no(eventApi.duplicate, at(91), ada))[1]).toBe('window-exceeded')
    expect((await world.no(eventApi.duplicate, at(-1), ada))[1]).toBe('start-past')
    await world.setTier(ada.userId, 'free')
    expect(JSON.stringify(await everything(world.store)).length).toBe(before.length)
  })

  test('R103, R28 nobody but who manages it', async () => {
    const world = await openWorld()
    const [ada, eve] = [await world.person('ada', 'pro'), await world.person('eve')]
    const old = await world.event(ada)
    expect((await world.no(eventApi.duplicate, { id: old.eventId, start: world.inDays(8) }, eve))[1]).toBe('event-unknown')
  })
})

describe('last time’s holders', () => {
  async function anOrganization() {
    const world = await openWorld()
    const ada = await world.person('ada', 'team')
    const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Stage' }, owner: { email: ada.email } }, ada)
    const emails = ['bo@people.test', 'cy@people.test', 'di@people.test', 'ed@people.test']
    await world.ok(orgApi.addBulk, { members: emails.map((email) => ({ name: email.slice(0, 2), email })), orgId }, ada)
    const old = await world.event(ada, roles, { limitToMembers: true }, { ownerOrgId: orgId })
    const assign = (email: string, roleName: string) =>
      world.ok(assignApi.assign, { id: old.eventId, groupId: old.groupId, name: email.slice(0, 2), email, roleName }, ada)
    return { world, ada, orgId, emails, old, assign }
  }

  test('R103b, R39 are assigned again, without who left, declined or was given nothing, each with an email', async () => {
    const { world, ada, orgId, emails, old, assign } = await anOrganization()
    const [bo = '', cy = '', di = ''] = emails
    await assign(bo, 'Speaker')
    await assign(bo, 'Guest')
    await assign(cy, 'Guest')
    await assign(di, 'Guest')
    await world.answer(old.groupId, world.proven(cy, old.groupId), [], { attending: false })
    const { members } = await world.ok(orgApi.members, { id: orgId }, ada)
    await world.ok(orgApi.removeMembers, { orgId, memberIds: members.filter(({ user }) => user.email === di).map(({ _id }) => _id) }, ada)
    const made = await world.ok(eventApi.duplicate, { id: old.eventId, start: world.inDays(20), holders: true }, ada)
    const page = await world.ok(groupApi.read, { id: made.groupId }, ada)
    expect(page.rsvps.map(({ email, attending, roles: held }) => [email, attending, held])).toEqual([[bo, null, ['Speaker', 'Guest']]])
    expect(made.groups[0]?.answers).toEqual({ yes: 0, no: 0, none: 1 })
    expect(made.groups[0]?.roleCoverage.map(({ count }) => count)).toEqual([1, 1])
    expect((await world.mails(bo)).filter(({ subject }) => subject.startsWith('You are “'))).toHaveLength(4)
    expect(
      (
        await world.ok(
          assignApi.assign,
          { id: made.event._id, groupId: made.groupId, name: 'ed', email: 'ed@people.test', roleName: 'Speaker' },
          ada,
        )
      ).group.roleCoverage[0]?.count,
    ).toBe(2)
  })

  test('R103b, R10 need a plan and an event in which roles are assigned; without them nothing is created', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const old = await world.event(ada)
    const sent = { id: old.eventId, start: world.inDays(8), holders: true }
    expect((await world.no(eventApi.duplicate, sent, ada))[1]).toBe('team-plan-needed')
    await world.setTier(ada.userId, 'team')
    expect((await world.no(eventApi.duplicate, sent, ada))[1]).toBe('assignment-disabled')
    expect((await world.ok(eventApi.mine, {}, ada)).events).toHaveLength(1)
  })
})

describe('its length', () => {
  const zone = 'Europe/Berlin'
  test('R103a is the same by the clock of the zone, over the night in which clocks change too', () => {
    const evening = { start: '2026-10-10T20:00:00.000Z', end: '2026-10-11T04:00:00.000Z' } // 22:00 to 6:00
    expect(endAsLong('2026-10-17T20:00:00.000Z', evening, zone)).toBe('2026-10-18T04:00:00.000Z')
    expect(endAsLong('2026-10-24T20:00:00.000Z', evening, zone)).toBe('2026-10-25T05:00:00.000Z') // an hour longer
    expect(endAsLong('2027-03-27T21:00:00.000Z', evening, zone)).toBe('2027-03-28T04:00:00.000Z') // an hour shorter
    expect(endAsLong('2026-12-05T21:00:00.000Z', evening, zone)).toBe('2026-12-06T05:00:00.000Z')
  })
  test.each([
    ['Antarctica/Troll', '2026-10-24T20:00:00.000Z', '2026-10-25T06:00:00.000Z'], // two hours longer
    ['Australia/Lord_Howe', '2026-04-04T11:00:00.000Z', '2026-04-04T19:30:00.000Z'], // half an hour longer
  ])('R103a and where they change by two hours, or by half of one: %s', (odd, start, end) => {
    const evening = { start: '2026-06-10T20:00:00.000Z', end: '2026-06-11T04:00:00.000Z' } // eight hours
    expect(endAsLong(start, evening, odd)).toBe(end)
  })
  test('R103a never ends before it began, where the clock says so', () => {
    const short = { start: '2026-10-10T20:00:00.000Z', end: '2026-10-10T20:30:00.000Z' }
    const inTheSecondHour = '2026-10-25T01:15:00.000Z' // 2:15 for the second time
    expect(endAsLong(inTheSecondHour, short, zone)).toBe('2026-10-25T01:45:00.000Z')
  })
})
