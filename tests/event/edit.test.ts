// What becomes of an event: edits, the move to another time, deletion, and what strangers may.
import { expect, test } from 'vitest'
import { type EventView, eventApi } from '#protocol/seats/event.ts'
import { type GroupView, groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

const setUp = async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  return { world, ada, ...(await world.event(ada, undefined, { showConfirmation: true })) }
}

test('R107 an event and its group each count what organizers change in them; an answer makes no edit stale', async () => {
  const { world, ada, eventId: id, groupId, event } = await setUp()
  const current = async () => {
    const [{ group }, { event: now }] = await Promise.all([
      world.ok(groupApi.read, { id: groupId }, ada),
      world.ok(eventApi.read, { id }, ada),
    ])
    return { group: group as GroupView, event: now as EventView }
  }
  const revsAfter = async (write: Promise<unknown>) => {
    await write
    const { group, event: now } = await current()
    return [now.settingsRev, group.settingsRev]
  }
  const before = await current()
  expect([before.event.settingsRev, before.group.settingsRev]).toEqual([1, 1])
  expect(await revsAfter(world.answer(groupId, world.proven('guest@guests.test', groupId), ['Guest']))).toEqual([1, 1])
  expect(await revsAfter(world.ok(eventApi.update, { id, start: event.start, end: world.inDays(10) }, ada))).toEqual([2, 1])
  expect(await revsAfter(world.ok(eventApi.update, { id, start: world.inDays(8) }, ada))).toEqual([3, 1])
  expect(await revsAfter(world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 5 }, ada))).toEqual([3, 2])
  expect(await revsAfter(world.ok(eventApi.update, { id, roles: [{ name: 'Guest', max: 6 }] }, ada))).toEqual([4, 3])
  expect((await current()).group.rev).toBeGreaterThan(3)
})

test("R107 of two edits of an event's roles the second is a 409 with the current group; an edit of the event alone is not", async () => {
  const { world, ada, eventId: id, groupId, event } = await setUp()
  await world.answer(groupId, await world.prove('guest@guests.test', groupId), ['Guest'])
  const { group } = await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 5 }, ada)
  const { settingsRev } = event
  const late = { id, settingsRev, groupSettingsRev: 1, roles: [{ name: 'Guest', max: 9 }] }
  const refused = await world.call(eventApi.update, late, ada)
  expect(refused).toMatchObject({ status: 409, body: { code: 'stale-rev', present: group } })
  await world.ok(eventApi.update, { id, settingsRev, name: 'Winter school' }, ada)
  expect((await world.call(eventApi.update, { id, settingsRev, name: 'Mine' }, ada)).body).toMatchObject({
    code: 'stale-rev',
    present: { name: 'Winter school', settingsRev: settingsRev + 1 },
  })
})

test('R107a a stale edit is told who made the last change, of the event and of its group', async () => {
  const world = await openWorld()
  const choir = await openChoir(world, { amy: 'admin' })
  const amy = await world.logIn('amy')
  const { eventId: id, groupId, event } = await world.event(choir.owner, undefined, {}, { ownerOrgId: choir.orgId })
  const { settingsRev } = event
  await world.ok(eventApi.update, { id, settingsRev, name: 'Of Amy' }, amy)
  const late = await world.call(eventApi.update, { id, settingsRev, name: 'Late' }, choir.owner)
  expect(late.body).toMatchObject({ code: 'stale-rev', by: { _id: amy.userId }, present: { name: 'Of Amy' } })
  expect(Object.keys((late.body as { by: object }).by).sort()).toEqual(['_id', 'name'])
  await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 9 }, choir.owner)
  const ofGroup = await world.call(groupApi.update, { id: groupId, settingsRev: 1, name: 'Late' }, amy)
  expect(ofGroup.body).toMatchObject({ code: 'stale-rev', by: { _id: choir.owner.userId } })
  const ofRoles = await world.call(eventApi.update, { id, groupSettingsRev: 1, roles: [{ name: 'Guest', max: 3 }] }, amy)
  expect(ofRoles.body).toMatchObject({ code: 'stale-rev', by: { _id: choir.owner.userId } })
})

