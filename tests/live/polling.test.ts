// R246: what is told over polling, where websockets don't pass, is what is told over them: to whom, as whom, and until when.
import { expect, onTestFinished, test } from 'vitest'
import { formRoom, groupRoom, guestRoom } from '#protocol/live.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { budget } from '#server/edge/live/budget.ts'
import { openRawHttp } from '../kit/hostile/raw-http.ts'
import { openChoir } from '../kit/world/organization.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { comes } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

const email = 'gast@guests.test'
async function setUp() {
  const world = await openWorld({ transports: ['polling'] })
  const ada = await world.person('ada')
  const made = await world.event(ada, [{ name: 'Guest', max: 20 }])
  const guest = world.proven(email, made.groupId)
  return { world, ada, ...made, guest }
}

test('R246, L1, L3 over polling a room shows its view and every last state, however many come at once', async () => {
  const { world, ada, groupId, eventId } = await setUp()
  const [desk, phone] = [await world.socket(ada), await world.socket()]
  expect(await desk.watch(groupRoom(groupId))).toHaveProperty('view')
  expect(await phone.watch(formRoom(groupId, eventId))).toHaveProperty('view')
  await Promise.all(Array.from({ length: 20 }, (_, nth) => world.answer(groupId, world.proven(`g${nth}@guests.test`, groupId), ['Guest'])))
  await desk.hears(({ name, view }) => name === 'group' && view.roleCoverage[0].count === 20)
  await phone.hears(({ name, view }) => name === 'form' && view.roleCoverage[0].count === 20)
  const revs = desk.seen('group').map(({ rev }) => rev)
  expect(revs).toEqual(revs.toSorted((one, other) => one - other))
})

test('R246, R92b, R121 over polling a proof counts from our own pages, and from no other', async () => {
  const { world, groupId, eventId, guest } = await setUp()
  const room = guestRoom(groupId, eventId)
  // A browser names no origin where a page of ours asks its own: it says `same-origin`.
  const { origin: _, ...asAPage } = { ...fromOwnPage(guest.cookie), 'sec-fetch-site': 'same-origin' } as Record<string, string>
  const mine = await world.socket({}, asAPage)
  expect(await mine.watch(room)).toMatchObject({ view: { rsvp: null } })
  await world.answer(groupId, guest, ['Guest'])
  await mine.hears(({ name, view }) => name === 'guest' && view.rsvp?.roles[0] === 'Guest')
  for (const site of ['cross-site', 'same-site', 'none']) {
    const theirs = await world.socket({}, { ...asAPage, 'sec-fetch-site': site })
    expect([site, await theirs.watch(room)]).toEqual([site, expect.objectContaining({ code: 'proof-missing' })])
  }
})

test('R246, R104 over polling people see each other, what they edit, and that one has gone', async () => {
  const world = await openWorld({ transports: ['polling'] })
  const choir = await openChoir(world, { amy: 'admin', ben: 'admin' })
  const { groupId } = await choir.event()
  const room = groupRoom(groupId)
  const [amy, ben] = [await world.socket(choir.amy), await world.socket(choir.ben)]
  for (const one of [amy, ben]) await one.watch(room)
  await amy.hears(({ name, view }) => name === 'presence' && view.people.length === 2)
  ben.socket.emit('doing', { room, what: { kind: 'settings' } })
  await amy.hears(({ name, view }) => name === 'presence' && view.people[1]?.doing?.kind === 'settings')
  ben.socket.disconnect()
  await comes(() => expect(amy.seen('presence').at(-1)?.people).toHaveLength(1))
})

test('R246, L6 over polling a right that ends takes the socket out, and nothing is told to it after that', async () => {
  const world = await openWorld({ transports: ['polling'] })
  const choir = await openChoir(world, { amy: 'admin' })
  const { groupId } = await choir.event()
  const [amy, owner] = [await world.socket(choir.amy), await world.socket(choir.owner)]
  for (const one of [amy, owner]) expect(await one.watch(groupRoom(groupId))).toHaveProperty('view')
  await choir.remove(choir.amy)
  await amy.hears(({ name, view }) => name === 'gone' && view === groupRoom(groupId))
  const heard = amy.heard.length
  await world.ok(groupApi.update, { id: groupId, name: 'Canary' }, choir.owner)
  await owner.hears(({ view }) => view.name === 'Canary')
  expect(amy.heard.slice(heard)).toEqual([])
})

const handshake = '/socket.io/?EIO=4&transport=polling'
/** One that polls by hand, from that address. */
async function poll(url: string, from: string) {
  const http = openRawHttp(url)
  const ask = (method: string, path: string, body?: string) =>
    http.send({
      method,
      path,
      ...(body !== undefined && { body }),
      headers: [
        ['x-forwarded-for', from],
        ['accept-encoding', 'gzip'],
      ],
    })
  const { text } = await ask('GET', handshake)
  const path = `${handshake}&sid=${/"sid":"([^"]+)"/.exec(text)?.[1]}`
  return { hear: () => ask('GET', path), say: (packets: string) => ask('POST', path, packets) }
}

test('R246, R119 what is polled counts apart from handshakes, for the address, and is not packed', async () => {
  const before = budget.pollsPerMinute
  Object.assign(budget, { pollsPerMinute: 6 })
  onTestFinished(() => void Object.assign(budget, { pollsPerMinute: before }))
  const world = await openWorld({ hops: 1 })
  const { groupId, eventId } = await world.event(await world.person('ada'), undefined, {
    name: 'A name of an event',
    location: 'x'.repeat(200),
  })
  const [one, same] = [await poll(await world.address(), '192.0.2.1'), await poll(await world.address(), '192.0.2.1')]
  await one.say('40')
  await one.hear()
  await one.say(`420["watch","${formRoom(groupId, eventId)}"]`)
  const view = await one.hear()
  expect([view.status, view.text.length > 1_024, view.headers['content-encoding']]).toEqual([200, true, undefined])
  expect([(await same.say('40')).status, (await same.hear()).status, (await same.say('41')).status]).toEqual([200, 200, 400])
  const other = await poll(await world.address(), '192.0.2.2')
  expect((await other.say('40')).status).toBe(200)
})
