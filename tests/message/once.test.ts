// No message twice and none forgotten: broken commits, a provider that is away, and a plan's daily number over processes.
import { expect, test } from 'vitest'
import { messageApi } from '#protocol/mail/message.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import { type Store, StoreUnavailable, type Write } from '#server/kernel/store/store.ts'
import { queueMessages } from '#server/mail/message/jobs.ts'
import { groups } from '#server/seats/model/group.ts'
import { messageTallies } from '#server/seats/model/message.ts'
import { type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { hour } from '../kit/world/clock.ts'
import { allEmails, deliverAll } from '../kit/world/notices.ts'
import { freshStore, guestNo, openWorld, type World } from '../kit/world/world.ts'

const words = { subject: 'Bring a cup', text: 'Bring a cup.' }

/** `count` guests who said yes, put into the store as they are. */
async function invite(world: World, groupId: string, count: number) {
  const group = await world.store.get(groups, groupId)
  if (!group) throw new Error('no group')
  const at = new Date(world.clock.now()).toISOString()
  const made = Array.from({ length: count }, (_, n): Rsvp => {
    const email = guestNo(n)
    const base = { eventId: group.eventId, groupId, email, name: `Guest ${n}`, attending: true, roleIds: [], declinedRoleIds: [] }
    const rest = { confirmedEpoch: null, confirmationDate: null, orgId: null, createdAt: at, updatedAt: at }
    return { ...base, ...rest, _id: rsvpId(world.services.secrets, group, email), rev: 1 }
  })
  for (let from = 0; from < count; from += 1_000)
    await world.store.commit(made.slice(from, from + 1_000).map((put) => ({ collection: rsvps, put, expectedRev: 0 })))
}
async function setUp(world: World, count: number, tier: 'free' | 'enterprise' = 'enterprise') {
  const ada = await world.person('ada', tier)
  const made = await world.event(ada)
  await invite(world, made.groupId, count)
  const send = (from: World = world, more: object = {}) =>
    from.call(messageApi.send, { id: made.groupId, audience: {}, ...words, ...more }, ada)
  return { ada, ...made, send }
}
const ofMessages = async (world: World) => (await allEmails(world)).filter(({ notice }) => notice?.kind === 'message')

/** A store that is killed amid a commit, each second one: some of the writes are there, the rest isn't. */
const torn =
  (isTorn: () => boolean) =>
  (store: Store): Store => ({
    ...store,
    get commits() {
      return store.commits
    },
    async commit(writes: readonly Write[]) {
      if (!isTorn() || !writes.some(({ collection }) => collection.name === emails.name)) return store.commit(writes)
      const own = writes.filter(({ collection }) => collection.name === emails.name)
      await store.commit(own.slice(0, Math.ceil(own.length / 2)))
      throw new StoreUnavailable('killed')
    },
  })
async function emailsAfterTears(secrets?: (real: Secrets) => Secrets) {
  let tears = 0
  let isOn = false
  const wrap = torn(() => isOn && tears++ % 2 === 0)
  const world = await openWorld({ wrap, ...(secrets && { secrets }) })
  const { send } = await setUp(world, 600)
  await send()
  isOn = true
  for (let rounds = 0; rounds < 20; rounds++) await queueMessages(world.services).catch(() => undefined)
  isOn = false
  while (await queueMessages(world.services));
  return (await ofMessages(world)).map(({ to }) => to)
}

test('R101 a page of emails whose commit was torn is written again, and nobody gets two', async () => {
  const to = await emailsAfterTears()
  expect([to.length, new Set(to).size]).toEqual([600, 600])
})
test('R101 control: without the key of a notice they get two', async () => {
  const to = await emailsAfterTears((real) => ({
    ...real,
    idOf: (kind, ...rest) => (kind === 'notice' ? real.randomId() : real.idOf(kind, ...rest)),
  }))
  expect(new Set(to).size).toBe(600)
  expect(to.length).toBeGreaterThan(600)
})

test('R101 a provider that fails for an hour: no email twice and none forgotten, and each is counted once', async () => {
  const world = await openWorld()
  const { send } = await setUp(world, 120)
  await send()
  await world.runJobs()
  const until = world.clock.now() + hour
  const sent = await deliverAll(world, () => (world.clock.now() < until ? new Error('away') : undefined), 20_000)
  const to = sent.filter(({ subject }) => subject === words.subject).map((email) => email.to)
  expect([to.length, new Set(to).size]).toEqual([120, 120])
  const tallies = await world.store.find(messageTallies, { index: '_id' })
  expect(tallies.map(({ outcomes }) => outcomes).join('')).toBe('y'.repeat(120))
})

test('R101 two processes deliver one message, and every outcome is counted', async () => {
  const store = await freshStore()
  const one = await openWorld({ store, process: 'one' })
  const two = await openWorld({ store, process: 'two', clock: one.clock })
  const { send } = await setUp(one, 300)
  await send()
  await Promise.all(
    [one, two].map(async ({ services }) => {
      for (let rounds = 0; rounds < 10; rounds++) await queueMessages(services)
    }),
  )
  const sent = (await Promise.all([deliverAll(one), deliverAll(two)])).flat().filter(({ subject }) => subject === words.subject)
  expect([sent.length, new Set(sent.map(({ to }) => to)).size]).toEqual([300, 300])
  const tallies = await store.find(messageTallies, { index: '_id' })
  expect(tallies.map(({ outcomes }) => outcomes).join('')).toBe('y'.repeat(300))
  await store.close()
})

test('R101e a plan’s daily number holds over processes, and a refused message reaches nobody', async () => {
  const store = await freshStore()
  const worlds = await Promise.all(['one', 'two', 'three'].map((process) => openWorld({ store, process })))
  const [first] = worlds
  if (!first) throw new Error('no world')
  const { send } = await setUp(first, 20, 'free')
  const answers = await Promise.all(worlds.flatMap((world) => [send(world), send(world)]))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 200, 429, 429, 429, 429])
  expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'messages-spent', limit: 50, left: 10 })
  await first.runJobs()
  expect(await ofMessages(first)).toHaveLength(40)
  first.clock.advance(25 * hour)
  expect((await send(first)).status).toBe(200)
  await store.close()
})

test('R101, R56 the same request again is the same message', async () => {
  const world = await openWorld()
  const { ada, groupId } = await setUp(world, 3)
  const as = { ...ada, headers: { 'idempotency-key': 'once' } }
  const sent = { id: groupId, audience: {}, ...words }
  const [one, two] = [await world.ok(messageApi.send, sent, as), await world.ok(messageApi.send, sent, as)]
  expect(one).toEqual(two)
  await world.runJobs()
  expect(await ofMessages(world)).toHaveLength(3)
})