test('R55 a stale rev is a 409 with the current state, and changes nothing', async () => {
  const { world, ada, eventId: id, event } = await setUp()
  const { event: renamed } = await world.ok(eventApi.update, { id, rev: event.rev, name: 'Renamed' }, ada)
  const stale = await world.call(eventApi.update, { id, rev: event.rev, name: 'Mine' }, ada)
  expect(stale).toMatchObject({ status: 409, body: { code: 'stale-rev', present: renamed } })
  expect((await world.ok(eventApi.read, { id }, ada)).event).toEqual(renamed)
})

test('R140b a group that was given no name is renamed with its event, in one commit; one that somebody named is not, whatever its name', async () => {
  const { world, ada, eventId: id, groupId, event } = await setUp()
  const nameOf = async (group: string) => (await world.ok(groupApi.read, { id: group }, ada)).group.name
  const titled = 'x'.repeat(109)
  for (const [name, expected] of [
    ['Winter school', 'Group for Winter school'],
    [`${titled} \u{1f600}`, `Group for ${titled}`],
    ['Gala', 'Group for Gala'],
  ] as const) {
    const renamed = await world.ok(eventApi.update, { id, name }, ada)
    expect(renamed.groups).toMatchObject([{ _id: groupId, name: expected }])
    expect(await nameOf(groupId)).toBe(expected)
  }
  const { group: before } = await world.ok(groupApi.read, { id: groupId }, ada)
  await world.ok(eventApi.update, { id, location: 'Hall' }, ada)
  expect((await world.ok(groupApi.read, { id: groupId }, ada)).group).toMatchObject({ settingsRev: (before as GroupView).settingsRev })
  await world.ok(groupApi.update, { id: groupId, name: 'Group for parents' }, ada)
  await world.ok(eventApi.update, { id, name: event.name }, ada)
  expect(await nameOf(groupId)).toBe('Group for parents')
})

test('R22 the start is checked only when it changes, the end always', async () => {
  const { world, ada, eventId: id, event } = await setUp()
  world.clock.advance(7 * day + hour / 2)
  await world.ok(eventApi.update, { id, name: 'It has begun' }, ada)
  await world.ok(eventApi.update, { id, start: event.start, end: world.inDays(1) }, ada)
  expect((await world.no(eventApi.update, { id, start: world.inDays(-1) }, ada))[2]).toBe('The start must be in the future.')
  expect((await world.no(eventApi.update, { id, end: event.start }, ada))[2]).toBe('The end must be after the start.')
  const far = await world.no(eventApi.update, { id, start: world.inDays(31), end: world.inDays(32) }, ada)
  expect(far[2]).toBe('Your plan allows scheduling up to 30 days in advance.')
})

test('R54 a moved event clears confirmations and mails all who said yes; another edit clears none, and mails where calendars show it (R250)', async () => {
  const { world, ada, eventId: id, groupId, event } = await setUp()
  const [yes, no] = [world.proven('yes@guests.test', groupId), world.proven('no@guests.test', groupId)]
  await world.answer(groupId, yes, ['Guest'], { confirmed: true })
  await world.answer(groupId, no, [], { attending: false })
  const guestSeats = async () => (await world.ok(groupApi.read, { id: groupId }, ada)).roleCoverage[1]?.detailedCounts
  const subjects = async (to: string) => (await world.mails(to)).map(({ subject }) => subject)
  await world.ok(eventApi.update, { id, start: event.start, description: 'With pictures' }, ada)
  await world.runJobs()
  expect(await subjects(yes.email)).toHaveLength(1)
  world.clock.advance(1_000)
  await world.ok(eventApi.update, { id, start: event.start, name: 'Winter school' }, ada)
  await world.runJobs()
  expect(await guestSeats()).toMatchObject({ confirmedAndYes: 1, yesNotConfirmed: 0 })
  world.clock.advance(1_000)
  await world.ok(eventApi.update, { id, start: world.inDays(8), end: world.inDays(9) }, ada)
  await world.runJobs()
  expect(await guestSeats()).toMatchObject({ confirmedAndYes: 0, yesNotConfirmed: 1 })
  expect([await subjects(yes.email), await subjects(no.email)]).toEqual([
    ['New time for “Winter school”: please confirm', '“Winter school” was changed', 'You are coming to “Winter school”'],
    ['You are not coming to “Winter school”'],
  ])
  expect((await world.ok(rsvpApi.form, { groupId }, yes)).rsvp).toMatchObject({
    attending: true,
    confirmed: false,
    confirmationDate: null,
  })
  await world.answer(groupId, yes, ['Guest'], { confirmed: true })
  expect(await guestSeats()).toMatchObject({ confirmedAndYes: 1, yesNotConfirmed: 0 })
})

