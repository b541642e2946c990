// Long: commits are heard while the stream is late by seconds.
// A process's own commits, told as soon as they are acknowledged: once, in order, and with nothing that depends on it.
import { expect, onTestFinished, test } from 'vitest'
import { formRoom, groupRoom } from '#protocol/live.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { type MongoStore, openMongo } from '#server/kernel/store/mongo/engine.ts'
import { type CommittedChange, RevisionConflict } from '#server/kernel/store/store.ts'
import type { Hook } from '#tests/mongod/server.ts'
import { chance } from '../kit/model/chance.ts'
import { ownStandIn, sleep } from '../kit/process/mongo-house.ts'
import { openProcesses } from '../kit/process/processes.ts'
import { freshMongo } from '../kit/world/fresh-store.ts'
import { contractCollections, drop, type Guest, guests, put } from '../store/fixtures.ts'

const asText = ({ record, isDropped }: CommittedChange) => `${isDropped ? '-' : '+'}${record._id}@${record.rev}`

async function listen(store: MongoStore) {
  const heard: string[] = []
  const misses: number[] = []
  await store.follow([guests], {
    changed: (changes) => heard.push(...changes.map(asText)),
    missed: () => misses.push(heard.length),
  })
  return { store, heard, misses }
}

/** Two processes over a stand-in of their own, and `order`, which commits nothing of it and so hears all of it from the stream, in its order. */
async function setUp() {
  const mongod = await ownStandIn()
  const first = await freshMongo(mongod.uri, contractCollections)
  const another = async () => {
    const store = await openMongo({ uri: first.uri, collections: contractCollections, version: storeVersion })
    onTestFinished(() => store.close())
    return store
  }
  const [own, other, order] = await Promise.all([listen(first), another().then(listen), another().then(listen)])
  /** From here on streams bring everything so much later; those that wait for something already have got it. */
  async function delayStreams(ms: () => number) {
    const all = [own, other, order]
    const marker = { _id: 'marker', rev: 1 }
    mongod.onCommand(lateStreams(ms))
    await order.store.commit([put(guests, marker)])
    await expect.poll(() => all.map(({ heard }) => heard.at(-1)), { interval: 5 }).toEqual(all.map(() => '+marker@1'))
    for (const { heard } of all) heard.length = 0
  }
  return { mongod, own, other, order, delayStreams }
}

const readsStream = (name: string, command: Readonly<Record<string, unknown>>) =>
  name === 'getMore' && command.collection === '$cmd.aggregate'
const lateStreams =
  (ms: () => number): Hook =>
  async (name, command) => {
    if (readsStream(name, command)) await sleep(ms())
    return undefined
  }
const ada: Guest = { _id: 'ada', rev: 1, groupId: 'g' }

test('ST20 (stand-in) one’s own commits are heard while the stream is late, and its copies of them are not', async () => {
  const { own, other, delayStreams } = await setUp()
  await delayStreams(() => 1_500)
  await own.store.commit([put(guests, ada)])
  await own.store.commit([put(guests, { ...ada, rev: 2 }), put(guests, { _id: 'bob', rev: 1, groupId: 'g' })])
  await own.store.commit([drop(guests, { ...ada, rev: 2 })])
  await sleep(100)
  expect([own.heard, other.heard]).toEqual([['+ada@1', '+ada@2', '+bob@1', '-ada@2'], []])
  await expect.poll(() => other.heard).toHaveLength(4)
  await sleep(1_600)
  expect([own.heard.length, own.misses]).toEqual([4, []])
})

test('ST20 (stand-in) a commit over one that the stream has yet to bring is not told before it', async () => {
  const { own, other, delayStreams } = await setUp()
  await own.store.commit([put(guests, ada)])
  await delayStreams(() => 1_500)
  await other.store.commit([put(guests, { ...ada, rev: 2 })])
  await own.store.commit([put(guests, { ...ada, rev: 3 })])
  await sleep(100)
  expect([own.heard, other.heard]).toEqual([[], ['+ada@2']])
  for (const { heard } of [own, other]) await expect.poll(() => heard).toEqual(['+ada@2', '+ada@3'])
})

