// Sockets under hostile packets: nothing that is said on one ends the process, opens a room that is closed, or takes anybody's view away.
import { expect, test } from 'vitest'
import { accountRoom, dashboardRoom, formRoom, groupRoom } from '#protocol/live.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { roomRules } from '#server/app/app.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { StoreUnavailable } from '#server/kernel/store/store.ts'
import type { RoomRules } from '#server/people/live/rooms.ts'
import { groups, groupView } from '#server/seats/model/group.ts'
import { openRawHttp } from '../kit/hostile/raw-http.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const odd: readonly unknown[] = [
  null,
  1,
  true,
  {},
  [],
  [[]],
  { toString: 1 },
  {
    toString: null,
    valueOf: null,
  },
  { length: 5 },
  {
    indexOf: 1,
    slice: 1,
  },
  '',
  ':',
  'group:',
  'group',
  ':x',
  'x'.repeat(101),
  'x'.repeat(9e3),
  'group:\0',
  'group:\ud800',
  'form:::',
  'form:\0:none',
  '__proto__:x',
  'constructor:x',
  'toString:x',
  'hasOwnProperty:',
  'GROUP:x',
  'group:../x',
  'group:*',
  'org:x',
  '@user:x',
  '@token:x',
  'user:x',
  'token:x',
]

/** A world with an event, and a watcher of its form whose view must stay as fresh as ever. */
async function besieged(rules = roomRules) {
  const world = await openWorld({ rules })
  const ada = await world.person('ada')
  const { groupId, eventId } = await world.event(ada)
  const form = formRoom(groupId, eventId)
  const witness = await world.socket()
  await witness.watch(form)
  let nth = 0
  const answered = async (): Promise<number> =>
    (await world.answer(groupId, world.proven(`guest${nth++}@guests.test`, groupId))).body.form.rev
  const isWell = async () => {
    const rev = await answered()
    await witness.hears(({ name, view }) => name === 'form' && view.rev >= rev)
  }
  return { world, ada, groupId, form, witness, answered, isWell }
}

/** Long polling: packets as text, however they look. */
async function openPolling(world: World) {
  const http = openRawHttp(await world.address())
  const { text } = await http.send({ method: 'GET', path: '/socket.io/?EIO=4&transport=polling' })
  const path = `/socket.io/?EIO=4&transport=polling&sid=${/"sid":"([^"]+)"/.exec(text)?.[1]}`
  const say = (packet: string) => http.send({ method: 'POST', path, body: packet, headers: [['content-type', 'text/plain;charset=UTF-8']] })
  await say('40')
  return { say }
}

test('S5 whatever is asked to be watched or left, a socket is told no, and goes on', async () => {
  const { world, form, isWell } = await besieged()
  const { socket, watch } = await world.socket()
  for (const room of odd) {
    expect(await watch(room as string)).toMatchObject({ error: expect.any(String), code: expect.stringMatching(/-unknown$|not-yours/) })
    socket.emit('unwatch', room as string)
    socket.emit('watch', room as string, undefined as never)
    socket.emit('watch', room as string, 'no function' as never)
    socket.emit('watch', room as string, { call: 1 } as never)
  }
  expect(await watch(form)).toHaveProperty('view')
  await isWell()
})

/** Which rooms of the server itself, of others and of strangers open to somebody who has no right to any. */
async function openedTo(world: World, ownerId: string, groupId: string) {
  const eve = await world.person('eve')
  const rooms = [groupRoom(groupId), dashboardRoom(ownerId), `@user:${ownerId}`, `user:${ownerId}`, `form:${groupId}:none`]
  const opened: string[] = []
  for (const auth of [{}, { token: eve.token }, await world.link(eve.email)]) {
    const { watch } = await world.socket(auth)
    for (const room of rooms) if (!('error' in (await watch(room)))) opened.push(room)
  }
  return opened
}

test('S5 rooms of the server itself, of others and of strangers stay closed', async () => {
  const { world, ada, groupId } = await besieged()
  expect(await openedTo(world, ada.userId, groupId)).toEqual([])
})

test('S5 control: where the rules let everyone in, those rooms open', async () => {
  const open: RoomRules = {
    ...roomRules,
    group: async ({ store, publicUrl }, id) => ({ view: groupView((await store.get(groups, id)) ?? refuse('group-unknown'), publicUrl) }),
    dashboard: async (_, id) => ({ view: { _id: dashboardRoom(id), rev: 0, events: [] } }),
  }
  const { world, ada, groupId } = await besieged(open)
  const opened = await openedTo(world, ada.userId, groupId)
  expect(opened).toEqual(
    Array(3)
      .fill([groupRoom(groupId), dashboardRoom(ada.userId)])
      .flat(),
  )
})

test('S5 control: a server that no longer tells its rooms is found by those who watch', async () => {
  const { world, form, witness, answered } = await besieged()
  Object.assign(await world.live(), { publish: () => {} })
  const rev = await answered()
  expect([await witness.watch(form), witness.heard]).toEqual([{ view: expect.objectContaining({ rev }) }, []])
})

