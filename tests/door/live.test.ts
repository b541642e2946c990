// What boards and phones at a door hear at once: the sums (R186), and that a phone was cut off (R182). Over real sockets.
import { describe, expect, test } from 'vitest'
import { boardRoom, doorRoom, groupRoom } from '#protocol/live.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { openDoor } from './stage.ts'

const cookieOf = ({ cookie }: { readonly cookie: string }) => ({ cookie, 'sec-fetch-site': 'same-origin' })

describe('the sums', () => {
  test('R186 a scan reaches the board, all groups’ board and every phone with its sums, per role and door; the group isn’t written', async () => {
    const { world, ada, eventId, groupId, yes, north, south, scan, minutesBefore } = await openDoor()
    const { rsvpId } = await yes(1)
    minutesBefore(5)
    const desk = await world.socket(ada)
    const other = await world.socket({}, cookieOf(south))
    expect(await desk.watch(groupRoom(groupId))).toMatchObject({ view: { door: { inside: 0, came: 0 } } })
    await desk.watch(boardRoom(eventId))
    expect(await other.watch(doorRoom(eventId))).toMatchObject({ view: { groups: [{ _id: groupId, rev: 0, counts: { inside: 0 } }] } })
    const { group: before } = await world.ok(groupApi.read, { id: groupId }, ada)
    await scan(north, { rsvpId })
    const counts = {
      inside: 1,
      came: 1,
      roles: { Guest: { inside: 1, came: 1 } },
      doors: { North: { inside: 1, came: 1 } },
    }
    for (const one of [desk, other]) await one.hears(({ name, view }) => name === 'door' && view.counts.inside === 1)
    expect(other.seen('door').at(-1)).toEqual({ _id: groupId, rev: 1, counts })
    expect(desk.seen('group')).toEqual([])
    await scan(south, { rsvpId, kind: 'out' })
    await desk.hears(({ name, view }) => name === 'door' && view.counts.inside === 0)
    const { group } = await world.ok(groupApi.read, { id: groupId }, ada)
    expect([group.rev, 'door' in group && group.door]).toEqual([before.rev, { inside: 0, came: 1 }])
  })

  test('R183 nobody hears of them who is not at this door: no browser that isn’t paired, none of another event’s door', async () => {
    const { world, ada, eventId, north } = await openDoor()
    const { eventId: other } = await world.event(ada)
    const stranger = await world.socket({}, cookieOf({ cookie: `rolecall_door_${eventId}=${'a'.repeat(24)}.${'b'.repeat(43)}` }))
    expect(await stranger.watch(doorRoom(eventId))).toMatchObject({ code: 'event-unknown' })
    const phone = await world.socket({}, cookieOf(north))
    expect(await phone.watch(doorRoom(other))).toMatchObject({ code: 'event-unknown' })
    const foreign = await world.socket({}, { cookie: north.cookie, 'sec-fetch-site': 'cross-site' })
    expect(await foreign.watch(doorRoom(eventId))).toMatchObject({ code: 'event-unknown' })
  })
})

describe('cutting off', () => {
  test('R182 a phone that is cut off hears it, the others don’t; then it watches no more', async () => {
    const { world, ada, eventId, north, south, yes, scan, minutesBefore } = await openDoor()
    const { rsvpId } = await yes(1)
    minutesBefore(5)
    const [one, other] = [await world.socket({}, cookieOf(north)), await world.socket({}, cookieOf(south))]
    for (const phone of [one, other]) expect(await phone.watch(doorRoom(eventId))).toHaveProperty('view')
    await world.ok(doorApi.endPhone, { eventId, phoneId: north.phoneId }, ada)
    const heard = await one.hears(({ name }) => name === 'gone')
    expect(heard.view).toBe(doorRoom(eventId))
    await scan(south, { rsvpId })
    await other.hears(({ name }) => name === 'door')
    expect([one.seen('door'), other.seen('gone')]).toEqual([[], []])
    expect(await one.watch(doorRoom(eventId))).toMatchObject({ code: 'event-unknown' })
  })

  test('R182 12 hours after the end a phone that still looks is told so', async () => {
    const { world, eventId, event, north } = await openDoor()
    const phone = await world.socket({}, cookieOf(north))
    await phone.watch(doorRoom(eventId))
    world.clock.advance(Date.parse(event.end) + 12 * 3_600_000 + 1 - world.clock.now())
    await phone.hears(({ name }) => name === 'gone')
  })
})

test('R186 of several groups each has its own sums in the event’s view', async () => {
  const { world, ada, eventId, groupId, yes, north, scan, minutesBefore } = await openDoor()
  await world.ok(
    eventApi.addGroup,
    { id: eventId, group: { name: 'Evening', roles: [{ name: 'Guest', max: 5 }], limitToMembers: false } },
    ada,
  )
  const { rsvpId } = await yes(1)
  minutesBefore(5)
  await scan(north, { rsvpId })
  const { groups = [] } = await world.ok(eventApi.read, { id: eventId }, ada)
  expect(groups.map((one) => 'door' in one && one.door)).toEqual([
    { inside: 1, came: 1 },
    { inside: 0, came: 0 },
  ])
  expect(groups[0]?._id).toBe(groupId)
})
