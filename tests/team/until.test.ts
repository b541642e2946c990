// R202, R205: a role whose last moment has come ends by itself, on whatever is open: in every kind of room that it opens, and on its dashboard.
import { expect, test } from 'vitest'
import { boardRoom, groupRoom, type RoomKind } from '#protocol/live.ts'
import { teamApi } from '#protocol/people/team.ts'
import { rightsOf, type TeamRole, teamRoles } from '#protocol/people/team-roles.ts'
import { roomRules } from '#server/app/app.ts'
import { readerOf } from '#server/seats/rights/rows.ts'
import { openWorld } from '../kit/world/world.ts'

/** What no role of a team opens: for everybody, for guests, or one's own. */
const notOfTeam: readonly RoomKind[] = ['form', 'event', 'guest', 'dashboard', 'account', 'org']
const kinds = (Object.keys(roomRules) as RoomKind[]).filter((kind) => !notOfTeam.includes(kind))
const ofEvent: readonly RoomKind[] = ['board', 'door']

/** What each role opens; so none is tested by rooms that it never had. */
const opens: Readonly<Record<TeamRole, readonly RoomKind[]>> = {
  manager: ['group', 'message', 'activity', 'board', 'door'],
  assigner: ['group', 'board', 'door'],
  messenger: ['group', 'message', 'board', 'door'],
  viewer: ['group', 'board', 'door'],
  door: ['door'],
}

test.each(teamRoles)(
  'R202, R205 %s: at its end every room that it opened is out, at once, and none of the others who look',
  async (role) => {
    const world = await openWorld()
    const ada = await world.person('ada', 'team')
    const { eventId: id, groupId } = await world.event(ada, [{ name: 'Guest', max: 9 }])
    const helper = await world.person('helper')
    const until = world.inDays(2)
    await world.ok(teamApi.add, { id, email: helper.email, role, until }, ada)
    await world.ok(teamApi.accept, { token: await world.tokenMailed(helper.email) })
    const rooms = kinds.map((kind) => ({ kind, room: `${kind}:${ofEvent.includes(kind) ? id : groupId}` as const }))
    const [theirs, hers] = [await world.socket({ token: helper.token }), await world.socket({ token: ada.token })]
    const watched: string[] = []
    for (const { kind, room } of rooms) {
      expect([kind, await hers.watch(room)]).toEqual([kind, expect.objectContaining({ view: expect.anything() })])
      const answer = await theirs.watch(room)
      if ('view' in answer) watched.push(kind)
    }
    expect(watched.toSorted()).toEqual(opens[role].toSorted())
    expect((await world.ok(teamApi.shared, {}, helper)).events).toMatchObject([{ _id: id, role, until }])
    world.clock.advance(Date.parse(until) - world.clock.now() - 1)
    await theirs.quiet()
    expect(theirs.seen('gone')).toEqual([])
    world.clock.advance(1)
    for (const kind of watched) await theirs.hears(({ name, view }) => name === 'gone' && view.startsWith(`${kind}:`))
    await hers.quiet()
    expect(hers.seen('gone')).toEqual([])
    expect((await world.ok(teamApi.shared, {}, helper)).events).toEqual([])
  },
)

const isAnswer = ({ name }: { name: string }) => name === 'rsvp'
const changes = teamRoles.flatMap((from) =>
  teamRoles.filter((to) => to !== from && opens[from].includes('group') && opens[to].includes('group')).map((to) => ({ from, to })),
)
test.each(changes)(
  'R205, R206 $from becomes $to: who reads the answers as another one begins anew, and is told nothing as before',
  async ({ from, to }) => {
    const world = await openWorld()
    const ada = await world.person('ada', 'team')
    const { eventId: id, groupId } = await world.event(ada, [{ name: 'Guest', max: 9 }])
    const helper = await world.person('helper')
    const { member } = await world.ok(teamApi.add, { id, email: helper.email, role: from }, ada)
    await world.ok(teamApi.accept, { token: await world.tokenMailed(helper.email) })
    const socket = await world.socket({ token: helper.token })
    const rooms = [groupRoom(groupId), boardRoom(id)]
    for (const room of rooms) expect(await socket.watch(room)).toHaveProperty('view')
    await world.ok(teamApi.change, { id, teamId: member._id, role: to }, ada)
    await world.answer(groupId, world.proven('gina@guests.test', groupId), [], { name: 'Gina' })
    const isOther = readerOf(new Set(rightsOf[from])) !== readerOf(new Set(rightsOf[to]))
    const told = isOther ? ({ name, view }: { name: string; view: string }) => name === 'gone' && view === rooms[1] : isAnswer
    await socket.hears(told)
    await socket.quiet()
    expect([socket.seen('gone').toSorted(), socket.heard.some(isAnswer)]).toEqual([isOther ? rooms.toSorted() : [], !isOther])
  },
)
