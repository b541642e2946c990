// Who is there (R104): those who manage a group see each other and what each is editing, over real sockets; nobody else hears of it.
import { describe, expect, test } from 'vitest'
import { madeUpName } from '#protocol/kernel/texts.ts'
import { dashboardRoom, formRoom, groupRoom, messageRoom, type Room } from '#protocol/live.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { orgApi } from '#protocol/people/org.ts'
import { activityApi } from '#protocol/record/activity.ts'
import type { Doing, PresenceView } from '#protocol/record/presence.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { budget, limitPerMinute } from '#server/edge/live/budget.ts'
import { nameHere } from '#server/people/model/presence.ts'
import { createPlaces } from '#server/record/presence/actions.ts'
import { allow } from '../kit/world/allow.ts'
import { holdTime } from '../kit/world/held.ts'
import { openChoir } from '../kit/world/organization.ts'
import { comes } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

const role = (roleId: string): Doing => ({ kind: 'role', roleId })
const names = ({ people }: PresenceView) => people.map(({ name }) => name)

/** A choir with two admins besides its owner, a member who may assign, and an event of theirs. */
async function setUp() {
  const world = await openWorld()
  const choir = await openChoir(world, { amy: 'admin', ben: 'admin', gus: 'member' })
  const concert = await choir.event()
  await choir.grant(concert, choir.gus)
  const room = groupRoom(concert.groupId)
  const { group } = await world.ok(groupApi.read, { id: concert.groupId }, choir.owner)
  const roleId = group.roleCoverage[0]?._id ?? ''
  const open = async (who: { token: string }, at: Room = room) => {
    const socket = await world.socket({ token: who.token })
    expect(await socket.watch(at)).toHaveProperty('view')
    return socket
  }
  return { world, choir, ...concert, room, roleId, open }
}
type Watcher = Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['open']>>
/** The latest that was heard of who is there. */
const latest = ({ seen }: Watcher) => seen('presence').at(-1)
const sees = (watcher: Watcher, isIt: (view: PresenceView) => boolean) =>
  watcher.hears((one) => one.name === 'presence' && one === watcher.heard.findLast(({ name }) => name === 'presence') && isIt(one.view))
const seesNames = (watcher: Watcher, ...expected: string[]) => sees(watcher, (view) => names(view).join() === expected.join())

