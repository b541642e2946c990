// An event of several groups: one more, another order, one less; and all that goes by the groups of an event.
import { describe, expect, test } from 'vitest'
import { copyOf, sentGroup } from '#client/group/several/draft.ts'
import { type BoardView, boardRoom, dashboardRoom } from '#protocol/live.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { type GroupView, groupApi } from '#protocol/seats/group.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { groupSettings, settingsIn } from '#protocol/seats/settings.ts'
import { users } from '#server/people/model/account.ts'
import { day, hour } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const roles = [{ name: 'Helper', max: 2, min: 1 }]
const at = (world: World, ms: number) => new Date(world.clock.now() + ms).toISOString()

/** The event in a week, with the group Bar; two more on request, each a day later than the one before. */
async function setUp(names: readonly string[] = ['Door', 'Stage']) {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const { eventId: id, groupId: bar } = await world.event(ada, roles, { name: 'Bar' }, { name: 'Fair' })
  const more: string[] = []
  for (const [nth, name] of names.entries()) {
    const start = at(world, (8 + nth) * day)
    const group = { name, roles, start, end: at(world, (8 + nth) * day + hour) }
    more.push((await world.ok(eventApi.addGroup, { id, group }, ada)).groupId)
  }
  await world.runJobs() // R250: the first group is called by its own name from now on
  const read = async () => (await world.ok(eventApi.read, { id }, ada)).event
  const card = async () => (await world.ok(eventApi.mine, {}, ada)).events.find(({ name }) => name === 'Fair')
  return { world, ada, id, bar, more: more as [string, string], ids: [bar, ...more], read, card }
}