test('R67 roles sent along are those of the group', async () => {
  const { world, ada, eventId: id, groupId } = await setUp()
  const { groups } = await world.ok(eventApi.update, { id, roles: [{ name: 'Cook', max: 2 }] }, ada)
  expect(groups[0]?.roles).toMatchObject([{ name: 'Cook', max: 2 }])
  expect((await world.ok(groupApi.read, { id: groupId }, ada)).group.roles).toEqual(groups[0]?.roles)
})

test('R57, R136 once deleted the link says cancelled, writes are refused, holders are told, and all is purged in time', async () => {
  const { world, ada, eventId: id, groupId } = await setUp()
  const [yes, no] = [world.proven('yes@guests.test', groupId), world.proven('no@guests.test', groupId)]
  await world.answer(groupId, yes, ['Guest'])
  await world.answer(groupId, no, [], { attending: false })
  expect(await world.ok(eventApi.remove, { id }, ada)).toEqual({ success: true })
  await world.runJobs()
  expect(await world.ok(rsvpApi.form, { groupId })).toMatchObject({
    status: 'cancelled',
    event: { status: 'cancelled' },
    roleCoverage: [],
  })
  expect((await world.answer(groupId, yes)).body).toMatchObject({ code: 'event-cancelled', error: 'This event was canceled' })
  expect((await world.mails(yes.email))[0]).toMatchObject({
    subject: '“Summer school” was canceled',
    html: expect.stringContaining('This event was canceled'),
  })
  expect(await world.mails(no.email)).toHaveLength(1)
  expect((await world.no(eventApi.update, { id, name: 'Again' }, ada))[1]).toBe('event-unknown')
  // R136: by whom is told to those who managed it, and to nobody else.
  const [toAda, toEve] = await Promise.all([ada, await world.person('eve')].map((one) => world.call(groupApi.read, { id: groupId }, one)))
  expect(toAda).toMatchObject({ status: 410, body: { code: 'was-canceled', by: { _id: ada.userId } } })
  expect(toEve).toMatchObject({ status: 410, body: { code: 'was-canceled', name: toAda?.body.name } })
  expect(toEve?.body.by).toBeUndefined()
  const ofEvent = await world.call(eventApi.read, { id }, ada)
  expect(ofEvent).toMatchObject({ status: 410, body: { code: 'was-canceled', by: { _id: ada.userId } } })
  expect((await world.ok(eventApi.mine, {}, ada)).events).toEqual([])
  world.clock.advance(30 * day + 1000)
  await world.runJobs()
  expect((await world.no(rsvpApi.form, { groupId }))[1]).toBe('group-unknown')
  expect(await world.ok(rsvpApi.check, { groupId, email: yes.email }).catch(() => 'gone')).toBe('gone')
})

test('R28, E4 a stranger reads what is public, and can neither change nor delete', async () => {
  const { world, eventId: id, event } = await setUp()
  const bob = await world.person('bob')
  const page = await world.ok(eventApi.read, { id }, bob)
  expect(page).toMatchObject({ canManage: false, event: { name: event.name, organizer: 'A Rolecall organizer' } })
  expect(JSON.stringify(page)).not.toContain('ada@people.test')
  const unknown = [404, 'event-unknown', 'Event Not Found']
  expect([await world.no(eventApi.update, { id, name: 'Mine' }, bob), await world.no(eventApi.remove, { id }, bob)]).toEqual([
    unknown,
    unknown,
  ])
  expect(await world.no(eventApi.update, { id: 'a'.repeat(24), name: 'Mine' }, bob)).toEqual(unknown)
  expect(await world.no(eventApi.read, { id: '1' }, bob)).toEqual([400, 'input-invalid', 'Invalid Event Id'])
  expect((await world.no(eventApi.update, { id, name: 'Mine' }))[0]).toBe(401)
})