describe('who is there', () => {
  test('R104, R104c two who manage a group see each other, by name, and see one leave who closes the page', async () => {
    const { choir, room, open } = await setUp()
    const amy = await open(choir.amy)
    const ben = await open(choir.ben)
    await seesNames(amy, 'amy', 'ben')
    await seesNames(ben, 'amy', 'ben')
    expect(latest(ben)).toEqual({
      room,
      people: [
        { userId: choir.amy.userId, name: 'amy', doing: null },
        { userId: choir.ben.userId, name: 'ben', doing: null },
      ],
    })
    ben.socket.disconnect()
    await seesNames(amy, 'amy')
  })

  test('R104 what somebody edits is told to the others, and that they have stopped', async () => {
    const { choir, room, roleId, open } = await setUp()
    const [amy, ben] = [await open(choir.amy), await open(choir.ben)]
    for (const what of [role(roleId), { kind: 'settings' as const }, null]) {
      ben.socket.emit('doing', { room, what })
      await sees(
        amy,
        ({ people }) => JSON.stringify(people.find(({ userId }) => userId === choir.ben.userId)?.doing) === JSON.stringify(what),
      )
    }
  })

  test('R104a the same person in two tabs is one, with what they do in either; gone with the last of them', async () => {
    const { choir, room, roleId, open } = await setUp()
    const amy = await open(choir.amy)
    const [first, second] = [await open(choir.ben), await open(choir.ben)]
    first.socket.emit('doing', { room, what: role(roleId) })
    await sees(amy, ({ people }) => people.length === 2 && people[1]?.doing?.kind === 'role')
    first.socket.disconnect()
    await sees(amy, ({ people }) => people.length === 2 && people[1]?.doing === null)
    second.socket.emit('unwatch', room)
    await seesNames(amy, 'amy')
    expect(latest(second)?.people).toHaveLength(2) // who has left is told no more
  })

  test('R104 who manages a group alone hears nothing of themselves', async () => {
    holdTime()
    const { world, choir, open } = await setUp()
    const amy = await open(choir.amy)
    const ada = await world.person('ada')
    const own = await world.event(ada)
    const tabs = [
      await open(ada, groupRoom(own.groupId)),
      await open(ada, groupRoom(own.groupId)),
      await open(ada, dashboardRoom(ada.userId)),
    ]
    for (const one of [amy, ...tabs]) await one.quiet()
    for (const one of [amy, ...tabs]) expect(one.heard).toEqual([])
  })

  test('R104 dashboards of those who manage the group see who is there, from the start and as it changes', async () => {
    const { choir, room, roleId, open } = await setUp()
    const before = await open(choir.amy, dashboardRoom(choir.amy.userId))
    const ben = await open(choir.ben)
    await seesNames(before, 'ben')
    const after = await open(choir.owner, dashboardRoom(choir.owner.userId))
    await seesNames(after, 'ben')
    ben.socket.emit('doing', { room, what: role(roleId) })
    await sees(after, ({ people }) => people[0]?.doing?.kind === 'role')
    ben.socket.disconnect()
    for (const one of [before, after]) await seesNames(one)
  })

  test('R104, R104f a name that changes changes where it is read, but for one that the organization typed', async () => {
    const { world, choir, open } = await setUp()
    const [amy] = [await open(choir.amy), await open(choir.owner)]
    await world.ok(accountApi.updateName, { name: 'Aria Alto' }, choir.owner)
    await sees(amy, (view) => names(view).sort().join() === 'Aria Alto,amy')
    await world.ok(accountApi.updateName, { name: 'Amy Alto' }, choir.amy)
    await world.ok(accountApi.updateName, { name: 'Bea Bass' }, choir.owner)
    await sees(amy, (view) => names(view).sort().join() === 'Bea Bass,amy')
    expect(JSON.stringify(amy.heard)).not.toContain('@people.test')
  })

  test('R104f the activity calls them the same', async () => {
    const { world, choir, groupId } = await setUp()
    await world.ok(groupApi.addRole, { id: groupId, name: 'Usher', max: 2 }, choir.amy)
    const { activity } = await world.ok(activityApi.list, { id: groupId }, choir.owner)
    expect(activity[0]).toMatchObject({ kind: 'role-add', by: { type: 'person', userId: choir.amy.userId, name: 'amy' } })
  })

  test.each([
    ['as the organization typed it', { name: 'Mia M.', username: 'mia_m' }, { name: 'Mia', role: 'admin' }, 'Mia'],
    ['as they call themselves', { name: ' Mia M. ', username: 'mia_m' }, { name: '', role: 'admin' }, 'Mia M.'],
    ['as the owner calls themselves', { name: 'Mia M.', username: 'mia_m' }, { name: 'Mia', role: 'owner' }, 'Mia M.'],
    ['as the owner was typed', { name: '', username: 'mia_m' }, { name: 'Mia', role: 'owner' }, 'Mia'],
    ['not by what an owner is called who gave no name', { name: '', username: 'mia_m' }, { name: 'Owner', role: 'owner' }, 'mia_m'],
    ['by the username they chose', { name: '', username: 'mia_m' }, undefined, 'mia_m'],
    ['not by an email address', { name: 'mia@people.test', username: 'mia_m' }, { name: 'mia@choir.test', role: 'admin' }, 'mia_m'],
    ['not by a username that was made up', { name: '', username: madeUpName('7K3Q9A') }, undefined, ''],
    ['not at all without any', { name: '', username: null }, undefined, ''],
  ] as const)('R104f somebody is called %s', (_, person, member, called) => {
    expect(nameHere(person, member)).toBe(called)
  })
})

