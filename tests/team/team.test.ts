// The team of an event: who comes to help, with or without an account, what each may do and see, and how it ends.
import { describe, expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { activityRoom, dashboardRoom, groupRoom } from '#protocol/live.ts'
import { ownershipApi } from '#protocol/people/ownership.ts'
import { teamApi } from '#protocol/people/team.ts'
import type { TeamRole } from '#protocol/people/team-roles.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { type EventView, eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { activities } from '#server/seats/model/activity.ts'
import { codeOf } from '../kit/world/client.ts'
import { day } from '../kit/world/clock.ts'
import { openChoir } from '../kit/world/organization.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { cookieOf } from '../kit/world/people.ts'
import { freshStore, openWorld } from '../kit/world/world.ts'

/** An event of Ada's, on the Team plan, with a guest who has answered. */
async function setUp(world?: Awaited<ReturnType<typeof openWorld>>) {
  const here = world ?? (await openWorld())
  const ada = await here.person('ada', 'team')
  const { eventId: id, groupId } = await here.event(ada, [{ name: 'Guest', max: 9 }])
  const guest = here.proven('gina@guests.test', groupId)
  const { status, body } = await here.answer(groupId, guest, [], { name: 'Gina', note: 'A chair, please' })
  if (status !== 200) throw new Error(body.error)
  const add = (email: string, role: TeamRole, more: object = {}, as = ada) => here.call(teamApi.add, { id, email, role, ...more }, as)
  const accept = async (email: string) => here.call(teamApi.accept, { token: await here.tokenMailed(email) })
  /** Somebody with an account, on the team. */
  async function helper(name: string, role: TeamRole, more: object = {}) {
    const person = await here.person(name)
    const { member } = (await add(person.email, role, more)).body as { member: { _id: string } }
    await accept(person.email)
    return { ...person, teamId: member._id }
  }
  /** Somebody without one. */
  async function passer(email: string, role: TeamRole, more: object = {}) {
    const { member } = (await add(email, role, more)).body as { member: { _id: string } }
    return { cookie: cookieOf((await accept(email)).headers), teamId: member._id }
  }
  const take = (teamId: string, as = ada) => here.call(teamApi.remove, { id, teamId }, as)
  const looks = async (as: object) => (await here.call(groupApi.rsvps, { id: groupId }, as)).status
  return { world: here, ada, id, groupId, add, accept, helper, passer, take, looks }
}

describe('comes to help', () => {
  test('R201 nothing is theirs before they accept by the link, and an account of that address for what needs one', async () => {
    const { world, id, groupId, add, accept, looks } = await setUp()
    const max = await world.person('max')
    expect(codeOf(await add(max.email, 'manager'))).toBe('ok')
    expect([await looks(max), codeOf(await add(max.email, 'viewer'))]).toEqual([404, 'teammate-there'])
    const accepted = await accept(max.email)
    expect([accepted.status, cookieOf(accepted.headers)]).toEqual([200, ''])
    const page = await world.ok(groupApi.read, { id: groupId }, max)
    expect([page.canManage, page.canAssign, page.role, page.rsvps[0]?.email]).toEqual([true, true, 'manager', 'gina@guests.test'])
    expect(codeOf(await world.call(eventApi.update, { id, name: 'Ours' }, max))).toBe('ok')
    expect(codeOf(await world.call(eventApi.remove, { id }, max))).toBe('owner-only')
  })

  test('R201, R206 a viewer without an account looks on by a cookie for this event alone, and is told names and nothing else', async () => {
    const { world, ada, groupId, passer, looks } = await setUp()
    const { cookie } = await passer('vera@people.test', 'viewer')
    const page = await world.ok(groupApi.read, { id: groupId }, { cookie })
    expect([page.canManage, page.canAssign, page.role]).toEqual([false, false, 'viewer'])
    expect(page.rsvps).toMatchObject([{ name: 'Gina', email: '', maskedEmail: '' }])
    const socket = await world.socket({}, fromOwnPage(cookie))
    expect(await socket.watch(groupRoom(groupId))).toHaveProperty('view')
    await world.answer(groupId, world.proven('hugo@guests.test', groupId), [], { name: 'Hugo', note: 'Late' })
    await socket.hears(({ name, view }) => name === 'rsvp' && view.name === 'Hugo')
    expect(JSON.stringify([page, socket.heard])).not.toMatch(/guests\.test|chair|Late/)
    const others = await world.event(ada)
    expect((await world.call(groupApi.rsvps, { id: others.groupId }, { cookie })).status).toBe(404)
    expect([await looks({}), await looks({ cookie })]).toEqual([401, 200])
  })

  test('R137, R201 whoever manages hears live that somebody has accepted, and their panel reads the team anew', async () => {
    const { world, ada, id, groupId, add, accept } = await setUp()
    await add('vera@people.test', 'viewer')
    const socket = await world.socket({ token: ada.token })
    await socket.watch(groupRoom(groupId))
    const { rev } = (await world.ok(eventApi.read, { id }, ada)).event as EventView
    await accept('vera@people.test')
    await socket.hears(({ name, view }) => name === 'managedEvent' && view.rev > rev)
  })

  test('R203 nobody gives more than they have: no managers, no other groups, not for longer', async () => {
    const { world, id, helper, add } = await setUp()
    const max = await helper('max', 'manager', { until: world.inDays(3) })
    expect(codeOf(await add('a@people.test', 'manager', {}, max))).toBe('owner-only')
    expect(codeOf(await add('a@people.test', 'viewer', {}, max))).toBe('team-until-own')
    expect(codeOf(await add('a@people.test', 'viewer', { until: world.inDays(2) }, max))).toBe('ok')
    const elsewhere = await world.event(await world.person('bea', 'team'))
    expect(codeOf(await add('b@people.test', 'viewer', { until: world.inDays(2), groupIds: [elsewhere.groupId] }, max))).toBe(
      'group-unknown',
    )
    const ann = await helper('ann', 'assigner')
    expect(codeOf(await add('c@people.test', 'viewer', {}, ann))).toBe('event-unknown')
    expect(codeOf(await world.call(teamApi.list, { id }, ann))).toBe('event-unknown')
  })

  test('R202 for one group of several, until a day: that group alone, and each is changed by itself', async () => {
    const { world, ada, id, groupId: hall, helper } = await setUp()
    const { group } = await world.ok(eventApi.addGroup, { id, group: { name: 'Foyer', roles: [{ name: 'Guest', max: 5 }] } }, ada)
    const foyer = group._id
    const opens = async (as: object) =>
      Promise.all([foyer, hall].map(async (one) => (await world.call(groupApi.rsvps, { id: one }, as)).status))
    const until = world.inDays(9)
    const { teamId, ...vic } = await helper('vic', 'viewer', { groupIds: [foyer], until })
    const shown = async () => (await world.ok(teamApi.list, { id }, ada)).team.map((one) => [one.groupIds, one.until, one.isUntilChosen])
    expect([await opens(vic), await shown()]).toEqual([[200, 404], [[[foyer], until, true]]])
    const change = (asked: object) => world.ok(teamApi.change, { id, teamId, ...asked }, ada)
    await change({ groupIds: [] })
    expect([await opens(vic), await shown()]).toEqual([[200, 200], [[[], until, true]]])
    await change({ groupIds: [hall], until: null })
    expect([await opens(vic), (await shown())[0]?.[2]]).toEqual([[404, 200], false])
    await change({ until: world.inDays(2) })
    world.clock.advance(3 * day)
    expect([await opens(vic), await shown()]).toEqual([[404, 404], []])
  })

  test('R200, R202 who manages some groups has the team of those: reads it, and invites, changes and takes off in them alone', async () => {
    const { world, ada, id, groupId: hall, helper, add } = await setUp()
    const { group } = await world.ok(eventApi.addGroup, { id, group: { name: 'Foyer', roles: [{ name: 'Guest', max: 5 }] } }, ada)
    const foyer = group._id
    const [, inHall] = [await add('all@people.test', 'viewer'), await add('hall@people.test', 'viewer', { groupIds: [hall] })]
    const max = await helper('max', 'manager', { groupIds: [foyer] })
    const panel = async () => world.ok(teamApi.list, { id }, max)
    const { team, groups, isPart } = await panel()
    expect([team.map(({ role }) => role), groups.map(({ _id }) => _id), isPart]).toEqual([['manager'], [foyer], true])
    expect(codeOf(await add('a@people.test', 'viewer', { groupIds: [foyer] }, max))).toBe('ok')
    expect(codeOf(await add('b@people.test', 'viewer', { groupIds: [foyer, hall] }, max))).toBe('group-unknown')
    const theirs = (await panel()).team.find(({ role }) => role === 'viewer')?._id ?? ''
    expect(codeOf(await world.call(teamApi.change, { id, teamId: theirs, role: 'door' }, max))).toBe('ok')
    expect(codeOf(await world.call(teamApi.remove, { id, teamId: theirs }, max))).toBe('ok')
    const hallId = (inHall.body as { member: { _id: string } }).member._id
    expect(codeOf(await world.call(teamApi.remove, { id, teamId: hallId }, max))).toBe('event-unknown')
    expect((await world.ok(teamApi.list, { id }, ada)).isPart).toBeUndefined()
  })

  test('R202 the panel and the invitation name the groups and the zone of its days', async () => {
    const { world, ada, id, groupId, add } = await setUp()
    await add('vera@people.test', 'viewer', { groupIds: [groupId] })
    const { groups, timeZone } = await world.ok(teamApi.list, { id }, ada)
    const { invitation } = await world.ok(teamApi.open, { token: await world.tokenMailed('vera@people.test') })
    expect(groups.map(({ _id }) => _id)).toEqual([groupId])
    expect([invitation.groups, invitation.timeZone]).toEqual([groups, timeZone])
  })

  test('R204 of the plan: helpers at the door on Free and Pro, all others from Team; a lower plan lets none go', async () => {
    const { world, ada, add, helper, looks } = await setUp()
    const vic = await helper('vic', 'viewer')
    await world.setTier(ada.userId, 'free')
    expect(codeOf(await add('a@people.test', 'viewer'))).toBe('team-plan-needed')
    expect([codeOf(await add('d1@people.test', 'door')), codeOf(await add('d2@people.test', 'door'))]).toEqual([
      'ok',
      'door-helpers-reached',
    ])
    expect(await looks(vic)).toBe(200)
  })

  test('R204, R208 putting back is no way past the plan: where somebody has come meanwhile there must be room for both', async () => {
    const { world, ada, id, add, take } = await setUp()
    await world.setTier(ada.userId, 'free')
    const { body } = await add('d1@people.test', 'door')
    const teamId: string = body.member._id
    const back = () => world.call(teamApi.restore, { id, teamId }, ada)
    await take(teamId)
    expect(codeOf(await back())).toBe('ok')
    await take(teamId)
    const other: string = (await add('d2@people.test', 'door')).body.member._id
    expect(codeOf(await back())).toBe('door-helpers-reached')
    await take(other)
    expect(codeOf(await back())).toBe('ok')
    expect((await world.ok(teamApi.list, { id }, ada)).team.map(({ email }) => email)).toEqual(['d1@people.test'])
    // A lower plan lets none go, and whoever was taken off by mistake comes back.
    await world.setTier(ada.userId, 'team')
    const many: string[] = []
    for (const n of [3, 4]) many.push((await add(`d${n}@people.test`, 'door')).body.member._id)
    await world.setTier(ada.userId, 'free')
    world.clock.advance(1)
    await take(many[0] ?? '')
    expect(codeOf(await world.call(teamApi.restore, { id, teamId: many[0] ?? '' }, ada))).toBe('ok')
  })

  test('S15, R204 two who are added at once are not more than the plan has room for', async () => {
    const store = await freshStore()
    const [world, other] = [await openWorld({ store }), await openWorld({ store })]
    const { ada, id } = await setUp(world)
    await world.setTier(ada.userId, 'free')
    const adding = Array.from({ length: 6 }, (_, nth) =>
      (nth % 2 === 0 ? world : other).call(teamApi.add, { id, email: `d${nth}@people.test`, role: 'door' }, ada),
    )
    expect((await Promise.all(adding)).map(codeOf).filter((code) => code === 'ok')).toHaveLength(1)
  })

  test('R39, R200 who assigns is listed by the contract’s call too, and revoked by it', async () => {
    const world = await openWorld()
    const { owner, event } = await openChoir(world, {})
    const { eventId: id, groupId } = await event()
    const ann = await world.person('ann')
    await world.ok(teamApi.add, { id, email: ann.email, role: 'assigner' }, owner)
    await world.ok(teamApi.accept, { token: await world.tokenMailed(ann.email) })
    const { grants } = await world.ok(assignApi.grants, { id, groupId }, owner)
    expect(grants.map(({ user }) => user.email)).toEqual([ann.email])
    expect((await world.ok(groupApi.read, { id: groupId }, ann)).canAssign).toBe(true)
    await world.ok(assignApi.revoke, { id, groupId, grantId: grants[0]?._id ?? '' }, owner)
    expect((await world.ok(groupApi.read, { id: groupId }, ann)).canAssign).toBe(false)
  })

  test('R39, R208 a member’s permission is taken off the team and put back, and given anew; it isn’t changed', async () => {
    const world = await openWorld()
    const { owner, event, ann } = await openChoir(world, { ann: 'member' })
    const { eventId: id, groupId } = await event()
    await world.ok(assignApi.grant, { id, groupId, userId: ann.userId }, owner)
    const [grant] = (await world.ok(teamApi.list, { id }, owner)).team
    const teamId = grant?._id ?? ''
    const assigns = async () => (await world.ok(groupApi.read, { id: groupId }, ann)).canAssign
    const listed = async () => (await world.ok(assignApi.grants, { id, groupId }, owner)).grants.length
    expect([grant?.isGrant, await assigns(), await listed()]).toEqual([true, true, 1])
    expect((await world.no(teamApi.change, { id, teamId, role: 'viewer' }, owner))[1]).toBe('teammate-unknown')
    await world.ok(teamApi.remove, { id, teamId }, owner)
    expect([await assigns(), await listed()]).toEqual([false, 0])
    expect((await world.no(assignApi.revoke, { id, groupId, grantId: teamId }, owner))[1]).toBe('grant-unknown')
    await world.ok(teamApi.restore, { id, teamId }, owner)
    expect([await assigns(), await listed()]).toEqual([true, 1])
    await world.ok(teamApi.remove, { id, teamId }, owner)
    await world.ok(assignApi.grant, { id, groupId, userId: ann.userId }, owner)
    expect([await assigns(), await listed()]).toEqual([true, 1])
    world.clock.advance(day)
    await world.runJobs()
    expect(await assigns()).toBe(true)
  })
})

describe('ends', () => {
  type Setting = Awaited<ReturnType<typeof setUp>>
  const ways: Record<string, (setting: Setting, teamId: string, as: object) => unknown> = {
    'being taken off': ({ take }, teamId) => take(teamId),
    leaving: ({ world, id }, _, as) => world.ok(teamApi.leave, { id }, as),
    'its end': ({ world }) => world.clock.advance(60 * day),
    'another role': ({ world, id, ada }, teamId) => world.ok(teamApi.change, { id, teamId, role: 'door' }, ada),
    'the end of the event': ({ world, id, ada }) => world.call(eventApi.remove, { id }, ada),
  }
  test.each(Object.entries(ways))('R205, R202, L6 by %s: at the next call, and on open sockets', async (_, end) => {
    const setting = await setUp()
    const { world, groupId, helper, passer, looks } = setting
    const { cookie, ...passed } = await passer('vera@people.test', 'viewer')
    const { teamId, ...vic } = await helper('vic', 'viewer')
    const sockets = [await world.socket({}, fromOwnPage(cookie)), await world.socket({ token: vic.token })]
    for (const one of sockets) expect(await one.watch(groupRoom(groupId))).toHaveProperty('view')
    await end(setting, passed.teamId, { cookie })
    await end(setting, teamId, vic)
    for (const one of sockets) await one.hears(({ name }) => name === 'gone')
    expect([await looks({ cookie }), await looks(vic)]).not.toContain(200)
  })
  test('R205 control: without the second look a socket goes on hearing', async () => {
    const { world, groupId, passer, take } = await setUp()
    const { cookie, teamId } = await passer('vera@people.test', 'viewer')
    const socket = await world.socket({}, fromOwnPage(cookie))
    await socket.watch(groupRoom(groupId))
    Object.assign(await world.live(), { recheck: () => {} })
    await take(teamId)
    await world.answer(groupId, world.proven('hugo@guests.test', groupId), [], { name: 'Hugo' })
    await socket.hears(({ name }) => name === 'rsvp')
  })

  test('R207 who is suspended has no role, with an account or by a cookie', async () => {
    const { world, helper, passer, looks } = await setUp()
    const { cookie } = await passer('vic@people.test', 'viewer')
    expect(await looks({ cookie })).toBe(200)
    const vic = await world.person('vic')
    const max = await helper('max', 'manager')
    const operator = await world.person('operator')
    for (const { userId } of [vic, max]) await world.ok(operatorApi.suspend, { id: userId, isSuspended: true }, operator)
    expect([await looks({ cookie }), await looks(max)]).toEqual([404, 401])
  })

  test('R208 whom one has taken off is back as they were within 30 seconds, and not later; the activity tells it', async () => {
    const { world, ada, id, groupId, helper, take, looks } = await setUp()
    const { teamId, ...max } = await helper('max', 'manager')
    const back = () => world.call(teamApi.restore, { id, teamId }, ada)
    await take(teamId)
    expect([await looks(max), codeOf(await back()), await looks(max)]).toEqual([404, 'ok', 200])
    await take(teamId)
    world.clock.advance(31_000)
    expect([codeOf(await back()), await looks(max)]).toEqual(['undo-late', 404])
    const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'grant' }, ada)
    expect(activity.map(({ from, to }) => [from.grant?.role, to.grant?.role])).toEqual([
      ['manager', undefined],
      [undefined, 'manager'],
      ['manager', undefined],
      ['manager', 'manager'],
      [undefined, 'manager'],
    ])
  })

  test('R208 the activity tells whom it is about, who accepted, and other groups and ends, in each group that they concern', async () => {
    const { world, ada, id, groupId: hall, add, passer } = await setUp()
    const { group } = await world.ok(eventApi.addGroup, { id, group: { name: 'Foyer', roles: [{ name: 'Guest', max: 5 }] } }, ada)
    const foyer = group._id
    const socket = await world.socket({ token: ada.token })
    await socket.watch(activityRoom(foyer))
    const until = world.inDays(9)
    const { teamId } = await passer('vera@people.test', 'viewer', { groupIds: [foyer] })
    const change = (asked: object) => world.ok(teamApi.change, { id, teamId, ...asked }, ada)
    await change({ until })
    await change({ groupIds: [hall] })
    await change({ role: 'door' })
    await add('max@people.test', 'manager')
    const of = async (groupId: string) =>
      (await world.ok(activityApi.list, { id: groupId, kind: 'grant' }, ada)).activity
        .toReversed()
        .map(({ by, from, to }) => [
          by.type === 'person' ? by.name : by.type,
          ...[from, to].map(({ grant }) => grant && [grant.email, grant.role, grant.isAccepted ?? false, grant.until]),
        ])
    const vera = (role: string, isAccepted: boolean, end?: string) => ['vera@people.test', role, isAccepted, end]
    const max = ['ada_user', undefined, ['max@people.test', 'manager', false, undefined]]
    expect(await of(foyer)).toEqual([
      ['ada_user', undefined, vera('viewer', false)],
      ['', vera('viewer', false), vera('viewer', true)],
      ['ada_user', vera('viewer', true), vera('viewer', true, until)],
      ['ada_user', vera('viewer', true, until), undefined],
      max,
    ])
    expect(await of(hall)).toEqual([
      ['ada_user', undefined, vera('viewer', true, until)],
      ['ada_user', vera('viewer', true, until), vera('door', true, until)],
      max,
    ])
    await socket.hears(({ name, view }) => name === 'activity' && JSON.stringify(view).includes('vera@people.test'))
    const kept = await world.store.find(activities, { index: 'group', where: { groupId: foyer }, limit: 99 })
    expect([kept.length > 4, JSON.stringify(kept)]).toEqual([true, expect.not.stringContaining('@')])
  })

  test('R208, R203 to whom an event was offered before isn’t told by the address of who it is offered to now', async () => {
    const { world, ada, id, groupId } = await setUp()
    const offer = async (email: string) => (await world.ok(ownershipApi.offer, { id, email }, ada)).member._id
    await world.ok(teamApi.remove, { id, teamId: await offer('first@people.test') }, ada)
    world.clock.advance(1000)
    await offer('second@people.test')
    const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'grant' }, ada)
    expect(activity.map(({ from, to }) => (to.grant ?? from.grant)?.email)).toEqual(['second@people.test', undefined, undefined])
  })

  test('R207 the dashboard shows what one helps with, and no longer once one has left', async () => {
    const { world, id, helper } = await setUp()
    const ann = await helper('ann', 'assigner')
    expect((await world.ok(teamApi.shared, {}, ann)).events).toMatchObject([{ _id: id, role: 'assigner' }])
    await world.ok(teamApi.leave, { id }, ann)
    expect((await world.ok(teamApi.shared, {}, ann)).events).toEqual([])
  })

  test('R207, R201 who has left is put back by nobody: they are asked anew, and nothing is theirs before they accept', async () => {
    const { world, ada, id, add, helper, passer, looks } = await setUp()
    const [ann, vic] = [await helper('ann', 'manager'), await passer('vic@people.test', 'viewer')]
    for (const one of [ann, vic]) {
      await world.ok(teamApi.leave, { id }, one)
      expect(codeOf(await world.call(teamApi.restore, { id, teamId: one.teamId }, ada))).toBe('teammate-unknown')
      expect(await looks(one)).toBe(404)
    }
    expect(codeOf(await add(ann.email, 'manager'))).toBe('ok')
    expect(await looks(ann)).toBe(404)
  })

  test('R207, R137 an open dashboard hears of an event that is shared, called another name, canceled or no longer shared; nobody else’s does', async () => {
    const { world, ada, id, add, accept, take } = await setUp()
    const [max, eve] = [await world.person('max'), await world.person('eve')]
    const sockets = await Promise.all([max, eve].map((one) => world.socket({ token: one.token })))
    const [own, others] = sockets as [(typeof sockets)[0], (typeof sockets)[0]]
    for (const [nth, { userId }] of [max, eve].entries()) await sockets[nth]?.watch(dashboardRoom(userId))
    const shared = async () => (await world.ok(teamApi.shared, {}, max)).events.map(({ name }) => name)
    /** Once more than before. */
    async function hears(change: () => Promise<unknown>, names: string[]) {
      const before = own.seen('shared').length
      await change()
      await own.hears((one) => one.name === 'shared' && own.seen('shared').length > before)
      expect(await shared()).toEqual(names)
      await own.quiet()
    }
    const name = ((await world.ok(eventApi.read, { id }, ada)).event as EventView).name
    const { member } = (await add(max.email, 'viewer')).body as { member: { _id: string } }
    await own.quiet()
    await hears(() => accept(max.email), [name])
    await hears(() => world.ok(eventApi.update, { id, name: 'Gala' }, ada), ['Gala'])
    await hears(() => take(member._id), [])
    await hears(() => world.ok(teamApi.restore, { id, teamId: member._id }, ada), ['Gala'])
    await hears(() => world.ok(eventApi.remove, { id }, ada), [])
    expect(JSON.stringify(own.seen('shared'))).not.toMatch(/Gala|@/)
    expect(others.seen('shared')).toEqual([])
  })
})
