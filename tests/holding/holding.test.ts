// What one person holds across the groups of an event: no two seats at one time, all or none of what is asked for, and the swap in one step.
import { describe, expect, test } from 'vitest'
import { activityApi } from '#protocol/record/activity.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { holdingId, holdings } from '#server/seats/model/guest.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const at = (world: World, hours: number) => new Date(world.clock.now() + 7 * day + hours * hour).toISOString()
const email = 'gast@guests.test'

/** Groups by when they begin and end, in hours; each with one seat as Helper, and two as Guest. */
async function setUp(
  times: Record<string, readonly [number, number]>,
  more: { event?: object; group?: object; tier?: 'pro' | 'team' } = {},
) {
  const world = await openWorld()
  const ada = await world.person('ada', more.tier ?? 'pro')
  const groups = Object.entries(times).map(([name, [from, to]]) => ({
    name,
    start: at(world, from),
    end: at(world, to),
    roles: [
      { name: 'Helper', max: 1 },
      { name: 'Guest', max: 2 },
    ],
    ...more.group,
  }))
  const made = await world.ok(eventApi.createWithGroup, { event: world.eventInput(more.event), groups }, ada)
  const eventId = made.event._id
  const ids = Object.fromEntries(made.groups.map(({ name, _id }) => [name, _id])) as Record<string, string>
  const idOf = (name: string) => ids[name] ?? ''
  const guest = world.proven(email, idOf('Bar'))
  const one = (name: string, roles: readonly string[] = ['Guest'], attending = true) => ({
    groupId: idOf(name),
    attending,
    roles: [...roles],
  })
  const send = (names: readonly ReturnType<typeof one>[], extra: object = {}, as = guest) =>
    world.call(rsvpApi.submit, { eventId, name: 'A guest', email: as.email, groups: [...names], ...extra }, as)
  const seats = async () =>
    Promise.all(
      Object.keys(times).map(async (name) => {
        const { group } = await world.ok(groupApi.read, { id: idOf(name) }, ada)
        return `${name} ${group.roleCoverage.map(({ count }) => count).join()}`
      }),
    )
  const held = async () => (await world.store.get(holdings, holdingId(world.services.secrets, eventId, email)))?.groupIds
  return { world, ada, eventId, idOf, guest, one, send, seats, held }
}
const three = { Bar: [0, 2], Door: [1, 3], Stage: [2, 4] } as const

describe('several groups in one answer', () => {
  test('R143 seats in all of them in one commit, proven for any of them, and the same again writes nothing', async () => {
    const { world, send, one, seats, idOf, held } = await setUp(three)
    const { status, body } = await send([one('Bar'), one('Stage'), one('Door', [], false)])
    expect([status, body.groups.map((each: { rsvp: { groupId: string } }) => each.rsvp.groupId)]).toEqual([
      200,
      [idOf('Bar'), idOf('Stage'), idOf('Door')],
    ])
    expect(await seats()).toEqual(['Bar 0,1', 'Door 0,0', 'Stage 0,1'])
    expect(await held()).toEqual([idOf('Bar'), idOf('Stage')])
    const commits: unknown[] = []
    const { commit } = world.store
    Object.assign(world.store, { commit: (writes: readonly unknown[]) => (commits.push(...writes), commit(writes as never)) })
    expect((await send([one('Bar'), one('Stage'), one('Door', [], false)])).status).toBe(200)
    expect(commits).toEqual([])
  })

  test('R143, R3 all or none: every full role is named with its group, and earlier answers stay', async () => {
    const { world, send, one, seats, idOf } = await setUp(three)
    const other = world.proven('other@guests.test', idOf('Bar'))
    await send([one('Bar', ['Helper']), one('Stage', ['Helper'])], {}, other)
    await send([one('Bar')])
    const { status, body } = await send([one('Bar', ['Helper']), one('Stage', ['Helper']), one('Door', [], false)])
    expect([status, body.code]).toEqual([409, 'role-full'])
    expect(body.full).toEqual([
      { groupId: idOf('Bar'), role: 'Helper', free: 0 },
      { groupId: idOf('Stage'), role: 'Helper', free: 0 },
    ])
    expect(await seats()).toEqual(['Bar 1,1', 'Door 0,0', 'Stage 1,0'])
  })

  test('R143, R14 nobody answers without a proof for one of the groups, nor for groups of another event, nor twice for one', async () => {
    const { world, ada, send, one, idOf } = await setUp(three)
    const { groupId } = await world.event(ada)
    const elsewhere = world.proven(email, groupId)
    expect((await send([one('Bar')], {}, elsewhere)).body.code).toBe('proof-missing')
    expect((await send([one('Bar'), { groupId, attending: true, roles: [] }])).body.code).toBe('event-unknown')
    expect((await send([one('Bar'), one('Bar')])).body).toMatchObject({ code: 'input-invalid', error: 'Please answer for each group once' })
    expect((await send([])).body.error).toBe('Please answer for one group at least')
    expect((await world.answer(idOf('Door'), world.proven(email, idOf('Stage')), ['Guest'])).status).toBe(200)
  })

  test('R143, R105 the activity of each says that the guest did it', async () => {
    const { world, ada, send, one, idOf } = await setUp(three)
    await send([one('Bar'), one('Stage')])
    for (const name of ['Bar', 'Stage']) {
      const { activity } = await world.ok(activityApi.list, { id: idOf(name) }, ada)
      expect(activity[0]).toMatchObject({ kind: 'answer', by: { type: 'guest' }, rsvp: { name: 'A guest' } })
    }
  })
})

