// What the operator is shown of the installation: undelivered emails, what runs by itself, payments, sizes, backups.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keptWords } from '#client/operator/collection-labels.ts'
import { roundText } from '#client/operator/words.ts'
import { operatorApi } from '#protocol/app/operator.ts'
import { backups } from '#server/app/store/backups.ts'
import { currentCollections } from '#server/app/store/collections.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { createLoop } from '#server/kernel/jobs/loop.ts'
import { diskOf, gapsOf, logGaps, versionAbove } from '#server/kernel/operations/installation.ts'
import type { Mailer, OutgoingEmail } from '#server/kernel/ports/mailer.ts'
import { signMessage } from '#server/kernel/ports/payments-events.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { paymentTroubles } from '#server/people/model/plan.ts'
import { endTrouble, noteTrouble, noteUnsigned } from '#server/people/rules/plan-trouble.ts'
import { messageTallies, noted, reopened, tallyText } from '#server/seats/model/message.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { newFolder } from '../kit/process/process.ts'
import { buy, subscriptionOf } from '../kit/world/buying.ts'
import { hour, minute } from '../kit/world/clock.ts'
import { givenUpEmail } from '../kit/world/given-up.ts'
import { comes } from '../kit/world/pace.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const silent = pino({ level: 'silent' })
const opened = async (options = {}) => {
  const world = await openWorld(options)
  return { world, operator: await world.person('operator') }
}

/** Delivers by a mail server that is away until `back` is called. */
function awayMailer() {
  const sent: OutgoingEmail[] = []
  let isAway = true
  const send = async (email: OutgoingEmail) => {
    if (isAway) throw new Error(`connect ECONNREFUSED for ${email.to}`)
    sent.push(email)
  }
  return { mailer: { name: 'smtp', keeps: false, send } satisfies Mailer, sent, back: () => (isAway = false) }
}

describe('undelivered emails', () => {
  test('R114a what failed is listed with why and when it is tried again; sent again it goes out, once, and leaves the list', async () => {
    const { world, operator } = await opened()
    await world.runJobs()
    await world.store.commit((await all(world)).map((drop) => ({ collection: emails, drop, expectedRev: drop.rev })))
    const { groupId } = await world.event(await world.person('ada'))
    await world.store.commit((await all(world)).map((drop) => ({ collection: emails, drop, expectedRev: drop.rev })))
    await world.answer(groupId, world.proven('gast@guests.test', groupId), ['Guest'])
    const { mailer, sent, back } = awayMailer()
    const loop = createDelivery({ ...world.services, mailer, log: silent })
    onTestFinished(() => loop.stop())
    const listed = async () => (await world.ok(operatorApi.emails, {}, operator)).emails
    world.clock.advance(20)
    await comes(async () => expect(await listed()).toHaveLength(1))
    const [first] = await listed()
    expect(first).toMatchObject({ maskedTo: 'ga***@guests.test', attempts: 1, canRetry: true, why: 'Error: connect ECONNREFUSED for …@…' })
    expect(Date.parse(first?.nextAt ?? '') - world.clock.now()).toBeGreaterThan(0)
    expect(JSON.stringify(await listed())).not.toMatch(/gast@/)
    for (let nth = 2; nth <= 6; nth++) {
      world.clock.advance(5 * hour)
      await comes(async () => expect((await listed())[0]?.attempts).toBe(nth))
    }
    expect((await listed())[0]).toMatchObject({ nextAt: null, canRetry: true })
    back()
    world.clock.advance(10 * hour)
    expect(sent).toHaveLength(0)
    const id = first?._id ?? ''
    await world.ok(operatorApi.retryEmail, { id }, operator)
    expect(await world.no(operatorApi.retryEmail, { id }, operator)).toEqual([404, 'email-unknown', expect.any(String)])
    world.clock.advance(minute)
    await comes(() => expect(sent).toHaveLength(1))
    await comes(async () => expect((await all(world)).map(({ state }) => state)).toEqual(['sent']))
    world.clock.advance(10 * hour)
    expect([await listed(), sent.length, (await all(world))[0]?.why]).toEqual([[], 1, undefined])
    expect((await world.ok(operatorApi.log, {}, operator)).acts[0]).toMatchObject({
      act: 'retry-email',
      about: 'ga***@guests.test',
      from: 'given up',
      to: 'sent again',
    })
  })
  const all = (world: World) => world.store.find(emails, { index: 'expiry' })

  test('R114c what was not kept can’t be sent again; the latest failures come first, a page at a time', async () => {
    const { world, operator } = await opened()
    for (let nth = 0; nth < 27; nth++) {
      await givenUpEmail(world, `g${nth}@guests.test`, nth === 0 ? { message: null, sealed: null } : {})
      world.clock.advance(minute)
    }
    const first = await world.ok(operatorApi.emails, {}, operator)
    const second = await world.ok(operatorApi.emails, { cursor: first.cursor ?? '' }, operator)
    expect([first.emails.length, second.emails.length, second.cursor]).toEqual([25, 2, null])
    const emptied = second.emails.at(-1)
    expect([first.emails[0]?.canRetry, emptied?.canRetry]).toEqual([true, false])
    expect(await world.no(operatorApi.retryEmail, { id: emptied?._id ?? '' }, operator)).toEqual([409, 'email-emptied', expect.any(String)])
    // The place to go on after has gone by itself: the first page again, and no failure.
    await world.ok(operatorApi.retryEmail, { id: first.cursor ?? '' }, operator)
    expect((await world.ok(operatorApi.emails, { cursor: first.cursor ?? '' }, operator)).emails).toHaveLength(25)
  })

  test('R114, R101 a message counts what is sent again as waiting', async () => {
    const tally = { _id: 'a', rev: 1, messageId: 'm', outcomes: tallyText(['waiting', 'sent']) } as never
    const failed = noted(tally, 0, 'failed')
    expect(noted(reopened(failed, 0), 0, 'sent').outcomes).toBe(tallyText(['sent', 'sent']))
    expect(reopened(failed, 1)).toBe(failed)
    expect(messageTallies.name).toBe('messageTallies')
  })
})

