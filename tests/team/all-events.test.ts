// A member of an organization who is asked to help with all its events at once (R209): each a role of its own, which ends with the membership.
import { expect, test } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { team, teamApi } from '#protocol/people/team.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { events } from '#server/seats/model/event.ts'
import { codeOf } from '../kit/world/client.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

/** An organization with two events to come, one that was deleted, and somebody's own. */
async function setUp() {
  const world = await openWorld()
  const choir = await openChoir(world, { ann: 'member', adam: 'admin' })
  const over = await choir.event()
  await world.ok(eventApi.remove, { id: over.eventId }, choir.owner)
  const [first, second] = [await choir.event(), await choir.event()]
  const own = await world.event(choir.owner)
  const ask = (more: object = {}, as: object = choir.owner) =>
    world.call(teamApi.add, { id: first.eventId, email: choir.ann.email, role: 'manager', allOf: choir.orgId, ...more }, as)
  const accept = async () => world.call(teamApi.accept, { token: await world.tokenMailed(choir.ann.email) })
  const manages = (as: object = choir.ann) =>
    Promise.all(
      [first, second, over, own].map(async ({ groupId }) => (await world.call(groupApi.rsvps, { id: groupId }, as)).status === 200),
    )
  return { world, ...choir, first, second, own, ask, accept, manages }
}
interface Place {
  id: string
  teamId: string
}
const all = [true, true, false, false]
const none = [false, false, false, false]

test('R209 an admin asks a member to all events to come, with one email that is accepted once; each is a role of its own', async () => {
  const { world, owner, first, second, ask, accept, manages } = await setUp()
  const asked = await ask()
  expect([codeOf(asked), await manages()]).toEqual(['ok', none])
  const mailed = await world.tokenMailed('ann@people.test')
  expect((await world.ok(teamApi.open, { token: mailed })).invitation.moreEvents).toBe(1)
  expect([codeOf(await accept()), await manages()]).toEqual(['ok', all])
  const { activity } = await world.ok(activityApi.list, { id: second.groupId, kind: 'grant' }, owner)
  expect(activity.map(({ to }) => [to.grant?.role, to.grant?.isAccepted ?? false])).toEqual([
    ['manager', true],
    ['manager', false],
  ])
  await world.ok(teamApi.remove, { id: first.eventId, teamId: String(asked.body.member._id) }, owner)
  expect(await manages()).toEqual([false, true, false, false])
})

test('R209, R208 an invitation is withdrawn and put back in each event by itself, and its link is for what is left', async () => {
  const { world, owner, first, second, ask, accept, manages } = await setUp()
  const place = { id: first.eventId, teamId: String((await ask()).body.member._id) }
  const link = await world.tokenMailed('ann@people.test')
  const shown = async () => (await world.call(teamApi.open, { token: link })).body.invitation
  await world.ok(teamApi.remove, place, owner)
  const there = async () =>
    Promise.all([first, second].map(async ({ eventId: id }) => (await world.ok(teamApi.list, { id }, owner)).team.length))
  expect([await there(), (await shown()).moreEvents]).toEqual([[0, 1], undefined])
  await world.ok(teamApi.restore, place, owner)
  expect([await there(), (await shown()).moreEvents]).toEqual([[1, 1], 1])
  await world.ok(teamApi.remove, place, owner)
  expect([codeOf(await accept()), await manages()]).toEqual(['ok', [false, true, false, false]])
  expect(codeOf(await accept())).toBe('ok')
})

test('R209 an invitation that is withdrawn everywhere opens nothing', async () => {
  const { world, owner, ask, accept, manages } = await setUp()
  const { asked } = (await ask()).body as { asked: Place[] }
  expect(asked).toHaveLength(2)
  for (const one of asked) await world.ok(teamApi.remove, one, owner)
  expect([codeOf(await accept()), await manages()]).toEqual(['invitation-invalid', none])
})

