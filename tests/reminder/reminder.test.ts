// Emails before an event: the round of confirmations, and what goes out by itself.
import { describe, expect, test } from 'vitest'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { defaultReminders, type ReminderKind } from '#protocol/seats/reminder-rules.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { groups } from '#server/seats/model/group.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { broken, openPost, pass, remindersOf, stage } from './stage.ts'

const enable = (groupId: string) => ({ id: groupId, showConfirmation: true })
const off = { isOn: false, days: 1, hour: 9 }

describe('the round of confirmations', () => {
  test('R98 switched on, it asks everybody with a yes or an assignment, once, by a link to their own answer; the organizer sees it come in', async () => {
    const { world, host, people, groupId, eventId } = await stage(3)
    await world.answer(groupId, people[2] ?? { email: '' }, [], { attending: false })
    await world.ok(eventApi.update, { id: eventId, assignmentRules: { enableRoleAssignment: true } }, host)
    const someone = { name: 'Mia', email: 'mia@guests.test', roleName: 'Speaker' }
    await world.ok(assignApi.assign, { id: eventId, groupId, ...someone }, host)
    const tab = await world.socket({ token: host.token })
    await tab.watch(`group:${groupId}`)
    const { group } = await world.ok(groupApi.settings, enable(groupId), host)
    expect(group.asking).toEqual({ confirmed: 0, left: 3, asked: { at: '2026-12-01T09:00:00.000Z', people: 3 } })
    await world.runJobs()
    const subjects = async (to: string) => (await world.mails(to)).filter(({ subject }) => subject.startsWith('Please confirm'))
    const counts = await Promise.all([...people.map(({ email }) => email), someone.email].map(async (to) => (await subjects(to)).length))
    expect(counts).toEqual([1, 1, 0, 1])
    const [mail] = await subjects('guest0@guests.test')
    expect(mail?.subject).toBe('Please confirm: “Summer school”')
    expect(mail?.text).toContain('When: Fri, 11 Dec 2026, 6:00 PM CET')
    const token = /guest=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const opened = await world.ok(guestApi.open, { token })
    expect(opened.rsvp?.confirmed).toBe(false) // R116: looking changes nothing
    await world.answer(groupId, people[0] ?? { email: '' }, [], { confirmed: true })
    await expect.poll(() => tab.seen('group').at(-1)?.asking).toMatchObject({ confirmed: 1, left: 2 })
    // Saved again, it asks nobody a second time.
    await world.ok(groupApi.settings, enable(groupId), host)
    await world.runJobs()
    expect((await subjects('guest1@guests.test')).length).toBe(1)
  })

  test('R98 R54 a moved start asks again in the email that tells of it, and in no second one', async () => {
    const { world, host, people, groupId, eventId } = await stage(2)
    const [one] = people
    await world.ok(groupApi.settings, enable(groupId), host)
    await world.runJobs()
    await world.answer(groupId, one ?? { email: '' }, ['Speaker'], { confirmed: true })
    const before = (await world.mails('guest0@guests.test')).length
    world.clock.advance(hour)
    const times = { start: '2026-12-12T17:00:00.000Z', end: '2026-12-12T20:00:00.000Z' }
    const {
      groups: [group],
    } = await world.ok(eventApi.update, { id: eventId, ...times }, host)
    expect(group?.asking).toEqual({ confirmed: 0, left: 2, asked: { at: '2026-12-01T10:00:00.000Z', people: 2 } })
    await world.runJobs()
    const mails = await world.mails('guest0@guests.test')
    expect(mails.length - before).toBe(1)
    expect(mails[0]?.subject).toBe('New time for “Summer school”: please confirm')
    expect(mails[0]?.text).toMatch(/Confirm:\nhttp:\/\/rolecall\.test\/rsvp\/\S+guest=/)
  })

  test('R98a the count follows every change: yes, confirmed, assigned, declined, a deleted role; a group of the release before is counted first', async () => {
    const { world, host, people, groupId } = await stage(4)
    const left = async () => (await world.ok(groupApi.read, { id: groupId }, host)).group
    const stored = await world.store.get(groups, groupId)
    if (!stored) throw new Error('no group')
    const { tally: _, reminders: __, occasions: ___, remindAt: ____, ...old } = stored
    await world.store.commit([{ collection: groups, put: next(old, {}), expectedRev: old.rev }])
    await world.ok(groupApi.settings, enable(groupId), host)
    expect(await left()).toMatchObject({ asking: { confirmed: 0, left: 4 }, reminders: { reminder: { isOn: false, next: null } } })
    await world.answer(groupId, people[0] ?? { email: '' }, ['Speaker'], { confirmed: true })
    await world.answer(groupId, people[1] ?? { email: '' }, [], { attending: false })
    expect(await left()).toMatchObject({ asking: { confirmed: 1, left: 2 } })
  })
})