describe('which groups it has', () => {
  test('R140 more are added behind the others, each with a link of its own; and put in another order', async () => {
    const { world, ada, id, ids, read } = await setUp()
    expect((await read()).groupIds).toEqual(ids)
    const [bar = '', door = '', stage = ''] = ids
    const { event } = await world.ok(eventApi.orderGroups, { id, groupIds: [stage, bar, door] }, ada)
    expect([event.groupIds, (await read()).groupIds]).toEqual([event.groupIds, [stage, bar, door]])
    for (const groupIds of [
      [stage, bar],
      [stage, bar, bar],
      [stage, bar, door, door],
      [stage, bar, 'a'.repeat(24)],
    ])
      expect((await world.no(eventApi.orderGroups, { id, groupIds }, ada)).slice(0, 2)).toEqual([409, 'groups-changed'])
    const stale = { id, groupIds: ids, settingsRev: event.settingsRev - 1 }
    expect((await world.no(eventApi.orderGroups, stale, ada))[1]).toBe('stale-rev')
    expect((await world.ok(rsvpApi.form, { groupId: door, eventId: id })).status).toBe('open')
  })

  test('R103, R140 a copy that the page makes has every setting of the first, privacy and questions among them', async () => {
    const { world, ada, id, bar, read } = await setUp([])
    const question = { _id: 'diet', kind: 'line', label: 'Diet', of: 'everyone' } as const
    const kept = {
      displayRSVPToAll: false,
      waitlist: false,
      handOver: false,
      maxCompanions: 3,
      allowOverlap: true,
      description: 'Bring a towel.',
    }
    await world.ok(groupApi.update, { id: bar, ...kept, questions: [question], closesAt: at(world, 6 * day) }, ada)
    const from = (await world.ok(groupApi.read, { id: bar }, ada)).group as GroupView
    const event = await read()
    const { group } = await world.ok(
      eventApi.addGroup,
      { id, group: { ...sentGroup(copyOf(from, event, event.timeZone), event.timeZone), name: 'Late' } },
      ada,
    )
    expect(settingsIn(groupSettings, group)).toEqual({ ...settingsIn(groupSettings, from), name: 'Late' })
  })

  test('R140 one is deleted as a group is, the others stay; the last one can’t be', async () => {
    const {
      world,
      ada,
      id,
      more: [door, stage],
      bar,
      read,
    } = await setUp()
    const guest = world.proven('g@guests.test', door)
    await world.answer(door, guest, ['Helper'])
    await world.answer(bar, world.proven('g@guests.test', bar), ['Helper'])
    await world.ok(groupApi.remove, { id: door }, ada)
    world.clock.advance(31_000)
    await world.runJobs()
    expect((await read()).groupIds).toEqual([bar, stage])
    expect(await world.ok(rsvpApi.form, { groupId: door })).toMatchObject({ status: 'cancelled', roles: [] })
    expect((await world.ok(rsvpApi.form, { groupId: bar })).status).toBe('open')
    expect((await world.mails(guest.email))[0]?.subject).toBe('“Fair: Door” was canceled')
    expect((await world.mails(guest.email))[0]?.html).not.toContain('This event was canceled')
    expect((await world.answer(door, guest, [])).body.code).toBe('event-cancelled')
    await world.ok(groupApi.remove, { id: stage }, ada)
    const refusal = [409, 'last-group', 'An event has at least one group. Delete the event instead.']
    expect(await world.no(groupApi.remove, { id: bar }, ada)).toEqual(refusal)
    await world.ok(eventApi.remove, { id }, ada)
    expect((await world.ok(rsvpApi.form, { groupId: bar })).status).toBe('cancelled')
  })

  test('R140a, R106 a deleted one is put back where it stood, with its answers and before anybody is told, by who deleted it', async () => {
    const { world, ada, id, ids, more, read } = await setUp()
    const [door, stage] = more
    const guest = world.proven('g@guests.test', door)
    await world.answer(door, guest, ['Helper'])
    const restore = (groupId: string, as = ada) => world.no(eventApi.restoreGroup, { id, groupId }, as)
    expect((await restore(door))[1]).toBe('undo-unable')
    await world.ok(groupApi.remove, { id: door }, ada)
    expect((await restore(door, await world.person('eve')))[1]).toBe('event-unknown')
    const back = await world.ok(eventApi.restoreGroup, { id, groupId: door }, ada)
    expect([back.event.groupIds, (await read()).groupIds, back.group.answers.yes]).toEqual([ids, ids, 1])
    expect((await everything(world.store)).fanouts ?? []).toEqual([])
    expect((await restore(door))[1]).toBe('undo-unable')
    world.clock.advance(31_000)
    await world.runJobs()
    expect((await world.mails(guest.email)).map(({ subject }) => subject).join()).not.toContain('canceled')
    expect((await world.ok(rsvpApi.form, { groupId: door })).status).toBe('open')
    // Later it can't be, and nobody's seat is put beside one that it overlaps.
    await world.ok(groupApi.remove, { id: stage }, ada)
    world.clock.advance(30_000)
    expect((await restore(stage))[1]).toBe('undo-late')
  })

  test('R140a, R144 it isn’t put back where somebody took a seat meanwhile that overlaps it', async () => {
    const { world, ada, id, bar } = await setUp([])
    const { groupId } = await world.ok(eventApi.addGroup, { id, group: { name: 'Twin', roles, limitToMembers: false } }, ada)
    await world.answer(groupId, world.proven('g@guests.test', groupId), ['Helper'])
    await world.ok(groupApi.remove, { id: groupId }, ada)
    expect((await world.answer(bar, world.proven('g@guests.test', bar), ['Helper'])).status).toBe(200)
    expect((await world.no(eventApi.restoreGroup, { id, groupId }, ada))[1]).toBe('undo-changed')
  })

  test('R140, R43, R44 they count for the plan, which may have room for no more', async () => {
    const {
      world,
      ada,
      id,
      more: [door, stage],
    } = await setUp()
    const counted = async () => (await world.store.get(users, ada.userId))?.countedEvents[0]
    expect((await counted())?.groups).toBe(3)
    await world.ok(groupApi.remove, { id: door }, ada)
    expect((await counted())?.groups).toBe(2)
    for (let nth = 0; nth < 18; nth++) await world.ok(eventApi.addGroup, { id, group: {} }, ada)
    expect((await world.no(eventApi.addGroup, { id, group: {} }, ada)).slice(0, 2)).toEqual([409, 'event-groups-most'])
    for (let nth = 0; nth < 10; nth++) await world.ok(groupApi.create, {}, ada)
    expect((await world.no(groupApi.create, {}, ada))[1]).toBe('groups-reached')
    await world.setTier(ada.userId, 'free')
    expect((await world.no(eventApi.addGroup, { id, group: {} }, ada))[1]).toBe('event-groups-reached')
    expect((await world.ok(groupApi.read, { id: stage }, ada)).canManage).toBe(true)
  })

  test('R140, R142a an event that is over takes none but one that is still ahead, and goes on with it', async () => {
    const { world, ada, id, read } = await setUp([])
    world.clock.advance(7 * day + 2 * hour)
    expect((await world.no(eventApi.addGroup, { id, group: {} }, ada))[1]).toBe('event-ended')
    await world.ok(eventApi.addGroup, { id, group: { start: at(world, hour), end: at(world, 2 * hour) } }, ada)
    expect((await read()).status).toBe('active')
  })

  test('R140, R105 the activity of each of them says so, and it is not taken back by the way', async () => {
    const {
      world,
      ada,
      id,
      bar,
      more: [door, stage],
    } = await setUp()
    await world.ok(eventApi.orderGroups, { id, groupIds: [stage, bar, door] }, ada)
    await world.ok(groupApi.remove, { id: stage }, ada)
    const lines = async (groupId: string) => (await world.ok(activityApi.list, { id: groupId }, ada)).activity
    const said = (await lines(bar)).map(({ kind, to }) => [kind, to.settings?.groupIds?.length])
    expect(said).toEqual([
      ['event', 2],
      ['event', 3],
      ['event', 3],
      ['event', 2],
      ['create', undefined],
    ])
    expect((await lines(door)).map(({ kind }) => kind)).toEqual(['event', 'event', 'event', 'create'])
    expect((await world.no(undoApi.undo, { id: (await lines(bar))[0]?._id ?? '' }, ada))[1]).toBe('undo-unable')
  })
})

