// Who is shown what. Guests carry planted names and emails (canaries) that must reach nobody but themselves and those who manage the group.
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { rsvpsPerPage } from '#protocol/kernel/limits.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

const canaries = ['Canary One', 'Canary Two', 'canary1@guests.test', 'canary2@guests.test', 'canary']
const leaks = (text: unknown) => canaries.filter((canary) => JSON.stringify(text).toLowerCase().includes(canary.toLowerCase()))

const setUp = async (displayRSVPToAll: boolean) => {
  const world = await openWorld()
  const [ada, bob] = [await world.person('ada'), await world.person('bob')]
  const made = await world.event(ada, undefined, { displayRSVPToAll, showConfirmation: true })
  const guests = [1, 2].map((n) => ({ ...world.proven(`canary${n}@guests.test`, made.groupId), name: `Canary ${n === 1 ? 'One' : 'Two'}` }))
  await world.answer(made.groupId, guests[0] as never, ['Guest'], { name: 'Canary One', confirmed: true })
  await world.answer(made.groupId, guests[1] as never, ['Guest'], { name: 'Canary Two', attending: false })
  return { world, ada, bob, guests, ...made }
}

describe.each([true, false])('with displayRSVPToAll %s', (displayed) => {
  test('R27, R28 no reply to a visitor, a stranger or another guest carries a name or email of a guest', async () => {
    const { world, bob, groupId, eventId } = await setUp(displayed)
    const guest = await world.prove('gast@guests.test', groupId)
    const replies = await Promise.all([
      ...[{}, bob, guest].flatMap((as) => [
        world.call(groupApi.read, { id: groupId }, as),
        world.call(eventApi.read, { id: eventId }, as),
        world.call(rsvpApi.form, { groupId, eventId }, as),
        world.call(rsvpApi.check, { groupId, email: 'canary1@guests.test' }, as),
        world.call(rsvpApi.checkEmail, { groupId, email: 'canary1@guests.test' }, as),
        world.call(groupApi.rsvps, { id: groupId }, as),
        world.call(groupApi.mine, {}, as),
        world.call(eventApi.mine, {}, as),
        world.call(groupApi.update, { id: groupId, rev: 1, name: 'Mine' }, as),
      ]),
      world.answer(groupId, guest, ['Guest']),
      world.answer(groupId, guest, ['Cook']),
    ])
    expect(replies).toHaveLength(29)
    expect(replies.map(({ body }) => leaks(body))).toEqual(Array(29).fill([]))
  })

  test('R27, R28 who manages it sees rows, emails and details; everyone else only counts', async () => {
    const { world, ada, bob, groupId } = await setUp(displayed)
    const page = await world.ok(groupApi.read, { id: groupId }, ada)
    expect(leaks(page.rsvps)).toEqual(canaries)
    const details = { confirmedAndYes: 1, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }
    expect(page).toMatchObject({ canManage: true, group: { email: ada.email }, nextCursor: null, tierLimits: { tier: 'free' } })
    expect(page.roleCoverage[1]).toMatchObject({ name: 'Guest', total: 3, count: 1, detailedCounts: details })
    const row = page.rsvps.find(({ email }) => email === 'canary1@guests.test')
    expect(row).toMatchObject({ name: 'Canary One', maskedEmail: 'ca***@guests.test', attending: true, roles: ['Guest'], confirmed: true })
    const others = await world.ok(groupApi.read, { id: groupId }, bob)
    expect(others).toMatchObject({ canManage: false, rsvps: [] })
    expect(others.group).not.toHaveProperty('email')
    const form = await world.ok(rsvpApi.form, { groupId })
    for (const { roleCoverage } of [others, others.group, form]) {
      expect(roleCoverage[1]).toEqual({
        _id: expect.any(String),
        name: 'Guest',
        total: 3,
        count: 1,
        ...(displayed && { detailedCounts: details }),
      })
    }
    expect(form).toMatchObject({ displayRSVPToAll: displayed, userEmail: '', userName: '', rsvp: null })
  })

  test('R16 whether there is an answer is all that check and check-email say', async () => {
    const { world, groupId, eventId } = await setUp(displayed)
    for (const endpoint of [rsvpApi.check, rsvpApi.checkEmail]) {
      expect(await world.ok(endpoint, { groupId, email: 'CANARY1@guests.test ' })).toEqual({ hasExistingRSVP: true })
      expect(await world.ok(endpoint, { groupId, eventId, email: 'nobody@guests.test' })).toEqual({ hasExistingRSVP: false })
    }
  })
})

test('R16 check is throttled', async () => {
  const world = await openWorld({ rateLimits: true })
  const { groupId } = await world.event(await world.person('ada'))
  const asked = await Promise.all(Array.from({ length: 121 }, () => world.call(rsvpApi.check, { groupId, email: 'a@b.co' })))
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
})

