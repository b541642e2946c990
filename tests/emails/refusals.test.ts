// What a provider's no leads to (R235a): given up at once where trying again can't help, tried again elsewhere; in its own words, without addresses.
import { STATUS_CODES } from 'node:http'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { normalEmail } from '#protocol/kernel/texts.ts'
import { messageApi } from '#protocol/mail/message.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { type Mailer, type OutgoingEmail, smtpMailer } from '#server/kernel/ports/mailer.ts'
import { withoutAddresses } from '#server/kernel/refuse.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { users } from '#server/people/model/account.ts'
import { addressKey, addressMarks } from '#server/seats/model/notice.ts'
import { openSendgrid } from '../kit/mail/sendgrid.ts'
import { decodedPart, partsOf, smtpFaults } from '../kit/mail/smtp.ts'
import { signedEvents } from '../kit/world/email-events.ts'
import { allEmails, notify } from '../kit/world/notices.ts'
import { comes } from '../kit/world/pace.ts'
import { openSmtp } from '../kit/world/smtp.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const from = 'Rolecall <hello@rolecall.test>'
const letter: OutgoingEmail = {
  id: 'a'.repeat(24),
  to: 'gast@guests.test',
  subject: 'x',
  text: 'x',
  html: 'x',
  headers: {},
  attachments: [],
}
const nameOf = (sending: Promise<void>) =>
  sending.then(
    () => 'sent',
    (error: Error) => error.name,
  )

/** Lets the mailer try what waits once; gives what is logged. */
async function tryOnce(world: World, mailer: Mailer) {
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const loop = createDelivery({ ...world.services, mailer, log })
  onTestFinished(() => loop.stop())
  await comes(async () => {
    world.clock.advance(200)
    const waiting = (await allEmails(world)).filter(({ state, attempts, failedAt }) => state !== 'sent' && (attempts === 0 || !failedAt))
    expect(waiting).toEqual([])
  })
  await loop.stop()
  return logged.join('')
}
const newest = async (world: World) => (await allEmails(world)).at(-1)

describe('SendGrid', () => {
  test('R235a says no for good with every 4xx but 408 and 429, and for now with every 5xx and by being away', async () => {
    const statuses = Object.keys(STATUS_CODES)
      .map(Number)
      .filter((status) => status >= 400)
    const { mailer } = await openSendgrid(from, (nth) => ({ status: statuses[nth] ?? 500 }))
    const names: Record<number, string> = {}
    for (const status of statuses) names[status] = await nameOf(mailer.send(letter))
    const wanted = statuses.map((status) => [status, status < 500 && status !== 408 && status !== 429 ? 'EmailRefused' : 'Error'])
    expect(names).toEqual(Object.fromEntries(wanted))
  })

  test('R235a, R114 what is final is one request; its words, without addresses, are on the operator’s page and in the log', async () => {
    const world = await openWorld()
    const operator = await world.person('operator')
    const errors = [
      { field: 'attachments.0.type', message: 'the type must not have a semicolon other than before method', help: null },
      { field: 'content', message: `not for ${letter.to} or <Gast>`, help: null },
    ]
    const { mailer, tried } = await openSendgrid(from, () => ({ status: 400, body: { errors } }))
    const { groupId } = await world.event(operator)
    await tryOnce(world, { name: 'smtp', keeps: false, send: async () => {} })
    await world.answer(groupId, world.proven(letter.to, groupId), ['Guest'])
    const before = (await allEmails(world)).filter(({ state }) => state !== 'sent').length
    const logged = await tryOnce(world, mailer)
    expect(tried()).toBe(before)
    expect(await newest(world)).toMatchObject({ state: 'failed', attempts: 1 })
    const { emails } = await world.ok(operatorApi.emails, {}, operator)
    const said =
      'SendGrid answered 400: attachments.0.type: the type must not have a semicolon other than before method; content: not for …@… or <…>'
    expect(emails.find(({ maskedTo }) => maskedTo.startsWith('g'))).toMatchObject({ why: said, nextAt: null, attempts: 1, canRetry: true })
    expect(logged).toContain(said)
    expect(logged.toLowerCase()).not.toMatch(/gast|guests\.test/)
    expect((await world.ok(groupApi.rsvps, { id: groupId }, operator)).rsvps[0]?.addressFault).toBe(undefined)
  })

  test('R235a control: what asks for patience is tried again', async () => {
    const world = await openWorld()
    await world.person('ada')
    await world.link('ada@people.test')
    const { mailer } = await openSendgrid(from, () => ({ status: 429 }))
    await tryOnce(world, mailer)
    expect(await newest(world)).toMatchObject({ state: 'urgent', attempts: 1, why: 'Error: SendGrid answered 429: Too Many Requests' })
  })

  test('R235a, R102c an address that it calls none is marked', async () => {
    const fault = { field: 'personalizations.0.to.0.email', message: 'Does not contain a valid address.', help: null }
    const { mailer } = await openSendgrid(from, () => ({ status: 400, body: { errors: [fault] } }))
    expect(await nameOf(mailer.send(letter))).toBe('AddressRefused')
  })

  test('R235b, R102c a domain beyond ASCII goes out as xn--, and a bounce from there marks the address as it is kept', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    const email = 'ann@bücher.example'
    await world.answer(groupId, world.proven(email, groupId), ['Guest'])
    await notify(world, groupId, normalEmail(email))
    const { mailer, taken } = await openSendgrid(from)
    await tryOnce(world, mailer)
    const mailed = taken.flatMap(
      ({ personalizations, custom_args }) => personalizations[0]?.to.map((one) => ({ ...one, ...custom_args })) ?? [],
    )
    const [bounced] = mailed.filter((one) => one.email === 'ann@xn--bcher-kva.example')
    expect(bounced).toBeDefined()
    const event = { ...bounced, event: 'bounce', type: 'bounce', timestamp: Math.floor(world.clock.now() / 1_000) }
    await world.app.request('/api/email/events', signedEvents([event], world.clock.now()))
    expect((await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps[0]?.addressFault).toBe('undeliverable')
  })
})

