// Long: the real server is killed and started again in each of its jobs.
// The real server killed in what it does by itself, after the reply: emails, fan-outs, the payment provider's messages and the purge.
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { emails } from '#server/kernel/emails/outbox.ts'
import { sandboxRecords } from '#server/kernel/ports/payments-sandbox.ts'
import { createSecrets } from '#server/kernel/ports/secrets.ts'
import { createSignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import type { Collection, Store, Stored } from '#server/kernel/store/store.ts'
import { keptReplies } from '#server/kernel/write/idempotency.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { users } from '#server/people/model/account.ts'
import { handledEvents } from '#server/people/model/plan.ts'
import { fanouts } from '#server/seats/fanout/record.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { submit } from '../kit/process/burst.ts'
import { arm, disarm, type Point } from '../kit/process/points.ts'
import { bundled, newFolder, startServer } from '../kit/process/process.ts'
import { fill, openStore, ownerToken, putNew, type Seeded, tokenSecret } from '../kit/process/seed.ts'
import { minute, testClock } from '../kit/world/clock.ts'
import { untilSeen } from '../kit/world/pace.ts'
import { openSmtp } from '../kit/world/smtp.ts'

const owner = { authorization: `Bearer ${ownerToken}`, 'content-type': 'application/json' }
const long = 600_000

async function inStore<T>(folder: string, look: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(folder)
  try {
    return await look(store)
  } finally {
    await store.close()
  }
}
const count = async <R extends Stored>(store: Store, collection: Collection<R>, index: string) =>
  (await store.find(collection, { index, limit: 10_000 })).length

/** Starts one server after the other over `folder`, each of which dies at its point; `first` sets it off. Then one that lives until `isDone`. */
async function dieAt(
  folder: string,
  points: readonly Point[],
  isDone: (url: string) => Promise<boolean>,
  first: (url: string) => Promise<unknown> = async () => {},
  env: Record<string, string> = {},
) {
  const entry = await bundled('tests/kit/process/self-killing-child.ts')
  for (const [nth, point] of points.entries()) {
    // What the first one begins, the others find at their start, and die of.
    if (nth > 0) arm(folder, point)
    const server = await startServer(folder, env, entry).catch(String)
    if (nth === 0) arm(folder, point)
    if (nth === 0 && typeof server !== 'string') await first(server.url).catch(() => {})
    expect([nth, typeof server === 'string' ? server : await server.exit]).toEqual([nth, expect.stringContaining('SIGKILL')])
    disarm(folder)
  }
  const last = await startServer(folder, {}, entry)
  await expect.poll(() => isDone(last.url)).toBe(true)
  last.signal('SIGTERM')
  expect(await last.exit).toBe(0)
}

/** Delivers what is due a minute later, when the lease of a sender that died is over. */
async function deliverLater(folder: string): Promise<string[]> {
  const sent: string[] = []
  const clock = testClock(Date.now() + minute + 1_000)
  const mailer = { name: 'outbox' as const, keeps: true, send: async ({ to }: { to: string }) => void sent.push(to) }
  await inStore(folder, async (store) => {
    const publicUrl = 'http://rolecall.test'
    const signedTokens = createSignedTokens({ clock, publicUrl, secrets: [tokenSecret] })
    const secrets = createSecrets(tokenSecret, 'id key')
    const mail = createDelivery({
      holdSeat: async () => {},
      store,
      clock,
      secrets,
      signedTokens,
      publicUrl,
      supportEmail: 'help@rolecall.test',
      mailer,
      log: pino({ level: 'silent' }),
    })
    clock.advance(20)
    await mail.stop()
  })
  return sent
}

test.each([
  ['before it is leased', { when: 'before', nth: 1 }, [0, 1]],
  ['once it is leased', { when: 'after', nth: 1 }, [0, 1]],
  ['once it is sent, and not yet noted', { when: 'before', nth: 2 }, [1, 1]],
  ['once it is noted', { when: 'after', nth: 2 }, [1, 0]],
] as const)('S6, M3 killed between reply and email, %s: the email is not lost, and never written twice', async (_, at, [sent, later]) => {
  const [folder, smtp] = [newFolder(), await openSmtp()]
  const [target] = (await fill(folder, { groups: 1, seats: 10 })) as [Seeded]
  const server = await startServer(folder, { SMTP_URL: smtp.url }, await bundled('tests/kit/process/self-killing-child.ts'))
  arm(folder, { ...at, collection: 'emails', only: true })
  const { status } = await submit(undefined, server.url, target, {
    email: 'guest@guests.test',
    name: 'A guest',
    attending: true,
    roles: ['Guest'],
  })
  expect([status, await server.exit]).toEqual([200, 'SIGKILL'])
  expect([smtp.letters.length, await deliverLater(folder)]).toEqual([sent, later ? ['guest@guests.test'] : []])
  expect(await inStore(folder, (store) => count(store, emails, 'expiry'))).toBe(1)
})

const json = { 'content-type': 'application/json' }

const guests = 250
/** Moves an event of 250 guests, kills what tells them at these points, and gives whom emails were written to, and the fan-outs left. */
async function tellAll(points: readonly Point[], env?: Record<string, string>) {
  const folder = newFolder()
  const [{ groupId, eventId }] = (await fill(folder, { groups: 1, seats: 500, rsvps: guests })) as [Seeded]
  const all = await inStore(folder, (store) => store.find(rsvps, { index: 'group', where: { groupId }, limit: guests }))
  const move = (url: string) => {
    const [start, end] = [3, 4].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
    return fetch(`${url}/api/event/${eventId}`, { method: 'PUT', headers: { ...owner, ...json }, body: JSON.stringify({ start, end }) })
  }
  const isDone = async (url: string) => (await (await fetch(`${url}/api/dev/outbox?to=${all.at(-1)?.email}`)).json()).messages.length > 0
  await dieAt(folder, points, isDone, move, env)
  return inStore(folder, async (store) => {
    const letters = await store.find(emails, { index: 'expiry', limit: 10_000 })
    return { to: letters.map(({ to }) => to), left: await count(store, fanouts, 'due') }
  })
}

test('S6, R54 killed before, amid and after a page of a fan-out: each of 250 guests gets one email', { timeout: long }, async () => {
  const { to, left } = await tellAll([
    // The command itself writes the fan-out down, then come its pages.
    { when: 'amid', collection: 'fanouts', nth: 2 },
    { when: 'after', collection: 'fanouts' },
    { when: 'before', collection: 'fanouts' },
    { when: 'amid', collection: 'fanouts' },
    { when: 'after', collection: 'fanouts' },
  ])
  expect([to.length, new Set(to).size, left]).toEqual([guests, guests, 0])
})

test('S6 control: a store that commits one write after the other is seen to leave guests out', {
  ...untilSeen,
  timeout: long,
}, async () => {
  const { to } = await tellAll([{ when: 'amid', collection: 'fanouts', nth: 2 }], { HALVES: '1' })
  expect(to.length).toBeLessThan(guests)
})

test('S6, R47 killed before, amid and after a payment message’s effect, and before it is noted as taken: one effect each', {
  timeout: long,
}, async () => {
  const folder = newFolder()
  const [{ groupId }] = (await fill(folder, { groups: 1, seats: 10 })) as [Seeded]
  await inStore(folder, async (store) => {
    const user = await store.get(users, ((await store.get(groups, groupId)) as Group).ownerId)
    // Who has a bigger plan is sold no upgrade (R49).
    if (user) await store.commit([{ collection: users, put: next(user, { tier: 'free' }), expectedRev: user.rev }])
  })
  const pay = async (url: string) => {
    const checkout = { method: 'POST', headers: { ...owner, ...json }, body: JSON.stringify({ groupId, mode: 'subscription' }) }
    const { sessionId } = await (await fetch(`${url}/api/payment/checkout`, checkout)).json()
    await fetch(`${url}/sandbox/checkout/${sessionId}`, { method: 'POST', body: new URLSearchParams({ do: 'pay' }) })
  }
  const isDone = () => wait(3_000, true)
  const points: Point[] = [
    { when: 'before', collection: 'payment_events' },
    { when: 'amid', collection: 'payment_events' },
    { when: 'after', collection: 'payment_events' },
    { when: 'before', collection: 'sandbox', only: true },
  ]
  await dieAt(folder, points, isDone, pay)
  await inStore(folder, async (store) => {
    const { paid } = (await store.get(groups, groupId)) as Group
    expect(paid?.subscriptions.map(({ status }) => status)).toEqual(['active'])
    // 'checkout.session.completed' and 'customer.subscription.created'
    expect([paid?.syncs, await count(store, handledEvents, 'expiry'), await count(store, sandboxRecords, 'due')]).toEqual([2, 2, 0])
  })
})

const isoAt = (ms: number) => new Date(Date.now() + ms).toISOString()
/** What is over: an event's answers that are to go, and 300 kept replies; and what is not. */
async function overdue(folder: string) {
  const [gone, stays] = (await fill(folder, { groups: 2, seats: 500, rsvps: guests })) as [Seeded, Seeded]
  const group = { _id: gone.groupId, eventId: gone.eventId, name: 'Gone' }
  const purge = { _id: 'f'.repeat(24), rev: 1, kind: 'purge' as const, group, event: null, role: null, cursor: null, dueAt: isoAt(-minute) }
  const reply = (n: number) => ({ _id: `reply-${n}`, rev: 1, request: '', reply: null, expiresAt: isoAt(n < 300 ? -minute : 60 * minute) })
  const replies = Array.from({ length: 310 }, (_, n) => putNew(keptReplies, reply(n)))
  await inStore(folder, (store) => store.commit([putNew(fanouts, purge), ...replies]))
  return { gone, stays }
}

test('S6, R57 killed before, amid and after a page of the purge: what is over goes, and nothing else', { timeout: long }, async () => {
  const folder = newFolder()
  const { gone, stays } = await overdue(folder)
  const points: Point[] = [
    { when: 'amid', collection: 'fanouts' },
    { when: 'after', collection: 'fanouts' },
    { when: 'before', collection: 'fanouts' },
    { when: 'before', collection: 'keptReplies' },
    { when: 'amid', collection: 'keptReplies' },
    { when: 'after', collection: 'keptReplies' },
  ]
  await dieAt(folder, points, () => wait(3_000, true))
  await inStore(folder, async (store) => {
    const left = ({ groupId }: Seeded) => store.find(rsvps, { index: 'group', where: { groupId }, limit: 1_000 })
    expect([(await left(gone)).length, (await left(stays)).length]).toEqual([0, guests])
    expect([await count(store, keptReplies, 'expiry'), await count(store, fanouts, 'due')]).toEqual([10, 0])
  })
})
