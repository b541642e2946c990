// Long: stores of every release are migrated, and cut off at every batch.
// Migrations (R111): each record is changed once, however often whoever does it is cut off, and by one process of several.
import { expect, inject, onTestFinished, test } from 'vitest'
import { type Migrating, type Migration, migrate, type OldRecord, stateOf, storeStates } from '#server/kernel/store/migrate.ts'
import { migrations, storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { foresee } from '#server/kernel/store/preview-migration.ts'
import { refuseOlder, sayServing, servings } from '#server/kernel/store/serving-processes.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import {
  type Collection,
  type Reader,
  RevisionConflict,
  type Store,
  StoreRefused,
  StoreUnavailable,
  type Write,
} from '#server/kernel/store/store.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { morning } from '../kit/world/clock.ts'
import { freshMongo } from '../kit/world/fresh-store.ts'
import { type Counter, counters, type Guest, guests } from './fixtures.ts'

const collections: readonly Collection<never>[] = [guests, counters, storeStates, servings]
const uri = inject('mongodb')
const open = async (declared: readonly Collection<never>[]): Promise<Store> => {
  if (uri !== undefined) return freshMongo(uri, declared)
  const store = await openSqlite({ file: ':memory:', collections: declared })
  onTestFinished(() => store.close())
  return store
}

/** Both would show in the numbers if they met a record twice. */
const counting: Migration = {
  what: 'one more',
  changes: { counters: (one) => ({ ...one, taken: Number(one.taken) + 1 }), guests: (one) => ({ coming: false, ...one }) },
}
const doubling: Migration = { what: 'twice', changes: { counters: (one) => ({ ...one, taken: Number(one.taken) * 2 }) } }
const both = [counting, doubling]

const amounts = { counters: 520, guests: 30 }
const idOf = (n: number) => `n${String(n).padStart(4, '0')}`
async function filled(declared = collections): Promise<Store> {
  const store = await open(declared)
  const some = Array.from({ length: amounts.counters }, (_, n): Write => ({ collection: counters, put: counterOf(n), expectedRev: 0 }))
  for (let from = 0; from < some.length; from += 200) await store.commit(some.slice(from, from + 200))
  await store.commit(Array.from({ length: amounts.guests }, (_, n): Write => ({ collection: guests, put: guestOf(n), expectedRev: 0 })))
  return store
}
const counterOf = (n: number): Counter => ({ _id: idOf(n), rev: 1 + (n % 3), taken: n })
const guestOf = (n: number): Guest => ({ _id: idOf(n), rev: 1, groupId: 'g', email: `${n}@x.io`, ...(n % 2 === 0 && { coming: true }) })

const everyCounter = (reader: Reader) => reader.find(counters, { index: '_id', limit: 10_000 })
async function expectDoneOnce(store: Store) {
  const expected = Array.from({ length: amounts.counters }, (_, n) => ({ ...counterOf(n), rev: 3 + (n % 3), taken: (n + 1) * 2 }))
  // 0 becomes 2; none stays as it is
  expect(await everyCounter(store)).toEqual(expected)
  const people = await store.find(guests, { index: 'byGroup', where: { groupId: 'g' }, limit: 100 })
  expect(people).toEqual(people.map((_, n) => ({ ...guestOf(n), coming: n % 2 === 0, rev: n % 2 === 0 ? 1 : 2 })))
  expect(await store.find(guests, { index: 'byComing', where: { coming: false }, limit: 100 })).toHaveLength(amounts.guests / 2)
  const { version, at } = await stateOf(store)
  expect({ version, at }).toEqual({ version: 3, at: undefined })
}
const run = (store: Store, more: Partial<Migrating> = {}) => migrate({ store, collections, migrations: both, now: () => morning, ...more })