test('R28, R16 one’s own answer is shown to its holder: by proof, by login, by link', async () => {
  const { world, groupId, guests } = await setUp(true)
  expect((await world.ok(rsvpApi.form, { groupId }, guests[0])).rsvp).toMatchObject({
    name: 'Canary One',
    email: 'canary1@guests.test',
    maskedEmail: 'ca***@guests.test',
    orgId: null,
  })
  const bob = await world.logIn('bob')
  await world.answer(groupId, bob, ['Speaker'], { name: 'Bob' })
  for (const as of [bob, await world.link(bob.email)]) {
    expect(await world.ok(rsvpApi.form, { groupId }, as)).toMatchObject({ userName: 'Bob', rsvp: { roles: ['Speaker'] } })
  }
})

test('R28 nothing that is open to everyone, to a guest or to a member who may assign tells the owner’s plan', async () => {
  const world = await openWorld()
  const choir = await openChoir(world, { max: 'member', mia: 'member' })
  const { eventId, groupId } = await choir.event()
  await choir.grant({ eventId, groupId }, choir.max)
  const callers = [{}, await world.person('bob'), await world.prove('gast@guests.test', groupId), choir.max, choir.mia]
  const room = await world.socket()
  const seen = async () => [
    await room.watch(`form:${groupId}:${eventId}`),
    ...(await Promise.all(
      callers.flatMap((as) => [
        world.ok(groupApi.read, { id: groupId }, as),
        world.ok(eventApi.read, { id: eventId }, as),
        world.ok(rsvpApi.form, { groupId, eventId }, as),
      ]),
    )),
  ]
  const onTeam = await seen()
  await world.setTier(choir.owner.userId, 'enterprise')
  expect(await seen()).toEqual(onTeam)
  expect(JSON.stringify(onTeam)).not.toMatch(/tier/i)
  expect((await world.ok(groupApi.read, { id: groupId }, choir.owner)).tierLimits?.tier).toBe('enterprise')
})

test('G4, R25 an unknown group is a 404, an id that can’t be is a 400', async () => {
  const { world, ada } = await setUp(true)
  const unknown = [404, 'group-unknown', 'Group Not Found']
  for (const as of [{}, ada]) expect(await world.no(groupApi.read, { id: 'a'.repeat(24) }, as)).toEqual(unknown)
  expect(await world.no(groupApi.rsvps, { id: 'a'.repeat(24) }, ada)).toEqual(unknown)
  for (const id of ['1', 'A'.repeat(24), 'undefined', '../x', 'a'.repeat(25)]) {
    expect((await world.no(groupApi.read, { id }, ada)).slice(0, 3)).toEqual([400, 'input-invalid', 'Invalid Group Id'])
  }
})

test('R28 a stranger gets the same 404 for somebody’s group as for none, whatever they try', async () => {
  const { world, bob, groupId } = await setUp(true)
  const tries = (id: string) =>
    Promise.all([
      world.no(groupApi.rsvps, { id }, bob),
      world.no(groupApi.update, { id, name: 'Mine' }, bob),
      world.no(groupApi.settings, { id, displayRSVPToAll: true }, bob),
      world.no(groupApi.addRole, { id, name: 'Cook', max: 1 }, bob),
      world.no(groupApi.setRoleMax, { id, name: 'Guest', max: 1 }, bob),
      world.no(groupApi.removeRole, { id, name: 'Guest' }, bob),
      world.no(groupApi.remove, { id }, bob),
    ])
  expect(await tries(groupId)).toEqual(await tries('a'.repeat(24)))
  expect(await tries(groupId)).toEqual(Array(7).fill([404, 'group-unknown', 'Group Not Found']))
})

test('R63 R110h the first 500 answers come with the group, compressed where that is taken, further ones by cursor, each once', async () => {
  const { world, ada, groupId } = await setUp(true)
  const [sample] = await world.store.find(rsvps, { index: 'group', where: { groupId } })
  const many = Array.from({ length: 550 }, (_, n): Rsvp => ({ ...(sample as Rsvp), rev: 1, _id: n.toString(16).padStart(24, '0') }))
  await world.store.commit(many.map((one) => ({ collection: rsvps, put: one, expectedRev: 0 })))
  const page = await world.ok(groupApi.read, { id: groupId }, ada)
  const rest = await world.ok(groupApi.rsvps, { id: groupId, cursor: page.nextCursor ?? '' }, ada)
  expect([page.rsvps.length, rest.rsvps.length, rest.nextCursor]).toEqual([rsvpsPerPage, 52, null])
  expect(new Set([...page.rsvps, ...rest.rsvps].map(({ _id }) => _id)).size).toBe(552)

  const ask = async (encoding: string) => {
    const headers = { authorization: `Bearer ${ada.token}`, 'accept-encoding': encoding }
    return world.app.request(`/api/group/${groupId}`, { headers })
  }
  const [packed, plain] = await Promise.all([ask('gzip, br'), ask('identity')])
  expect([packed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null])
  const bytes = Buffer.from(await packed.arrayBuffer())
  const text = await plain.text()
  expect(gunzipSync(bytes).toString()).toBe(text)
  expect(bytes.length).toBeLessThan(text.length / 4)
})
