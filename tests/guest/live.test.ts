// A guest's own answer, live: by the proof cookie of the handshake, as HTTP takes it, and for as long as it lasts.
import { expect, test } from 'vitest'
import { guestRoom } from '#protocol/live.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { roomRules } from '#server/app/app.ts'
import { proofsOf } from '#server/people/identity/cookies.ts'
import type { RoomRules } from '#server/people/live/rooms.ts'
import { hour } from '../kit/world/clock.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { openWorld } from '../kit/world/world.ts'

const email = 'gast@guests.test'

async function setUp(rules = roomRules) {
  const world = await openWorld({ rules })
  const ada = await world.person('ada', 'team')
  const { eventId, groupId } = await world.event(ada, undefined, {}, { assignmentRules: { enableRoleAssignment: true } })
  const guest = world.proven(email, groupId)
  const other = world.proven('other@guests.test', groupId)
  const assign = (to: string, roleName: string) =>
    world.ok(assignApi.assign, { id: eventId, groupId, name: 'Somebody', email: to, roleName }, ada)
  const watching = async (headers: Record<string, string>) => {
    const one = await world.socket({}, headers)
    return { one, reply: await one.watch(guestRoom(groupId, eventId)) }
  }
  return { world, ada, eventId, groupId, guest, other, assign, watching }
}

test('R92b the organizer’s assignment and removal show at once to the guest it is about, and to no other', async () => {
  const { world, ada, eventId, groupId, guest, other, assign, watching } = await setUp()
  const [mine, theirs] = [await watching(fromOwnPage(guest.cookie)), await watching(fromOwnPage(other.cookie))]
  expect(mine.reply).toMatchObject({ view: { rsvp: null } })
  const { rsvps } = await assign(email, 'Speaker')
  await mine.one.hears(({ name, view }) => name === 'guest' && view.rsvp?.roles[0] === 'Speaker')
  await world.ok(assignApi.remove, { id: eventId, groupId, rsvpId: rsvps[0]?._id ?? '', roleName: 'Speaker' }, ada)
  await mine.one.hears(({ name, view }) => name === 'guest' && view.rsvp?.roles.length === 0)
  await world.answer(groupId, guest, [])
  await mine.one.hears(({ view }) => view.rsvp?.attending === true)
  await world.ok(guestApi.erase, { groupId }, guest)
  await mine.one.hears(({ name, view }) => name === 'guest' && view.rsvp === null)
  await theirs.one.quiet()
  expect(theirs.one.heard).toEqual([])
  expect(JSON.stringify(mine.one.heard)).not.toContain('other@')
})

test('R92, L1 what changes between the reading of the view and the joining is not missed', async () => {
  let meanwhile: (() => Promise<unknown>) | undefined
  const guest: RoomRules['guest'] = async (...asked) => {
    const opened = await roomRules.guest(...asked)
    const happens = meanwhile
    meanwhile = undefined
    await happens?.()
    return opened
  }
  const { world, groupId, guest: gast, watching } = await setUp({ ...roomRules, guest })
  meanwhile = () => world.answer(groupId, gast, [], { name: 'Gast' })
  const { one, reply } = await watching(fromOwnPage(gast.cookie))
  // Where the commit was heard of before the joining the reply has it; over a change stream, which hears of it later, a message has.
  const isShown = (view: unknown) => (view as { rsvp?: { name: string } | null } | undefined)?.rsvp?.name === 'Gast'
  await expect.poll(() => isShown(reply.view) || one.heard.some(({ view }) => isShown(view))).toBe(true)
})

test('R92b, R17 a login shows its own answer; nobody, or a proof for another group, is refused like for none', async () => {
  const { world, groupId, eventId, watching } = await setUp()
  const bob = await world.person('bob')
  const one = await world.socket({ token: bob.token })
  expect(await one.watch(guestRoom(groupId, eventId))).toMatchObject({ view: { rsvp: null } })
  const elsewhere = world.proven(email, 'a'.repeat(24)).cookie
  for (const headers of [{}, fromOwnPage(elsewhere), fromOwnPage(`rolecall_proof_${groupId}=forged.x`)]) {
    expect((await watching(headers)).reply).toMatchObject({ code: 'proof-missing' })
  }
})

