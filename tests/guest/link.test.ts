// A guest's personal link: what it opens, when it ends, and that looking changes nothing.

import { describe, expect, test } from 'vitest'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import { guestRoom } from '#protocol/live.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { day, hour } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { cookieOf } from '../kit/world/people.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'gast@guests.test'
const linkIn = (text = '') => /[?&]guest=([\w.-]+)/.exec(text)?.[1] ?? ''
/** The token in the newest email. */
const linkMailed = async (world: World, to = email) => linkIn((await world.mails(to))[0]?.text)

async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada')
  const made = await world.event(ada, undefined, { showConfirmation: true })
  const guest = world.proven(email, made.groupId)
  const answered = await world.answer(made.groupId, guest, ['Guest'], { name: 'Gast' })
  return { world, ada, ...made, guest, rsvp: answered.body.rsvp, token: await linkMailed(world) }
}

describe('opening', () => {
  test('R87 the link in the email after an answer opens it like the form, proves the email by the cookie, and leads to the event', async () => {
    const { world, groupId, eventId, rsvp, token } = await setUp()
    expect((await world.mails(email))[0]?.text).toContain(`http://rolecall.test/rsvp/${groupId}?eventId=${eventId}&guest=${token}`)
    const opened = await world.call(guestApi.open, { token })
    expect(opened.body).toMatchObject({ _id: groupId, status: 'open', userEmail: email, userName: 'Gast', rsvp: { roles: ['Guest'] } })
    const cookie = cookieOf(opened.headers)
    expect(opened.headers.get('set-cookie')).toMatch(/Max-Age=7200; Path=\/; HttpOnly; SameSite=Lax$/)
    expect((await world.ok(rsvpApi.form, { groupId }, { cookie })).rsvp).toEqual(rsvp)
    const changed = await world.answer(groupId, { email, cookie }, ['Speaker'], { confirmed: true })
    expect(changed.body.rsvp).toMatchObject({ roles: ['Speaker'], confirmed: true })
  })

  test('R87, R116 looking changes nothing, however often a scanner does it: no record, no seat, no email', async () => {
    const { world, groupId, eventId, token } = await setUp()
    const before = JSON.stringify(await everything(world.store))
    for (let nth = 0; nth < 3; nth++) {
      const { headers } = await world.call(guestApi.open, { token })
      await world.ok(rsvpApi.form, { groupId }, { cookie: cookieOf(headers) })
      await world.ok(guestApi.myData, { groupId }, { cookie: cookieOf(headers) })
      await world.send('GET', `/rsvp/${groupId}?eventId=${eventId}&guest=${token}`)
      await world.send('GET', `/api/rsvp/calendar.ics?groupId=${groupId}`, undefined, { cookie: cookieOf(headers) })
    }
    expect(JSON.stringify(await everything(world.store))).toBe(before)
  })

  test('R87 it opens no other guest’s answer, and a changed one none at all', async () => {
    const { world, groupId, token } = await setUp()
    const other = world.proven('other@guests.test', groupId)
    await world.answer(groupId, other, ['Speaker'], { name: 'Other' })
    const otherToken = await linkMailed(world, other.email)
    expect((await world.ok(guestApi.open, { token })).userEmail).toBe(email)
    expect((await world.ok(guestApi.open, { token: otherToken })).userEmail).toBe(other.email)
    const [head, , signature] = token.split('.')
    const forged = [`${head}.${otherToken.split('.')[1]}.${signature}`, `${token}x`, token.slice(0, -3), 'x', `${head}..${signature}`]
    for (const one of forged) expect((await world.no(guestApi.open, { token: one }))[1]).toBe('guest-link-over')
    const forOther = await world.services.signedTokens.sign('billing', { sub: 'x', epoch: 0 }, world.clock.now() + day)
    expect((await world.no(guestApi.open, { token: forOther }))[1]).toBe('guest-link-over')
  })

  test('R87a it ends 30 days after the event, and an email sent later has the plain link', async () => {
    const { world, token, event } = await setUp()
    world.clock.advance(Date.parse(event.end) - world.clock.now() + 30 * day - 1)
    expect((await world.ok(guestApi.open, { token })).status).toBe('ended')
    world.clock.advance(2)
    expect(await world.no(guestApi.open, { token })).toEqual([
      410,
      'guest-link-over',
      'This link no longer works. A newer one may have replaced it.',
    ])
  })

  test('R87, R26 where only members may come it proves nothing to who no longer is one', async () => {
    const { world, ada, groupId, token } = await setUp()
    await world.ok(groupApi.settings, { id: groupId, displayRSVPToAll: false }, ada)
    expect((await world.ok(guestApi.open, { token })).roleCoverage.every((role) => !('detailedCounts' in role))).toBe(true)
  })

  test('R87 every email to a guest carries it: assigned, taken, moved, role deleted, canceled; an assigned one answers by it', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'team')
    const made = await world.event(ada, undefined, {}, { assignmentRules: { enableRoleAssignment: true } })
    const at = { id: made.eventId, groupId: made.groupId }
    const seen = async () => {
      const token = await linkMailed(world)
      expect((await world.ok(guestApi.open, { token })).userEmail).toBe(email)
      await deliverAll(world)
      return token
    }
    const { rsvps: rows } = await world.ok(assignApi.assign, { ...at, name: 'Gast', email, roleName: 'Guest' }, ada)
    const { headers } = await world.call(guestApi.open, { token: await seen() })
    expect((await world.answer(made.groupId, { email, cookie: cookieOf(headers) })).body.rsvp.attending).toBe(true)
    await seen()
    await world.ok(assignApi.remove, { ...at, rsvpId: rows[0]?._id ?? '', roleName: 'Guest' }, ada)
    await seen()
    await world.ok(assignApi.assign, { ...at, name: 'Gast', email, roleName: 'Guest' }, ada)
    await seen()
    await world.ok(eventApi.update, { id: made.eventId, start: world.inDays(8), end: world.inDays(9) }, ada)
    await world.runJobs()
    await seen()
    await world.ok(groupApi.removeRole, { id: made.groupId, name: 'Guest' }, ada)
    world.clock.advance(undoSeconds * 1_000)
    await world.runJobs()
    await seen()
    await world.ok(eventApi.remove, { id: made.eventId }, ada)
    await world.runJobs()
    await seen()
    const subjects = (await world.mails(email)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(7)
  })
})

