// Long: several real servers share jobs that come due by the clock.
// Several server processes on one database: what is sent to all of them at once happens once, and their jobs share the work.
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { purge } from '#server/app/jobs/jobs.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import type { Mailer } from '#server/kernel/ports/mailer.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { tokens } from '#server/people/model/access.ts'
import { events } from '#server/seats/model/event.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { openProcesses } from '../kit/process/processes.ts'
import { day } from '../kit/world/clock.ts'
import { comes, longer } from '../kit/world/pace.ts'
import type { As, World } from '../kit/world/world.ts'

const guests = process.env.SOAK === undefined ? 240 : 1_000
const names = ['a', 'b', 'c'] as const
const times = <T>(amount: number, make: (n: number) => T) => Array.from({ length: amount }, (_, n) => make(n))

async function setUp() {
  const { worlds, clock } = await openProcesses(names)
  const at = (n: number) => worlds[n % worlds.length] as World
  return { worlds, world: worlds[0], clock, at, ada: await worlds[0].person('ada') }
}
const owned = (world: World, ownerId: string) => world.store.find(events, { index: 'owner', where: { ownerId } })

test('R56 one Idempotency-Key sent to all processes at once has one effect, and the same answer from each', async () => {
  const { world, at, ada } = await setUp()
  const once: As = { ...ada, headers: { 'idempotency-key': 'once' } }
  const input = { event: world.eventInput(), groups: [{}] }
  const made = await Promise.all(times(12, (n) => at(n).ok(eventApi.createWithGroup, input, once)))
  expect(new Set(made.map((reply) => JSON.stringify(reply))).size).toBe(1)
  expect(await owned(world, ada.userId)).toHaveLength(1)
  // The control: without the key it is an event each, up to the limit.
  await Promise.all(times(2, (n) => at(n).call(eventApi.createWithGroup, input, ada)))
  expect(await owned(world, ada.userId)).toHaveLength(2)
})

test('R43 of 30 free events created over all processes at once exactly two are made', async () => {
  const { world, at, ada } = await setUp()
  const input = { event: world.eventInput(), groups: [{}] }
  const answers = await Promise.all(times(30, (n) => at(n).call(eventApi.createWithGroup, input, ada)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(await owned(world, ada.userId)).toHaveLength(2)
})

/** An event that has been moved, with `guests` who said yes to it. */
async function moved() {
  const setting = await setUp()
  const { world, at, ada } = setting
  const { groupId, eventId } = await world.event(ada)
  const crowd = world.crowd(guests, groupId)
  const answers = await Promise.all(crowd.map((guest, n) => at(n).answer(groupId, guest, [])))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  const start = world.inDays(9)
  await world.ok(eventApi.update, { id: eventId, start, end: world.inDays(10) }, ada)
  return { ...setting, groupId, eventId, crowd }
}
/** Works like a server's jobs, without the purge, until nothing is due. */
const runAll = (worlds: readonly World[]) => Promise.all(worlds.map((world) => world.runJobs()))
const lettersTo = (all: readonly { to: string; message?: unknown }[], to: string) =>
  all.filter((one) => one.to === to && JSON.stringify(one.message ?? '').includes('moved'))

test('R54 M1 M3 everyone is told once of a move, with the jobs and the mail of all processes at work', longer, async () => {
  const { worlds, world, clock, crowd } = await moved()
  await runAll(worlds)
  const kept = await world.store.find(emails, { index: 'expiry', limit: 10_000 })
  expect(crowd.filter(({ email }) => lettersTo(kept, email).length !== 1)).toEqual([])

  const sent: string[] = []
  const senders = new Set<string>()
  const mailerOf = (name: string): Mailer => ({
    name: 'smtp',
    keeps: false,
    async send({ id }) {
      await new Promise((delivered) => setTimeout(delivered, 2))
      sent.push(id)
      senders.add(name)
    },
  })
  const loops = worlds.map(({ services }, nth) =>
    createDelivery({ ...services, mailer: mailerOf(String(nth)), log: pino({ level: 'silent' }) }),
  )
  onTestFinished(async () => void (await Promise.all(loops.map((loop) => loop.stop()))))
  await comes(async () => {
    clock.advance(1_000)
    const left = await world.store.find(emails, { index: 'due', where: { state: 'normal' }, limit: 1 })
    expect([left.length, (await world.store.find(emails, { index: 'due', where: { state: 'urgent' }, limit: 1 })).length]).toEqual([0, 0])
  }, 20)
  expect(sent).toHaveLength(kept.filter(({ state }) => state !== 'sent').length)
  expect(new Set(sent).size).toBe(sent.length)
  expect(senders.size).toBeGreaterThan(1)
})

test('R57 what has expired is purged by all processes at once, whole, and nothing else', async () => {
  const { worlds, world, clock, ada, groupId, eventId } = await moved()
  const other = await world.event(ada)
  await world.answer(other.groupId, world.proven('stays@guests.test', other.groupId), [])
  await world.ok(eventApi.remove, { id: eventId }, ada)
  clock.advance(200 * day)
  await runAll(worlds)
  await Promise.all(worlds.map(async ({ store }) => purge(store, clock.now())))
  const left = async (where: string) => (await world.store.find(rsvps, { index: 'group', where: { groupId: where } })).length
  expect([await left(groupId), await left(other.groupId)]).toEqual([0, 1])
  expect(await world.store.get(events, eventId)).toBeUndefined()
  expect(await world.store.find(tokens, { index: 'expiry', to: new Date(clock.now()).toISOString() })).toEqual([])
})
