// Writing to people who were picked one by one, and asking them again: nobody else gets it, and nobody of another group.

import { expect, test } from 'vitest'
import { rsvpIdsPerCall } from '#protocol/kernel/limits.ts'
import { messageApi } from '#protocol/mail/message.ts'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openWorld } from '../kit/world/world.ts'

const words = { subject: 'Bring a cup', text: 'Dear all' }

/** Two events of two organizers, each with guests who said yes, and Dan who declined. */
async function setUp(showConfirmation = false) {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const bob = await world.person('bob', 'team')
  const mine = await world.event(ada, undefined, { showConfirmation })
  const theirs = await world.event(bob, undefined, { showConfirmation })
  const say = (groupId: string, name: string, attending: boolean) =>
    world.answer(groupId, world.proven(`${name}@guests.test`, groupId), [], { name, attending })
  for (const name of ['sue', 'gus', 'una']) await say(mine.groupId, name, true)
  await say(mine.groupId, 'dan', false)
  await say(theirs.groupId, 'eli', true)
  await deliverAll(world)
  const found = await Promise.all(
    [mine, theirs].map(({ groupId }) => world.store.find(rsvps, { index: 'group', where: { groupId }, limit: 9 })),
  )
  const idOf = (name: string) => found.flat().find((rsvp) => rsvp.name === name)?._id ?? ''
  const reached = async (what: RegExp) => {
    await world.runJobs()
    const all = await deliverAll(world)
    return all
      .filter(({ subject }) => what.test(subject))
      .map(({ to }) => to.split('@')[0])
      .sort((a = '', b = '') => a.localeCompare(b))
  }
  return { world, ada, ...mine, idOf, reached }
}

test('R110f R101 a message goes to nobody but those who were picked; who declined or is of another group gets none', async () => {
  const { world, ada, groupId, idOf, reached } = await setUp()
  const audience = { rsvpIds: ['sue', 'una', 'dan', 'eli'].map(idOf) }
  expect(await world.ok(messageApi.count, { id: groupId, audience }, ada)).toEqual({ recipients: 2, unreached: 0, declined: 1 })
  expect((await world.ok(messageApi.send, { id: groupId, audience, ...words }, ada)).recipients).toBe(2)
  expect(await reached(/Bring a cup/)).toEqual(['sue', 'una'])
  const { messages } = await world.ok(messageApi.list, { id: groupId }, ada)
  expect(messages[0]).toMatchObject({ isToNamed: true, roles: [], states: [], recipients: 2 })
})

test('R110f R101 with a role or a standing besides, both must fit; ids alone that fit nobody are refused', async () => {
  const { world, ada, groupId, idOf } = await setUp()
  const send = (audience: object) => world.call(messageApi.send, { id: groupId, audience, ...words }, ada)
  expect((await send({ rsvpIds: [idOf('sue')], states: ['silent'] })).body.code).toBe('audience-empty')
  expect((await send({ rsvpIds: [idOf('eli')] })).body.code).toBe('audience-empty')
  expect((await send({ rsvpIds: Array.from({ length: rsvpIdsPerCall + 1 }, () => idOf('sue')) })).status).toBe(400)
})

test('R110f R98a those who were picked are asked to confirm again, nobody else and nobody twice, and the round of all stays as it was', async () => {
  const { world, ada, groupId, idOf, reached } = await setUp(true)
  const ask = (...names: string[]) => world.ok(reminderApi.send, { id: groupId, kind: 'confirmation', rsvpIds: names.map(idOf) }, ada)
  const { people, group } = await ask('sue', 'dan', 'eli')
  expect(people).toBe(1)
  expect(group.asking?.asked ?? null).toBeNull()
  expect(await reached(/^Please confirm/)).toEqual(['sue'])
  await ask('sue', 'gus')
  expect(await reached(/^Please confirm/)).toEqual(['gus'])
  const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'remind' }, ada)
  expect(activity.map(({ to, count }) => [to.sent, count])).toEqual([
    ['confirmation', 2],
    ['confirmation', 1],
  ])
})

test('R110f R99 asking those to whom it doesn’t apply is refused, and so is who may not', async () => {
  const { world, ada, groupId, idOf } = await setUp(true)
  const ask = async (as: typeof ada, ...names: string[]) =>
    (await world.call(reminderApi.send, { id: groupId, kind: 'confirmation', rsvpIds: names.map(idOf) }, as)).body.code
  expect([await ask(ada, 'dan'), await ask(ada, 'eli')]).toEqual(['reminder-nobody', 'reminder-nobody'])
  expect(await ask(await world.person('eve'), 'sue')).toBe('group-unknown')
  await world.ok(groupApi.read, { id: groupId }, ada)
})
