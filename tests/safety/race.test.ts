// Many at once, over one server process and over several: what must hold then. Each race has a control with a guard taken off, where it must not hold.
import { describe, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { events } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { openMeeting } from '../kit/faults/meeting.ts'
import { withoutOneIdPerGuest, withoutRevisions } from '../kit/rights/unguarded.ts'
import { patiently } from '../kit/world/client.ts'
import { type Answer, freshStore, openWorld, type World } from '../kit/world/world.ts'

type Wrap = (store: Store) => Store

/** `processes` servers over one store, with an event of Ada's. Their first commits to `where`, once there is one, are of decisions on the same records. */
async function setUp(processes: number, roles: { name: string; max: number }[], wrap: Wrap = (store) => store, where = groups.name) {
  const store = await freshStore()
  const { at, meet } = openMeeting({ name: where })
  const worlds = await Promise.all(Array.from({ length: processes }, (_, n) => openWorld({ store, wrap: (one) => at(n)(wrap(one)) })))
  const [world] = worlds as [World]
  const ada = await world.person('ada', 'pro')
  const { groupId, eventId } = await world.event(ada, roles)
  const kept = async () => ({
    group: (await store.get(groups, groupId)) as Group,
    rsvps: await store.find(rsvps, { index: 'group', where: { groupId }, limit: 1000 }),
  })
  const race = () => meet(...worlds.keys())
  return { worlds, world, ada, groupId, eventId, kept, race }
}
type Setting = Awaited<ReturnType<typeof setUp>>

/** All at once, each guest over the next server. */
function submitAll(setting: Setting, count: number, roles: string[], email = (n: number) => `guest${n}@guests.test`) {
  const { worlds, world, groupId, race } = setting
  race()
  return Promise.all(
    Array.from({ length: count }, (_, n) => {
      const guest = world.proven(email(n), groupId)
      return patiently(() => (worlds[n % worlds.length] ?? world).answer(groupId, guest, roles))
    }),
  )
}
/** A hundred events at once, of somebody who may have one more. */
async function createAll({ worlds, world, ada, race }: Setting) {
  await world.setTier(ada.userId, 'free')
  const input = { event: world.eventInput(), groups: [{}] }
  race()
  return Promise.all(
    Array.from({ length: 100 }, (_, n) => patiently(() => (worlds[n % worlds.length] ?? world).call(eventApi.createWithGroup, input, ada))),
  )
}
const eventsOf = async ({ world, ada }: Setting) =>
  (await world.store.find(events, { index: 'owner', where: { ownerId: ada.userId } })).length
const taken = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200)
const holders = (all: readonly Rsvp[], group: Group, name: string) =>
  all.filter(({ roleIds }) => roleIds.includes(group.roles.find((role) => role.name === name)?._id ?? '')).length
const filled = (group: Group) => group.roles.map(({ counts }) => counts.yesNotConfirmed)

