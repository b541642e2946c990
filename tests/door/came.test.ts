// Who came, and who didn't: for the organizers, live and afterwards, and whom they write to then (R193).
import { describe, expect, test } from 'vitest'
import { everyone, filterRows } from '#client/group/answers/rsvp-filter.ts'
import { groupRoom } from '#protocol/live.ts'
import { messageApi } from '#protocol/mail/message.ts'
import { teamApi } from '#protocol/people/team.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openDoor } from './stage.ts'

const words = { subject: 'Thank you', text: 'It was good to see you.' }

/** One came, one said yes and didn't, one said no. */
async function afterwards() {
  const stage = await openDoor()
  const { world, ada, groupId, guest, yes, scan, north, minutesBefore, event } = stage
  const [one, two] = [await yes(1), await yes(2)]
  await world.answer(groupId, guest(3), [], { attending: false, name: 'Guest 3' })
  await deliverAll(world)
  minutesBefore(5)
  const at = new Date(world.clock.now()).toISOString()
  await scan(north, { rsvpId: one.rsvpId })
  const rows = async () => (await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps
  const end = () => world.clock.advance(Date.parse(event.end) + 60_000 - world.clock.now())
  const send = (audience: object) => world.call(messageApi.send, { id: groupId, audience, ...words }, ada)
  const count = async (audience: object) => (await world.ok(messageApi.count, { id: groupId, audience }, ada)).recipients
  const reached = async () => {
    await world.runJobs()
    return (await deliverAll(world)).filter(({ subject }) => subject === words.subject).map(({ to }) => to)
  }
  return { ...stage, one, two, at, rows, end, send, count, reached }
}

describe('the table', () => {
  test('R193 each answer says whether they came, since when and whether they are inside; nothing is said while nobody has come', async () => {
    const { world, ada, groupId, yes, scan, north, minutesBefore } = await openDoor()
    const { rsvpId } = await yes(1)
    await yes(2)
    const rows = async () => (await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps
    expect((await rows()).some((row) => 'came' in row)).toBe(false)
    minutesBefore(5)
    const at = new Date(world.clock.now()).toISOString()
    await scan(north, { rsvpId })
    const came = async () => Object.fromEntries((await rows()).map((row) => [row.name, row.came]))
    expect(await came()).toEqual({ 'Guest 1': { at, isIn: true, people: 1 }, 'Guest 2': null })
    world.clock.advance(60_000)
    await scan(north, { rsvpId, kind: 'out' })
    expect((await came())['Guest 1']).toEqual({ at, isIn: false, people: 1 })
  })

  test('R193 it is told live, to those who see the answers; R206 not to who only looks on', async () => {
    const { world, ada, eventId, groupId, yes, scan, north, minutesBefore } = await openDoor()
    const { rsvpId } = await yes(1)
    const vera = await world.person('vera')
    await world.ok(teamApi.add, { id: eventId, email: vera.email, role: 'viewer' }, ada)
    await world.ok(teamApi.accept, { token: await world.tokenMailed(vera.email) }, vera)
    minutesBefore(5)
    const [desk, viewer] = [await world.socket(ada), await world.socket(vera)]
    for (const one of [desk, viewer]) await one.watch(groupRoom(groupId))
    const { person } = await scan(north, { rsvpId })
    await desk.hears(({ name, view }) => name === 'came' && view._id === rsvpId && view.came?.isIn === true)
    await world.ok(doorApi.undo, { eventId, rsvpId, line: person?.door?.line ?? '' }, north)
    await desk.hears(({ name, view }) => name === 'came' && view.came === null)
    await viewer.hears(({ name, view }) => name === 'door' && view.counts.came === 0)
    expect(viewer.seen('came')).toEqual([])
    await scan(north, { rsvpId })
    const { rsvps } = await world.ok(groupApi.rsvps, { id: groupId }, vera)
    expect(rsvps.every((row) => !('came' in row))).toBe(true)
  })

  test('R193 it goes with the answer', async () => {
    const { world, groupId, guest, rows } = await afterwards()
    await world.ok(guestApi.erase, { groupId }, guest(1))
    expect((await rows()).filter((row) => row.came)).toEqual([])
  })
})

describe('messages', () => {
  test('R193 after the end those who came can be thanked, and nobody else gets it', async () => {
    const { world, end, send, count, reached, guest, ada, groupId } = await afterwards()
    end()
    expect([await count({ door: 'came' }), await count({ door: 'missed' })]).toEqual([1, 1])
    expect((await send({ door: 'came' })).body.recipients).toBe(1)
    expect(await reached()).toEqual([guest(1).email])
    const { messages } = await world.ok(messageApi.list, { id: groupId }, ada)
    expect(messages[0]).toMatchObject({ door: 'came', outcomes: { sent: 1 } })
  })

  test('R193 and those who didn’t come written to, apart from who said no; before the end as well', async () => {
    const { end, send, reached, guest } = await afterwards()
    expect((await send({ door: 'missed' })).body.recipients).toBe(1)
    expect(await reached()).toEqual([guest(2).email])
    end()
    expect((await send({ door: 'missed', states: ['yes'] })).body.recipients).toBe(1)
    expect(await reached()).toEqual([guest(2).email])
  })

  test('R193 who came is who was let in, whatever they had answered; who was in line for a seat didn’t fail to come', async () => {
    const { world, groupId, guest, yes, scan, north, count, rows } = await afterwards()
    for (const n of [5, 6, 7]) await scan(north, { rsvpId: (await yes(n, ['Speaker'])).rsvpId })
    await world.answer(groupId, guest(8), [], { waitFor: ['Speaker'], name: 'Guest 8' })
    expect([await count({ door: 'came' }), await count({ door: 'missed' })]).toEqual([4, 1])
    const declined = (await rows()).find(({ name }) => name === 'Guest 3')
    await scan(north, { rsvpId: declined?._id, despite: true })
    const idOf = (name: string) => rows().then((all) => all.find((row) => row.name === name)?._id)
    await scan(north, { rsvpId: await idOf('Guest 8'), despite: true })
    expect([await count({ door: 'came' }), await count({ door: 'missed' })]).toEqual([6, 1])
    for (const kind of ['came', 'missed'] as const)
      expect(filterRows(await rows(), { ...everyone, door: kind })).toHaveLength(await count({ door: kind }))
  })

  test('R101, R193 every other message to what is over is refused as before, and so is any to what was canceled', async () => {
    const { world, ada, eventId, groupId, end, send } = await afterwards()
    end()
    for (const audience of [{}, { states: ['yes'] }]) expect((await send(audience)).body.code).toBe('event-ended')
    expect((await world.call(messageApi.test, { id: groupId, ...words }, ada)).body.code).toBe('event-ended')
    expect((await send({ door: 'everybody' })).status).toBe(400)
    await world.ok(eventApi.remove, { id: eventId }, ada)
    expect((await send({ door: 'came' })).status).toBeGreaterThanOrEqual(400)
  })
})
