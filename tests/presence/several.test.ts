// Who is there over all groups of an event (R104g): on its page or on the board of any of its groups, for those who manage it.
import { expect, test } from 'vitest'
import { boardRoom, dashboardRoom, groupRoom, type Room } from '#protocol/live.ts'
import type { PresenceView } from '#protocol/record/presence.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

test('R104g whoever has the page or any of the groups open sees the others, each once; who only assigns is not there, and hears nothing', async () => {
  const world = await openWorld()
  const choir = await openChoir(world, { amy: 'admin', ben: 'admin', gus: 'member' })
  const { eventId, groupId } = await choir.event()
  await choir.grant({ eventId, groupId }, choir.gus)
  const { groupId: other } = await world.ok(eventApi.addGroup, { id: eventId, group: { name: 'Bar', roles: [] } }, choir.owner)
  const open = async ({ token }: { token: string }, ...rooms: Room[]) => {
    const socket = await world.socket({ token })
    for (const room of rooms) expect(await socket.watch(room)).toHaveProperty('view')
    return socket
  }
  type Watcher = Awaited<ReturnType<typeof open>>
  const ofEvent = ({ room }: PresenceView) => room === groupRoom(eventId)
  const seesNames = (watcher: Watcher, ...expected: string[]) =>
    watcher.hears(
      (one) =>
        one.name === 'presence' &&
        ofEvent(one.view) &&
        one.view.people.map((person: { name: string }) => person.name).join() === expected.join(),
    )
  const amy = await open(choir.amy, boardRoom(eventId))
  const gus = await open(choir.gus, boardRoom(eventId), groupRoom(groupId))
  const ben = await open(choir.ben, groupRoom(other), boardRoom(eventId))
  await seesNames(amy, 'amy', 'ben')
  await seesNames(ben, 'amy', 'ben')
  const olga = await open(choir.owner, dashboardRoom(choir.owner.userId))
  await seesNames(olga, 'amy', 'ben')
  ben.socket.disconnect()
  await seesNames(olga, 'amy')
  await gus.quiet()
  expect(gus.seen('presence')).toEqual([])
})