test('ST20, S17 (stand-in) commits whose acknowledgement is lost, or comes after the stream, are heard once', async () => {
  const { mongod, own } = await setUp()
  let commits = 0
  mongod.onCommand((name) => (name === 'commitTransaction' && commits++ % 2 === 0 ? { lost: 'answer' } : undefined))
  const all = Array.from({ length: 5 }, (_, n) => [
    put(guests, { ...ada, rev: n + 1 }),
    put(guests, { _id: `g${n}`, rev: 1, groupId: 'g' }),
  ])
  for (const writes of all) await own.store.commit(writes)
  await expect.poll(() => own.heard.length).toBeGreaterThanOrEqual(10)
  await sleep(500)
  expect([own.heard, own.misses]).toEqual([all.flatMap((_, n) => [`+ada@${n + 1}`, `+g${n}@1`]), []])
})

/** Changes one of three records, at times two of them at once; whoever was faster wins. */
async function change({ store }: { store: MongoStore }, next: () => number) {
  const ids = ['ada', 'bob', 'cora'].filter(() => next() < 0.5)
  const current = await Promise.all(ids.map(async (_id) => (await store.get(guests, _id)) ?? { _id, rev: 0 }))
  await store.commit(current.map((guest) => put(guests, { ...guest, rev: guest.rev + 1 }))).catch((error: unknown) => {
    if (!(error instanceof RevisionConflict)) throw error
  })
}
const of = (heard: readonly string[], id: string) => heard.filter((text) => text.startsWith(`+${id}@`))

test('ST20 (stand-in) while two processes change the same records, and streams lag, both hear each change once and in its order', async () => {
  const { own, other, order, delayStreams } = await setUp()
  const { next, seed } = chance()
  await delayStreams(() => (next() < 0.5 ? 0 : next() * 30))
  let sooner = 0
  for (let n = 0; n < 150; n++) {
    await Promise.all([own, other].map((one) => change(one, next)))
    sooner += own.heard.length > order.heard.length ? 1 : 0
  }
  const last = { _id: 'last', rev: 1 }
  await own.store.commit([put(guests, last)])
  await expect.poll(() => [other, order].map(({ heard }) => heard.at(-1))).toEqual(['+last@1', '+last@1'])
  await expect.poll(() => own.heard.length).toBe(order.heard.length)
  for (const id of ['ada', 'bob', 'cora'])
    expect([seed, of(own.heard, id), of(other.heard, id)]).toEqual([seed, of(order.heard, id), of(order.heard, id)])
  expect(sooner).toBeGreaterThan(0) // the control: there was something to be told ahead of the stream
})

test.each([false, true])('L8 each commit is broadcast once to every watcher (by the stream alone: %s)', async (streamAlone) => {
  const { worlds, wire } = await openProcesses(['near', 'far'], { streamAlone })
  const [near] = worlds
  const ada = await near.person('ada')
  const { groupId, eventId } = await near.event(ada, [{ name: 'Guest', max: 20 }])
  const watchers = await Promise.all(
    worlds.map(async (world) => {
      const desk = await world.socket(ada)
      for (const room of [groupRoom(groupId), formRoom(groupId, eventId)]) expect(await desk.watch(room)).toHaveProperty('view')
      return desk
    }),
  )
  await sleep(300)
  for (const { heard } of watchers) heard.length = 0
  wire.arrived.length = 0
  const revs: number[] = []
  for (let n = 0; n < 5; n++) {
    const { body } = await near.answer(groupId, near.proven(`g${n}@guests.test`, groupId), ['Guest'])
    revs.push(body.form.rev)
    await sleep(200)
  }
  for (const desk of watchers) {
    await expect.poll(() => desk.seen('group').at(-1)?.rev).toBe(revs.at(-1))
    expect((['group', 'form'] as const).map((name) => desk.seen(name).map(({ rev }) => rev))).toEqual([revs, revs])
    expect(desk.seen('rsvp')).toHaveLength(5)
  }
  for (const name of ['near', 'far']) {
    const arrived = wire.arrived.filter(({ to }) => to === name).flatMap(({ changes }) => changes)
    expect([name, arrived.filter(({ collection }) => collection === 'groups').map(({ record }) => record.rev)]).toEqual([name, revs])
  }
})
