// Who comes to the door without an answer (R192).
import { describe, expect, test } from 'vitest'
import { messageApi } from '#protocol/mail/message.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { attendances } from '#server/seats/model/door.ts'
import { newScanId, openDoor } from '../door/stage.ts'
import { type As, guestNo } from '../kit/world/world.ts'

async function openWalkins(more: Record<string, unknown> = {}) {
  const door = await openDoor(more)
  const { world, eventId, groupId, north } = door
  const given = (one: Record<string, unknown> = {}) => ({ eventId, groupId, scanId: newScanId(), name: 'Wanda', role: 'Guest', ...one })
  const walkIn = (one: Record<string, unknown> = {}, as: As = north) => world.ok(walkinApi.add, given(one), as)
  const refused = async (one: Record<string, unknown> = {}, as: As = north) => (await world.no(walkinApi.add, given(one), as))[1]
  const readGroup = () => world.ok(groupApi.read, { id: groupId }, door.ada)
  return { ...door, walkIn, refused, readGroup }
}

describe('R192 a walk-in', () => {
  test('R192 gets a free seat and is in, by one call; the table, the seats and the sums say so', async () => {
    const { walkIn, readGroup, counts, minutesBefore, world } = await openWalkins()
    minutesBefore(10)
    const { person, counts: after } = await walkIn()
    const at = new Date(world.clock.now()).toISOString()
    expect(person).toMatchObject({ name: 'Wanda', roles: ['Guest'], standing: 'yes', door: { isIn: true, at, door: 'North' } })
    expect(Object.values(after)[0]).toMatchObject({ inside: 1, came: 1, roles: { Guest: { inside: 1, came: 1 } } })
    expect(await counts()).toMatchObject({ inside: 1, came: 1 })
    const { rsvps, roleCoverage } = await readGroup()
    expect(rsvps).toMatchObject([{ name: 'Wanda', email: '', attending: true, roles: ['Guest'] }])
    expect(roleCoverage.find(({ name }) => name === 'Guest')?.count).toBe(1)
  })

  test('R192, R184 the same scan again is answered the same and counts once, even at once; another of that name is another person', async () => {
    const { walkIn, counts } = await openWalkins()
    const scanId = newScanId()
    const all = await Promise.all([walkIn({ scanId }), walkIn({ scanId }), walkIn({ scanId })])
    expect(new Set(all.map(({ person }) => person._id)).size).toBe(1)
    await walkIn()
    expect(await counts()).toMatchObject({ inside: 2, came: 2 })
  })

  test('R192, R90 a full role is full; while somebody waits nobody overtakes them, and once it has begun what is free is free', async () => {
    const { walkIn, refused, world, groupId, guest, ada, minutesBefore, yes } = await openWalkins({ waitlist: true })
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Speaker', max: 1 }, ada)
    await yes(1, ['Speaker'])
    await world.answer(groupId, guest(2), [], { waitFor: ['Speaker'] })
    expect(await refused({ role: 'Speaker' })).toBe('role-full')
    await world.answer(groupId, guest(1), [], { attending: false })
    expect(await refused({ role: 'Speaker' })).toBe('role-full') // guest 2 has it
    minutesBefore(-1)
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Speaker', max: 2 }, ada)
    expect((await walkIn({ role: 'Speaker' })).person.roles).toEqual(['Speaker'])
  })

  test('R192 two at once for the last seat: one gets it', async () => {
    const { world, eventId, groupId, north, south, ada, counts } = await openWalkins()
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Speaker', max: 1 }, ada)
    const sent = [north, south, north, south].map((as) =>
      world.call(walkinApi.add, { eventId, groupId, scanId: newScanId(), name: 'Wanda', role: 'Speaker' }, as),
    )
    expect((await Promise.all(sent)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await counts()).toMatchObject({ came: 1 })
  })

  test('R192 with an email they get what any guest gets; whom the list has already is looked for there, and nothing of them changes', async () => {
    const { walkIn, refused, world, yes } = await openWalkins()
    await walkIn({ email: 'Wanda@people.test' })
    const [email] = await world.mails('wanda@people.test')
    expect(email?.text).toContain('/rsvp/')
    await yes(1)
    expect(await refused({ email: 'wanda@people.test', name: 'Other' })).toBe('walkin-known')
    expect(await refused({ email: guestNo(1), name: 'Other' })).toBe('walkin-known')
  })

  test('R192 without an email nobody is written to, not by a message to all either, and two of them are two', async () => {
    const { walkIn, world, groupId, ada, yes } = await openWalkins()
    await yes(1)
    const before = (await world.store.find(emails, { index: '_id', limit: 50 })).length
    await walkIn()
    await walkIn({ name: 'Walter' })
    expect((await world.store.find(emails, { index: '_id', limit: 50 })).length).toBe(before)
    expect(await world.ok(messageApi.count, { id: groupId, audience: {} }, ada)).toMatchObject({ recipients: 1 })
  })

  test('R192 nobody who isn’t at this door, no group of another event, none that is over, no role that isn’t there', async () => {
    const { refused, world, ada, guest, event } = await openWalkins()
    const elsewhere = await world.event(ada)
    const stranger = await world.person('eve')
    expect([await refused({}, {}), await refused({}, guest(1)), await refused({}, stranger)]).toEqual(Array(3).fill('event-unknown'))
    expect(await refused({ groupId: elsewhere.groupId })).toBe('group-unknown')
    expect(await refused({ role: 'Nobody' })).toBe('role-unknown')
    const ends = Date.parse(event.end)
    world.clock.advance(ends - world.clock.now())
    expect(await refused()).toBe('event-ended')
  })

  test('R192 a phone that keeps seats gives those away though somebody waits, each once, and another phone never those', async () => {
    const { walkIn, refused, world, eventId, groupId, guest, ada, north, south, yes } = await openWalkins({ waitlist: true })
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Speaker', max: 3 }, ada)
    await yes(1, ['Speaker'])
    const { leaseId } = await world.ok(doorApi.lease, { eventId, groupId, role: 'Speaker', seats: 2 }, north)
    await world.answer(groupId, guest(2), [], { waitFor: ['Speaker'] })
    expect([await refused({ role: 'Speaker' }), await refused({ role: 'Speaker', leaseId }, south)]).toEqual(['role-full', 'role-full'])
    await walkIn({ role: 'Speaker', leaseId })
    await walkIn({ role: 'Speaker', leaseId })
    expect(await refused({ role: 'Speaker', leaseId })).toBe('role-full')
    const { roleCoverage } = await world.ok(groupApi.read, { id: groupId }, ada)
    expect(roleCoverage.find(({ name }) => name === 'Speaker')).toMatchObject({ count: 3, total: 3, waiting: 1 })
  })

  test('R192 what happened last to them is taken back as anybody’s is; the seat stays', async () => {
    const { walkIn, world, eventId, north, counts } = await openWalkins()
    const { person } = await walkIn()
    await world.ok(doorApi.undo, { eventId, rsvpId: person._id, line: person.door?.line ?? '' }, north)
    expect(await counts()).toMatchObject({ inside: 0, came: 0 })
    expect((await world.store.get(attendances, person._id))?.log.map(({ kind }) => kind)).toEqual(['in', 'undo'])
  })
})

test('R192, R148 in an event of several groups people without an email aren’t taken for one', async () => {
  const { walkIn, world, ada, eventId } = await openWalkins()
  const group = { name: 'Second', limitToMembers: false, roles: [{ name: 'Guest', max: 5 }] }
  const added = await world.ok(eventApi.addGroup, { id: eventId, group }, ada)
  await walkIn()
  await walkIn({ groupId: added.group._id, name: 'Walter' })
  expect((await world.ok(groupApi.read, { id: added.group._id }, ada)).rsvps).toMatchObject([{ name: 'Walter', roles: ['Guest'] }])
})