describe('payments', () => {
  const secret = (world: World) => `whsec_${world.services.secrets.keyedHash('sandbox webhook')}`
  const post = (world: World, body: string, signature: string) =>
    world.send('POST', '/api/payment/webhook', body, { headers: { 'stripe-signature': signature } })

  test('R114, R47 a message that can’t be taken is shown with why until it is taken; one that nobody signed only as a time', async () => {
    let isDown = false
    const { world, operator } = await opened({
      payments: (sandbox: object) =>
        new Proxy(sandbox, {
          get: (of, name) =>
            name === 'readSubscription' && isDown
              ? () => Promise.reject(Object.assign(new Error('away'), { name: 'PaymentsUnavailable' }))
              : Reflect.get(of, name),
        }),
    })
    const ada = await world.person('ada')
    await buy(world, ada)
    const { id = '' } = (await subscriptionOf(world, ada)) ?? {}
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'customer.subscription.updated', data: { object: { id } } })
    const shown = async () => (await world.ok(operatorApi.state, {}, operator)).payments
    expect(await shown()).toEqual({ name: 'sandbox', failures: [], refusals: [], reversals: [], needless: [], unsignedAt: null })
    isDown = true
    for (let nth = 0; nth < 2; nth++)
      expect((await post(world, body, signMessage(body, secret(world), world.clock.now()))).status).toBe(503)
    expect((await shown()).failures).toMatchObject([{ eventId: 'evt_1', tries: 2, why: 'PaymentsUnavailable: away' }])
    expect((await post(world, body, 'none')).status).toBe(400)
    const { rev } = (await world.store.get(paymentTroubles, 'this')) ?? {}
    for (let nth = 0; nth < 20; nth++) await post(world, body, 'none')
    expect((await world.store.get(paymentTroubles, 'this'))?.rev).toBe(rev)
    isDown = false
    expect((await post(world, body, signMessage(body, secret(world), world.clock.now()))).status).toBe(200)
    expect(await shown()).toMatchObject({ failures: [], unsignedAt: new Date(world.clock.now()).toISOString() })
  })

  test('R114a no more than the latest fifty are kept', () => {
    let kept = noteTrouble(undefined, 'e0', 'why', 0)
    for (let nth = 1; nth < 80; nth++) kept = noteTrouble(kept, `e${nth}`, 'why', nth)
    expect([kept.failures.length, kept.failures[0]?.eventId]).toEqual([50, 'e30'])
    expect([endTrouble(kept, 'e1'), endTrouble(kept, 'e79')?.failures.length]).toEqual([undefined, 49])
    expect(endTrouble(noteTrouble(undefined, 'e1', 'why', 0), 'e1')).toBe(null)
    const unsigned = noteUnsigned(kept, 1_000_000)
    expect([noteUnsigned(unsigned, 1_059_000), noteUnsigned(unsigned, 1_061_000)?.rev]).toEqual([undefined, (unsigned?.rev ?? 0) + 1])
  })
})

