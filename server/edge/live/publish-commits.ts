// Turns each commit into broadcasts to rooms, as the features say. Nothing else is ever broadcast (decision 0078).

import type { Broadcast, Broadcasts } from '#server/kernel/live/broadcasts.ts'
import type { Live } from '#server/kernel/live/live.ts'
import type { Collection, CommittedChange, Follower, Reader, Stored } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'

const recordKey = (collection: string, id: string) => `${collection}/${id}`

type Get = Reader['get']

/** Asks a store once for what several views ask of it together: `ended` says that what is asked from now on must be newer. */
function createAsking(store: Reader) {
  let underWay = new Map<string, Promise<Stored | undefined>>()
  const get: Get = async <R extends Stored>(collection: Collection<R>, id: string) => {
    const key = recordKey(collection.name, id)
    const all = underWay
    const reading = all.get(key) ?? store.get(collection, id).finally(() => all.delete(key))
    all.set(key, reading)
    return reading as Promise<R | undefined>
  }
  const ended = () => {
    underWay = new Map()
  }
  return { get, ended }
}

/** Reads what was committed first, so that mostly nothing has to be asked of the store. Of a commit that nobody watches nothing is read. */
function readerOver(changes: readonly CommittedChange[], { store }: Services, get: Get): Reader {
  let known: ReadonlyMap<string, Stored | undefined> | undefined
  const read = () =>
    new Map(changes.map(({ collection, record, isDropped }) => [recordKey(collection, record._id), isDropped ? undefined : record]))
  return {
    async get<R extends Stored>(collection: Collection<R>, id: string) {
      known ??= read()
      const committed = known
      const key = recordKey(collection.name, id)
      return committed.has(key) ? (committed.get(key) as R | undefined) : get(collection, id)
    },
    find: (collection, query) => store.find(collection, query),
  }
}

/** The changes of each collection, in their order. */
function byName(changes: readonly CommittedChange[]): ReadonlyMap<string, readonly CommittedChange[]> {
  const found = new Map<string, CommittedChange[]>()
  for (const change of changes) {
    const alike = found.get(change.collection)
    if (alike) alike.push(change)
    else found.set(change.collection, [change])
  }
  return found
}

/** Follows a store: publishes the views of what changed, then has the rights looked at that may have ended. */
export function publishCommits(live: Live, services: Services, all: readonly Broadcasts[]): Follower['changed'] {
  const byCollection = new Map(all.map((one) => [one.collection.name, one]))
  const asking = createAsking(services.store)
  return (changes) => {
    asking.ended()
    const tx = readerOver(changes, services, asking.get)
    const rechecks = new Set<string>()
    const changed = byName(changes)
    for (const [name, { tell, mostAtOnce = Infinity }] of byCollection) {
      const own = changed.get(name)
      if (!own) continue
      const broadcasts: readonly Broadcast[] = own.flatMap(({ record, isDropped }) => tell(record as never, isDropped))
      for (const one of broadcasts) {
        if ('recheck' in one) rechecks.add(one.recheck)
        else if ('each' in one) live.publishEach({ ...one, view: (id) => one.viewOf(services, id) })
        else if (own.length <= mostAtOnce) live.publish({ ...one, view: () => one.view(services, tx) })
      }
    }
    for (const subject of rechecks) live.recheck(subject)
  }
}
