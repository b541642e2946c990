// Brings a store to the current shape, as every server does before it serves.
import { collections, installations } from '#server/app/store/collections.ts'
import { createIds } from '#server/kernel/ports/secrets.ts'
import { migrate, type StoreState, stateOf, storeStates } from '#server/kernel/store/migrate.ts'
import { migrations } from '#server/kernel/store/migrations/all.ts'
import type { Store } from '#server/kernel/store/store.ts'

export async function migrated(store: Store): Promise<void> {
  const installation = await store.get(installations, 'this')
  await migrate({ store, collections, migrations, now: Date.now, ...(installation && { ids: createIds(installation.idKey) }) })
}

/** The same for a store of this version into which a test has written records of the first one. */
export async function migratedAgain(store: Store): Promise<void> {
  const [state, kept] = await Promise.all([stateOf(store), store.get(storeStates, 'this')])
  const put: StoreState = { ...state, rev: state.rev + 1, version: 1 }
  await store.commit([{ collection: storeStates, put, expectedRev: kept?.rev ?? 0 }])
  await migrated(store)
}