describe('a mail server', () => {
  test.each([
    [550, '5.1.1 No such user', 'AddressRefused'],
    [550, 'No such user', 'AddressRefused'],
    [550, '5.7.1 Your server is not trusted', 'EmailRefused'],
    [553, '5.1.8 Sender unknown', 'EmailRefused'],
    [554, '5.4.4 Unable to route', 'EmailRefused'],
    [550, '5.4.1 No answer from host', 'Error'],
    [552, '5.2.2 Mailbox full', 'Error'],
    [550, '4.7.1 Greylisted, come again', 'Error'],
    [450, '4.2.1 Try again later', 'Error'],
    [451, '5.7.1 Come again', 'Error'],
    [421, 'Too busy', 'Error'],
  ])('R235a that says %i %s to the recipient means %s', async (code, text, name) => {
    const smtp = await openSmtp(() => ({ code, text }))
    expect(await nameOf(smtpMailer(smtp.url, from).send(letter))).toBe(name)
  })

  test.each([
    [554, '5.6.0 Message is malformed', 'EmailRefused'],
    [552, '5.3.4 Message too big', 'EmailRefused'],
    [554, 'Spam', 'EmailRefused'],
    [452, '4.3.1 Out of space', 'Error'],
    [552, '5.3.1 Out of space', 'Error'],
  ])('R235a that says %i %s to the message means %s', async (code, text, name) => {
    const smtp = await openSmtp(undefined, undefined, { code, text })
    expect(await nameOf(smtpMailer(smtp.url, from).send(letter))).toBe(name)
  })

  test('R235a one that is away is tried again', async () => {
    expect(await nameOf(smtpMailer('smtp://127.0.0.1:1', from).send(letter))).toBe('Error')
  })
})

