// How guests stop the emails they did not ask for: by the page behind the link, by their mail program's one click; and what still comes.
import { describe, expect, test } from 'vitest'
import { noticeApi } from '#protocol/mail/notice.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { stopClaims } from '#server/seats/model/notice.ts'
import { whyUnwanted } from '#server/seats/rules/notice.ts'
import { day } from '../kit/world/clock.ts'
import { asText, everything } from '../kit/world/every-collection.ts'
import { allEmails, answerOf, deliverAll, notify } from '../kit/world/notices.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'gast@guests.test'

/** An event with a guest who said yes and got a notice; the token of the link in it. */
async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const made = await world.event(ada)
  const guest = world.proven(email, made.groupId)
  await world.answer(made.groupId, guest)
  await notify(world, made.groupId, email)
  const sent = await deliverAll(world)
  return { world, ada, guest, ...made, sent, token: tokenIn(sent.find(isNotice)?.text ?? '') }
}
const isNotice = ({ subject }: { subject: string }) => subject.startsWith('Notice')
const tokenIn = (text: string) => /unsubscribe\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
const oneClick = (world: World, token: string, init: RequestInit = {}) =>
  world.app.request(`/unsubscribe?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    ...init,
  })
/** The subjects that are sent once two more notices were written and the guest was emailed what they asked for. */
async function subjectsNow({ world, groupId }: Awaited<ReturnType<typeof setUp>>, due = 'two') {
  await notify(world, groupId, email, due)
  return (await deliverAll(world)).filter(({ to }) => to === email).map(({ subject }) => subject)
}

describe('the way out', () => {
  test('R102 every notice has the headers of RFC 8058 and a link one can see; an email that was asked for has neither', async () => {
    const { world, sent, token } = await setUp()
    const notice = sent.find(isNotice)
    const own = sent.find((one) => one.to === email && !isNotice(one))
    expect(notice?.headers).toMatchObject({
      'List-Unsubscribe': `<http://rolecall.test/unsubscribe?token=${tokenIn(notice?.headers['List-Unsubscribe'] ?? '')}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    expect(notice?.html).toContain('Stop emails about this event')
    expect(token).not.toBe('')
    expect(own?.subject).toContain('You are coming')
    expect(own?.headers).not.toHaveProperty('List-Unsubscribe')
    expect(own?.text).not.toContain('unsubscribe')
    expect(await asText(world.store)).not.toContain(token)
  })

  test('R102a, R116 looking changes nothing; one click stops the notices of this event, and another takes it back', async () => {
    const made = await setUp()
    const { world, token } = made
    const before = await asText(world.store)
    expect(await world.ok(noticeApi.open, { token })).toEqual({
      occasion: 'Summer school',
      about: 'event',
      maskedEmail: expect.stringContaining('***'),
      stopped: false,
    })
    expect((await world.app.request(`/unsubscribe?token=${token}`)).status).not.toBe(500)
    expect(await asText(world.store)).toBe(before)
    expect(await world.ok(noticeApi.stop, { token })).toMatchObject({ stopped: true })
    expect(await world.ok(noticeApi.stop, { token })).toMatchObject({ stopped: true })
    expect(await subjectsNow(made)).toEqual([])
    expect((await allEmails(world)).at(-1)).toMatchObject({ state: 'sent', unsent: 'stopped', message: null })
    expect(await world.ok(noticeApi.resume, { token })).toMatchObject({ stopped: false })
    expect(await subjectsNow(made, 'three')).toEqual(['Notice three'])
  })

  test('R102h a notice that was written before the click is given up at the moment of sending', async () => {
    const { world, groupId, token } = await setUp()
    await notify(world, groupId, email, 'two')
    await world.ok(noticeApi.stop, { token })
    expect(await deliverAll(world)).toEqual([])
  })

  test('R102 what they ask for themselves still comes: codes, and their own answer; so do notices of other events', async () => {
    const { world, ada, groupId, guest, token } = await setUp()
    await world.ok(noticeApi.stop, { token })
    await world.ok(rsvpApi.sendCode, { email, groupId })
    await world.answer(groupId, guest, [])
    const other = await world.event(ada, undefined, {}, { name: 'Winter school' })
    await world.answer(other.groupId, world.proven(email, other.groupId))
    await notify(world, other.groupId, email)
    const subjects = (await deliverAll(world)).map(({ subject }) => subject)
    expect(subjects).toEqual(
      expect.arrayContaining([expect.stringContaining('code'), expect.stringContaining('You are coming'), 'Notice one']),
    )
  })

  test('R102b it outlives erasure and being assigned again, and then holds no address', async () => {
    const { world, ada, groupId, eventId, guest, token } = await setUp()
    await world.ok(noticeApi.stop, { token })
    await world.ok(guestApi.erase, { groupId }, guest)
    await deliverAll(world)
    const { stops } = await everything(world.store)
    expect(stops).toHaveLength(1)
    expect(JSON.stringify(stops)).not.toContain('gast')
    expect(await world.ok(noticeApi.open, { token })).toMatchObject({ stopped: true, maskedEmail: '' })
    await world.ok(assignApi.assign, { id: eventId, groupId, name: 'Gast', email, roleName: 'Guest' }, ada)
    await notify(world, groupId, email, 'two', 'nudge')
    expect((await deliverAll(world)).map(({ subject }) => subject)).not.toContain('Notice two')
  })
})