describe('a connection that is lost without a word', () => {
  const askedEveryMs = 3_000
  test('R104c is gone from there once it is asked a second time, and back as soon as it answers again', async () => {
    const pass = holdTime()
    const { choir, open } = await setUp()
    const [amy, ben] = [await open(choir.amy), await open(choir.ben)]
    await seesNames(amy, 'amy', 'ben')
    const held: (() => void)[] = []
    ben.socket.off('here').on('here', (answer) => held.push(answer))
    pass(askedEveryMs)
    await comes(() => expect(held).toHaveLength(1))
    pass(askedEveryMs)
    await seesNames(amy, 'amy')
    for (const answer of held) answer()
    await seesNames(amy, 'amy', 'ben')
  })

  test('R104 control: who answers stays', async () => {
    const pass = holdTime()
    const { choir, open } = await setUp()
    const [amy, ben] = [await open(choir.amy), await open(choir.ben)]
    await seesNames(amy, 'amy', 'ben')
    let asked = 0
    ben.socket.on('here', () => asked++)
    for (let nth = 1; nth <= 4; nth++) {
      pass(askedEveryMs)
      await comes(() => expect(asked).toBeGreaterThanOrEqual(nth))
      for (const one of [amy, ben]) await one.watch('') // what they answered is there
    }
    expect(names(latest(amy) as PresenceView)).toEqual(['amy', 'ben'])
    expect(amy.seen('presence').length).toBeLessThanOrEqual(2)
  })
})

