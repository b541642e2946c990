// Somebody who erases their data once the event is over, and an event that goes on after all: nobody is held up by who is gone.
import { expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { hour } from '../kit/world/clock.ts'
import { openStage } from './stage.ts'

test('R90a, R96 a freed seat passes over who has erased their data since, and goes to the next who waits', async () => {
  const { world, ada, eventId, groupId, guest, fill, wait, decline, rolesOf, list, hoursBefore } = await openStage()
  await fill('Speaker')
  await wait(7, ['Speaker'])
  await wait(8, ['Speaker'])
  hoursBefore(-2)
  const gone = guest(7)
  await world.ok(guestApi.erase, { groupId }, gone)
  const later = { start: world.inDays(3), end: new Date(Date.parse(world.inDays(3)) + hour).toISOString() }
  await world.ok(eventApi.update, { id: eventId, ...later }, ada)
  await decline(0)
  expect(await rolesOf(8)).toEqual(['Speaker'])
  expect((await list()).waiting).toEqual([])
})