test('R111b, R111c every record is changed once by each migration, in their order, at a higher revision; the store says which version it is of, and since when', async () => {
  const store = await filled()
  const progress: unknown[] = []
  await run(store, { now: () => Date.parse('2026-12-01T09:00:00Z'), onProgress: (done) => progress.push(done) })
  await expectDoneOnce(store)
  expect(progress).toEqual([
    { version: 2, written: amounts.counters + amounts.guests / 2 },
    { version: 3, written: amounts.counters },
  ])
  expect(await store.get(storeStates, 'this')).toMatchObject({ version: 3, since: '2026-12-01T09:00:00.000Z' })
  const before = store.commits
  await run(store)
  expect(store.commits).toBe(before)
})

test('R111 who has read the old shape cannot write over the new one', async () => {
  const store = await filled()
  const old = await store.get(counters, idOf(7))
  await run(store)
  const late: Write = { collection: counters, put: { ...old, _id: idOf(7), rev: 3 }, expectedRev: old?.rev ?? 0 }
  await expect(store.commit([late])).rejects.toBeInstanceOf(RevisionConflict)
  await expectDoneOnce(store)
})

/** A store whose nth commit fails: before anything is written, or after all of it is. */
function failingAt(store: Store, nth: number, when: 'before' | 'after'): Store {
  let met = 0
  return storeWith(store, {
    async commit(writes) {
      const isHere = ++met === nth
      if (isHere && when === 'before') throw new StoreUnavailable('away')
      await store.commit(writes)
      if (isHere) throw new StoreUnavailable('the answer got lost')
    },
  })
}

for (const when of ['before', 'after'] as const)
  for (const process of [undefined, 'one'])
    test(`R111 cut off ${when} every commit${process ? ' of one of several processes' : ''}, and begun again, all is as if done once`, async () => {
      let nth = 0
      const cuts: unknown[] = []
      for (let isCut = true; isCut; ) {
        nth++
        const store = await filled()
        const error = await run(failingAt(store, nth, when), { process }).catch((reason: unknown) => reason)
        isCut = error !== undefined
        if (isCut) {
          cuts.push(error)
          await run(store, { process })
        }
        await expectDoneOnce(store)
      }
      expect(cuts.length).toBeGreaterThanOrEqual(8)
      expect(cuts.filter((error) => !(error instanceof StoreUnavailable))).toEqual([])
    })

test('R111 a collection gets another name, however often that is cut off, and each record of it is there once, as it was', async () => {
  const named = { ...counters, name: 'tallies' }
  const renaming: Migration = { what: 'another name', changes: {}, renames: { counters: named.name } }
  const more = { migrations: [renaming, { what: 'one more', changes: { tallies: (one: OldRecord) => ({ marked: true, ...one }) } }] }
  const known = [...collections, named]
  for (let [nth, isCut] = [1, true]; isCut; nth++) {
    const store = await filled(known)
    const foreseen = await foresee(store, { collections: known, ...more })
    expect(foreseen.map(({ counts }) => counts)).toEqual([{ counters: amounts.counters }, { tallies: amounts.counters }])
    isCut = await run(failingAt(store, nth, 'after'), { collections: known, ...more }).then(
      () => false,
      () => true,
    )
    if (isCut) await run(store, { collections: known, ...more })
    expect(await everyCounter(store)).toEqual([])
    const expected = Array.from({ length: amounts.counters }, (_, n) => ({ marked: true, ...counterOf(n), rev: 2 + (n % 3) }))
    expect(await store.find(named, { index: '_id', limit: 10_000 })).toEqual(expected)
  }
})