describe('rights', () => {
  const ends: readonly (readonly [string, (setting: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>])[] = [
    ['by logout', ({ world, choir }) => world.ok(accessApi.logOut, {}, choir.ben)],
    ['by removal', ({ choir }) => choir.remove(choir.ben)],
    [
      'by a lower role',
      async ({ world, choir }) =>
        world.ok(orgApi.setRole, { id: await choir.memberId(choir.ben), role: 'member', orgId: choir.orgId }, choir.owner),
    ],
  ]
  test.each(ends)('R104c, L6 who loses the right %s is gone, and hears no more of it', async (_, end) => {
    holdTime()
    const setting = await setUp()
    const { choir, room, roleId, open } = setting
    const amy = await open(choir.amy)
    const [ben, board] = [await open(choir.ben), await open(choir.ben, dashboardRoom(choir.ben.userId))]
    await seesNames(amy, 'amy', 'ben')
    await seesNames(board, 'amy', 'ben')
    await end(setting)
    await seesNames(amy, 'amy')
    await ben.hears(({ name }) => name === 'gone')
    const heard = [ben, board].map((one) => one.seen('presence').length)
    amy.socket.emit('doing', { room, what: role(roleId) })
    ben.socket.emit('doing', { room, what: role(roleId) })
    const olga = await open(choir.owner)
    await seesNames(amy, 'amy', 'olga_user')
    for (const one of [ben, board]) await one.quiet()
    expect([ben, board].map((one) => one.seen('presence').length)).toEqual(heard)
    expect(JSON.stringify(latest(olga))).not.toContain('ben')
  })

  test('R104d, R39 guests, strangers and those who only assign neither hear of it nor are there', async () => {
    holdTime()
    const { world, choir, groupId, eventId, room, open } = await setUp()
    const amy = await open(choir.amy)
    const gus = await open(choir.gus)
    const guest = await world.socket({}, { cookie: world.proven('g@guests.test', groupId).cookie ?? '' })
    await guest.watch(formRoom(groupId, eventId))
    const stranger = await world.socket({ token: (await world.person('eve')).token })
    for (const at of [room, messageRoom(groupId), `@here:${groupId}`, `@admins:${choir.orgId}`, `presence:${groupId}`])
      expect(await stranger.watch(at)).toHaveProperty('code')
    for (const one of [gus, guest, stranger]) one.socket.emit('doing', { room, what: { kind: 'settings' } })
    await open(choir.ben)
    await seesNames(amy, 'amy', 'ben')
    for (const one of [gus, guest, stranger]) await one.quiet()
    for (const one of [gus, guest, stranger]) expect(one.seen('presence')).toEqual([])
  })
})

const hostile: readonly unknown[] = [
  undefined,
  null,
  1,
  'settings',
  [],
  {},
  { toString: null },
  { what: null },
  { kind: 'free text' },
  { kind: 'role' },
  { kind: 'role', roleId: '<b>Speaker</b>' },
  { kind: 'role', roleId: 'a'.repeat(9_000) },
  { kind: 'role', roleId: { toString: 1 } },
  { kind: 'settings', text: 'read this' },
  { kind: '__proto__' },
]

describe('what somebody says they do', () => {
  test('R104b, R119 anything that is not on the list is ignored, as is what is said of other groups, and hurts nobody', async () => {
    holdTime()
    const { choir, room, roleId, open } = await setUp()
    const [amy, ben] = [await open(choir.amy), await open(choir.ben)]
    await seesNames(amy, 'amy', 'ben')
    const before = amy.heard.length
    const say = (...said: unknown[]) => ben.socket.emit('doing', ...(said as never as [never]))
    for (const what of hostile) say({ room, what })
    for (const said of hostile) say(said)
    say()
    for (const other of [`${room} `, groupRoom('f'.repeat(24)), formRoom('f'.repeat(24), null), `@here:${room}`, 7, null, [room]])
      say({ room: other, what: role(roleId) })
    say({ room, what: role(roleId), people: [] })
    for (const one of [ben, amy]) await one.quiet()
    expect(amy.heard.slice(before)).toEqual([])
    say({ room, what: role(roleId) })
    await sees(amy, ({ people }) => people[1]?.doing?.kind === 'role')
  })

  test('R104 what somebody does already is ignored when it is said again: they are no later at it than before', () => {
    let [at, changes] = [1, 0]
    const places = createPlaces(
      () => at++,
      () => changes++,
    )
    places.enter('s', { groupId: 'g', userId: 'u', name: 'Ben', dashboards: 'd' })
    places.does('s', 'g', null)
    places.does('s', 'g', role('r'))
    const before = places.people('g')
    for (let nth = 0; nth < 3; nth++) places.does('s', 'g', role('r'))
    expect([places.people('g'), changes]).toEqual([before, 2])
    places.does('s', 'g', role('other'))
    expect([places.people('g')[0]?.doing, changes]).toEqual([role('other'), 3])
  })

  test('R104, R119 who is there in many tabs may say no more than in one', () => {
    const mayDo = limitPerMinute(2)
    expect(['ben', 'ben', 'ben', 'amy'].map(mayDo)).toEqual([true, true, false, true])
  })

  test.each([true, false])(
    'R104, R119, R243 beyond 120 a minute what somebody says in another tab is ignored too (control: %s)',
    async (isOn) => {
      holdTime()
      if (!isOn) allow(budget, { doingsPerMinute: Infinity })
      const { world, choir, room, roleId, open } = await setUp()
      const [amy, ben, tab] = [await open(choir.amy), await open(choir.ben), await open(choir.ben)]
      await seesNames(amy, 'amy', 'ben')
      for (let nth = 0; nth < 120; nth++) ben.socket.emit('doing', { room, what: nth % 2 === 0 ? role(roleId) : { kind: 'settings' } })
      await sees(amy, ({ people }) => people[1]?.doing?.kind === 'settings')
      await ben.quiet()
      world.clock.advance(1) // what they did last counts
      tab.socket.emit('doing', { room, what: role(roleId) })
      for (const one of [tab, amy]) await one.quiet()
      expect(latest(amy)?.people[1]?.doing).toEqual(isOn ? { kind: 'settings' } : role(roleId))
    },
  )

  test('R104, R119 a flood of it costs the others a broadcast each 50 ms at most, and beyond 120 a minute nothing', async () => {
    holdTime()
    const { choir, room, roleId, open } = await setUp()
    const [amy, ben] = [await open(choir.amy), await open(choir.ben)]
    await seesNames(amy, 'amy', 'ben')
    const before = amy.heard.length
    for (let nth = 0; nth <= 500; nth++) ben.socket.emit('doing', { room, what: nth % 2 === 0 ? role(roleId) : { kind: 'settings' } })
    await ben.watch('') // all of it has been taken, while no time passed
    await amy.quiet()
    expect(amy.heard.length - before).toBeLessThanOrEqual(2)
    expect(latest(amy)?.people[1]?.doing).toEqual({ kind: 'settings' }) // the 120th of them, not the last
    expect(ben.socket.connected).toBe(true)
  })
})