describe('what overlaps', () => {
  test('R144 is refused with both groups and times; what ends when the other begins doesn’t, nor does a yes without a role', async () => {
    const { world, send, one, idOf, seats } = await setUp(three)
    expect((await send([one('Bar'), one('Stage')])).status).toBe(200)
    const { status, body } = await send([one('Door')])
    expect([status, body.code, body.swap]).toEqual([409, 'overlap', true])
    expect(body.overlap).toEqual([
      { groupId: idOf('Door'), start: at(world, 1), end: at(world, 3) },
      { groupId: idOf('Bar'), start: at(world, 0), end: at(world, 2) },
      { groupId: idOf('Stage'), start: at(world, 2), end: at(world, 4) },
    ])
    expect(body.error).toBe('“Door” and “Bar”, “Stage” are too close in time for one person.')
    expect((await send([one('Door', [])])).status).toBe(200)
    expect(await seats()).toEqual(['Bar 0,1', 'Door 0,0', 'Stage 0,1'])
  })

  test('R144 two of one answer can’t be swapped', async () => {
    const { send, one, seats } = await setUp(three)
    expect((await send([one('Bar'), one('Door')])).body).toMatchObject({ code: 'overlap', swap: false })
    expect(await seats()).toEqual(['Bar 0,0', 'Door 0,0', 'Stage 0,0'])
  })

  test('R144 the buffer is kept between them, and a group that may overlap does', async () => {
    const { world, ada, eventId, send, one, idOf } = await setUp(three, { event: { bufferMinutes: 30 } })
    await send([one('Bar')])
    expect((await send([one('Stage')])).body.code).toBe('overlap')
    await world.ok(groupApi.update, { id: idOf('Stage'), start: at(world, 2.5) }, ada)
    expect((await send([one('Stage')])).status).toBe(200)
    await world.ok(groupApi.update, { id: idOf('Door'), allowOverlap: true }, ada)
    expect((await send([one('Door')])).status).toBe(200)
    expect((await world.no(eventApi.update, { id: eventId, bufferMinutes: 241 }, ada))[2]).toBe('Between groups there are 0 to 240 minutes')
  })

  test('R146 the swap gives back exactly the seats in the way, in the same commit; freed ones go to those who wait', async () => {
    const { world, send, one, idOf, seats, held } = await setUp(three)
    await send([one('Bar', ['Helper'])])
    const other = world.proven('other@guests.test', idOf('Bar'))
    await send([{ ...one('Bar', []), waitFor: ['Helper'] } as never], {}, other)
    const { status, body } = await send([one('Door')], { giveBack: [idOf('Bar')] })
    expect([status, body.groups.length]).toEqual([200, 2])
    expect(await seats()).toEqual(['Bar 1,0', 'Door 0,1', 'Stage 0,0'])
    expect(await held()).toEqual([idOf('Door')])
    expect((await world.ok(rsvpApi.form, { groupId: idOf('Bar') }, other)).rsvp).toMatchObject({ roles: ['Helper'] })
    const single = { groupId: idOf('Bar'), name: 'A guest', email, attending: true, roles: ['Guest'], giveBack: [idOf('Door')] }
    await world.ok(rsvpApi.submit, single, world.proven(email, idOf('Bar')))
    expect(await held()).toEqual([idOf('Bar')])
  })

  test('R146 where the new seat is not to be had, nothing is given back', async () => {
    const { world, send, one, idOf, seats } = await setUp(three)
    await send([one('Bar', ['Helper'])])
    await send([one('Door', ['Helper'])], {}, world.proven('other@guests.test', idOf('Bar')))
    expect((await send([one('Door', ['Helper'])], { giveBack: [idOf('Bar')] })).body.code).toBe('role-full')
    expect(await seats()).toEqual(['Bar 1,0', 'Door 1,0', 'Stage 0,0'])
  })

  test('R148 nobody has seats in more groups than the event allows', async () => {
    const { world, ada, eventId, send, one, idOf } = await setUp({ Bar: [0, 1], Door: [1, 2], Stage: [2, 3] }, { event: { maxGroups: 2 } })
    type Named = readonly { groupId: string }[]
    const named = ({ counted, tooMany }: { counted?: Named; tooMany?: Named }) =>
      [counted, tooMany].map((groups) => groups?.map(({ groupId }) => groupId))
    expect((await send([one('Bar'), one('Door')])).status).toBe(200)
    const { body } = await send([one('Stage')])
    expect(body).toMatchObject({ code: 'too-many-groups', limit: 2, error: expect.stringContaining('at most 2') as string })
    expect(body.error).toContain('reached with “Bar”, “Door”; “Stage” would be too many')
    expect(named(body)).toEqual([[idOf('Bar'), idOf('Door')], [idOf('Stage')]])
    // At once, the last by time.
    const other = world.proven('other@guests.test', idOf('Bar'))
    expect(named((await send([one('Stage'), one('Door'), one('Bar')], {}, other)).body)).toEqual([
      [idOf('Bar'), idOf('Door')],
      [idOf('Stage')],
    ])
    await world.ok(eventApi.update, { id: eventId, maxGroups: null }, ada)
    expect((await send([one('Stage')])).status).toBe(200)
  })

  test('R145 those who answered before there were several groups are known, and whose role was deleted is free', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const { eventId: id, groupId } = await world.event(ada, [{ name: 'Guest', max: 5 }])
    const guest = world.proven(email, groupId)
    await world.answer(groupId, guest, ['Guest'])
    const added = await world.ok(eventApi.addGroup, { id, group: { name: 'Bar', roles: [{ name: 'Guest', max: 5 }] } }, ada)
    expect((await world.answer(added.groupId, guest, ['Guest'])).body.code).toBe('overlap')
    await world.ok(groupApi.removeRole, { id: groupId, name: 'Guest' }, ada)
    expect((await world.answer(added.groupId, guest, ['Guest'])).status).toBe(200)
  })

  test('R145, R96 whose data is erased is held by no record', async () => {
    const { world, send, one, idOf, held, guest } = await setUp(three)
    await send([one('Bar'), one('Stage')])
    await world.ok(guestApi.erase, { groupId: idOf('Bar') }, guest)
    expect(await held()).toEqual([idOf('Stage')])
  })
})