describe('an address beyond ASCII, over a server without SMTPUTF8', () => {
  const jurgen = 'jürgen@example.com'

  test('R235b a code is one try, and the address is marked; a domain goes out as xn--', async () => {
    const [world, smtp] = [await openWorld(), await openSmtp()]
    const { groupId } = await world.event(await world.person('ada'))
    for (const email of [jurgen, 'ann@bücher.example']) await world.ok(rsvpApi.sendCode, { groupId, email })
    const logged = await tryOnce(world, smtpMailer(smtp.url, from))
    const codes = (await allEmails(world)).filter(({ to }) => to === jurgen || to.startsWith('ann@'))
    expect(codes.map(({ state, attempts, unsent }) => [state, attempts, unsent])).toEqual([
      ['failed', 1, 'undeliverable'],
      ['sent', 1, undefined],
    ])
    expect(codes[0]?.why).toContain('553 5.6.7 Must offer SMTPUTF8')
    expect((await world.store.get(addressMarks, addressKey(world.services.secrets, jurgen)))?.fault).toBe('undeliverable')
    expect(smtp.raws.filter((raw) => /^To: ann@xn--bcher-kva\.example\r\n/m.test(raw))).toHaveLength(1)
    expect(logged).not.toMatch(/jürgen|example\.com/)
  })

  test('R235b, R102 the organizer sees it where undelivered addresses are shown', async () => {
    const [world, smtp] = [await openWorld(), await openSmtp()]
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    await world.answer(groupId, world.proven(jurgen, groupId), ['Guest'])
    await tryOnce(world, smtpMailer(smtp.url, from))
    expect((await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps[0]?.addressFault).toBe('undeliverable')
  })

  test.each([
    [501, '5.1.3 Bad recipient address syntax'],
    [500, '5.5.2 Error: bad UTF-8 syntax'],
    [554, 'Local address contains control or whitespace'],
    [550, '5.6.9 Not in ASCII'],
  ])('R235b however it says so: %i %s; control: what is no matter of the name marks nothing', async (code, text) => {
    const onlyThen = await openSmtp(() => ({ code, text }))
    expect(await nameOf(smtpMailer(onlyThen.url, from).send({ ...letter, to: jurgen }))).toBe('AddressRefused')
    const policy = await openSmtp(() => ({ code: 554, text: '5.7.1 Relay denied' }))
    expect(await nameOf(smtpMailer(policy.url, from).send({ ...letter, to: jurgen }))).toBe('EmailRefused')
  })

  test('R235b, R101d replies go there by words, not by a header that would keep the email from everybody; a domain is xn-- there too', async () => {
    const [world, smtp] = [await openWorld(), await openSmtp()]
    for (const [email, header] of [
      [jurgen, undefined],
      ['lena@bücher.example', 'lena@xn--bcher-kva.example'],
    ] as const) {
      const host = await world.person(`host${email.length}`)
      const user = await world.store.get(users, host.userId)
      if (!user) throw new Error('nobody')
      await world.store.commit([{ collection: users, put: { ...user, email, rev: user.rev + 1 } as never, expectedRev: user.rev }])
      const { groupId } = await world.event(host)
      await world.answer(groupId, world.proven(letter.to, groupId), ['Guest'])
      await world.ok(
        messageApi.send,
        { id: groupId, audience: {}, subject: `From ${email.length}`, text: 'Bring a cup', replyTo: true },
        host,
      )
      await world.runJobs()
      await tryOnce(world, smtpMailer(smtp.url, from))
      const at = smtp.raws.findIndex((raw) => raw.includes(`Subject: From ${email.length}`))
      const raw = smtp.raws[at] ?? ''
      expect(/^Reply-To: (.*)\r$/m.exec(raw)?.[1]).toBe(header)
      expect(smtpFaults(raw, smtp.envelopes[at] ?? { from: '', to: [] })).toEqual([])
      expect(partsOf(raw).map(decodedPart).join('')).toContain(header ? `your email goes to ${email}` : `write to ${email} instead`)
    }
  })
})

test('R235a, R114 no address is left in words, cut or not; control: other words stay', () => {
  const near = `${'x '.repeat(994)}gast@guests.test and more`
  expect(withoutAddresses(near)).not.toContain('gast')
  expect(withoutAddresses(`${'x '.repeat(998)}gast@guests.test`)).not.toContain('gas')
  for (const said of [
    '<gast@guests.test>: no',
    'mailto:gast%40guests.test',
    '"gast"@guests.test',
    'gast＠guests.test',
    '[gast]... User unknown',
  ])
    expect(withoutAddresses(said, 'gast@guests.test')).not.toMatch(/gast|guests/)
  expect(withoutAddresses('554 5.6.0 the gastronomy is closed', 'gast@guests.test')).toBe('554 5.6.0 the gastronomy is closed')
  expect(withoutAddresses('a+(b) says no', 'a+(b@x.yz')).toBe('…) says no')
})
