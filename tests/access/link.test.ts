// Magic links, and what is created while signed out.
import { describe, expect, test } from 'vitest'
import { accessApi } from '#protocol/access.ts'
import { accountApi } from '#protocol/account.ts'
import { eventApi } from '#protocol/event.ts'
import { groupApi } from '#protocol/group.ts'
import { rsvpApi } from '#protocol/rsvp.ts'
import { tokens } from '#server/access/model.ts'
import { newUser, type User } from '#server/account/model.ts'
import { countNewEvent, publishWithinPlan } from '#server/plan/rules.ts'
import { openSecrets } from '#server/ports/secrets.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const me = async (world: World, organizerToken: string) => (await world.call(accountApi.me, {}, { organizerToken })).status
const email = 'nora@people.test'

describe('magic links', () => {
  test('R29 are 256 bits, go to /token, work for 24 hours again and again, and then no more', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { organizerToken: token } = await world.link(ada.email)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect((await world.mails(ada.email))[0]?.text).toContain(`http://rolecall.test/token?token=${token}\n`)
    expect(await world.ok(accessApi.validateLink, { token })).toEqual({ success: true })
    expect([await me(world, token), await me(world, token)]).toEqual([200, 200])
    world.clock.advance(day - 1)
    expect(await me(world, token)).toBe(200)
    world.clock.advance(1)
    expect(await me(world, token)).toBe(401)
    expect(await world.no(accessApi.validateLink, { token })).toEqual([400, 'link-invalid', 'Invalid or expired token'])
  })

  test('R29 only the hash is kept, bound to the e-mail', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { organizerToken } = await world.link(ada.email)
    const kept = await world.store.find(tokens, { index: 'expiry', limit: 100 })
    expect(JSON.stringify(kept)).not.toContain(organizerToken)
    expect(kept.find(({ kind }) => kind === 'organizer')).toMatchObject({
      _id: world.services.secrets.hashToken(organizerToken),
      email: ada.email,
    })
    const { hashToken, randomToken } = openSecrets('x'.repeat(32), 'y'.repeat(32))
    expect(new Set([randomToken(), randomToken(), hashToken('a'), hashToken('b')]).size).toBe(4)
  })

  test('R29 looking at a link changes nothing, so mail scanners may follow it', async () => {
    const world = await openWorld()
    const { groupId } = await world.event({}, undefined, {}, { organizerEmail: email })
    const before = world.store.commits
    for (let nth = 0; nth < 3; nth++) await world.ok(accessApi.validateLink, { token: await world.tokenMailed(email) })
    expect(world.store.commits).toBe(before)
    expect((await world.ok(rsvpApi.form, { groupId })).status).toBe('unpublished')
  })
})