test('S5 R31 R71 a handshake with anything but a valid token is refused every room but the open ones', async () => {
  const { world, ada, form } = await besieged()
  for (const token of ['', 'x', 'null', '__proto__', 'x'.repeat(9_000), ada.token.slice(1), `Bearer ${ada.token}`]) {
    const { watch } = await world.socket({ token })
    const refused = await watch(`dashboard:${ada.userId}`)
    expect([token.slice(0, 9), refused]).toEqual([token.slice(0, 9), expect.objectContaining({ code: 'token-invalid' })])
    expect(await watch(form)).toHaveProperty('view')
  }
  const noTexts = [{ token: {} }, { token: [ada.token] }, { token: null }, { token: 1, organizerToken: null }, { organizerToken: 0 }]
  for (const auth of noTexts) {
    const { watch } = await world.socket(auth as never)
    const refused = await watch(`dashboard:${ada.userId}`)
    expect([auth, refused]).toEqual([auth, expect.objectContaining({ code: 'token-invalid' })])
    expect(await watch(form)).toHaveProperty('view')
  }
  const { watch } = await world.socket({ __proto__: { token: 'x' } } as never)
  expect(await watch(form)).toHaveProperty('view')
  expect(await watch(`dashboard:${ada.userId}`)).toMatchObject({ code: 'not-yours' })
})

test('S5 R64 a room opens under its one name only: nothing may stand behind it', async () => {
  const { world, ada, groupId, form } = await besieged()
  const { groupId: alone } = await world.ok(groupApi.create, { name: 'Alone', roles: [] }, ada)
  const { watch } = await world.socket({ token: ada.token })
  const names = [form, formRoom(alone, null), groupRoom(groupId), dashboardRoom(ada.userId), accountRoom(ada.userId)]
  for (const name of names) {
    expect(await watch(name)).toHaveProperty('view')
    for (const odd of [`${name}:junk`, `${name}:`, `${name} `, `${name}:none`, name.toUpperCase(), ` ${name}`, `${name}\0`])
      expect([odd, await watch(odd)]).toEqual([odd, expect.objectContaining({ code: expect.stringMatching(/-unknown$|not-yours/) })])
  }
})

const packets = [
  '42["unwatch",{"toString":1}]',
  '42["unwatch"]',
  '42["watch"]',
  '420["watch",{"toString":1}]',
  '420["watch",{"toString":null,"valueOf":null}]',
  '42["doing"]',
  '42["doing",{"toString":null}]',
  '42["doing",{"room":"group:aaaaaaaaaaaaaaaaaaaaaaaa","what":{"kind":"__proto__"}}]',
  '420["doing",null]',
  '42["here"]',
  '42["here",{"call":1}]',
  '420["here",null]',
  '42["error",{}]',
  '42["disconnect"]',
  '42["disconnecting"]',
  '42["connect"]',
  '42["newListener"]',
  '42["__proto__"]',
  '42["constructor"]',
  '42[]',
  '42{}',
  '42',
  '42"x"',
  '43["x"]',
  '430[]',
  '44{}',
  '45',
  '451-["watch",{"_placeholder":true,"num":0}]',
  '459-["watch"]',
  '46',
  '49',
  '40/admin,',
  '42/admin,["watch","x"]',
  '40{"token":{"toString":1}}',
  '40[]',
  '40"x"',
  '41',
  '5',
  '6',
  '7x',
  '9',
  'b4AAAA',
  'bAQID',
  'x',
  '',
  `42["watch",${'['.repeat(2e3)}${']'.repeat(2e3)}]`,
  `42["watch","${'x'.repeat(2e4)}"]`,
  `4${'2'.repeat(5e3)}`,
  `42${'9'.repeat(400)}["watch","x"]`,
]

test('S5 a packet that breaks the protocol ends at most its own socket', async () => {
  const { world, isWell } = await besieged()
  for (const packet of packets) {
    const { say } = await openPolling(world)
    const { status } = await say(packet)
    expect([packet.slice(0, 40), status < 500]).toEqual([packet.slice(0, 40), true])
  }
  await isWell()
})

test('S5 a view that can not be made, because the store is away, takes nobody down; the next one is told', async () => {
  const { world, form, isWell } = await besieged()
  const view = () => Promise.reject(new StoreUnavailable('The disk is gone'))
  const live = await world.live()
  live.publish({ room: form, name: 'form', id: 'broken', view })
  await isWell()
})

test('S5 a socket that asks for too much is told so, and keeps what it has', async () => {
  const { world, ada, isWell } = await besieged()
  await world.setTier(ada.userId, 'enterprise')
  const { watch, heard } = await world.socket(ada)
  const groups = await Promise.all(Array.from({ length: 51 }, () => world.event(ada, [])))
  for (const { groupId } of groups.slice(0, 50)) expect(await watch(groupRoom(groupId))).toHaveProperty('view')
  expect(await watch(groupRoom(groups[50]?.groupId ?? ''))).toMatchObject({ code: 'busy' })
  const first = groups[0]?.groupId ?? ''
  expect(await watch(groupRoom(first))).toHaveProperty('view')
  await world.answer(first, world.proven('last@guests.test', first))
  await expect.poll(() => heard.some(({ name, view }) => name === 'group' && view._id === first)).toBe(true)
  await isWell()
})
