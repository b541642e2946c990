// In the morning of the day after it stands in the activity how many who said yes didn't come (R193).
import { expect, test } from 'vitest'
import { activityApi } from '#protocol/record/activity.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { doorCounts } from '#server/seats/model/door.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openDoor } from './stage.ts'

async function held(more: Record<string, unknown> = {}) {
  const stage = await openDoor(more)
  const { world, ada, groupId } = stage
  const lines = async () =>
    (await world.ok(activityApi.list, { id: groupId, kind: 'no-show' }, ada)).activity.map(({ by, count, to, groupId: of }) => ({
      by,
      count,
      to,
      of,
    }))
  return { ...stage, lines }
}

test('R193 one line for each group, by itself, once: of all who said yes, companions too, and of nobody else', async () => {
  const { world, groupId, guest, yes, scan, north, minutesBefore, event, lines } = await held({ maxCompanions: 2 })
  const [one] = [await yes(1), await yes(2)]
  await world.answer(groupId, guest(3), ['Guest'], { name: 'Gina', companions: [{ name: 'Mo' }, { name: 'Li' }] })
  await world.answer(groupId, guest(4), [], { attending: false, name: 'Nora' })
  for (const n of [5, 6, 7]) await yes(n, ['Speaker'])
  await world.answer(groupId, guest(8), [], { waitFor: ['Speaker'], name: 'Wanda' })
  minutesBefore(5)
  const { rsvp } = (await world.send('GET', `/api/rsvp/form/${groupId}`, undefined, guest(3))).body
  await scan(north, { rsvpId: one.rsvpId })
  await scan(north, { rsvpId: rsvp._id, companionId: rsvp.companions[0]._id })
  // Who was let in though they had said no is one more who came, and makes up for nobody.
  const nora = (await world.send('GET', `/api/rsvp/form/${groupId}`, undefined, guest(4))).body.rsvp._id
  await scan(north, { rsvpId: nora, despite: true })
  world.clock.advance(Date.parse(event.end) + hour - world.clock.now())
  await world.runJobs()
  expect(await lines()).toEqual([])
  world.clock.advance(2 * day)
  await world.runJobs()
  const line = { by: { type: 'rolecall' }, count: 6, to: { expected: 8 }, of: groupId }
  expect(await lines()).toEqual([line])
  await world.runJobs()
  world.clock.advance(day)
  await world.runJobs()
  expect(await lines()).toEqual([line])
})

test('R193 of an event that was moved it is told after its new end; of one that nobody came to, or that was canceled, nothing', async () => {
  const { world, ada, eventId, yes, scan, north, minutesBefore, lines } = await held()
  const [one] = [await yes(1), await yes(2)]
  minutesBefore(5)
  await scan(north, { rsvpId: one.rsvpId })
  const [start, end] = [world.inDays(9), new Date(Date.parse(world.inDays(9)) + hour).toISOString()]
  await world.ok(eventApi.update, { id: eventId, start, end }, ada)
  world.clock.advance(5 * day)
  await world.runJobs()
  expect(await lines()).toEqual([])
  world.clock.advance(Date.parse(end) + 2 * day - world.clock.now())
  await world.runJobs()
  expect((await lines()).map(({ count }) => count)).toEqual([1])

  const other = await held()
  const { rsvpId } = await other.yes(1)
  other.minutesBefore(5)
  const { person } = await other.scan(other.north, { rsvpId })
  await other.world.send('POST', `/api/door/${other.eventId}/people/${rsvpId}/undo`, { line: person?.door?.line }, other.north)
  other.world.clock.advance(5 * day)
  await other.world.runJobs()
  expect(await other.lines()).toEqual([])
  const [kept] = await other.world.store.find(doorCounts, { index: '_id', limit: 1 })
  expect(kept?.dueAt).toBeUndefined()
})
