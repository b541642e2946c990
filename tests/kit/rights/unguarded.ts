// The controls of the race tests: the product with one guard taken off, to show that the race is real and the guard holds it.
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import { type Collection, RevisionConflict, type Store, type Stored, type Write } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { storeWith } from '../faults/store-with.ts'
import type { World } from '../world/world.ts'

async function overWhatStands(store: Store, write: Write): Promise<Write[]> {
  const collection = write.collection as unknown as Collection<Stored>
  const stands = (await store.get(collection, 'put' in write ? write.put._id : write.drop._id))?.rev ?? 0
  if (!('put' in write)) return stands > 0 ? [{ ...write, expectedRev: stands }] : []
  return [{ ...write, expectedRev: stands, put: { ...write.put, rev: Math.max(write.put.rev, stands + 1) } }]
}

/** A store whose commit goes over whatever stands there: the revision a decision was made on is ignored. */
export const withoutRevisions = (store: Store): Store =>
  storeWith(store, {
    async commit(writes) {
      for (;;) {
        const forced = (await Promise.all(writes.map((write) => overWhatStands(store, write)))).flat()
        const conflict = await store.commit(forced).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (conflict === undefined) return
        if (!(conflict instanceof RevisionConflict)) throw conflict
      }
    },
  })

/** Secrets that give every RSVP an id of its own, instead of the one that follows from event, group and email. */
export const withoutOneIdPerGuest = (secrets: Secrets): Secrets => ({
  ...secrets,
  idOf: (...parts) => (parts[0] === 'rsvp' ? secrets.randomId() : secrets.idOf(...parts)),
})

/** A store that keeps nothing of an email to nobody: what is asked for by an unknown email then takes less time. */
export const withoutDecoys = (store: Store): Store =>
  storeWith(store, {
    commit: (writes) =>
      writes.some((write) => 'put' in write && 'to' in write.put && write.put.to === '') ? Promise.resolve() : store.commit(writes),
  })

/** A store that keeps something else than it is given. */
const keeping = (store: Store, change: (record: Stored, collection: string) => object): Store =>
  storeWith(store, {
    commit: (writes) =>
      store.commit(
        writes.map((write) => ('put' in write ? { ...write, put: { ...write.put, ...change(write.put, write.collection.name) } } : write)),
      ),
  })

/** A store in which wrong codes count for their own code only: with the next one the day begins anew. */
export const withoutFailuresOfTheDay = (store: Store): Store =>
  keeping(store, (_, collection) => (collection === 'proofCodes' ? { failuresInDay: 0 } : {}))

/** A store in which no token ever ends. */
export const withoutExpiry = (store: Store): Store =>
  keeping(store, (_, collection) => (collection === 'tokens' ? { expiresAt: '9999-12-31T00:00:00.000Z' } : {}))

/** A store in which every text is kept as `change` makes it. */
export const withOtherTexts = (store: Store, change: (text: string) => string): Store =>
  keeping(store, (record) => JSON.parse(JSON.stringify(record), (_, value: unknown) => (typeof value === 'string' ? change(value) : value)))

/** A store that, while `isOn`, goes on giving out what it first read, whatever becomes of it. */
export function withStaleReads(store: Store, isOn: () => boolean): Store {
  const first = new Map<string, Stored>()
  return storeWith(store, {
    async get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
      const key = `${collection.name}/${id}`
      const read = first.get(key) ?? (await store.get(collection, id))
      if (isOn() && read) first.set(key, read)
      return read as R | undefined
    },
  })
}

/** Secrets whose ids for `purpose` follow from fewer parts: the one at `place` is left out. */
export const withoutPart =
  (purpose: string, place: number) =>
  (secrets: Secrets): Secrets => ({
    ...secrets,
    idOf: (...parts) => secrets.idOf(...(parts[0] === purpose ? parts.filter((_, nth) => nth !== place) : parts)),
  })

/** Takes the second look off a server: sockets stay where they are once let in. */
export const withoutRecheck = async ({ live }: Pick<World, 'live'>) => void Object.assign(await live(), { recheck: () => {} })

/** Queues that say they are short, however many wait in them; `longest` tells. */
export function endlessQueues(): Services['queues'] & { readonly longest: () => number } {
  const queues: Services['queues'] = new Map()
  const kept: unknown[][] = []
  const short = <W extends object>(waiting: W[]): W[] =>
    new Proxy(waiting, {
      get(all, name) {
        const value: unknown = Reflect.get(all, name)
        if (name === 'length') return Math.min(all.length, 1)
        return typeof value === 'function' ? value.bind(all) : value
      },
    })
  const set = queues.set.bind(queues)
  return Object.assign(queues, {
    set(key: string, waiting: Parameters<typeof set>[1]) {
      kept.push(waiting)
      return set(key, short(waiting))
    },
    longest: () => Math.max(...kept.map(({ length }) => length)),
  })
}