describe('created while signed out', () => {
  const create = async (world: World, organizerEmail = email) =>
    world.event({}, undefined, { description: 'secret plan' }, { organizerEmail })
  const open = async (world: World, token?: string) => me(world, token ?? (await world.tokenMailed(email)))
  const status = async (world: World, groupId: string) => (await world.call(rsvpApi.form, { groupId })).body.status

  test('R32 the share link says that it is not published, and tells no more', async () => {
    const world = await openWorld()
    const { groupId, eventId } = await create(world)
    const form = await world.ok(rsvpApi.form, { groupId })
    expect(form).toMatchObject({ status: 'unpublished', name: '', description: '', roles: [], roleCoverage: [], event: null })
    expect(await world.no(rsvpApi.sendCode, { groupId, email: 'g@guests.test' })).toEqual([
      409,
      'event-unpublished',
      'This event is not published yet. Its organizer still has to open the link we e-mailed.',
    ])
    expect((await world.answer(groupId, world.proven('g@guests.test', groupId))).body.code).toBe('event-unpublished')
    expect((await world.no(eventApi.read, { id: eventId }))[1]).toBe('event-unknown')
    expect((await world.no(groupApi.read, { id: groupId }))[1]).toBe('group-unknown')
  })

  test('R32 opening the mailed link once publishes it under that e-mail', async () => {
    const world = await openWorld()
    const { groupId, event } = await create(world)
    expect(event).toMatchObject({ status: 'unpublished', organizerEmail: email })
    expect((await world.mails(email))[0]?.subject).toBe('Publish “Summer school”')
    expect(await open(world)).toBe(200)
    expect(await status(world, groupId)).toBe('open')
    const organizerToken = await world.tokenMailed(email)
    expect((await world.ok(eventApi.mine, {}, { organizerToken })).events).toMatchObject([{ groupId, status: 'active' }])
    world.clock.advance(3 * day)
    await world.runJobs()
    expect(await status(world, groupId)).toBe('open')
  })

  test('R32 what nobody opened is purged after 48 hours; until then a new link of a new person publishes it', async () => {
    const world = await openWorld()
    const [first, second] = [await create(world), await create(world, 'olaf@people.test')]
    world.clock.advance(2 * day - 1)
    await world.runJobs()
    expect(await status(world, first.groupId)).toBe('unpublished')
    expect(await open(world)).toBe(401)
    await world.link(email)
    expect(await open(world)).toBe(200)
    world.clock.advance(1000)
    await world.runJobs()
    expect(await status(world, first.groupId)).toBe('open')
    expect(await world.no(rsvpApi.form, { groupId: second.groupId })).toEqual([404, 'group-unknown', 'Group Not Found'])
  })

  test('R32, R10 needs an e-mail, and counts as the free plan whatever that person has', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'team')
    const refusal = await world.no(eventApi.createWithGroup, { event: world.eventInput(), groups: [{}] })
    expect(refusal).toEqual([400, 'organizer-email-missing', 'Organizer email is required'])
    const far = { event: world.eventInput({ organizerEmail: ada.email, start: world.inDays(60), end: world.inDays(61) }), groups: [{}] }
    expect(await world.no(eventApi.createWithGroup, far)).toEqual([
      403,
      'window-exceeded',
      'Your plan allows scheduling up to 30 days in advance.',
    ])
    const { event } = await world.event({}, undefined, {}, { organizerEmail: ada.email })
    expect(event).toMatchObject({ organizer: 'ad***@people.test', enableRoleAssignment: false, enableRoleSelfSelect: true })
  })

  test('R32, R43 a stranger can’t fill the quota of someone whose e-mail they know', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const planted = [await create(world, ada.email), await create(world, ada.email)]
    const third = { event: world.eventInput({ organizerEmail: ada.email }), groups: [{}] }
    expect((await world.no(eventApi.createWithGroup, third))[1]).toBe('active-events-reached')
    await world.ok(accessApi.requestLink, { email: ada.email })
    const own = { organizerToken: await world.tokenMailed(ada.email) }
    await world.event(own)
    await world.event(ada)
    expect((await world.no(eventApi.createWithGroup, { event: world.eventInput(), groups: [{}] }, ada))[1]).toBe('active-events-reached')
    for (const { groupId } of planted) expect(await status(world, groupId)).toBe('unpublished')
  })

  test('R32 the link of one event publishes that one, and only as far as the plan goes', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const links: [string, string][] = []
    for (let nth = 0; nth < 2; nth++) {
      const { groupId } = await create(world, ada.email)
      links.push([groupId, await world.tokenMailed(ada.email)])
    }
    await world.event(ada)
    const published: unknown[] = []
    for (const [groupId, link] of links) {
      expect(await me(world, link)).toBe(200)
      published.push(await status(world, groupId))
    }
    expect(published).toEqual(['open', 'unpublished'])
  })

  test('R32 many first uses of one link at once publish once', async () => {
    const world = await openWorld()
    const { groupId } = await create(world)
    const token = await world.tokenMailed(email)
    expect(await Promise.all(Array.from({ length: 20 }, () => me(world, token)))).toEqual(Array(20).fill(200))
    expect(await status(world, groupId)).toBe('open')
    expect((await world.ok(groupApi.read, { id: groupId }, { organizerToken: token })).group.rev).toBe(2)
  })
})

describe('rules', () => {
  const now = Date.parse('2026-12-01T12:00:00Z')
  const at = (ms: number) => new Date(now + ms).toISOString()
  const event = (id: string, pending: boolean, age = 0) => ({ id, end: at(7 * day), createdAt: at(-age), pending })
  const user = (countedEvents: User['countedEvents'], created = 0): User => ({
    ...newUser('u', email, at(0)),
    countedEvents,
    createdInMonth: { month: '2026-12', count: created },
  })

  test('R32 pending events count against each other for 48 hours, and never against one’s own', () => {
    const pending = [event('a', true), event('b', true, 47 * hour)]
    expect(() => countNewEvent(user(pending), event('c', true), now)).toThrow('Your plan allows 2 active events.')
    expect(countNewEvent(user(pending), event('c', false), now).countedEvents.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(countNewEvent(user([event('a', true), event('b', true, 48 * hour)]), event('c', true), now).countedEvents).toHaveLength(2)
  })

  test('R32, R43 publishing goes as far as both limits do, the oldest first', () => {
    const pending = [event('a', true, 2 * hour), event('b', true, hour)]
    const published = (of: User, isMeant = (_: string) => true) => publishWithinPlan(of, isMeant, now).published
    expect(published(user(pending))).toEqual(['a', 'b'])
    expect(published(user(pending, 1))).toEqual(['a'])
    expect(published(user([...pending, event('own', false)]))).toEqual(['a'])
    expect(published(user(pending, 2))).toEqual([])
    expect(published(user(pending), (id) => id === 'b')).toEqual(['b'])
  })
})
