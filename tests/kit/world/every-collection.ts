// A product in use, with records in every collection, and all that a store holds as a plain object: what a backup must bring back.

import { checkoutApi } from '#protocol/money/checkout.ts'
import { accessApi } from '#protocol/people/access.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { type Entries, type Entry, entriesOf, fillStore } from '#server/app/backup/records.ts'
import { collections, installations } from '#server/app/store/collections.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Collection, Reader, Store, Stored } from '#server/kernel/store/store.ts'
import { buy } from './buying.ts'
import { migrated } from './migrated.ts'
import { openChoir } from './organization.ts'
import { openWorld } from './world.ts'

/** Everything in a store, by collection, read without the code that is tested. */
export async function everything(reader: Reader): Promise<Record<string, Stored[]>> {
  const all = collections.map(async (collection) => {
    const found: Stored[] = await reader.find(collection, { index: '_id', limit: 100_000 })
    return [collection.name, found] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

/** As `everything`, as text to compare: fields in one order, whatever order an engine gives them. */
export const asText = async (reader: Reader): Promise<string> =>
  JSON.stringify(await everything(reader), (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

/** Fills `store` with something of everything. Gives who and what the tests go on with. */
export async function livedIn(store: Store) {
  await migrated(store)
  const world = await openWorld({ store })
  await store.commit([
    { collection: installations, put: { _id: 'this', rev: 1, idKey: 'kept with the records' } as Stored, expectedRev: 0 },
  ])
  const choir = await openChoir(world, { amy: 'admin', gus: 'member' })
  const made = await choir.event()
  await choir.grant(made, choir.gus)
  const ada = await world.person('ada')
  const { eventId, groupId } = await world.event(ada, undefined, {}, { name: 'Zoë’s “fête” 🎻' })
  const guest = await world.prove('guest@guests.test', groupId)
  await world.answer(groupId, guest, ['Guest'])
  for (const other of world.crowd(2, groupId)) await world.answer(groupId, other, ['Guest'])
  const input = { event: world.eventInput({ name: 'Once' }), groups: [{ roles: [{ name: 'Guest', max: 2 }] }] }
  const once = await world.ok(eventApi.createWithGroup, input, { ...ada, headers: { 'idempotency-key': 'once' } })
  const [answered] = world.crowd(1, once.groupId)
  if (answered) await world.answer(once.groupId, answered, ['Guest'])
  await world.ok(eventApi.remove, { id: once.event._id }, ada)
  await world.ok(accessApi.requestLink, { email: ada.email })
  await buy(world, ada)
  await world.ok(checkoutApi.subscribe, { plan: 'team' }, choir.amy)
  await world.send('GET', '/api/ready')
  const limited = await openWorld({ store, rateLimits: true })
  await limited.call(accessApi.logIn, { email: ada.email, password: 'not the password' })
  // What is gone again after a moment, like a place in a queue.
  for (const collection of collections) {
    const some = await store.find(collection, { index: '_id', limit: 1 })
    if (some.length === 0)
      await putAll(store, collection, [
        { _id: 'left behind', rev: 2, ...(collection.name === 'forgettings' && { groupId: 'left', reached: '0' }) },
      ])
  }
  return { world, ada, eventId, groupId, guest, choir }
}

/** Without what a restore leaves out of what `fill` makes: the one login, and the era of what is signed (R156). */
export const withoutBearers = (text: string) => {
  const all = JSON.parse(text) as Record<string, Record<string, unknown>[]>
  return JSON.stringify({ ...all, tokens: [], installations: all.installations?.map(({ bearerEra: _, ...rest }) => rest) })
}

/** Without revisions, which begin anew with a restore (R122). */
export const withoutRevs = (text: string) => text.replace(/"rev":\d+/g, '"rev":"any"')

/** The store as a plain object, to take a part of it away. */
export const bound = (one: Store): Store => ({
  get: (collection, id) => one.get(collection, id),
  rev: (collection, id) => one.rev(collection, id),
  find: (collection, query) => one.find(collection, query),
  count: (collection, most) => one.count(collection, most),
  commit: (writes) => one.commit(writes),
  follow: (collections, follower) => one.follow(collections, follower),
  close: () => one.close(),
  commits: 0,
})

export const memory = () => openSqlite({ file: ':memory:', collections })
export const target = (store: Store) => ({ store, name: 'the target', remedy: 'empty it' })

/** Gives `entries` without the one at `nth`. */
export async function* without(nth: number, entries: Entries): AsyncGenerator<Entry> {
  let at = 0
  for await (const entry of entries) if (at++ !== nth) yield entry
}

/** A store with the same records, by the code that is tested. */
export async function copyOf(store: Reader, change: (entries: Entries) => Entries = (same) => same): Promise<Store> {
  const copy = await memory()
  await fillStore(target(copy), change(entriesOf(store)))
  return copy
}

/** Puts records as they are. */
export const putAll = (store: Store, collection: Collection<never>, records: readonly Stored[]) =>
  store.commit(records.map((put) => ({ collection, put, expectedRev: 0 })))