test('R111 what is added because of a record is there once, however often that is cut off, and what is there already stays', async () => {
  const noted = { ...counters, name: 'notes' }
  const known = [...collections, noted]
  const notesOf = ({ _id, taken }: OldRecord) => [`${_id} a`, `${_id} b`].map((id) => ({ _id: id, rev: 1, taken: Number(taken) }))
  const adding: Migration = {
    what: 'two more',
    changes: { counters: (one) => ({ marked: true, ...one, taken: Number(one.taken) + (one.marked ? 0 : 1) }) },
    adds: { counters: (one) => ({ collection: 'notes', records: notesOf(one) }) },
  }
  const more = { collections: known, migrations: [adding] }
  const there = { _id: `${idOf(7)} a`, rev: 5, taken: -1 }
  const cuts: unknown[] = []
  for (let [nth, isCut] = [1, true]; isCut; nth++) {
    const store = await filled(known)
    await store.commit([{ collection: noted, put: there, expectedRev: 0 }])
    const [foreseen] = await foresee(store, more)
    expect(foreseen?.counts).toEqual({ counters: amounts.counters, notes: 2 * amounts.counters - 1 })
    const error = await run(failingAt(store, nth, 'after'), more).catch((reason: unknown) => reason)
    isCut = error !== undefined
    if (isCut) {
      cuts.push(error)
      await run(store, more)
    }
    const expected = (await everyCounter(store)).flatMap((one) => notesOf({ ...one, taken: one.taken }))
    expect(await store.find(noted, { index: '_id', limit: 10_000 })).toEqual(expected.map((one) => (one._id === there._id ? there : one)))
    expect((await everyCounter(store)).map(({ taken }) => taken)).toEqual(Array.from({ length: amounts.counters }, (_, n) => n + 1))
  }
  expect(cuts.length).toBeGreaterThan(2)
})

test('R111 control: where a batch and how far it is are not one commit, records are seen to be changed twice', async () => {
  const store = await filled()
  const halving = storeWith(store, {
    async commit(writes) {
      await store.commit(writes.filter(({ collection }) => collection.name !== storeStates.name))
      throw new StoreUnavailable('before it said how far it was')
    },
  })
  await expect(run(halving)).rejects.toBeInstanceOf(StoreUnavailable)
  await run(store)
  await expect(expectDoneOnce(store)).rejects.toThrow(/deeply equal/)
})

test('R111d of processes that start together one migrates, the others wait, and each goes on when it is done', async () => {
  const store = await filled()
  const progress: unknown[][] = [[], [], []]
  await Promise.all(progress.map((own, n) => run(store, { process: `p${n}`, onProgress: (done) => own.push(done) })))
  await expectDoneOnce(store)
  expect(progress.filter((own) => own.some((done) => done !== 'waiting'))).toHaveLength(1)
})

test('R111b what a killed process has begun another one goes on with when its lease is over, not before', async () => {
  const store = await filled()
  let now = Date.parse('2026-12-01T09:00:00Z')
  const clock = () => now
  await expect(run(failingAt(store, 3, 'after'), { process: 'killed', now: clock })).rejects.toBeInstanceOf(StoreUnavailable)
  const [half, progress] = [await stateOf(store), [] as unknown[]]
  expect(half).toMatchObject({ version: 1, at: { collection: 'counters' }, lease: { by: 'killed' } })
  const next = run(store, { process: 'next', now: clock, onProgress: (done) => progress.push(done) })
  await expect.poll(() => progress).toEqual(['waiting'])
  expect(await stateOf(store)).toEqual(half)
  now += 15_001
  await next
  await expectDoneOnce(store)
})

test('R111 over records that stay as they are, too, the lease never runs out and the place is kept', async () => {
  const store = await filled()
  let now = Date.parse('2026-12-01T09:00:00Z')
  const [leases, places] = [[] as boolean[], [] as (string | undefined)[]]
  const slow = storeWith(store, {
    async find(collection, query) {
      const { lease, at } = await stateOf(store)
      now += 6_000
      leases.push((lease?.until ?? '') > new Date(now).toISOString())
      places.push(at?.after)
      return store.find(collection, query)
    },
  })
  const unchanged: Migration = { what: 'nothing', changes: { counters: (one) => one } }
  await run(slow, { migrations: [unchanged], process: 'one', now: () => now })
  expect(leases).toEqual([true, true, true])
  expect(places).toEqual([undefined, idOf(249), idOf(499)])
  expect((await everyCounter(store)).map(({ rev }) => rev)).toEqual(Array.from({ length: amounts.counters }, (_, n) => counterOf(n).rev))
  expect(await stateOf(store)).toMatchObject({ version: 2 })
})

