// What is created while signed out: it waits under an email, takes nothing from anybody, and is published by the click of whoever reads there.
import { describe, expect, test } from 'vitest'
import { dashboardRoom, formRoom } from '#protocol/live.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { type As, codeOf } from '../kit/world/client.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'nora@people.test'
const create = (world: World, organizerEmail = email) => world.event({}, undefined, { description: 'secret plan' }, { organizerEmail })
const status = async (world: World, groupId: string) => (await world.call(rsvpApi.form, { groupId })).body.status
const linkOf = async (world: World, to = email) => ({ organizerToken: await world.tokenMailed(to) })
const waiting = async (world: World, as: As) => (await world.ok(pendingApi.list, {}, as)).events.map(({ _id }) => _id)

test('R32 the share link says that it is not published, and tells no more', async () => {
  const world = await openWorld()
  const { groupId, eventId } = await create(world)
  const form = await world.ok(rsvpApi.form, { groupId })
  expect(form).toMatchObject({ status: 'unpublished', name: '', description: '', roles: [], roleCoverage: [], event: null })
  expect(await world.no(rsvpApi.sendCode, { groupId, email: 'g@guests.test' })).toEqual([
    409,
    'event-unpublished',
    'This event is not published yet. The organizer still has to publish it.',
  ])
  expect((await world.answer(groupId, world.proven('g@guests.test', groupId))).body.code).toBe('event-unpublished')
  expect((await world.no(eventApi.read, { id: eventId }))[1]).toBe('event-unknown')
  expect((await world.no(groupApi.read, { id: groupId }))[1]).toBe('group-unknown')
})

describe('publishing', () => {
  test('R116 opening the mailed link, and all that a session does by looking, publishes nothing and writes nothing', async () => {
    const world = await openWorld()
    const { groupId, eventId } = await create(world)
    const [letter] = await world.mails(email)
    expect(letter?.subject).toBe('Publish “Summer school”')
    expect(letter?.text).toContain(`&publish=${eventId}\n`)
    const link = await linkOf(world)
    await world.ok(accessApi.openLink, { token: link.organizerToken })
    const { events } = await world.ok(pendingApi.list, {}, link)
    expect(events[0]).toMatchObject({
      location: '',
      groups: [
        {
          roles: [
            { name: 'Speaker', max: 1 },
            { name: 'Guest', max: 3 },
          ],
        },
      ],
    })
    const before = world.store.commits
    for (const path of ['event/mine', 'group/mine', 'event/pending', 'auth/me']) await world.send('GET', `/api/${path}`, undefined, link)
    expect([await status(world, groupId), world.store.commits]).toEqual(['unpublished', before])
    expect((await world.ok(eventApi.mine, {}, link)).events).toEqual([])
    expect((await world.ok(groupApi.mine, {}, link)).groups).toEqual([])
  })

  test('R32, R116 the click publishes it under that email, once, for those who look and for those who manage', async () => {
    const world = await openWorld()
    const { groupId, eventId, event } = await create(world)
    expect(event).toMatchObject({ status: 'unpublished', organizerEmail: email })
    const link = await linkOf(world)
    const { user } = await world.call(accessApi.openLink, { token: link.organizerToken }).then(() => world.ok(accountApi.me, {}, link))
    const [guest, organizer] = [await world.socket(), await world.socket(link)]
    await guest.watch(formRoom(groupId, eventId))
    await organizer.watch(dashboardRoom(user._id))
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.call(pendingApi.publish, { id: eventId }, link)))
    expect(answers.map(codeOf)).toEqual(Array(20).fill('ok'))
    expect(answers[0]?.body).toMatchObject({ groupId, event: { _id: eventId, status: 'active', organizerEmail: email } })
    await guest.hears(({ name }) => name === 'form')
    await organizer.hears(({ name }) => name === 'dashboard')
    expect((await world.ok(groupApi.read, { id: groupId }, link)).group.rev).toBe(2)
    expect((await world.ok(eventApi.mine, {}, link)).events).toMatchObject([{ groupId, status: 'active' }])
    expect(await waiting(world, link)).toEqual([])
    world.clock.advance(3 * day)
    await world.runJobs()
    expect(await status(world, groupId)).toBe('open')
  })

  test('R32, R116 nobody else publishes it, or reads what waits for another', async () => {
    const world = await openWorld()
    const { eventId } = await create(world)
    const eve = await world.person('eve')
    expect(await world.no(pendingApi.publish, { id: eventId }, eve)).toEqual([404, 'event-unknown', 'Event Not Found'])
    expect((await world.no(pendingApi.publish, { id: eventId }))[1]).toBe('sign-in-needed')
    expect(await waiting(world, eve)).toEqual([])
    const own = await world.event(eve)
    expect((await world.no(pendingApi.publish, { id: own.eventId }, await linkOf(world)))[1]).toBe('event-unknown')
  })

  test('R32 what nobody publishes is purged after 48 hours; until then any session of that email publishes it', async () => {
    const world = await openWorld()
    const [first, second] = [await create(world), await create(world, 'olaf@people.test')]
    world.clock.advance(2 * day - 1)
    await world.runJobs()
    expect(await status(world, first.groupId)).toBe('unpublished')
    const link = await world.opened(email)
    expect(await waiting(world, link)).toEqual([first.eventId])
    await world.ok(pendingApi.publish, { id: first.eventId }, link)
    world.clock.advance(1000)
    expect((await world.no(pendingApi.publish, { id: second.eventId }, await world.opened('olaf@people.test')))[1]).toBe('event-unknown')
    await world.runJobs()
    expect(await status(world, first.groupId)).toBe('open')
    expect(await world.no(rsvpApi.form, { groupId: second.groupId })).toEqual([404, 'group-unknown', 'Group Not Found'])
  })

  test('R116, R43 a full plan is a clear no, and the event goes on waiting until there is room', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { eventId, groupId } = await create(world, ada.email)
    const [first] = [await world.event(ada), await world.event(ada)]
    expect(await world.no(pendingApi.publish, { id: eventId }, ada)).toEqual([
      403,
      'active-events-reached',
      'Your plan allows 2 active events. Upgrade your plan for more.',
    ])
    await world.ok(eventApi.remove, { id: first.eventId }, ada)
    expect((await world.no(pendingApi.publish, { id: eventId }, ada))[1]).toBe('monthly-events-reached')
    expect(await waiting(world, ada)).toEqual([eventId])
    await world.setTier(ada.userId, 'pro')
    await world.ok(pendingApi.publish, { id: eventId }, ada)
    expect(await status(world, groupId)).toBe('open')
  })
})