describe('a new one', () => {
  test('R87a the guest asks for a new link by their proof: the old ones end at once, the emails before it included', async () => {
    const { world, groupId, guest, token } = await setUp()
    world.clock.advance(1000)
    await world.ok(guestApi.newLink, { groupId }, guest)
    expect((await world.no(guestApi.open, { token }))[1]).toBe('guest-link-over')
    const fresh = await linkMailed(world)
    expect((await world.ok(guestApi.open, { token: fresh })).userEmail).toBe(email)
    await world.answer(groupId, guest, ['Speaker'])
    expect((await world.ok(guestApi.open, { token: fresh })).rsvp?.roles).toEqual(['Speaker'])
    expect((await world.no(guestApi.newLink, { groupId }))[1]).toBe('proof-missing')
    expect((await world.no(guestApi.newLink, { groupId }, world.proven('nobody@guests.test', groupId)))[1]).toBe('rsvp-unknown')
  })

  test('R87, R28 so does the organizer, who is not shown it; nobody else can', async () => {
    const { world, ada, groupId, rsvp, token } = await setUp()
    const bob = await world.person('bob')
    expect((await world.no(guestApi.newLinkFor, { id: groupId, rsvpId: rsvp._id }, bob))[1]).toBe('group-unknown')
    world.clock.advance(1000)
    expect(await world.ok(guestApi.newLinkFor, { id: groupId, rsvpId: rsvp._id }, ada)).toEqual({ sent: true })
    expect((await world.no(guestApi.open, { token }))[1]).toBe('guest-link-over')
    expect((await world.ok(guestApi.open, { token: await linkMailed(world) })).userEmail).toBe(email)
    const other = await world.event(ada)
    expect((await world.no(guestApi.newLinkFor, { id: other.groupId, rsvpId: rsvp._id }, ada))[1]).toBe('rsvp-unknown')
  })
})

