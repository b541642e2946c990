// Messages to guests: whom they go to, what they say, how far they have come, and who may send and see them.
import { describe, expect, test } from 'vitest'
import { messageRoom } from '#protocol/live.ts'
import { type Audience, messageApi } from '#protocol/mail/message.ts'
import { noticeApi } from '#protocol/mail/notice.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { smtpMailer } from '#server/kernel/ports/mailer.ts'
import { emailCounts } from '#server/people/model/org.ts'
import { day } from '../kit/world/clock.ts'
import { signedEvents } from '../kit/world/email-events.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openSmtp } from '../kit/world/smtp.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const words = { subject: 'Bring a cup', text: 'Dear all,\nbring a cup.\n\nSee www.cups.example' }

/** An event with confirmation and a waitlist: a confirmed Speaker, a Guest who said yes, one who waits to speak, one assigned, and one who declined. */
async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const assignmentRules = { rule: '' as const, enableRoleAssignment: true, enableRoleSelfSelect: true }
  const made = await world.event(
    ada,
    undefined,
    { showConfirmation: true },
    { assignmentRules: { ...assignmentRules, enableRoleSelfSelect: false } },
  )
  const { groupId, eventId } = made
  const assign = (name: string, roleName: string) =>
    world.ok(assignApi.assign, { id: eventId, groupId, name, email: `${name}@guests.test`, roleName }, ada)
  const say = (name: string, more: Record<string, unknown>) =>
    world.answer(groupId, world.proven(`${name}@guests.test`, groupId), [], { name, ...more })
  await assign('sue', 'Speaker')
  await say('sue', { confirmed: true, attending: true })
  await assign('gus', 'Guest')
  await say('gus', { attending: true })
  await say('una', { attending: true })
  await assign('ann', 'Guest')
  await say('dan', { attending: false })
  await deliverAll(world)
  const { group } = await world.ok(groupApi.read, { id: groupId }, ada)
  const role = (name: string) => group.roles.find((one) => one.name === name)?._id ?? ''
  const send = (audience: object, more: object = {}) => world.call(messageApi.send, { id: groupId, audience, ...words, ...more }, ada)
  return { world, ada, ...made, role, send, say }
}
/** Writes and delivers all; gives who got the message. */
async function reached(world: World) {
  await world.runJobs()
  return (await deliverAll(world))
    .filter(({ subject }) => subject === words.subject)
    .map(({ to }) => to.split('@')[0] ?? '')
    .sort()
}

describe('whom it goes to', () => {
  test.each<[string, Audience, string[]]>([
    ['everybody who hasn’t declined', {}, ['ann', 'gus', 'sue', 'una']],
    ['everybody, by empty lists', { roles: [], states: [] }, ['ann', 'gus', 'sue', 'una']],
    ['a yes', { states: ['yes'] }, ['gus', 'sue', 'una']],
    ['no response', { states: ['silent'] }, ['ann']],
    ['several ways at once', { states: ['silent', 'unconfirmed'] }, ['ann', 'gus', 'una']],
  ])('R101 %s', async (_, audience, names) => {
    const { world, ada, groupId, send } = await setUp()
    expect(await world.ok(messageApi.count, { id: groupId, audience }, ada)).toEqual({
      recipients: names.length,
      unreached: 0,
      declined: 0,
    })
    expect((await send(audience)).body.recipients).toBe(names.length)
    expect(await reached(world)).toEqual(names)
  })

  test('R101 by role, with the way they stand; those who wait for it are among them', async () => {
    const { world, role, send } = await setUp()
    expect((await send({ roles: [role('Guest')], states: ['yes'] })).body.recipients).toBe(1)
    expect(await reached(world)).toEqual(['gus'])
  })

  test('R101f a role is meant by id: renamed meanwhile it is the same, gone it is a refusal, and what was sent before goes to those who held it', async () => {
    const { world, ada, groupId, role, send } = await setUp()
    const id = role('Guest')
    const roles = [
      { _id: id, name: 'Visitor', max: 3 },
      { _id: role('Speaker'), name: 'Speaker', max: 1 },
    ]
    await world.ok(groupApi.update, { id: groupId, roles }, ada)
    expect((await send({ roles: [id] })).status).toBe(200)
    await world.ok(groupApi.removeRole, { id: groupId, name: 'Visitor' }, ada)
    expect(await reached(world)).toEqual(['ann', 'gus'])
    const { messages } = await world.ok(messageApi.list, { id: groupId }, ada)
    expect(messages[0]?.roles).toEqual(['Visitor'])
    expect((await send({ roles: [id] })).body).toMatchObject({ code: 'audience-role-gone' })
  })

  test('R101a nobody at all is a refusal, and so is an empty subject, an empty text, or a subject of two lines', async () => {
    const { send } = await setUp()
    expect((await send({ states: ['waiting'] })).body.code).toBe('audience-empty')
    for (const more of [{ subject: ' ' }, { text: ' ' }, { subject: 'One\r\nBcc: all@evil.test' }])
      expect((await send({}, more)).status).toBe(400)
  })
})

