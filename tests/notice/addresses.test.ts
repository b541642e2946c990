// Addresses that emails don't reach: the provider's signed events, a mail server's refusal, and what organizers see and mend.
import { describe, expect, test } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { noticeApi } from '#protocol/mail/notice.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { createEmailEvents } from '#server/kernel/ports/email-events.ts'
import { smtpMailer } from '#server/kernel/ports/mailer.ts'
import { faultOf, isStillWanted, markAfter } from '#server/seats/rules/notice.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { signedEvents, webhookKey } from '../kit/world/email-events.ts'
import { asText, everything } from '../kit/world/every-collection.ts'
import { allEmails, deliverAll, notify } from '../kit/world/notices.ts'
import { openSmtp } from '../kit/world/smtp.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'gast@guests.test'
const path = '/api/email/events'
const seconds = (world: World) => Math.floor(world.clock.now() / 1_000)
const bounce = (world: World, more: object = {}) => ({ email, event: 'bounce', type: 'bounce', timestamp: seconds(world), ...more })
const report = async (world: World, events: unknown, at = world.clock.now()) =>
  (await world.app.request(path, signedEvents(events, at))).status

async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada')
  const made = await world.event(ada)
  await world.answer(made.groupId, world.proven(email, made.groupId), ['Guest'])
  await deliverAll(world)
  const faults = async () => (await world.ok(groupApi.rsvps, { id: made.groupId }, ada)).rsvps.map(({ addressFault }) => addressFault)
  const noticed = async (due: string) => {
    await notify(world, made.groupId, email, due)
    return (await deliverAll(world)).length
  }
  return { world, ada, ...made, faults, noticed }
}