describe('what goes by them', () => {
  test('R140 the card has one entry for each, with all answers, and follows each of them', async () => {
    const {
      world,
      ada,
      bar,
      ids,
      more: [door, stage],
      card,
    } = await setUp()
    const desk = await world.socket(ada)
    await desk.watch(dashboardRoom(ada.userId))
    let rev = (await card())?.rev ?? 0
    for (const groupId of [bar, door, stage, stage]) {
      await world.answer(groupId, world.proven(`g${rev}@guests.test`, groupId), ['Helper'])
      const now = await card()
      expect(now?.rev).toBeGreaterThan(rev)
      rev = now?.rev ?? 0
    }
    const shown = await card()
    expect(shown?.groups?.map(({ _id }) => _id)).toEqual(ids)
    expect(shown?.roleCoverage.map(({ name, count, total }) => [name, count, total])).toEqual([
      ['Bar', 1, 2],
      ['Door', 1, 2],
      ['Stage', 2, 2],
    ])
    expect(shown?.answers).toEqual({ yes: 4, no: 0, none: 0 })
    await world.ok(groupApi.remove, { id: stage }, ada)
    const left = await card()
    expect([left?.rev ?? 0, left?.answers.yes]).toEqual([expect.any(Number), 2])
    expect(left?.rev).toBeGreaterThan(rev)
    await expect.poll(() => desk.seen('dashboard').at(-1)).toEqual(left)
  })

  test('R140, R206 who looks into its groups has all of them in one room: each that changes, which there are, and nobody’s answers', async () => {
    const { world, ada, id, bar, ids, more } = await setUp()
    const read = await world.ok(eventApi.read, { id }, ada)
    expect([read.groups?.map(({ _id }) => _id), read.tierLimits?.tier]).toEqual([ids, 'pro'])
    const desk = await world.socket(ada)
    const board = (await desk.watch(boardRoom(id))) as { view: BoardView }
    expect([board.view.groupIds, board.view.groups.map(({ _id }) => _id)]).toEqual([ids, ids])
    await world.answer(more[0], world.proven('g@guests.test', more[0]), ['Helper'])
    await expect.poll(() => desk.seen('group').at(-1)).toMatchObject({ _id: more[0], answers: { yes: 1 } })
    expect(desk.seen('rsvp')).toEqual([])
    const { groupId } = await world.ok(eventApi.addGroup, { id, group: {} }, ada)
    await expect.poll(() => desk.seen('board').at(-1)?.groupIds).toEqual([...ids, groupId])
    // R28: to everybody else they are what each of them is.
    const eve = await world.person('eve')
    expect(await (await world.socket(eve)).watch(boardRoom(id))).toMatchObject({ code: 'event-unknown' })
    const others = (await world.ok(eventApi.read, { id }, eve)).groups ?? []
    expect(others.map((group) => ['answers' in group, group.name])).toEqual([...ids, groupId].map((_, nth) => [false, others[nth]?.name]))
    expect((await world.ok(groupApi.read, { id: bar }, eve)).group).toEqual(others[0])
    await world.ok(eventApi.remove, { id }, ada)
    await expect.poll(() => desk.seen('gone')).toContain(boardRoom(id))
  })

  test('R140, R108 each is at risk by its own start, and by what its own roles still need', async () => {
    const { world, ada, bar, card } = await setUp()
    const risky = async () => (await world.ok(eventApi.mine, {}, ada)).events.map(({ name }) => name)
    await world.event(ada, [], {}, { name: 'Soon', start: world.inDays(3), end: world.inDays(4) })
    expect(await risky()).toEqual(['Fair', 'Soon'])
    await world.answer(bar, world.proven('g@guests.test', bar), ['Helper'])
    expect((await card())?.roleCoverage.map(({ min }) => min)).toEqual([undefined, 1, 1])
    expect(await risky()).toEqual(['Soon', 'Fair'])
    world.clock.advance(1.5 * day)
    expect(await risky()).toEqual(['Fair', 'Soon'])
  })

  test('R140 what guests read names the group beside the event, as long as there are several', async () => {
    const {
      world,
      ada,
      bar,
      more: [door, stage],
    } = await setUp()
    const title = async () => (await world.ok(rsvpApi.form, { groupId: bar })).event?.name
    expect(await title()).toBe('Fair: Bar')
    const guest = world.proven('g@guests.test', bar)
    await world.answer(bar, guest, ['Helper'])
    expect((await world.mails(guest.email))[0]?.text).toContain('Fair: Bar')
    await world.ok(groupApi.remove, { id: door }, ada)
    await world.ok(groupApi.remove, { id: stage }, ada)
    expect(await title()).toBe('Fair')
  })

  test('R140, R103 made again, all of them are, in their order and at their distance', async () => {
    const { world, ada, id, ids } = await setUp()
    const start = at(world, 20 * day)
    const again = await world.ok(eventApi.duplicate, { id, start }, ada)
    expect(again.groups.map(({ name }) => name)).toEqual(['Bar', 'Door', 'Stage'])
    expect(again.groups.map((group) => group.start)).toEqual(['', at(world, 21 * day), at(world, 22 * day)])
    expect(again.event.groupIds).toEqual(again.groups.map(({ _id }) => _id))
    expect(again.event.groupIds).not.toEqual(expect.arrayContaining(ids))
  })

  test('R140, R96 the guests of all of them are forgotten in time', async () => {
    const { world, ids } = await setUp()
    for (const groupId of ids)
      for (const one of world.crowd(groupId === ids[1] ? 101 : 1, groupId)) await world.answer(groupId, one, [], { name: 'One of many' })
    world.clock.advance(102 * day)
    await world.runJobs()
    expect(JSON.stringify((await everything(world.store)).rsvps)).not.toMatch(/guest\d+@|One of many/)
  })

  test('R140, R97 whoever was a guest of any of them is invited as one', async () => {
    const {
      world,
      ada,
      id,
      more: [, stage],
    } = await setUp()
    await world.answer(stage, world.proven('g@guests.test', stage), [])
    const next = await world.event(ada, roles, {}, { name: 'Next' })
    const people = [
      { name: 'G', email: 'g@guests.test' },
      { name: 'H', email: 'h@guests.test' },
    ]
    await world.ok(invitationApi.send, { id: next.groupId, people, fromEventId: id }, ada)
    const texts = await Promise.all(people.map(async ({ email }) => (await world.mails(email)).at(-1)?.text.includes('Fair')))
    expect(texts).toEqual([true, false])
  })
})
