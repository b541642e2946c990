// Seats that phones keep for those who come without an answer (R192a).
import { describe, expect, test } from 'vitest'
import { doorApi } from '#protocol/seats/door/door.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { doorLeases } from '#server/seats/model/door.ts'
import { groups, occupied } from '#server/seats/model/group.ts'
import { minute } from '../kit/world/clock.ts'
import type { As } from '../kit/world/world.ts'
import { newScanId, openDoor } from './stage.ts'

async function openLeases(more: Record<string, unknown> = {}) {
  const door = await openDoor(more)
  const { world, eventId, groupId } = door
  const lease = (as: As, role: string, seats: number) => world.call(doorApi.lease, { eventId, groupId, role, seats }, as)
  const role = async (name: string) => {
    const found = (await world.store.get(groups, groupId))?.roles.find((one) => one.name === name)
    return [found?.held ?? 0, found ? occupied(found) : 0]
  }
  return { ...door, lease, role }
}

describe('a lease', () => {
  test('R192a takes seats off what is free for everybody, at most ten of a role for a phone, and gives them back after an hour', async () => {
    const { lease, north, south, role, world } = await openLeases()
    const first = await lease(north, 'Guest', 6)
    expect(first.body).toMatchObject({ seats: 6, until: new Date(world.clock.now() + 60 * minute).toISOString() })
    expect((await lease(north, 'guest', 10)).body.seats).toBe(4)
    expect((await lease(north, 'Guest', 1)).body.code).toBe('role-full')
    expect((await lease(south, 'Guest', 10)).body.seats).toBe(10)
    expect(await role('Guest')).toEqual([20, 20])
    world.clock.advance(60 * minute)
    await world.runJobs()
    expect([await role('Guest'), await world.store.find(doorLeases, { index: '_id', limit: 9 })]).toEqual([[0, 0], []])
  })

  test('R190, R192a a phone that leaves or is cut off gives back at once what it keeps; what another keeps stays', async () => {
    const { lease, north, south, pair, role, world, ada, eventId } = await openLeases()
    const west = await pair('West')
    for (const [phone, seats] of [
      [north, 6],
      [south, 4],
      [west, 2],
    ] as const)
      await lease(phone, 'Guest', seats)
    await world.ok(doorApi.unpair, { eventId }, north)
    await world.ok(doorApi.endPhone, { eventId, phoneId: south.phoneId }, ada)
    await world.runJobs()
    expect(await role('Guest')).toEqual([2, 2])
  })

  test('R192a phones and guests who ask at once never get more than there are', async () => {
    const { lease, north, south, role, world, groupId, guest } = await openLeases()
    const asked = await Promise.all([
      lease(north, 'Speaker', 2),
      ...[1, 2, 3].map((n) => world.answer(groupId, guest(n), ['Speaker'])),
      lease(south, 'Speaker', 2),
    ])
    const leased = asked.reduce((sum, { body }) => sum + Number(body.seats ?? 0), 0)
    const answered = asked.filter(({ status, body }) => status === 200 && body.rsvp).length
    expect([leased + answered, await role('Speaker')]).toEqual([3, [leased, 3]])
    expect((await lease(north, 'Speaker', 1)).body.code).toBe('role-full')
  })

  test('R90, R192a who waits is first: there is nothing to lease, and what comes back goes to them', async () => {
    const { lease, north, role, world, groupId, guest } = await openLeases({ waitlist: true })
    await lease(north, 'Speaker', 3)
    await world.answer(groupId, guest(1), [], { waitFor: ['Speaker'] })
    expect((await lease(north, 'Speaker', 1)).body.code).toBe('role-full')
    world.clock.advance(60 * minute)
    await world.runJobs()
    const { rsvp } = await world.ok(rsvpApi.form, { groupId }, guest(1))
    expect(rsvp?.roles ?? rsvp).toBeTruthy()
    expect((await role('Speaker'))[1]).toBe(1)
  })

  test('R192a who comes without an answer gets a kept seat, though the role is full and others wait; what nobody got comes back', async () => {
    const { lease, north, south, role, world, eventId, groupId, guest, counts } = await openLeases({ waitlist: true })
    const { leaseId } = (await lease(north, 'Speaker', 2)).body
    await world.answer(groupId, guest(1), ['Speaker'])
    await world.answer(groupId, guest(2), [], { waitFor: ['Speaker'] })
    const sent = { eventId, groupId, scanId: newScanId(), name: 'Wanda', role: 'Speaker' }
    const code = async (one: object, as: As) => (await world.call(walkinApi.add, { ...sent, scanId: newScanId(), ...one }, as)).body.code
    expect([await code({}, north), await code({ leaseId }, south)]).toEqual(['role-full', 'role-full'])
    const at = new Date(world.clock.now() - 5 * minute).toISOString()
    const answer = () => world.call(walkinApi.add, { ...sent, leaseId, at }, north)
    const [first, again] = await Promise.all([answer(), answer()])
    expect([first.status, again.body.person]).toEqual([200, first.body.person])
    expect([await role('Speaker'), (await counts())?.came]).toEqual([[1, 3], 1])
    world.clock.advance(60 * minute)
    await world.runJobs()
    expect(await role('Speaker')).toEqual([0, 3])
    expect(await code({ leaseId }, north)).toBe('role-full')
  })

  test('R183, R192a there is none for who isn’t at the door, for another group, a role of no name here, or once all is over', async () => {
    const { lease, north, world, eventId, ada, event } = await openLeases()
    expect((await lease({}, 'Guest', 1)).body.code).toBe('event-unknown')
    const other = await world.event(ada)
    const elsewhere = { eventId, groupId: other.groupId, role: 'Guest', seats: 1 }
    expect((await world.no(doorApi.lease, elsewhere, north))[1]).toBe('event-unknown')
    expect((await lease(north, 'Nobody', 1)).body.code).toBe('role-unknown')
    expect((await lease(north, 'Guest', 11)).status).toBe(400)
    world.clock.advance(Date.parse(event.end) - world.clock.now())
    expect((await lease(north, 'Guest', 1)).body.code).toBe('event-ended')
  })
})