describe('all of one’s links', () => {
  test('R88 whoever asks is answered alike; the links of all answers under the address are mailed, to who has none nothing', async () => {
    const { world, ada } = await setUp()
    const second = await world.event(ada, undefined, {}, { name: 'Winter school' })
    await world.answer(second.groupId, world.proven(email, second.groupId), ['Guest'])
    world.clock.advance(1000)
    for (const one of [email, 'nobody@guests.test']) expect(await world.ok(guestApi.links, { email: one })).toEqual({ sent: true })
    const [letter] = await world.mails(email)
    const tokens = [...(letter?.text ?? '').matchAll(/guest=([\w.-]+)/g)].map(([, token]) => token ?? '')
    const opened = await Promise.all(tokens.map((token) => world.ok(guestApi.open, { token })))
    expect(new Set(opened.map(({ event }) => event?.name))).toEqual(new Set(['Summer school', 'Winter school']))
    expect(opened).toHaveLength(2)
    expect(opened.every(({ userEmail }) => userEmail === email)).toBe(true)
    expect(await world.mails('nobody@guests.test')).toEqual([])
  })

  test('R88, A5 five an hour per address of a guest, and nobody is told', async () => {
    const { world } = await setUp()
    for (let nth = 0; nth < 7; nth++) expect(await world.ok(guestApi.links, { email })).toEqual({ sent: true })
    const links = async () => (await world.mails(email)).filter(({ subject }) => subject === 'Links to your answers').length
    expect(await links()).toBe(5)
    world.clock.advance(hour)
    await world.ok(guestApi.links, { email })
    expect(await links()).toBe(6)
  })
})

test('R87a no link is kept: not in the outbox, not in any record', async () => {
  const { world, token } = await setUp()
  await world.ok(guestApi.links, { email })
  const kept = JSON.stringify(await everything(world.store))
  expect(kept).not.toContain(token.split('.')[1])
  expect(kept).not.toMatch(/eyJ[\w-]{20,}/)
  expect((await world.mails(email)).length).toBe(2)
  expect((await world.store.find(rsvps, { index: 'holder', where: { email } })).length).toBe(1)
})

test('R87 a proof that a personal link began ends when a new one is asked for, on the open page too; one by a code goes on', async () => {
  const { world, ada, eventId, groupId, guest: byCode, token } = await setUp()
  const byLink = { email, cookie: cookieOf((await world.call(guestApi.open, { token })).headers) }
  const socket = await world.socket({}, fromOwnPage(byLink.cookie))
  expect(await socket.watch(guestRoom(groupId, eventId))).toHaveProperty('view')
  expect((await world.answer(groupId, byLink, ['Guest'])).status).toBe(200)
  const [rsvp] = await world.store.find(rsvps, { index: 'group', where: { groupId } })
  await world.ok(guestApi.newLinkFor, { id: groupId, rsvpId: rsvp?._id ?? '' }, ada)
  await socket.hears(({ name }) => name === 'gone')
  expect((await world.answer(groupId, byLink, ['Speaker'])).body.code).toBe('proof-missing')
  expect((await world.call(guestApi.myData, { groupId }, byLink)).body.code).toBe('proof-missing')
  expect(await world.ok(rsvpApi.form, { groupId }, byLink)).toMatchObject({ userEmail: '', rsvp: null })
  expect((await world.answer(groupId, byCode, ['Speaker'])).status).toBe(200)
  world.clock.advance(1)
  const fresh = await linkMailed(world)
  const again = { email, cookie: cookieOf((await world.call(guestApi.open, { token: fresh })).headers) }
  expect((await world.answer(groupId, again, ['Guest'])).status).toBe(200)
})
