// Races that are forced instead of hoped for: processes that have decided on the same records, and commit in an order that the test gives.
import type { Store } from '#server/kernel/store/store.ts'
import { storeWith } from './store-with.ts'

/**
 * Where processes meet: after `meet`, the first commit of each of those that writes to one of `collections` waits until all of them are about to commit, and then
 * for those before it in the order. So each has decided on what stood before any of them, at every run.
 */
export function openMeeting(...collections: readonly { readonly name: string }[]) {
  const names = new Set(collections.map(({ name }) => name))
  let order: readonly number[] = []
  const arrived = new Map<number, () => void>()
  const gone = new Set<number>()
  const next = () => {
    if (arrived.size === order.length) arrived.get(order.find((nth) => !gone.has(nth)) ?? -1)?.()
  }
  const at =
    (nth: number) =>
    (store: Store): Store =>
      storeWith(store, {
        async commit(writes) {
          const isFirst = order.includes(nth) && !arrived.has(nth) && writes.some(({ collection }) => names.has(collection.name))
          if (!isFirst) return store.commit(writes)
          await new Promise<void>((go) => {
            arrived.set(nth, go)
            next()
          })
          await store.commit(writes).finally(() => {
            gone.add(nth)
            next()
          })
        },
      })
  return {
    /** The store of the process of that number. */
    at,
    /** From now on; who comes first in the order commits first. */
    meet(...processes: readonly number[]) {
      order = processes
      arrived.clear()
      gone.clear()
    },
  }
}

/** All orders of some. */
export const ordersOf = <T>(all: readonly T[]): T[][] =>
  all.length === 0 ? [[]] : all.flatMap((one, nth) => ordersOf(all.toSpliced(nth, 1)).map((others) => [one, ...others]))