describe('one click by a mail program', () => {
  test('R102, R121 a form without a cookie is enough, in both encodings; whatever else is in the request opens nothing', async () => {
    const { world, token } = await setUp()
    const answer = await oneClick(world, token, { headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'a=b' } })
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
    expect(await world.ok(noticeApi.open, { token })).toMatchObject({ stopped: true })
    await world.ok(noticeApi.resume, { token })
    const form = new FormData()
    form.set('List-Unsubscribe', 'One-Click')
    expect((await oneClick(world, token, { headers: {}, body: form })).status).toBe(200)
    expect(await world.ok(noticeApi.open, { token })).toMatchObject({ stopped: true })
  })

  test.each([
    ['another form', 'List-Unsubscribe=Maybe', 400],
    ['no form', '', 400],
    ['JSON', '{"List-Unsubscribe":"One-Click"}', 400],
  ])('R102 refuses %s', async (_, body, status) => {
    const { world, token } = await setUp()
    expect((await oneClick(world, token, { body })).status).toBe(status)
    expect(await world.ok(noticeApi.open, { token })).toMatchObject({ stopped: false })
  })

  test('R102 a token that is made for something else, is changed, or has ended, opens nothing', async () => {
    const { world, groupId, token } = await setUp()
    const { rsvp, group } = await answerOf(world, groupId, email)
    const until = world.clock.now() + day
    const foreign = await world.services.signedTokens.sign('guest', stopClaims(rsvp._id, { groupId: group._id }), until)
    for (const bad of ['', 'x.y.z', foreign, `${token}x`, token.slice(0, -3)]) {
      expect((await oneClick(world, bad)).status).toBe(410)
      expect((await world.call(noticeApi.stop, { token: bad || 'x' })).body.code).toBe('notice-link-over')
    }
    world.clock.advance(60 * day)
    expect((await oneClick(world, token)).status).toBe(410)
    expect((await everything(world.store)).stops ?? []).toEqual([])
  })
})

describe('the moment of sending', () => {
  const cases: readonly (readonly [string, (made: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>])[] = [
    ['declined', ({ world, groupId, guest }) => world.answer(groupId, guest, [], { attending: false })],
    ['had their data erased', ({ world, groupId, guest }) => world.ok(guestApi.erase, { groupId }, guest)],
    ['stopped', ({ world, token }) => world.ok(noticeApi.stop, { token })],
    [
      'was invited to an event that is canceled',
      async ({ world, ada, eventId }) => world.send('DELETE', `/api/event/${eventId}`, undefined, ada),
    ],
    ['was invited to an event that is over', async ({ world }) => world.clock.advance(8 * day)],
  ]
  test.each(cases)('R102h nobody who %s gets a notice that was written before', async (_, happen) => {
    const made = await setUp()
    await notify(made.world, made.groupId, email, 'late')
    await happen(made)
    const subjects = (await deliverAll(made.world)).map(({ subject }) => subject)
    expect(subjects).not.toContain('Notice late')
  })
  test('R102 control: with nothing in between it is sent', async () => {
    const made = await setUp()
    expect(await subjectsNow(made, 'late')).toEqual(['Notice late'])
  })
  test('R102 a removed answer is none to write to', async () => {
    const { world, groupId } = await setUp()
    const { group } = await answerOf(world, groupId, email)
    const notice = { kind: 'message', due: 'x', groupId, eventId: null } as const
    expect(whyUnwanted(notice, { rsvp: undefined, group, event: undefined }, world.clock.now())).toBe('over')
  })
})