describe('what it says', () => {
  test('R101d, R117 its text is kept once; words become no links for who never answered, and replies go to the organizer only if they said so', async () => {
    const { world, ada, send } = await setUp()
    await send({}, { replyTo: true })
    await world.runJobs()
    const sent = await deliverAll(world)
    const [ann, gus] = ['ann', 'gus'].map((name) => sent.find(({ to }) => to === `${name}@guests.test`))
    expect(gus?.text).toContain('www.cups.example')
    expect(gus?.html).toContain('Dear all,<br>bring a cup.')
    expect(ann?.text).not.toContain('www.cups.example')
    expect(ann?.text).toContain('bring a cup')
    expect([gus?.replyTo, ann?.replyTo]).toEqual([ada.email, ada.email])
    expect(gus?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    await send({ states: ['silent'] }, { subject: 'Bring two' })
    await world.runJobs()
    const [second] = await deliverAll(world)
    expect([second?.replyTo, second?.text.includes(ada.email)]).toEqual([undefined, false])
  })

  test('R101d, M4 over SMTP the reply address is one header, and no other begins', async () => {
    const smtp = await openSmtp()
    const email = {
      id: 'a'.repeat(24),
      to: 'x@y.zz',
      subject: 'x',
      text: 'x',
      html: 'x',
      headers: {},
      attachments: [],
      replyTo: 'ada@people.test',
    }
    await smtpMailer(smtp.url, 'Rolecall <hello@rolecall.test>').send(email)
    expect(smtp.raws[0]).toMatch(/^Reply-To: ada@people\.test\r\n/m)
  })

  test('R101 a test goes to who asks, and to nobody else', async () => {
    const { world, ada, groupId } = await setUp()
    expect(await world.ok(messageApi.test, { id: groupId, ...words }, ada)).toEqual({ sentTo: ada.email })
    const sent = await deliverAll(world)
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([[ada.email, 'Test: Bring a cup']])
    expect((await world.ok(messageApi.list, { id: groupId }, ada)).messages).toEqual([])
  })
})

describe('how far it has come', () => {
  test('R101b live, with who got it and who couldn’t, and why', async () => {
    const { world, ada, groupId, send, say } = await setUp()
    const socket = await world.socket({ token: ada.token })
    await socket.watch(messageRoom(groupId))
    const { messageId } = (await send({})).body
    await world.runJobs()
    await say('una', { attending: false })
    const sue = { ...world.proven('sue@guests.test', groupId) }
    await world.ok(guestApi.erase, { groupId }, sue)
    await deliverAll(world)
    const { message, text, recipients, nextCursor } = await world.ok(messageApi.read, { id: groupId, messageId }, ada)
    expect(message).toMatchObject({ recipients: 4, outcomes: { sent: 2, over: 2 }, subject: words.subject })
    expect([text, nextCursor]).toEqual([words.text, null])
    expect(recipients.map(({ email, outcome }) => `${email.split('@')[0]} ${outcome}`).sort()).toEqual([
      ' over',
      'ann sent',
      'gus sent',
      'una over',
    ])
    await socket.hears(
      ({ name, view }) => name === 'message' && view._id === messageId && view.outcomes.sent === 2 && !view.outcomes.waiting,
    )
  })

  test('R101a, R102 who stopped is not counted, gets none, and stands in the history', async () => {
    const { world, ada, groupId, send } = await setUp()
    await send({ states: ['silent'] })
    await world.runJobs()
    const [first] = await deliverAll(world)
    const token = /unsubscribe\?token=([\w.-]+)/.exec(first?.text ?? '')?.[1] ?? ''
    await world.ok(noticeApi.stop, { token })
    expect(await world.ok(messageApi.count, { id: groupId, audience: {} }, ada)).toEqual({ recipients: 3, unreached: 1, declined: 0 })
    const { messageId, recipients } = (await send({})).body
    expect([recipients, await reached(world)]).toEqual([3, ['gus', 'sue', 'una']])
    expect((await world.ok(messageApi.read, { id: groupId, messageId }, ada)).message.outcomes).toEqual({ sent: 3, stopped: 1 })
  })

  test('R101, R102 a bounce that is reported later corrects the history, once', async () => {
    const { world, ada, groupId, send } = await setUp()
    const { messageId } = (await send({ states: ['silent'] })).body
    await world.runJobs()
    const [sent] = await deliverAll(world)
    const outcomes = async () => (await world.ok(messageApi.read, { id: groupId, messageId }, ada)).message.outcomes
    expect(await outcomes()).toEqual({ sent: 1 })
    const event = { email: sent?.to, id: sent?.id, timestamp: Math.floor(world.clock.now() / 1_000) }
    const report = (more: object) => world.app.request('/api/email/events', signedEvents([{ ...event, ...more }], world.clock.now()))
    await report({ event: 'spamreport' })
    expect(await outcomes()).toEqual({ sent: 1 })
    await report({ event: 'bounce', type: 'bounce' })
    await report({ event: 'bounce', type: 'bounce' })
    expect(await outcomes()).toEqual({ undeliverable: 1 })
  })

  test('R101 nobody gets what waits once the event is canceled or over', async () => {
    for (const end of ['canceled', 'over']) {
      const { world, ada, eventId, send } = await setUp()
      await send({})
      await world.runJobs()
      if (end === 'canceled') await world.send('DELETE', `/api/event/${eventId}`, undefined, ada)
      else world.clock.advance(8 * day)
      expect(await reached(world)).toEqual([])
    }
  })

  test('R101e, R101f, R57 a message or a test is refused once the event is over or canceled, and spends nothing of the day', async () => {
    for (const [end, code] of [
      ['over', 'event-ended'],
      ['canceled', 'group-unknown'],
    ]) {
      const { world, ada, groupId, eventId, send } = await setUp()
      const spent = () => world.store.find(emailCounts, { index: 'expiry' })
      const before = await spent()
      if (end === 'canceled') await world.send('DELETE', `/api/event/${eventId}`, undefined, ada)
      else world.clock.advance(8 * day)
      expect((await send({})).body.code).toBe(code)
      expect((await world.no(messageApi.test, { id: groupId, ...words }, ada))[1]).toBe(code)
      expect(await spent()).toEqual(before)
    }
  })

  test('R101 the history is read page by page, the newest first', async () => {
    const { world, ada, groupId, send } = await setUp()
    for (let nth = 0; nth < 23; nth++) {
      world.clock.advance(1_000)
      await send({ states: ['silent'] }, { subject: `No ${nth}` })
    }
    const { messages, nextCursor } = await world.ok(messageApi.list, { id: groupId }, ada)
    const rest = await world.ok(messageApi.list, { id: groupId, cursor: nextCursor ?? '' }, ada)
    expect([...messages, ...rest.messages].map(({ subject }) => subject)).toEqual(Array.from({ length: 23 }, (_, nth) => `No ${22 - nth}`))
    expect(rest.nextCursor).toBe(null)
    expect((await world.call(messageApi.read, { id: groupId, messageId: 'f'.repeat(24) }, ada)).body.code).toBe('message-unknown')
  })
})

test('R101 only those who manage the group send and see: not a stranger, not a guest, and not who may only assign', async () => {
  const { world, groupId, send } = await setUp()
  await send({})
  const stranger = await world.person('eve')
  for (const as of [stranger, world.proven('gus@guests.test', groupId)]) {
    const codes = [
      await world.call(messageApi.send, { id: groupId, audience: {}, ...words }, as),
      await world.call(messageApi.count, { id: groupId, audience: {} }, as),
      await world.call(messageApi.list, { id: groupId }, as),
    ].map(({ status }) => status)
    expect(codes.every((status) => status === 404 || status === 401)).toBe(true)
  }
  const socket = await world.socket({ token: stranger.token })
  expect(await socket.watch(messageRoom(groupId))).toMatchObject({ code: 'group-unknown' })
  expect((await world.call(rsvpApi.form, { groupId })).status).toBe(200)
})