describe('the installation', () => {
  test('R114a what runs by itself is shown with its latest and next round, and with what failed', async () => {
    const { world, operator } = await opened()
    let fails = true
    const loop = createLoop('a job', { ...world.services, log: silent }, { pauseMs: 50, pollMs: 2_000 }, async () => {
      if (fails) throw new Error('no luck with somebody@people.test')
      return false
    })
    onTestFinished(() => loop.stop())
    const shown = async () => (await world.ok(operatorApi.state, {}, operator)).rounds
    const inMs = (ms: number) => new Date(world.clock.now() + ms).toISOString()
    world.clock.advance(10)
    await comes(async () => expect(await shown()).toHaveLength(1))
    const failed = { at: inMs(0), why: 'Error: no luck with …@…' }
    expect(await shown()).toEqual([{ name: 'a job', at: inMs(0), nextAt: inMs(2_000), failures: 1, lastFailure: failed }])
    fails = false
    world.clock.advance(2_000)
    await comes(async () => expect((await shown())[0]?.at).toBe(inMs(0)))
    expect(await shown()).toMatchObject([{ failures: 1, lastFailure: failed }])
  })

  test('R114b every collection is counted, up to a limit and at most once a minute', async () => {
    let counts = 0
    const wrap = (store: World['store']) =>
      storeWith(store, {
        count: async (_, most) => {
          counts += 1
          return most
        },
      })
    const { world, operator } = await opened({ wrap })
    const { collections } = await world.ok(operatorApi.state, {}, operator)
    expect([collections.length > 30, new Set(collections.map(({ count, isMore }) => `${count} ${isMore}`))]).toEqual([
      true,
      new Set(['100000 true']),
    ])
    await world.ok(operatorApi.state, {}, operator)
    expect(counts).toBe(collections.length)
    const plain = await opened()
    const sizes = (await plain.world.ok(operatorApi.state, {}, plain.operator)).collections
    expect(sizes.find(({ name }) => name === 'users')).toEqual({ name: 'users', count: 1, isMore: false })
  })

  test('R114a, R112 backups, version and disk are shown', async () => {
    const { world, operator } = await opened()
    const last = { at: '2026-01-01T00:00:00.000Z', file: 'rolecall-2026.backup.gz', bytes: 1_000 }
    const put = { _id: 'this', rev: 1, dueAt: '2026-01-02T00:00:00.000Z', last, failure: 'disk full' }
    await world.store.commit([{ collection: backups, put, expectedRev: 0 }])
    const installation = {
      version: '9.9.9',
      startedAt: '2026-01-01T00:00:00.000Z',
      engine: 'sqlite' as const,
      gaps: ['mail' as const],
      hasBackups: true,
      disk: async () => ({ storeBytes: 1, freeBytes: 2 }),
    }
    Object.assign(world.services, { installation })
    expect(await world.ok(operatorApi.state, {}, operator)).toMatchObject({
      version: '9.9.9',
      gaps: ['mail'],
      storeBytes: 1,
      freeBytes: 2,
      backups: { isOn: true, last, dueAt: put.dueAt, failure: 'disk full' },
    })
    expect(versionAbove(join(process.cwd(), 'server'))).toMatch(/^\d+\.\d+\.\d+/)
    expect(versionAbove(newFolder())).toBe('unknown')
    const empty = await diskOf(newFolder(), true)()
    expect([empty.storeBytes, (empty.freeBytes ?? 0) > 0, (await diskOf(newFolder(), false)()).storeBytes]).toEqual([0, true, null])
    expect((await diskOf('/no/such/folder', true)()).freeBytes).toBe(null)
  })

  const bare = {
    production: true,
    publicUrl: undefined,
    sendgridKey: undefined,
    smtpUrl: undefined,
    payments: 'sandbox' as const,
    backups: undefined,
    mongodbUri: undefined,
    adminEmails: [],
  }
  const whole = { publicUrl: 'https://x.test', smtpUrl: 'smtp://x', payments: 'off' as const, backups: {}, adminEmails: ['a@b.co'] }

  test('R114h what isn’t set up is named, each in a line of the log; what was chosen is no gap', () => {
    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    logGaps(gapsOf(bare), log)
    expect(gapsOf(bare)).toEqual(['url', 'mail', 'payments', 'backups', 'admin'])
    expect(lines.map((line) => /not set up: .*(PUBLIC_URL|SMTP_URL|STRIPE|BACKUP_DIR|ADMIN_EMAILS)/.test(line))).toEqual(
      Array(5).fill(true),
    )
    expect(gapsOf({ ...bare, ...whole })).toEqual([])
    expect(gapsOf({ ...bare, ...whole, backups: undefined, mongodbUri: 'mongodb://x/y' })).toEqual([])
  })
})

test('R114 every loop that the server opens has a name in words', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const names = sources.flatMap((file) =>
    [...readFileSync(`server/${file}`, 'utf8').matchAll(/(?:createLoop\('|named\('(?=jobs: ))([^']+)'/g)].map(([, name = '']) => name),
  )
  expect(names).toEqual(expect.arrayContaining(['mail', 'backup', 'jobs: purge']))
  expect(names.filter((name) => roundText(name).toLowerCase() === name)).toEqual([])
})

test('R114 every collection has a name in words, and no two have the same', () => {
  const words = currentCollections.map(({ name }) => keptWords(name))
  expect(words.filter((word, nth) => word === currentCollections[nth]?.name)).toEqual([])
  expect(new Set(words).size).toBe(words.length)
})
