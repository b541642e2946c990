// Who did what in a group (R105): what each act leaves behind, who reads it, and that it outlives what it is about.
import { expect, test } from 'vitest'
import { activityApi } from '#protocol/activity.ts'
import { groupApi } from '#protocol/group.ts'
import { openWorld } from '#tests/kit/world/world.ts'

async function anEvent() {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const { eventId, groupId } = await world.event(ada)
  const lines = async (more: object = {}) => (await world.call(activityApi.list, { id: groupId, ...more }, ada)).body.activity
  return { world, ada, eventId, groupId, lines }
}

test('R105: an answer is a line of its guest, with what changed and nothing else', async () => {
  const { world, groupId, lines } = await anEvent()
  const guest = world.proven('gil@people.test', groupId)
  await world.answer(groupId, guest, ['Speaker'])
  const [line] = await lines()
  expect(line).toMatchObject({ kind: 'answer', by: { type: 'guest' } })
})