describe.each([1, 2])('with %i server processes over one store', (processes) => {
  test('R3 200 at once for 20 seats: exactly 20 get one, and every acknowledged answer is there', async () => {
    const setting = await setUp(processes, [{ name: 'Guest', max: 20 }])
    const answers = await submitAll(setting, 200, ['Guest'])
    const { group, rsvps: all } = await setting.kept()
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'role-full')).toHaveLength(180)
    expect([taken(answers).length, all.length, holders(all, group, 'Guest'), filled(group)]).toEqual([20, 20, 20, [20]])
    expect(new Set(all.map(({ email }) => email))).toEqual(new Set(taken(answers).map(({ body }) => body.rsvp.email)))
  })

  test('R3 several roles at once are all or nothing', async () => {
    const setting = await setUp(
      processes,
      ['A', 'B', 'C'].map((name, n) => ({ name, max: 10 + 5 * n })),
    )
    const answers = await submitAll(setting, 100, ['A', 'B', 'C'])
    const { group, rsvps: all } = await setting.kept()
    expect([taken(answers).length, all.length, filled(group)]).toEqual([10, 10, [10, 10, 10]])
    expect(all.filter(({ roleIds }) => roleIds.length !== 3)).toEqual([])
  })

  test('R13 200 at once of one email in any spelling of case: one record, one seat', async () => {
    const setting = await setUp(processes, [{ name: 'Guest', max: 20 }])
    const spelling = (n: number) => 'guest@guests.test'.replace(/./g, (one, at: number) => ((n >> (at % 8)) & 1 ? one.toUpperCase() : one))
    const answers = await submitAll(setting, 200, ['Guest'], spelling)
    const { group, rsvps: all } = await setting.kept()
    expect([taken(answers).length, all.length, filled(group)]).toEqual([200, 1, [1]])
    expect(new Set(answers.map(({ body }) => `${body.rsvp._id} ${body.rsvp.rev}`)).size).toBe(1)
  })

  test('R43 100 creations at once on a free plan: exactly two', async () => {
    const setting = await setUp(processes, [], undefined, events.name)
    expect(taken(await createAll(setting))).toHaveLength(1)
    expect(await eventsOf(setting)).toBe(2)
  })

  test('R4, R3, R8 limits, moves and a deletion among 100 answers: the counts are those of the answers', async () => {
    const setting = await setUp(processes, [
      { name: 'Guest', max: 20 },
      { name: 'Speaker', max: 10 },
      { name: 'Cook', max: 10 },
    ])
    const { worlds, world, ada, groupId: id, eventId } = setting
    const other = worlds.at(-1) as World
    const meanwhile = [
      ...[10, 15, 8, 30].map((max) => () => other.call(groupApi.setRoleMax, { id, name: 'Guest', max }, ada)),
      ...[8, 9].map((day) => () => other.call(eventApi.update, { id: eventId, start: world.inDays(day), end: world.inDays(10) }, ada)),
      () => other.call(groupApi.removeRole, { id, name: 'Cook' }, ada),
    ].map(patiently)
    const answers = await Promise.all([
      submitAll(setting, 100, ['Guest']),
      submitAll(setting, 60, ['Guest', 'Speaker']),
      submitAll(setting, 60, []),
    ])
    const changes = await Promise.all(meanwhile)
    const { group, rsvps: all } = await setting.kept()
    expect([...answers.flat(), ...changes].filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([])
    expect(changes.slice(4).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(filled(group)).toEqual(group.roles.map(({ name }) => holders(all, group, name)))
    expect(group.roles.filter(({ max, counts }) => counts.yesNotConfirmed > max)).toEqual([])
    expect(group.answers).toEqual({ yes: all.length, no: 0, none: 0 })
  })
})

describe('controls: without the guard', () => {
  test('R3 two processes that ignore revisions overbook and lose updates', async () => {
    const setting = await setUp(2, [{ name: 'Guest', max: 20 }], withoutRevisions)
    const answers = await submitAll(setting, 200, ['Guest'])
    const { group, rsvps: all } = await setting.kept()
    expect(taken(answers).length).toBeGreaterThan(20)
    expect(holders(all, group, 'Guest')).toBeGreaterThan(20)
    expect(filled(group)[0]).toBeLessThan(taken(answers).length)
  })

  test('R3 ... also with several roles', async () => {
    const setting = await setUp(
      2,
      [
        { name: 'A', max: 10 },
        { name: 'B', max: 15 },
      ],
      withoutRevisions,
    )
    const answers = await submitAll(setting, 100, ['A', 'B'])
    expect(taken(answers).length).toBeGreaterThan(10)
  })

  test('R13 an id that does not follow from the email makes many records of one guest', async () => {
    const store = await freshStore()
    const world = await openWorld({ store, secrets: withoutOneIdPerGuest })
    const { groupId } = await world.event(await world.person('ada'), [{ name: 'Guest', max: 20 }])
    await Promise.all(Array.from({ length: 20 }, () => world.answer(groupId, world.proven('guest@guests.test', groupId), ['Guest'])))
    expect((await store.find(rsvps, { index: 'group', where: { groupId } })).length).toBeGreaterThan(1)
  })

  test('R43 two processes that ignore revisions create more than the plan allows', async () => {
    const setting = await setUp(2, [], withoutRevisions, events.name)
    await createAll(setting)
    expect(await eventsOf(setting)).toBeGreaterThan(2)
  })
})
