// A seat that who assigns gives although it overlaps another, or is one more than a person may have: refused first, then done, and said at both.
import { describe, expect, test } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { openSeveral } from '../kit/world/several.ts'

const email = 'ben@guests.test'
const rules = { assignmentRules: { rule: '', enableRoleAssignment: true, enableRoleSelfSelect: false } }

async function setUp(event: object = {}) {
  const stage = await openSeveral(undefined, { event: { ...rules, ...event }, tier: 'team' })
  const { world, ada, eventId, idOf } = stage
  const assign = (name: string, more: object = {}) =>
    world.call(assignApi.assign, { id: eventId, groupId: idOf(name), name: 'Ben', email, roleName: 'Guest', ...more }, ada)
  const rowIn = async (name: string) => (await world.ok(groupApi.rsvps, { id: idOf(name) }, ada)).rsvps.find((row) => row.email === email)
  const alsoIn = async (name: string) => (await rowIn(name))?.also?.map((one) => one.name)
  const linesIn = async (name: string) => (await world.ok(activityApi.list, { id: idOf(name) }, ada)).activity
  return { ...stage, assign, rowIn, alsoIn, linesIn }
}

describe('assigning', () => {
  test('R147 into an overlap is the same refusal; sent again it is done, stands in the activity, and both rows show the other, live', async () => {
    const { world, ada, assign, rowIn, alsoIn, linesIn, idOf } = await setUp()
    await assign('Bar')
    const { status, body } = await assign('Door')
    expect([status, body.code, body.overlap.length, body.swap]).toEqual([409, 'overlap', 2, true])
    expect(await rowIn('Door')).toBe(undefined)
    const board = await world.socket(ada)
    await board.watch(groupRoom(idOf('Bar')))
    const done = await assign('Door', { despiteOverlap: true })
    expect([done.status, done.body.rsvps[0].also.map(({ name }: { name: string }) => name)]).toEqual([200, ['Bar']])
    const { view } = await board.hears(({ name, view }) => name === 'rsvp' && view.also !== undefined)
    const { start, end } = (await world.ok(groupApi.read, { id: idOf('Door') }, ada)).group as { start: string; end: string }
    expect(view.also).toEqual([{ groupId: idOf('Door'), name: 'Door', start, end }])
    expect([await alsoIn('Bar'), await alsoIn('Door')]).toEqual([['Door'], ['Bar']])
    const [line] = await linesIn('Door')
    expect(line).toMatchObject({ kind: 'assign', to: { despite: { groups: ['Bar'] } } })
    expect((await linesIn('Bar')).map(({ kind, to }) => [kind, to.despite])).toEqual([
      ['assign', undefined],
      ['create', undefined],
    ])
  })

  test('R147 the rows name each other until one of the two seats is no more, or they no longer overlap', async () => {
    const { world, ada, eventId, idOf, assign, rowIn, alsoIn } = await setUp()
    await assign('Bar')
    const { body } = await assign('Door', { despiteOverlap: true })
    await assign('Stage', { despiteOverlap: true })
    expect([await alsoIn('Bar'), await alsoIn('Door'), await alsoIn('Stage')]).toEqual([['Door'], ['Bar', 'Stage'], ['Door']])
    await world.ok(groupApi.update, { id: idOf('Stage'), allowOverlap: true }, ada)
    expect([await alsoIn('Door'), await alsoIn('Stage')]).toEqual([['Bar'], undefined])
    await world.ok(groupApi.update, { id: idOf('Stage'), allowOverlap: false, despiteOverlap: true }, ada)
    const stage = await rowIn('Stage')
    await world.ok(assignApi.remove, { id: eventId, groupId: idOf('Stage'), rsvpId: stage?._id ?? '', roleName: 'Guest' }, ada)
    expect([await alsoIn('Door'), await alsoIn('Stage')]).toEqual([['Bar'], undefined])
    await world.ok(undoApi.undo, { id: body.act }, ada)
    expect([await alsoIn('Bar'), await rowIn('Door')]).toEqual([undefined, undefined])
    // Nothing of it is left: given again, it is refused again.
    expect((await assign('Door')).body.code).toBe('overlap')
  })

  test('R147 an answer of their own keeps what stands there; a no in one of the groups ends it in the other', async () => {
    const { world, eventId, idOf, as, assign, alsoIn } = await setUp()
    await assign('Bar')
    await assign('Door', { despiteOverlap: true })
    const say = (name: string, attending: boolean) =>
      world.ok(
        rsvpApi.submit,
        { groupId: idOf(name), eventId, name: 'Ben', email, attending, roles: [], confirmed: false },
        as(email, name),
      )
    await say('Door', true)
    expect([await alsoIn('Bar'), await alsoIn('Door')]).toEqual([['Door'], ['Bar']])
    await say('Bar', false)
    expect([await alsoIn('Bar'), await alsoIn('Door')]).toEqual([undefined, undefined])
  })

  test('R147, R148 beyond the number of groups for one person as well', async () => {
    const { assign, linesIn, alsoIn } = await setUp({ maxGroups: 1 })
    await assign('Bar')
    expect((await assign('Stage')).body).toMatchObject({ code: 'too-many-groups', limit: 1 })
    expect((await assign('Stage', { despiteOverlap: true })).status).toBe(200)
    expect((await linesIn('Stage'))[0]?.to.despite).toEqual({ groups: [], most: 1 })
    expect(await alsoIn('Stage')).toBe(undefined)
  })

  test('R147 where nothing is in the way it says nothing, and a guest can’t ask for it', async () => {
    const { assign, linesIn, send, one, as } = await setUp()
    await assign('Bar', { despiteOverlap: true })
    expect((await linesIn('Bar'))[0]?.to.despite).toBe(undefined)
    expect((await send([one('Bar')], { despiteOverlap: true }, as('x@guests.test'))).status).toBe(400)
  })
})

