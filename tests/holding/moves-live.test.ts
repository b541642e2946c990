// Seats that come to overlap while people look on: whoever has them on screen sees it at once, without opening anything again (R147b).
import { expect, test } from 'vitest'
import { eventRoom, groupRoom, guestRoom } from '#protocol/live.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { day, hour } from '../kit/world/clock.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { openSeveral } from '../kit/world/several.ts'

const ann = 'ann@guests.test'
const apart = { Bar: [0, 2], Door: [2, 4], Late: [8, 9] } as const

/** Ann has a seat in Bar and one in Door; the organizer has Bar open, and Ann her answer to it, and all groups beside. */
async function setUp(tier: 'pro' | 'team' = 'pro') {
  const { world, ada, eventId, idOf, as, one, send } = await openSeveral(apart, {
    tier,
    event: { assignmentRules: { enableRoleAssignment: false, enableRoleSelfSelect: true } },
  })
  await send([one('Bar'), one('Door')], {}, as(ann))
  const at = (hours: number) => new Date(world.clock.now() + 7 * day + hours * hour).toISOString()
  const [desk, guest] = [await world.socket(ada), await world.socket({}, fromOwnPage(as(ann).cookie))]
  await desk.watch(groupRoom(idOf('Bar')))
  await guest.watch(guestRoom(idOf('Bar'), eventId))
  await guest.watch(eventRoom(eventId))
  const update = (name: string, change: object) => world.ok(groupApi.update, { id: idOf(name), despiteOverlap: true, ...change }, ada)
  /** Both hear it, once whatever it is has been done. */
  async function shows(names: readonly string[], done: () => Promise<unknown>) {
    const before = desk.seen('board').length
    const { _id } = (await world.ok(groupApi.rsvps, { id: idOf('Bar') }, ada)).rsvps[0] ?? { _id: '' }
    await done()
    await expect.poll(() => desk.seen('board').length).toBeGreaterThan(before)
    const row = (await world.ok(groupApi.rsvps, { id: idOf('Bar') }, ada)).rsvps.find((one) => one._id === _id)
    expect(row?.also?.map(({ name }) => name) ?? []).toEqual(names)
    const own = () =>
      guest
        .seen('guest')
        .findLast((view) => view.rsvp?.groupId === idOf('Bar'))
        ?.rsvp?.also?.map(({ name }) => name) ?? []
    await expect.poll(own).toEqual(names)
  }
  return { world, ada, eventId, idOf, at, update, shows, guest }
}

test('R147b a moved group, another of its settings, a moved event and an undo are told to who has its sibling on screen', async () => {
  const { world, ada, eventId, idOf, at, update, shows, guest } = await setUp()
  let act = ''
  await shows(['Door'], async () => {
    act = (await update('Door', { start: at(1), end: at(3) })).act ?? ''
  })
  await expect.poll(() => guest.seen('form').findLast(({ _id }) => _id === idOf('Door'))?.event?.start).toBe(at(1))
  await shows([], () => world.ok(undoApi.undo, { id: act }, ada))
  await shows(['Door'], () => update('Door', { start: at(1), end: at(3) }))
  await shows([], () => update('Door', { allowOverlap: true }))
  await shows(['Door'], async () => {
    act = (await update('Door', { allowOverlap: false })).act ?? ''
  })
  await shows([], () => world.ok(undoApi.undo, { id: act }, ada))
  await update('Door', { allowOverlap: false, start: at(2), end: at(4) })
  await shows(['Door'], () => world.ok(eventApi.update, { id: eventId, bufferMinutes: 60, despiteOverlap: true }, ada))
})

test('R147b a seat that is given back, or given all the same, is taken off the answers beside it or named there at once; control: what doesn’t overlap it is left alone', async () => {
  const { world, ada, eventId, idOf, at, update, guest } = await setUp('team')
  const again = world.proven(ann, idOf('Bar'))
  const say = (name: string, attending: boolean) =>
    world.ok(rsvpApi.submit, { groupId: idOf(name), name: 'Ann', email: ann, attending, roles: attending ? ['Guest'] : [] }, again)
  await say('Late', true)
  await update('Door', { start: at(1), end: at(3) })
  const desk = await world.socket(ada)
  await desk.watch(groupRoom(idOf('Bar')))
  const rows = () => desk.seen('rsvp').filter(({ email }) => email === ann)
  const before = rows().length
  await say('Late', false)
  await say('Door', false)
  await expect.poll(() => rows().length).toBe(before + 1)
  expect(rows().at(-1)).not.toHaveProperty('also')
  const own = () => guest.seen('guest').findLast((view) => view.rsvp?.groupId === idOf('Bar'))?.rsvp
  await expect.poll(() => own()?.also).toBeUndefined()
  const given = { id: eventId, groupId: idOf('Door'), name: 'Ann', email: ann, roleName: 'Guest', despiteOverlap: true }
  await world.ok(eventApi.update, { id: eventId, assignmentRules: { rule: '', enableRoleAssignment: true } }, ada)
  await world.ok(assignApi.assign, given, ada)
  await expect
    .poll(() =>
      rows()
        .at(-1)
        ?.also?.map(({ name }) => name),
    )
    .toEqual(['Door'])
  await expect.poll(() => own()?.also?.map(({ name }) => name)).toEqual(['Door'])
})

test('R147b nobody is told of it in an event with one group', async () => {
  const { world, ada } = await openSeveral({ Bar: [0, 2] })
  const { groupId, eventId } = await world.event(ada)
  const desk = await world.socket(ada)
  await desk.watch(groupRoom(groupId))
  await world.ok(eventApi.update, { id: eventId, name: 'Another' }, ada)
  await expect.poll(() => desk.seen('managedEvent').at(-1)?.name).toBe('Another')
  expect(desk.seen('board')).toEqual([])
})