test('R209, R203 who manages one event withdraws and puts back nothing in the others', async () => {
  const { world, owner, adam, first, second, ask, accept, manages } = await setUp()
  const eve = await world.person('eve')
  await world.ok(teamApi.add, { id: first.eventId, email: eve.email, role: 'manager' }, owner)
  await world.call(teamApi.accept, { token: await world.tokenMailed(eve.email) })
  const asked = (await ask({ role: 'viewer' })).body.asked as Place[]
  const [here, there] = [first, second].map(({ eventId }) => asked.find(({ id }) => id === eventId)) as [Place, Place]
  const states = async () => (await world.ok(teamApi.list, { id: second.eventId }, owner)).team.map(({ state }) => state)
  expect(codeOf(await world.call(teamApi.remove, there, eve))).toBe('event-unknown')
  expect([codeOf(await world.call(teamApi.remove, here, eve)), await states()]).toEqual(['ok', ['invited']])
  // The control: who has the right there.
  expect([codeOf(await world.call(teamApi.remove, there, adam)), await states()]).toEqual(['ok', []])
  expect([codeOf(await world.call(teamApi.restore, here, eve)), await states()]).toEqual(['ok', []])
  expect([codeOf(await accept()), (await manages())[1]]).toEqual(['ok', false])
})

test('R209 an event where they help already is left out, and it says of how many', async () => {
  const { world, owner, ann, first, second, ask, accept, manages } = await setUp()
  await ask({ allOf: undefined, role: 'viewer' })
  await accept()
  const { body } = await ask()
  expect([body.asked.map(({ id }: { id: string }) => id), body.leftOut]).toEqual([[second.eventId], 1])
  expect([codeOf(await accept()), await manages()]).toEqual(['ok', [true, true, false, false]])
  expect((await world.ok(teamApi.list, { id: first.eventId }, owner)).team.map(({ role }) => role)).toEqual(['viewer'])
  expect([codeOf(await ask()), ann.email]).toEqual(['teammate-there', 'ann@people.test'])
})

test('R209, R204 a team that is full says of which event it is', async () => {
  const { world, owner, second, ask } = await setUp()
  await world.ok(eventApi.update, { id: second.eventId, name: 'Second' }, owner)
  const full = Array.from({ length: team.people }, (_, nth) => nth)
  for (const nth of full) await world.ok(teamApi.add, { id: second.eventId, email: `helper${nth}@people.test`, role: 'viewer' }, owner)
  const refused = await ask()
  expect([codeOf(refused), String(refused.body.error)]).toEqual(['team-full', expect.stringContaining('“Second”')])
})

test('R209, R38, L6 all of it ends with the membership, on open sockets too, and does not come back with another one', async () => {
  const { world, orgId, ann, first, ask, accept, manages, remove, add } = await setUp()
  await ask()
  await accept()
  const socket = await world.socket({ token: ann.token })
  expect(await socket.watch(groupRoom(first.groupId))).toHaveProperty('view')
  await remove(ann)
  await socket.hears(({ name }) => name === 'gone')
  expect(await manages()).toEqual(none)
  // Its events name it no more, and have changed for who has the team on screen (R137).
  const teams = async () =>
    (await world.store.find(events, { index: 'org', where: { ownerOrgId: orgId } })).map(({ teamIds }) => teamIds ?? [])
  expect((await teams()).flat()).toEqual([])
  await add('ann')
  expect(await manages()).toEqual(none)
})

test('R209, R203 only for members, by admins, and of the organization that the event belongs to', async () => {
  const { world, ann, adam, own, ask, accept, manages, owner } = await setUp()
  const eve = await world.person('eve', 'team')
  expect(codeOf(await ask({ email: eve.email }))).toBe('member-unknown')
  expect([codeOf(await ask({}, ann)), codeOf(await ask({}, eve))]).toEqual(['event-unknown', 'event-unknown'])
  expect(codeOf(await ask({ id: own.eventId }))).toBe('org-unknown')
  expect(codeOf(await ask({ allOf: 'f'.repeat(24) }))).toBe('org-unknown')
  // A manager of one event is no admin of the others.
  await ask({ allOf: undefined })
  await accept()
  expect(codeOf(await ask({ email: eve.email, role: 'viewer' }, ann))).toBe('org-unknown')
  expect([await manages(), codeOf(await ask({ email: adam.email, role: 'viewer' }, owner))]).toEqual([[true, false, false, false], 'ok'])
})

test('R209 the way to ask is shown to admins alone', async () => {
  const { world, owner, ann, first, own, ask, accept, orgId } = await setUp()
  const shown = async (id: string, as: object) => (await world.ok(teamApi.list, { id }, as)).allOf
  await ask({ allOf: undefined })
  await accept()
  expect([await shown(first.eventId, owner), await shown(first.eventId, ann), await shown(own.eventId, owner)]).toEqual([
    { _id: orgId, name: 'Choir' },
    undefined,
    undefined,
  ])
})