test('R111 what others commit meanwhile is neither lost nor left in the old shape', async () => {
  const store = await filled()
  let [isOver, added] = [false, 0]
  const writing = async () => {
    while (!isOver) {
      const before = await store.get(counters, idOf(300))
      const put = { ...before, _id: idOf(300), rev: (before?.rev ?? 0) + 1, taken: (before?.taken ?? 0) + 1_000_000 }
      await store.commit([{ collection: counters, put, expectedRev: before?.rev ?? 0 }]).then(
        () => added++,
        () => {},
      )
      await new Promise(setImmediate)
    }
  }
  const done = writing()
  await run(store, { migrations: [counting] })
  isOver = true
  await done
  expect(added).toBeGreaterThan(0)
  expect(await store.get(counters, idOf(300))).toMatchObject({ taken: 301 + added * 1_000_000 })
})

test('R111c a store of a newer version is refused in a sentence, also amid its migration', async () => {
  const store = await filled()
  await run(store)
  const sentence =
    'The store was written by a newer version of Rolecall (store version 3, this one reads 2): start that version, or restore a backup from before it.'
  await expect(run(store, { migrations: [counting] })).rejects.toThrow(new StoreRefused(sentence))
  const other = await filled()
  await expect(run(failingAt(other, 1, 'after'), { migrations: [counting], process: 'one' })).rejects.toBeInstanceOf(StoreUnavailable)
  await expect(run(other, { migrations: [] })).rejects.toThrow(/store version 2, this one reads 1/)
})

test('R111d while a server of an older version serves nothing is written, and nobody waits for a lease afterwards', async () => {
  const store = await filled()
  const before = await everyCounter(store)
  const now = morning
  await sayServing(store, 'old', 1, now)
  const begin = (at: number) => () => refuseOlder(store, 3, at)
  await expect(run(store, { process: 'new', begin: begin(now) })).rejects.toThrow(
    /A server of an older version of Rolecall still uses the database: stop all/,
  )
  expect(await everyCounter(store)).toEqual(before)
  const progress: unknown[] = []
  await run(store, { process: 'newer', begin: begin(now + 20_001), onProgress: (done) => progress.push(done) })
  expect(progress).not.toContain('waiting')
  await expectDoneOnce(store)
})

test('R111a a dry run counts what would be written and changes nothing', async () => {
  const store = await filled()
  const before = [await everyCounter(store), store.commits]
  expect(await foresee(store, { collections, migrations: both })).toEqual([
    { version: 2, what: 'one more', counts: { counters: amounts.counters, guests: amounts.guests / 2 } },
    { version: 3, what: 'twice', counts: { counters: amounts.counters } },
  ])
  expect([await everyCounter(store), store.commits]).toEqual(before)
  await run(store)
  expect(await foresee(store, { collections, migrations: both })).toEqual([])
})

test('R111 every migration of this release leaves alone what has the new shape already', () => {
  for (const { changes } of migrations)
    for (const change of Object.values(changes)) {
      const once = change({ _id: 'x', rev: 1 })
      expect(change(once)).toEqual(once)
    }
})

test.runIf(uri !== undefined)('R111 over MongoDB a newer version does not even mark the database while an older one serves', async () => {
  const store = await freshMongo(uri ?? '', collections)
  const opening = (version: number) => openMongo({ uri: store.uri, collections, version })
  await sayServing(store, 'old', storeVersion, Date.now())
  await expect(opening(storeVersion + 1)).rejects.toThrow(/A server of an older version of Rolecall still uses the database/)
  await (await opening(storeVersion)).close()
  await sayServing(store, 'old', storeVersion, Date.now() - 60_000)
  await (await opening(storeVersion + 1)).close()
  await expect(opening(storeVersion)).rejects.toThrow(/newer version of Rolecall/)
})