describe('creating', () => {
  test('R32, R10 needs an email, and counts as the free plan whatever that person has', async () => {
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
    const { event } = await create(world, ada.email)
    expect(event).toMatchObject({ organizer: 'A Rolecall organizer', enableRoleAssignment: false, enableRoleSelfSelect: true })
  })

  test('R120 is answered alike whoever’s the email is and however much they have; their email alone tells them', async () => {
    const world = await openWorld()
    const [full, known] = [await world.person('zora'), await world.person('gwen')]
    await world.event(full)
    await world.event(full)
    const replies: string[] = []
    for (const to of [full.email, known.email, 'xaver@people.test']) {
      const { status: code, body } = await world.call(eventApi.createWithGroup, {
        event: world.eventInput({ organizerEmail: to, theme: 'dusk' }),
        groups: [{}],
      })
      replies.push(
        JSON.stringify([code, body])
          .replace(/[0-9a-f]{24}|(?<=\/e\/)\w{8}/g, 'id')
          .replaceAll(to, 'to')
          .replaceAll(to.slice(0, 2), 'xx'),
      )
    }
    expect(new Set(replies).size).toBe(1)
    const isTold = async (to: string) => /reached your plan/.test((await world.mails(to))[0]?.text ?? '')
    expect([await isTold(full.email), await isTold(known.email), await isTold('xaver@people.test')]).toEqual([true, false, false])
  })

  test('R120 a stranger who creates a hundred under one’s email blocks nothing, fills no quota and no dashboard, and brings five emails', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    for (let nth = 0; nth < 100; nth++) await create(world, ada.email)
    world.clock.advance(1)
    const own = await create(world, ada.email)
    expect((await world.mails(ada.email)).filter(({ subject }) => subject.startsWith('Publish'))).toHaveLength(5)
    expect((await world.ok(eventApi.mine, {}, ada)).events).toEqual([])
    expect((await waiting(world, await linkOf(world, ada.email)))[0]).toBe(own.eventId)
    await world.ok(pendingApi.publish, { id: own.eventId }, ada)
    await world.event(ada)
    expect((await world.ok(eventApi.mine, {}, ada)).events).toHaveLength(2)
    world.clock.advance(hour)
    await create(world, ada.email)
    expect((await world.mails(ada.email))[0]?.subject).toBe('Publish “Summer school”')
  })

  test('R71 who believed to be signed in is told that they are not; with an email it is kept for them', async () => {
    const world = await openWorld()
    const stale = { token: 'x'.repeat(43) }
    const sent = { event: world.eventInput(), groups: [{}] }
    expect((await world.no(eventApi.createWithGroup, sent, stale))[1]).toBe('token-invalid')
    const withEmail = { ...sent, event: world.eventInput({ organizerEmail: email }) }
    expect((await world.ok(eventApi.createWithGroup, withEmail, stale)).published).toBe(false)
  })
})