describe('other ways to a seat', () => {
  test('R144 assigning is refused alike', async () => {
    const rules = { assignmentRules: { rule: '' as const, enableRoleAssignment: true } }
    const { world, ada, eventId: id, idOf } = await setUp(three, { tier: 'team', event: rules })
    const assign = (name: string) => ({ id, groupId: idOf(name), name: 'Gast', email, roleName: 'Helper' })
    await world.ok(assignApi.assign, assign('Bar'), ada)
    expect((await world.no(assignApi.assign, assign('Door'), ada)).slice(0, 2)).toEqual([409, 'overlap'])
    await world.ok(assignApi.assign, assign('Stage'), ada)
  })

  test('R149 a freed seat that the next in line can’t hold beside theirs is held for them, and accepting it is the swap', async () => {
    const { world, send, one, idOf, seats, guest, held } = await setUp(three)
    const other = world.proven('other@guests.test', idOf('Bar'))
    await send([one('Door', ['Helper'])], {}, other)
    await send([one('Bar'), { ...one('Door', []), waitFor: ['Helper'] } as never])
    await send([one('Door', [], false)], {}, other)
    expect(await seats()).toEqual(['Bar 0,1', 'Door 1,0', 'Stage 0,0'])
    expect(await held()).toEqual([idOf('Bar')])
    const there = world.proven(email, idOf('Door'))
    const { rsvp } = await world.ok(rsvpApi.form, { groupId: idOf('Door') }, there)
    expect(rsvp?.offers).toMatchObject([{ role: 'Helper', instead: ['Bar'], insteadIds: [idOf('Bar')] }])
    expect((await world.mails(guest.email)).at(0)?.text).toContain('“Bar”')
    await world.ok(waitlistApi.offer, { groupId: idOf('Door'), role: 'Helper', accept: true }, there)
    expect(await seats()).toEqual(['Bar 0,0', 'Door 1,0', 'Stage 0,0'])
    expect(await held()).toEqual([idOf('Door')])
  })

  test('R148 R149 who may have no further seat is held one, and accepts it for the one they choose, in one step', async () => {
    const { world, send, one, idOf, seats, guest, held } = await setUp(three, { event: { maxGroups: 1 } })
    const other = world.proven('other@guests.test', idOf('Bar'))
    await send([one('Stage', ['Helper'])], {}, other)
    await send([one('Bar'), { ...one('Stage', []), waitFor: ['Helper'] } as never])
    await send([one('Stage', [], false)], {}, other)
    const there = world.proven(email, idOf('Stage'))
    const own = async () => (await world.ok(rsvpApi.form, { groupId: idOf('Stage') }, there)).rsvp
    const [offer] = (await own())?.offers ?? []
    expect(offer?.choose).toEqual({ count: 1, of: [{ _id: idOf('Bar'), name: 'Bar' }] })
    expect(offer?.instead).toBeUndefined()
    expect((await world.mails(guest.email)).at(0)?.text).toContain('you choose which of them you give back')
    const accept = { groupId: idOf('Stage'), role: 'Helper', accept: true }
    // The control: without a choice it is refused, and both stay as they were.
    expect((await world.no(waitlistApi.offer, accept, there)).slice(0, 2)).toEqual([409, 'too-many-groups'])
    expect((await world.no(waitlistApi.offer, { ...accept, giveBack: ['0'.repeat(24)] }, there)).slice(0, 2)).toEqual([
      404,
      'event-unknown',
    ])
    expect([await seats(), (await own())?.offers?.length]).toEqual([['Bar 0,1', 'Door 0,0', 'Stage 1,0'], 1])
    await world.ok(waitlistApi.offer, { ...accept, giveBack: [idOf('Bar')] }, there)
    expect(await seats()).toEqual(['Bar 0,0', 'Door 0,0', 'Stage 1,0'])
    expect(await held()).toEqual([idOf('Stage')])
  })

  test('R149 another seat than the page said is not given back: refused with what is so now, until it has said that', async () => {
    const { world, ada, send, one, idOf, seats } = await setUp({ Bar: [0, 2], Door: [1, 3], Stage: [4, 6] })
    const other = world.proven('other@guests.test', idOf('Bar'))
    await send([one('Door', ['Helper'])], {}, other)
    await send([one('Bar'), one('Stage'), { ...one('Door', []), waitFor: ['Helper'] } as never])
    await send([one('Door', [], false)], {}, other)
    const there = world.proven(email, idOf('Door'))
    const shown = async () => (await world.ok(rsvpApi.form, { groupId: idOf('Door') }, there)).rsvp?.offers?.[0]?.insteadIds ?? []
    const accept = async (giveBack: readonly string[]) =>
      world.call(waitlistApi.offer, { groupId: idOf('Door'), role: 'Helper', accept: true, giveBack: [...giveBack] }, there)
    const drawn = await shown()
    expect(drawn).toEqual([idOf('Bar')])
    // Since then Stage moved in the way as well.
    const { event } = await world.ok(rsvpApi.form, { groupId: idOf('Door') }, there)
    await world.ok(groupApi.update, { id: idOf('Stage'), start: event?.start, end: event?.end, despiteOverlap: true }, ada)
    const before = await seats()
    for (const wrong of [drawn, [], [...(await shown()), idOf('Stage').replace(/./g, '0')]]) {
      const { status, body } = await accept(wrong)
      expect([status, body.code, body.instead]).toEqual([409, 'swap-changed', await shown()])
    }
    expect(await seats()).toEqual(before)
    expect((await shown()).toSorted()).toEqual([idOf('Bar'), idOf('Stage')].toSorted())
    expect((await accept(await shown())).status).toBe(200)
    expect(await seats()).toEqual(['Bar 0,0', 'Door 1,0', 'Stage 0,0'])
  })

  test('R148 R149 a group that is over counts, and is never what is to be given back', async () => {
    const stage = await setUp({ Early: [-140, -138], Bar: [0, 2], Stage: [3, 5] }, { event: { maxGroups: 2 } })
    const { world, send, one, idOf } = stage
    const other = world.proven('other@guests.test', idOf('Bar'))
    await send([one('Stage', ['Helper'])], {}, other)
    await send([one('Early'), one('Bar'), { ...one('Stage', []), waitFor: ['Helper'] } as never])
    world.clock.advance(31 * hour)
    await send([one('Stage', [], false)], {}, world.proven('other@guests.test', idOf('Bar')))
    const there = world.proven(email, idOf('Stage'))
    const choose = async () => (await world.ok(rsvpApi.form, { groupId: idOf('Stage') }, there)).rsvp?.offers?.[0]?.choose
    expect(await choose()).toEqual({ count: 1, of: [{ _id: idOf('Bar'), name: 'Bar' }] })
    const accept = { groupId: idOf('Stage'), role: 'Helper', accept: true, giveBack: [idOf('Bar')] }
    await world.ok(waitlistApi.offer, accept, there)
    expect(await stage.seats()).toEqual(['Early 0,1', 'Bar 0,0', 'Stage 1,0'])
  })

  test('R149 declined, it goes on to the next, who has nothing in the way', async () => {
    const { world, send, one, idOf, seats } = await setUp(three)
    const [other, last] = [world.proven('other@guests.test', idOf('Bar')), world.proven('last@guests.test', idOf('Bar'))]
    await send([one('Door', ['Helper'])], {}, other)
    await send([one('Bar'), { ...one('Door', []), waitFor: ['Helper'] } as never])
    await send([{ ...one('Door', []), waitFor: ['Helper'] } as never], {}, last)
    await send([one('Door', [], false)], {}, other)
    const there = world.proven(email, idOf('Door'))
    await world.ok(waitlistApi.offer, { groupId: idOf('Door'), role: 'Helper', accept: false }, there)
    expect(await seats()).toEqual(['Bar 0,1', 'Door 1,0', 'Stage 0,0'])
    const { rsvp } = await world.ok(rsvpApi.form, { groupId: idOf('Door') }, world.proven('last@guests.test', idOf('Door')))
    expect(rsvp).toMatchObject({ roles: ['Helper'] })
  })

  test('R150, R148 who is handed a seat in more groups than one may can’t accept it; the giver keeps it, and hears nothing of that', async () => {
    const apart = { Bar: [0, 1], Door: [1, 2] } as const
    const { world, send, one, idOf, seats } = await setUp(apart, { event: { maxGroups: 1 } })
    const giver = world.proven('giver@guests.test', idOf('Door'))
    await send([one('Door', ['Helper'])], {}, giver)
    await send([one('Bar')])
    await world.ok(handoverApi.begin, { groupId: idOf('Door'), name: 'Gast', email }, giver)
    const token = await world.tokenMailed(email)
    const told = async () => (await world.mails('giver@guests.test')).map(({ subject }) => subject)
    const before = await told()
    const accept = async () => (await world.no(handoverApi.accept, { token })).slice(0, 2)
    expect(await accept()).toEqual([409, 'too-many-groups'])
    expect(await seats()).toEqual(['Bar 0,1', 'Door 1,0'])
    expect(await told()).toEqual(before)
    const { rsvp } = await world.ok(rsvpApi.form, { groupId: idOf('Door') }, giver)
    expect([rsvp?.roles, JSON.stringify(rsvp).includes('too-many')]).toEqual([['Helper'], false])
    // With room again it is theirs.
    await send([one('Bar', [], false)])
    await world.ok(handoverApi.accept, { token })
    expect(await seats()).toEqual(['Bar 0,0', 'Door 1,0'])
  })

  test('R150 who is handed a seat that overlaps theirs can’t accept it, and the giver keeps it', async () => {
    const { world, send, one, idOf, seats } = await setUp(three)
    const giver = world.proven('giver@guests.test', idOf('Door'))
    await send([one('Door', ['Helper'])], {}, giver)
    await send([one('Bar')])
    await world.ok(handoverApi.begin, { groupId: idOf('Door'), name: 'Gast', email }, giver)
    const token = await world.tokenMailed(email)
    expect((await world.no(handoverApi.accept, { token })).slice(0, 2)).toEqual([409, 'overlap'])
    expect(await seats()).toEqual(['Bar 0,1', 'Door 1,0', 'Stage 0,0'])
  })
})
