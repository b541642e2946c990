// Calls of a test to a server that is too busy: asked again, as a browser does, so that a busy machine fails nothing.
import { expect, test } from 'vitest'
import { openWorld } from '../kit/world/world.ts'

test('S10 whoever is told that the server is too busy asks again; control: who asks once is told so', async () => {
  const world = await openWorld()
  const { groupId } = await world.event(await world.person('ada'))
  const guest = world.proven('gast@guests.test', groupId)
  const { queues } = world.services
  const get = queues.get.bind(queues)
  const full = Array.from({ length: 2_000 })
  let left = 2
  Object.assign(queues, { get: (key: string) => (left-- > 0 ? full : get(key)) })
  const { status, body } = await world.answerOnce(groupId, guest)
  expect([status, body.code]).toEqual([503, 'busy'])
  expect((await world.answer(groupId, guest)).status).toBe(200)
  expect(left).toBeLessThan(0)
})