describe('the provider’s events', () => {
  test.each([
    ['bounce', { type: 'bounce' }, 'undeliverable'],
    ['bounce', { type: 'blocked' }, undefined],
    ['dropped', { reason: 'Bounced Address' }, 'undeliverable'],
    ['dropped', { reason: 'Invalid' }, 'undeliverable'],
    ['dropped', { reason: 'Spam Reporting Address' }, 'complained'],
    ['dropped', { reason: 'Recipient List over Package Quota' }, undefined],
    ['spamreport', {}, 'complained'],
    ['deferred', {}, undefined],
    ['delivered', {}, undefined],
  ])('R102 %s %o says of the address: %s', (event, more, fault) => expect(faultOf({ event, ...more })).toBe(fault))

  test('R102c a bounce marks the address: no more notices, the organizer sees it live, and a code that is asked for still comes', async () => {
    const { world, ada, groupId, faults, noticed } = await setUp()
    const socket = await world.socket({ token: ada.token })
    await socket.watch(groupRoom(groupId))
    expect(await report(world, [bounce(world)])).toBe(200)
    expect(await faults()).toEqual(['undeliverable'])
    await socket.hears(({ name, view }) => name === 'rsvp' && view.email === email && view.addressFault === 'undeliverable')
    expect(await noticed('one')).toBe(0)
    expect((await allEmails(world)).at(-1)).toMatchObject({ unsent: 'undeliverable' })
    await world.ok(rsvpApi.sendCode, { email, groupId })
    expect(await deliverAll(world)).toHaveLength(1)
    const { addressMarks } = await everything(world.store)
    expect(JSON.stringify(addressMarks)).not.toContain('gast')
  })

  test('R102, R88 the links of one’s answers, asked for just now, go to a marked address too', async () => {
    const { world, faults } = await setUp()
    await report(world, [bounce(world)])
    expect(await faults()).toEqual(['undeliverable'])
    await world.ok(guestApi.links, { email })
    expect((await deliverAll(world)).map(({ subject }) => subject)).toEqual(['Links to your answers'])
  })

  test('R102 a complaint counts though it is told after a newer bounce, and nothing ends it', () => {
    const bounced = { _id: 'x', rev: 1, fault: 'undeliverable', at: '2026-12-02' } as const
    expect(markAfter(bounced, 'x', 'complained', '2026-12-01')).toMatchObject({ rev: 2, fault: 'complained' })
    expect(markAfter(bounced, 'x', 'undeliverable', '2026-12-01')).toBeUndefined()
    expect(markAfter({ ...bounced, fault: 'complained' }, 'x', 'undeliverable', '2026-12-03')).toBeUndefined()
  })

  test('R102c a bounce stops whatever nobody asked for at this moment; a complaint only notices', async () => {
    const { world, ada, eventId, groupId, noticed } = await setUp()
    const move = () => world.send('PUT', `/api/event/${eventId}`, { start: world.inDays(9), end: world.inDays(10) }, ada)
    await report(world, [{ email, event: 'spamreport', timestamp: seconds(world) }])
    expect(await noticed('one')).toBe(0)
    await move()
    await world.runJobs()
    expect((await deliverAll(world)).map(({ to }) => to)).toEqual([email])
    const other = 'other@guests.test'
    await world.answer(groupId, world.proven(other, groupId), [])
    await deliverAll(world)
    await report(world, [bounce(world, { email: other })])
    await world.send('PUT', `/api/event/${eventId}`, { start: world.inDays(10), end: world.inDays(11) }, ada)
    await world.runJobs()
    expect((await deliverAll(world)).map(({ to }) => to)).toEqual([email])
  })

  test('R102 unsubscribing at the provider stops the event whose email it was', async () => {
    const { world, groupId, faults, noticed } = await setUp()
    await notify(world, groupId, email, 'one')
    const [sent] = await deliverAll(world)
    await report(world, [{ email, event: 'unsubscribe', timestamp: seconds(world), id: sent?.id }])
    expect([await noticed('two'), await faults()]).toEqual([0, [undefined]])
  })

  test('R102g nobody else’s word counts: unsigned, signed by another, changed, too old or ahead of time is a 403 and changes nothing', async () => {
    const { world, faults } = await setUp()
    const now = world.clock.now()
    const good = signedEvents([bounce(world)], now)
    const { headers } = good
    const signature = 'x-twilio-email-event-webhook-signature'
    const timestamp = 'x-twilio-email-event-webhook-timestamp'
    const bad: RequestInit[] = [
      { method: 'POST', body: good.body ?? '' },
      { ...good, headers: { ...headers, [signature]: '' } },
      { ...good, headers: { ...headers, [signature]: `AAAA${headers[signature]?.slice(4)}` } },
      { ...good, headers: { ...headers, [timestamp]: `${Number(headers[timestamp]) + 1}` } },
      { ...good, headers: { ...headers, [timestamp]: 'now' } },
      { ...good, body: `${good.body} ` },
      signedEvents([bounce(world)], now - 26 * hour),
      signedEvents([bounce(world)], now + 20 * minute),
    ]
    for (const request of bad) expect((await world.app.request(path, request)).status).toBe(403)
    expect(await faults()).toEqual([undefined])
    expect((await world.app.request(path, good)).status).toBe(200)
    expect(await faults()).toEqual(['undeliverable'])
  })

  test('R102 without a key every event is refused', async () => {
    const world = await openWorld({ emailEvents: false })
    expect(await report(world, [bounce(world)])).toBe(403)
  })

  test('R102 what is no list is a 400, rows that aren’t understood are passed over, and a whole batch of 768 kB is taken', async () => {
    const { world, faults } = await setUp()
    expect([await report(world, '{'), await report(world, {})]).toEqual([400, 400])
    const strange = [null, 7, {}, { email: 'x', event: 'bounce', timestamp: 'then' }, { event: 'bounce' }]
    const padding = Array.from({ length: 3_500 }, (_, n) => ({
      email: `m${n}@guests.test`,
      event: 'processed',
      timestamp: 1,
      pad: 'x'.repeat(140),
    }))
    expect(await report(world, [...strange, ...padding, bounce(world)])).toBe(200)
    expect(await faults()).toEqual(['undeliverable'])
    const { headers, ...large } = signedEvents('x'.repeat(1_100_000), world.clock.now())
    const stated = { ...large, headers: { ...headers, 'content-length': '1100000' } }
    expect((await world.app.request(path, stated)).status).toBe(413)
  })

  test('R102g the same message again changes nothing, not even after the organizer has the address tried again', async () => {
    const { world, ada, groupId, faults, noticed } = await setUp()
    const message = signedEvents([bounce(world)], world.clock.now())
    await world.app.request(path, message)
    const before = await asText(world.store)
    expect((await world.app.request(path, message)).status).toBe(200)
    expect(await asText(world.store)).toBe(before)
    world.clock.advance(minute)
    const [row] = (await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps
    await world.ok(noticeApi.retryAddress, { id: groupId, rsvpId: row?._id ?? '' }, ada)
    expect((await world.app.request(path, message)).status).toBe(200)
    expect(await faults()).toEqual([undefined])
    expect(await noticed('one')).toBe(1)
    world.clock.advance(minute)
    await report(world, [bounce(world)])
    expect(await faults()).toEqual(['undeliverable'])
  })

  test('R102 only the key of the operator counts', () => {
    const other = createEmailEvents(webhookKey)
    expect(other.isGenuine('[]', { signature: 'A'.repeat(96), timestamp: '1600112502' }, 1_600_112_502_000)).toBe(false)
  })
})

describe('an address that is marked', () => {
  test('R102 is shown at an answer that came afterwards, as soon as an email to it is given up', async () => {
    const { world, ada } = await setUp()
    await report(world, [bounce(world)])
    const { groupId } = await world.event(ada)
    await world.answer(groupId, world.proven(email, groupId), [])
    await notify(world, groupId, email, 'later')
    expect(await deliverAll(world)).toEqual([])
    const [row] = (await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps
    expect(row?.addressFault).toBe('undeliverable')
  })

  test('R102d works again once a code came back from it; a complaint stays', async () => {
    const { world, groupId, faults, noticed } = await setUp()
    await report(world, [bounce(world)])
    await world.prove(email, groupId)
    expect(await faults()).toEqual([undefined])
    await deliverAll(world)
    expect(await noticed('one')).toBe(1)
    world.clock.advance(hour)
    await report(world, [{ email, event: 'spamreport', timestamp: seconds(world) }])
    await world.prove(email, groupId)
    expect(await faults()).toEqual(['complained'])
  })
})

describe('what organizers do', () => {
  test('R102 who complained is left alone; without a mark nothing happens; nobody else may', async () => {
    const { world, ada, groupId } = await setUp()
    const [row] = (await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps
    const here = { id: groupId, rsvpId: row?._id ?? '' }
    expect(await world.ok(noticeApi.retryAddress, here, ada)).toEqual({ success: true })
    await report(world, [{ email, event: 'spamreport', timestamp: seconds(world) }])
    expect((await world.call(noticeApi.retryAddress, here, ada)).body.code).toBe('address-complained')
    const stranger = await world.person('eve')
    expect((await world.call(noticeApi.retryAddress, here, stranger)).body.code).toBe('group-unknown')
    expect((await world.call(noticeApi.retryAddress, { ...here, rsvpId: 'f'.repeat(24) }, ada)).body.code).toBe('rsvp-unknown')
  })
})

describe('a mail server that refuses the recipient', () => {
  const open = async (code: number, text: string) => {
    const smtp = await openSmtp(() => ({ code, text }))
    const made = await setUp()
    await notify(made.world, made.groupId, email)
    const mailer = smtpMailer(smtp.url, 'Rolecall <hello@rolecall.test>')
    const error = await mailer
      .send({ id: 'a'.repeat(24), to: email, subject: 'x', text: 'x', html: 'x', headers: {}, attachments: [] })
      .catch((no: Error) => no)
    let attempts = 0
    await deliverAll(made.world, () => (attempts++ === 0 ? (error as Error) : undefined), minute / 3)
    return { ...made, error: (error as Error).name }
  }
  test('R102c for good (5xx at RCPT) marks the address as a bounce does, and the email is not tried again', async () => {
    const { world, faults, error } = await open(550, '5.1.1 No such user')
    expect(error).toBe('AddressRefused')
    expect(await faults()).toEqual(['undeliverable'])
    const failed = (await allEmails(world)).filter(({ state }) => state === 'failed')
    expect(failed).toMatchObject([{ attempts: 1 }])
  })
  test.each([
    [450, '4.2.1 Try again later'],
    [550, '5.7.1 Your server is not trusted'],
    [552, '5.2.2 Mailbox full'],
  ])('R102 %i %s says nothing of the address', async (code, text) => {
    const { faults, error } = await open(code, text)
    expect(error).not.toBe('AddressRefused')
    expect(await faults()).toEqual([undefined])
  })
})

test('R102d a mark that was taken back lets notices through again', () => {
  const notice = { kind: 'message', due: 'x', groupId: 'g', eventId: null } as const
  const base = { event: undefined, group: { cancelledAt: null } as never, rsvp: { attending: true } as never }
  const mark = (fault: 'undeliverable' | null) => ({ _id: 'm', rev: 1, fault, at: new Date(day).toISOString() })
  expect(isStillWanted(notice, { ...base, mark: mark('undeliverable') }, day)).toBe(false)
  expect(isStillWanted(notice, { ...base, mark: mark(null) }, day)).toBe(true)
})