describe('by themselves', () => {
  test('R99, R99e a new event reminds: who will get what, and when, is told; each gets it once, in the morning there', async () => {
    const { world, host, groupId } = await stage(2, { showConfirmation: true })
    const shown = async () => {
      const { group } = await world.ok(groupApi.read, { id: groupId }, host)
      return 'reminders' in group ? group.reminders : undefined
    }
    expect(await shown()).toEqual({
      confirmation: { ...defaultReminders.confirmation, next: '2026-12-08T09:00:00.000Z', people: 2 },
      reminder: { ...defaultReminders.reminder, next: '2026-12-10T08:00:00.000Z', people: 2 },
      nudge: { ...defaultReminders.nudge, next: '2026-12-02T09:00:00.000Z', people: 0 },
    })
    const post = openPost(world)
    await pass(world, post, 12 * day)
    const received = remindersOf(post.sent).filter(({ to }) => to === 'guest0@guests.test')
    expect(received.map(({ subject, at }) => [subject, new Date(at).toISOString().slice(0, 15)])).toEqual([
      ['Please confirm: “Summer school”', '2026-12-08T09:0'],
      ['Coming up: “Summer school”', '2026-12-10T08:0'],
    ])
    expect([remindersOf(post.sent).length, broken(post.sent, 'Europe/Berlin')]).toEqual([4, { twice: [], night: [] }])
    expect(await shown()).toMatchObject({ confirmation: { next: null }, reminder: { next: null }, nudge: { next: null } })
  })

  test('R99 a nudge goes to who was assigned three days ago and is silent, once; who answered meanwhile gets none', async () => {
    const { world, host, groupId, eventId } = await stage(0, {}, { assignmentRules: { enableRoleAssignment: true } })
    const assign = (name: string) =>
      world.ok(assignApi.assign, { id: eventId, groupId, name, email: `${name}@guests.test`, roleName: 'Speaker' }, host)
    await assign('mia')
    await assign('bo')
    const {
      rsvps: [gone],
    } = await assign('gone')
    await world.ok(assignApi.remove, { id: eventId, groupId, rsvpId: gone?._id ?? '', roleName: 'Speaker' }, host)
    world.clock.advance(2 * day)
    await assign('late')
    await world.answer(groupId, world.proven('bo@guests.test', groupId), [])
    const post = openPost(world)
    await pass(world, post, 8 * day, hour)
    const nudges = remindersOf(post.sent).filter(({ subject }) => subject.startsWith('Please answer'))
    expect(nudges.map(({ to, at }) => [to, new Date(at).toISOString().slice(0, 13)])).toEqual([
      ['mia@guests.test', '2026-12-04T09'],
      ['late@guests.test', '2026-12-06T09'],
    ])
  })

  test('R99c, R99d moved when the start moves: what was due for the old start is not sent, and what waits for the provider is dropped', async () => {
    const { world, host, groupId, eventId } = await stage(1)
    let isDown = true
    const post = openPost(world, () => isDown)
    world.clock.advance(9 * day - hour) // 10 Dec, 9:00 there
    await world.runJobs()
    await post.round()
    const times = { start: '2026-12-14T17:00:00.000Z', end: '2026-12-14T20:00:00.000Z' }
    await world.ok(eventApi.update, { id: eventId, ...times }, host)
    isDown = false
    await pass(world, post, 5 * day, hour)
    const received = remindersOf(post.sent)
    expect(received.map(({ at, text }) => [new Date(at).toISOString().slice(0, 10), /When: \w+, (.*?), /.exec(text)?.[1]])).toEqual([
      ['2026-12-13', '14 Dec 2026'],
    ])
    expect(groupId).toBeTruthy()
  })

  test('R99d nobody gets one who declined, was erased, lost the event, or is no longer silent, though it waits already', async () => {
    const { world, host, people, groupId, eventId } = await stage(3)
    await world.ok(reminderApi.send, { id: groupId, kind: 'reminder' }, host)
    await world.runJobs()
    await world.answer(groupId, people[0] ?? { email: '' }, [], { attending: false })
    await world.ok(guestApi.erase, { groupId, eventId }, people[1])
    const post = openPost(world)
    await post.round()
    expect(remindersOf(post.sent).map(({ to }) => to)).toEqual(['guest2@guests.test'])
    world.clock.advance(day)
    await world.ok(reminderApi.send, { id: groupId, kind: 'reminder' }, host)
    await world.runJobs()
    await world.ok(eventApi.remove, { id: eventId }, host)
    await pass(world, post, day, hour)
    expect(remindersOf(post.sent)).toHaveLength(1)
  })

  test('R99b sent now it goes at once, also at night; who had one today gets it in the morning', async () => {
    const { world, host, groupId } = await stage(2, { showConfirmation: true })
    const post = openPost(world)
    world.clock.advance(13 * hour + 30 * minute) // 23:30 there
    const { people: reached } = await world.ok(reminderApi.send, { id: groupId, kind: 'reminder' }, host)
    await world.runJobs()
    await post.round()
    expect([reached, remindersOf(post.sent).length]).toEqual([2, 2])
    await world.ok(reminderApi.send, { id: groupId, kind: 'confirmation' }, host)
    await world.runJobs()
    await post.round()
    const again = world.proven('guest0@guests.test', groupId)
    expect((await world.answer(groupId, again, ['Speaker'], { confirmed: true })).status).toBe(200)
    await pass(world, post, 14 * hour)
    const [, , third, ...more] = remindersOf(post.sent)
    expect([third?.to, third?.subject, new Date(third?.at ?? 0).toISOString().slice(0, 14), more]).toEqual([
      'guest1@guests.test',
      'Please confirm: “Summer school”',
      '2026-12-02T07:',
      [],
    ])
  })

  test('R99 refused: nobody to send it to, confirmation off, an event that has begun, a group without one; strangers see none of it', async () => {
    const { world, host, people, groupId } = await stage(0)
    const code = async (kind: ReminderKind, as = host, id = groupId) => (await world.call(reminderApi.send, { id, kind }, as)).body.code
    expect([await code('reminder'), await code('confirmation')]).toEqual(['reminder-nobody', 'confirmation-off'])
    const bob = await world.person('bob')
    expect(await code('reminder', bob)).toBe('group-unknown')
    const alone = (await world.ok(groupApi.create, { name: 'Choir', roles: [] }, host)).groupId
    const changed = await world.call(reminderApi.change, { id: alone, reminder: off }, host)
    expect(changed.body.code).toBe('reminders-need-event')
    world.clock.advance(10 * day + 9 * hour)
    expect([await code('reminder'), people]).toEqual(['reminder-late', []])
  })

  test('R99c switched off, nothing is due and nothing is sent; a time that is over is not made up for', async () => {
    const { world, host, groupId } = await stage(1)
    const { group } = await world.ok(reminderApi.change, { id: groupId, reminder: off, nudge: off }, host)
    expect([group.reminders?.reminder.next, group.reminders?.nudge.next]).toEqual([null, null])
    const post = openPost(world)
    await pass(world, post, 9 * day + hour, hour)
    const again = await world.ok(reminderApi.change, { id: groupId, reminder: defaultReminders.reminder }, host)
    expect(again.group.reminders?.reminder.next).toBe(null) // it was due an hour ago
    await pass(world, post, 2 * day, hour)
    expect(remindersOf(post.sent)).toEqual([])
  })
})