test('R147 moving a role to somebody, and a seat for who waits, are asked the same', async () => {
  const { world, ada, eventId, idOf, assign, alsoIn, linesIn } = await setUp()
  await assign('Bar')
  const { body } = await assign('Door', { email: 'cy@guests.test', name: 'Cy' })
  const moved = { id: eventId, groupId: idOf('Door'), fromRsvpId: body.rsvps[0]._id, toName: 'Ben', toEmail: email, roleName: 'Guest' }
  expect((await world.no(assignApi.reassign, moved, ada)).slice(0, 2)).toEqual([409, 'overlap'])
  await world.ok(assignApi.reassign, { ...moved, despiteOverlap: true }, ada)
  expect([await alsoIn('Bar'), await alsoIn('Door')]).toEqual([['Door'], ['Bar']])
  expect((await linesIn('Door')).find(({ to }) => to.despite)?.kind).toBe('reassign')
})

test('R147, R92 a seat from the waitlist', async () => {
  const { world, ada, idOf, as, send, one } = await openSeveral({ Bar: [0, 2], Door: [1, 3] })
  await send([one('Door', ['Helper'])], {}, as('first@guests.test'))
  await send([one('Bar')], {}, as(email))
  await send([{ ...one('Door', []), waitFor: ['Helper'] } as never], {}, as(email))
  const { waiting } = await world.ok(waitlistApi.list, { id: idOf('Door') }, ada)
  const give = { id: idOf('Door'), rsvpId: waiting[0]?.rsvpId ?? '', roleName: 'Helper', change: 'give' as const, addSeat: true }
  expect((await world.no(waitlistApi.change, give, ada)).slice(0, 2)).toEqual([409, 'overlap'])
  await world.ok(waitlistApi.change, { ...give, despiteOverlap: true }, ada)
  const { rsvps } = await world.ok(groupApi.rsvps, { id: idOf('Bar') }, ada)
  expect(rsvps.find((row) => row.email === email)?.also?.map(({ name }) => name)).toEqual(['Door'])
})