test('R92b, R121 a page of another port, subdomain or site gets nothing by the cookie; control: our own does', async () => {
  const { guest, watching } = await setUp()
  const { cookie = '' } = guest
  const foreign: Record<string, string>[] = [
    { origin: 'http://rolecall.test:8080' },
    { origin: 'http://evil.rolecall.test' },
    { origin: 'https://evil.test' },
    {},
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign) expect((await watching({ cookie, ...headers })).reply).toMatchObject({ code: 'proof-missing' })
  expect((await watching({ cookie, origin: 'http://rolecall.test' })).reply).toHaveProperty('view')
})

test('R92b the right ends with the cookie, on an open socket too', async () => {
  const { world, groupId, guest, watching } = await setUp()
  await world.answer(groupId, guest, [])
  const { one, reply } = await watching(fromOwnPage(guest.cookie))
  expect(reply).toMatchObject({ view: { rsvp: { email } } })
  world.clock.advance(2 * hour)
  await one.hears(({ name }) => name === 'gone')
  const heard = one.heard.length
  await world.answer(groupId, world.proven(email, groupId), [], { name: 'Changed' })
  await one.quiet()
  expect(one.heard.length).toBe(heard)
})

test('R84, R92 a changed link shows at once to guests who said yes and look, and to nobody else', async () => {
  const { world, ada, eventId, groupId, guest, other, watching } = await setUp()
  await world.answer(groupId, guest, [])
  await world.answer(groupId, other, [], { attending: false })
  const [mine, theirs] = [await watching(fromOwnPage(guest.cookie)), await watching(fromOwnPage(other.cookie))]
  const link = 'https://meet.people.test/changed'
  await world.ok(eventApi.update, { id: eventId, link }, ada)
  await mine.one.hears(({ name, view }) => name === 'guest' && view.rsvp?.link === link)
  await theirs.one.quiet()
  expect(JSON.stringify(theirs.one.heard)).not.toContain(link)
})

test('R92, R119e of a handshake only proofs that verify are kept, and none of a header that is too long', () => {
  const own = { 'sec-fetch-site': 'same-origin' }
  const [a, b, url] = ['a'.repeat(24), 'b'.repeat(24), 'http://rolecall.test']
  const cookie = `x=1; rolecall_proof_${a}=abc.def; rolecall_browser=${'s'.repeat(43)}; rolecall_proof_${b}=g-h_i.j`
  const all = () => true
  expect([...proofsOf({ ...own, cookie }, url, all)]).toEqual([
    [a, 'abc.def'],
    [b, 'g-h_i.j'],
  ])
  expect([...proofsOf({ ...own, cookie }, url, (groupId) => groupId === b)]).toEqual([[b, 'g-h_i.j']])
  expect(proofsOf({ ...own, cookie: cookie.padEnd(20_000, ';') }, url, all).size).toBe(0)
  expect(proofsOf({ cookie }, url, all).size).toBe(0)
  const many = Array.from({ length: 300 }, (_, n) => `rolecall_proof_${String(n).padStart(24, '0')}=x`).join('; ')
  expect(proofsOf({ ...own, cookie: many }, url, all).size).toBe(50)
})

test('R14, R92 with https a proof has the prefix that no page of a sibling domain can set, and no other counts', async () => {
  const groupId = 'a'.repeat(24)
  const own = { 'sec-fetch-site': 'same-origin', cookie: `rolecall_proof_${groupId}=planted; __Host-rolecall_proof_${groupId}=ours` }
  expect([...proofsOf(own, 'https://rolecall.test', () => true)]).toEqual([[groupId, 'ours']])
  expect([...proofsOf(own, 'http://rolecall.test', () => true)]).toEqual([[groupId, 'planted']])
})
