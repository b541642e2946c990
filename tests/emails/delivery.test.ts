// Delivery of emails: through real SMTP and HTTP sinks, with retries and leases, each once.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import sendgrid from '@sendgrid/mail'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultSlots } from '#server/kernel/emails/fair-queue.ts'
import { type Email, type EmailDraft, emailRecord, emails } from '#server/kernel/emails/outbox.ts'
import { type Mailer, type OutgoingEmail, outboxMailer, sendgridMailer, smtpMailer } from '#server/kernel/ports/mailer.ts'
import { StoreUnavailable } from '#server/kernel/store/store.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { unaskedPerHour } from '#server/mail/delivery/pacing.ts'
import { memberInvitedEmail } from '#server/people/emails/member.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { listening } from '../kit/process/listening.ts'
import { hour, minute } from '../kit/world/clock.ts'
import { mailRound } from '../kit/world/notices.ts'
import { comes } from '../kit/world/pace.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const silent = pino({ level: 'silent' })
const from = 'Rolecall <hello@rolecall.test>'

/** An SMTP server that refuses the first `refusals` emails with 451, and keeps the others; it answers when `held` is over. */
async function smtpSink(refusals = 0, held: Promise<unknown> = Promise.resolve()) {
  const received: string[] = []
  let [left, tried] = [refusals, 0]
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      let raw = ''
      const take = async () => {
        await held
        done()
      }
      stream.on('data', (chunk: Buffer) => (raw += chunk.toString()))
      stream.on('end', () => {
        tried++
        if (left-- > 0) return done(Object.assign(new Error('try again'), { responseCode: 451 }))
        received.push(raw)
        void take()
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received, tried: () => tried }
}

/** A mailer in the test's hand: each email waits until it is taken or refused. */
function slowMailer() {
  const sending: { letter: OutgoingEmail; take: () => void; refuse: () => void }[] = []
  const send = (letter: OutgoingEmail) => new Promise<void>((take, no) => sending.push({ letter, take, refuse: () => no(new Error('no')) }))
  return { mailer: { name: 'smtp', keeps: false, send } satisfies Mailer, sending }
}

function deliver(world: World, mailer: Mailer, slots = defaultSlots) {
  const loop = createDelivery({ ...world.services, mailer, log: silent }, slots)
  onTestFinished(async () => {
    const stopped = loop.stop()
    world.clock.advance(2 * hour) // ends what a mailer never answers
    await stopped
  })
  return loop
}
const ask = async (world: World) => {
  await world.person('ada')
  await world.store.commit((await kept(world)).map((one) => ({ collection: emails as never, drop: one, expectedRev: one.rev })))
  await world.link('ada@people.test')
}
const kept = (world: World) => world.store.find(emails, { index: 'expiry' })
const leftOfLease = async (world: World) => Date.parse((await kept(world))[0]?.dueAt ?? '') - world.clock.now()
const states = async (world: World) => (await kept(world)).map(({ state, attempts }) => [state, attempts])
/** Lets what is under way come to its end, and time pass. */
const until = async (world: World, ms: number, isSo: () => unknown) => {
  world.clock.advance(ms)
  await comes(async () => expect(await isSo()).toBe(true), 5)
}

/** Time passes second by second, with a round of the mail in each. */
async function pass(world: World, mailer: Mailer, ms: number) {
  for (let passed = 0; passed < ms; passed += 1_000) {
    world.clock.advance(980)
    await mailRound(world, mailer)
  }
}

describe('the loop', () => {
  test('M3, R66 sends over SMTP what waits, once, and empties what was secret', async () => {
    const [world, sink] = [await openWorld(), await smtpSink()]
    await ask(world)
    const token = await world.tokenMailed('ada@people.test')
    deliver(world, smtpMailer(sink.url, from))
    await until(world, 10, async () => (await states(world))[0]?.[0] === 'sent')
    for (let nth = 0; nth < 5; nth++) world.clock.advance(minute)
    expect(sink.received).toHaveLength(1)
    const plain = (sink.received[0] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
    expect(plain).toMatch(/^From: Rolecall <hello@rolecall\.test>\r\n/m)
    expect(plain).toMatch(/^To: ada@people\.test\r\n/m)
    expect(plain).toContain(`http://rolecall.test/token?token=${token}`)
    expect(await kept(world)).toMatchObject([{ state: 'sent', attempts: 1, message: null, sealed: null }])
  })

  test('M3 tries again after ten seconds and a minute when the other side refuses first', async () => {
    const [world, sink] = [await openWorld(), await smtpSink(2)]
    await ask(world)
    const mailer = smtpMailer(sink.url, from)
    await mailRound(world, mailer)
    expect(sink.tried()).toBe(1)
    await pass(world, mailer, 9_000)
    expect(sink.tried()).toBe(1)
    await pass(world, mailer, 2_000)
    expect(sink.tried()).toBe(2)
    await pass(world, mailer, minute - 2_000)
    expect(sink.tried()).toBe(2)
    await pass(world, mailer, 4_000)
    expect(await states(world)).toEqual([['sent', 3]])
  })

  test('M3 gives up after six attempts and forgets what was secret', async () => {
    const [world, { mailer, sending }] = [await openWorld(), slowMailer()]
    await ask(world)
    deliver(world, mailer)
    for (const [at, after] of [0, 10_000, 60_000, 600_000, hour, 4 * hour].entries()) {
      const nth = at + 1
      world.clock.advance(after)
      await until(world, 1_000, () => sending.length === nth)
      sending[nth - 1]?.refuse()
      await comes(async () => expect((await kept(world))[0]?.rev).toBe(1 + 2 * nth))
    }
    expect(await kept(world)).toMatchObject([{ state: 'failed', attempts: 6, message: null, sealed: null }])
    expect(new Set(sending.map(({ letter }) => letter.id)).size).toBe(1)
  })

  test('M3 control: what a sender that died had leased is sent by another a minute later, and not before', async () => {
    const [world, dead, alive] = [await openWorld(), slowMailer(), [] as string[]]
    const mailer: Mailer = { name: 'smtp', keeps: false, send: async ({ to }) => void alive.push(to) }
    await ask(world)
    const dying = deliver(world, dead.mailer)
    await until(world, 10, () => dead.sending.length === 1)
    void dying.stop() // it keeps no lease any more
    await pass(world, mailer, 55_000)
    expect(alive).toEqual([])
    await pass(world, mailer, 10_000)
    expect(alive).toHaveLength(1)
    expect(await states(world)).toEqual([['sent', 2]])
  })

  test('M3 an email whose answer comes minutes late is not sent again meanwhile, by its sender or by another', async () => {
    const [world, late, other] = [await openWorld(), slowMailer(), slowMailer()]
    await ask(world)
    deliver(world, late.mailer)
    await until(world, 10, () => late.sending.length === 1)
    for (let nth = 0; nth < 10; nth++) {
      await until(world, 20_000, async () => (await leftOfLease(world)) >= minute / 2)
      await mailRound(world, other.mailer)
    }
    late.sending[0]?.take()
    await until(world, 0, async () => (await states(world))[0]?.[0] === 'sent')
    world.clock.advance(2 * minute)
    await mailRound(world, other.mailer)
    expect([late.sending.length, other.sending.length, await states(world)]).toEqual([1, 0, [['sent', 1]]])
  })

  test('M3 what a mail server took is noted once the store takes it, and not sent again', async () => {
    let [isAway, refused] = [false, 0]
    const world = await openWorld({
      wrap: (store) =>
        storeWith(store, {
          async commit(writes) {
            if (isAway && ++refused) throw new StoreUnavailable('away')
            return store.commit(writes)
          },
        }),
    })
    await ask(world)
    let sent = 0
    const send = async () => {
      isAway = sent++ === 0
    }
    deliver(world, { name: 'smtp', keeps: false, send })
    await until(world, 10, () => sent === 1)
    for (let nth = 0; nth < 18; nth++) await until(world, 10_000, () => refused > nth)
    isAway = false
    await until(world, 10_000, async () => (await states(world))[0]?.[0] === 'sent')
    expect([sent, await states(world)]).toEqual([1, [['sent', 1]]])
  })

  test('M3 a process that stood still until its lease was over sends nothing by it', async () => {
    let stands = true
    const world = await openWorld({
      wrap: (store) =>
        storeWith(store, {
          async commit(writes) {
            await store.commit(writes)
            const isLease = writes.some((write) => 'put' in write && (write.put as Partial<Email>).attempts === 1)
            if (isLease && stands) world.clock.advance(2 * minute)
            stands &&= !isLease
          },
        }),
    })
    await ask(world)
    const { mailer, sending } = slowMailer()
    deliver(world, mailer)
    await until(world, 10, () => !stands)
    await until(world, 1_000, () => sending.length === 1)
    sending[0]?.take()
    await until(world, 0, async () => (await states(world))[0]?.[0] === 'sent')
    expect([sending.length, await states(world)]).toEqual([1, [['sent', 2]]])
  })

  test('M3, M6 a mail server that has the whole email is given time for its answer', async () => {
    let answer = () => {}
    const [world, sink] = [await openWorld(), await smtpSink(0, new Promise<void>((now) => (answer = now)))]
    await ask(world)
    deliver(world, smtpMailer(sink.url, from))
    await until(world, 10, () => sink.received.length === 1)
    await until(world, 2 * defaultSlots.timeoutMs, async () => (await leftOfLease(world)) >= minute / 2)
    answer()
    await until(world, 0, async () => (await states(world))[0]?.[0] === 'sent')
    expect([sink.received.length, await states(world)]).toEqual([1, [['sent', 1]]])
  })

  test('M3 two senders over one store send each email once, urgent ones first', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    await Promise.all(world.crowd(30, groupId).map((guest) => world.answer(groupId, guest, [])))
    await world.link(ada.email)
    const sent: string[] = []
    const mailer: Mailer = { name: 'smtp', keeps: false, send: async ({ to }) => void sent.push(to) }
    deliver(world, mailer)
    deliver(world, mailer)
    await comes(() => {
      world.clock.advance(500)
      expect(sent.length).toBeGreaterThanOrEqual(32)
    })
    expect([sent.length, new Set(sent).size, ...sent.slice(0, 2)]).toEqual([32, 31, ada.email, ada.email])
    await comes(async () => expect(new Set((await kept(world)).map(({ state }) => state))).toEqual(new Set(['sent'])))
  })
})

describe('the adapters', () => {
  const bare = { headers: {}, attachments: [] }
  const letter: OutgoingEmail = { id: 'a'.repeat(24), to: 'x@y.zz', subject: 'Sübject', text: 'Hello', html: '<p>Hello</p>', ...bare }

  test('M5 SendGrid takes it with the key, without tracking links, and its no is a retry', async () => {
    const requests: object[] = []
    const replies = [202, 503]
    const server = createServer((request, response) => {
      void json(request).then((body) => {
        requests.push({ url: request.url, key: request.headers.authorization, body })
        response.writeHead(replies.shift() ?? 500).end()
      })
    })
    const url = await listening(server)
    const mailer = sendgridMailer('SG.test', from)
    const { client } = sendgrid as unknown as { client: { setDefaultRequest: (key: string, value: string) => void } }
    client.setDefaultRequest('baseUrl', `${url}/`)
    await mailer.send(letter)
    const body = {
      from: { name: 'Rolecall', email: 'hello@rolecall.test' },
      personalizations: [{ to: [{ email: 'x@y.zz' }] }],
      subject: 'Sübject',
      content: [{ value: 'Hello' }, { value: '<p>Hello</p>' }],
      tracking_settings: { click_tracking: { enable: false }, open_tracking: { enable: false }, subscription_tracking: { enable: false } },
    }
    expect(requests[0]).toMatchObject({ url: '/v3/mail/send', key: 'Bearer SG.test', body })
    await expect(mailer.send(letter)).rejects.toThrow('Service Unavailable')
  })

  test('M4, M5 SMTP puts neither address nor subject where a header could begin', async () => {
    const sink = await smtpSink()
    await smtpMailer(sink.url, from).send({ ...letter, to: 'x@y.zz', subject: 'One\r\nBcc: two@three.four' })
    expect(sink.received[0]).not.toMatch(/^Bcc/im)
    expect(sink.received[0]).toMatch(/^To: x@y\.zz\r\n/m)
    expect(sink.received[0]).toContain(`Message-ID: <${letter.id}@rolecall>`)
  })

  test('M5, R63 the built-in outbox prints for people and keeps the email readable', async () => {
    const world = await openWorld()
    await ask(world)
    let printed = ''
    const mailer = outboxMailer(silent, (text) => (printed += text))
    deliver(world, mailer)
    await until(world, 10, async () => (await states(world))[0]?.[0] === 'sent')
    expect(printed).toContain('To: ada@people.test')
    expect(printed).toContain(`/token?token=${await world.tokenMailed('ada@people.test')}`)
  })
})

test('M3 S11 whoever is added to organizations again and again gets so many emails an hour; the rest come later, and others wait for nothing', async () => {
  const world = await openWorld()
  const sent: string[] = []
  const write = (drafts: readonly EmailDraft[]) =>
    world.store.commit(drafts.map((draft) => ({ collection: emails as never, put: emailRecord(world.services, draft), expectedRev: 0 })))
  const added = (to: string) =>
    memberInvitedEmail(to, 'http://rolecall.test', { org: 'Choir', invitedBy: 'Amy', token: 'a-token', ownerId: 'an organizer' })
  await write([...Array.from({ length: unaskedPerHour * 2 + 5 }, () => added('ada@people.test')), added('bo@people.test')])
  const { isUnasked: _, ...asked } = added('ada@people.test')
  await write([asked])
  const mailer: Mailer = { name: 'smtp', keeps: false, send: async ({ to }) => void sent.push(to) }
  const toAda = () => sent.filter((to) => to === 'ada@people.test').length
  await pass(world, mailer, 30_000)
  expect([toAda(), sent.length]).toEqual([unaskedPerHour + 1, unaskedPerHour + 2])
  world.clock.advance(hour)
  await pass(world, mailer, 30_000)
  expect(toAda()).toBe(2 * unaskedPerHour + 1)
  world.clock.advance(hour)
  await pass(world, mailer, 30_000)
  expect([toAda(), await states(world)]).toEqual([2 * unaskedPerHour + 6, Array(2 * unaskedPerHour + 7).fill(['sent', 1])])
})
