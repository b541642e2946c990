// Stores over another store: some calls made otherwise, or all of them later. What faults, controls and journals are made of.
import type { Collection, Store, Stored } from '#server/kernel/store/store.ts'

/** Gives `store` with some of its calls made otherwise; revisions are told as records are read. */
export const storeWith = (store: Store, calls: Partial<Pick<Store, 'get' | 'find' | 'count' | 'commit' | 'follow'>>): Store => ({
  get: (collection, id) => store.get(collection, id),
  rev: (collection, id) =>
    calls.get ? calls.get(collection as Collection<Stored>, id).then((record) => record?.rev) : store.rev(collection, id),
  count: (collection, most) => store.count(collection, most),
  find: (collection, query) => store.find(collection, query),
  commit: (writes) => store.commit(writes),
  follow: (collections, follower) => store.follow(collections, follower),
  get commits() {
    return store.commits
  },
  close: () => store.close(),
  ...calls,
})

/** Gives `store` with something to be waited for before every call; it may throw. */
export const storeAfter = (store: Store, first: () => Promise<unknown>): Store =>
  storeWith(store, {
    get: (collection, id) => first().then(() => store.get(collection, id)),
    find: (collection, query) => first().then(() => store.find(collection, query)),
    commit: (writes) => first().then(() => store.commit(writes)),
  })
