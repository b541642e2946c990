// What the store's tests share: two collections, a race with its control, and a plain list to compare finds with.
import { expect } from 'vitest'
import {
  type Collection,
  type Query,
  RevisionConflict,
  type Store,
  type Stored,
  StoreUnavailable,
  type Write,
} from '#server/kernel/store/store.ts'

export interface Guest extends Stored {
  readonly groupId?: string
  readonly email?: string | null
  readonly state?: string | null
  readonly at?: number | null
  readonly coming?: boolean
  readonly name?: string
  readonly roles?: readonly string[]
}

export const guests: Collection<Guest> = {
  name: 'guests',
  indexes: {
    byGroup: { fields: ['groupId'] },
    byTime: { fields: ['groupId', 'at'] },
    byState: { fields: ['groupId', 'state', 'at'] },
    byComing: { fields: ['coming'] },
    byName: { fields: ['name'] },
    byEmail: { fields: ['groupId', 'email'], unique: true },
  },
}
export const counters: Collection<Counter> = { name: 'counters', indexes: {} }
export const contractCollections: readonly Collection<never>[] = [guests, counters]

export interface Counter extends Stored {
  readonly taken: number
}

export const ada: Guest = { _id: 'ada', rev: 1, groupId: 'g', email: 'ada@x.io', at: 1, roles: ['Speaker', 'Host'] }
export const bob: Guest = { _id: 'bob', rev: 1, groupId: 'g', email: 'bob@x.io', at: 1 }

/** Writes a record over the revision below its own. */
export const put = <R extends Stored>(collection: Collection<R>, record: R): Write => ({
  collection,
  put: record,
  expectedRev: record.rev - 1,
})
export const drop = <R extends Stored>(collection: Collection<R>, record: R): Write => ({
  collection,
  drop: record,
  expectedRev: record.rev,
})

export const ids = (records: readonly Stored[]) => records.map(({ _id }) => _id)
export const settled = async (all: readonly Promise<void>[]) => (await Promise.allSettled(all)).map(({ status }) => status)
/** A plain Error: the caller's mistake, not a state of the store. */
export const isBug = (error: unknown) =>
  error instanceof Error && !(error instanceof RevisionConflict) && !(error instanceof StoreUnavailable)

/** Lets `people` take a seat at once, all having read the same revision. No update is lost if as many were told so as are taken. */
export async function race(store: Pick<Store, 'get' | 'commit'>, people: number) {
  await store.commit([put(counters, { _id: 'seats', rev: 1, taken: 0 })])
  const read = await Promise.all(Array.from({ length: people }, () => store.get(counters, 'seats')))
  const takeSeat = async (seats?: Counter) => {
    if (!seats) throw new Error('no seats')
    await store.commit([put(counters, { ...seats, rev: seats.rev + 1, taken: seats.taken + 1 })])
  }
  const settled = await Promise.allSettled(read.map(takeSeat))
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  return { winners: people - refused.length, refused, taken: (await store.get(counters, 'seats'))?.taken }
}

/** The control of the race: the same store, but each put goes over whatever stands there. */
export const withoutRevisions = (store: Store): Pick<Store, 'get' | 'commit'> => ({
  get: (collection, id) => store.get(collection, id),
  async commit(writes) {
    for (;;) {
      const forced = await Promise.all(writes.map((write) => forceOver(store, write)))
      const conflict = await store.commit(forced).catch((error: unknown) => error)
      if (conflict === undefined) return
      if (!(conflict instanceof RevisionConflict)) throw conflict
    }
  },
})

async function forceOver(store: Store, write: Write): Promise<Write> {
  if (!('put' in write)) return write
  const expectedRev = (await store.get(counters, write.put._id))?.rev ?? 0
  return { ...write, expectedRev, put: { ...write.put, rev: expectedRev + 1 } }
}

/** What a find should give, worked out over a plain list. */
export function model(all: readonly Guest[], fields: readonly (keyof Guest)[], { where = {}, from, to, descending }: Query) {
  const free = fields[Object.keys(where).length]
  const value = (guest: Guest, field: keyof Guest) => guest[field] ?? ''
  const order = [...fields, '_id' as const]
  const compare = (a: Guest, b: Guest) => {
    const field = order.find((one) => value(a, one) !== value(b, one))
    return field === undefined ? 0 : value(a, field) < value(b, field) ? -1 : 1
  }
  return all
    .filter((guest) => fields.every((field) => guest[field] !== undefined && guest[field] !== null))
    .filter((guest) =>
      Object.entries(where).every(([field, wanted]) => Object.entries(guest).some(([k, v]) => k === field && v === wanted)),
    )
    .filter((guest) => from === undefined || (free !== undefined && value(guest, free) >= from))
    .filter((guest) => to === undefined || (free !== undefined && value(guest, free) < to))
    .toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)))
}

/** Reads all of a find, page by page; each but the last is full. */
export async function pages(store: Store, query: Query, limit: number): Promise<Guest[]> {
  const all: Guest[] = []
  for (;;) {
    const page = await store.find(guests, { ...query, limit, after: all.at(-1) })
    all.push(...page)
    if (page.length < limit) return all
    expect(page).toHaveLength(limit)
  }
}

/** A record as the store gives it back: fields without a value are gone. */
export const defined = (guest: Guest): Guest => JSON.parse(JSON.stringify(guest))
