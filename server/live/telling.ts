// Turns what was committed into what rooms are told, by the features' broadcasts. There is no other way that anything is told.
import type { Services } from '../services.ts'
import type { Changed, Collection, Follower, Reader, Stored } from '../store/store.ts'
import type { Broadcast, Broadcasts } from './broadcasts.ts'
import type { Live } from './live.ts'

const keyOf = (collection: string, id: string) => `${collection}/${id}`

type Get = Reader['get']

/** Asks a store once for what several views ask of it together: `ended` says that what is asked from now on must be newer. */
function openAsking(store: Reader) {
  let underWay = new Map<string, Promise<Stored | undefined>>()
  const get: Get = async <R extends Stored>(collection: Collection<R>, id: string) => {
    const key = keyOf(collection.name, id)
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

/** Reads what was committed first, so that mostly nothing has to be asked of the store. */
function readerOver(changes: readonly Changed[], { store }: Services, get: Get): Reader {
  const committed = new Map(
    changes.map(({ collection, record, isDropped }) => [keyOf(collection, record._id), isDropped ? undefined : record]),
  )
  return {
    async get<R extends Stored>(collection: Collection<R>, id: string) {
      const key = keyOf(collection.name, id)
      return committed.has(key) ? (committed.get(key) as R | undefined) : get(collection, id)
    },
    find: (collection, query) => store.find(collection, query),
  }
}

/** Follows a store: publishes the views of what changed, then has the rights looked at that may have ended. */
export function openTelling(live: Live, services: Services, all: readonly Broadcasts[]): Follower['changed'] {
  const byCollection = new Map(all.map((one) => [one.collection.name, one]))
  const asking = openAsking(services.store)
  return (changes) => {
    asking.ended()
    const tx = readerOver(changes, services, asking.get)
    const rechecks = new Set<string>()
    for (const [name, { tell, mostAtOnce = Infinity }] of byCollection) {
      const own = changes.filter(({ collection }) => collection === name)
      const told: readonly Broadcast[] = own.flatMap(({ record, isDropped }) => tell(record as never, isDropped))
      for (const one of told) {
        if ('recheck' in one) rechecks.add(one.recheck)
        else if ('each' in one) live.publishEach({ ...one, view: (id) => one.viewOf(services, id) })
        else if (own.length <= mostAtOnce) live.publish({ ...one, view: () => one.view(services, tx) })
      }
    }
    for (const subject of rechecks) live.recheck(subject)
  }
}
