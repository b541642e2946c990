// Brings a store to the present shape, as every server does before it serves.
import { collections } from '#server/store/collections.ts'
import { migrate } from '#server/store/migrate.ts'
import { migrations } from '#server/store/migrations/all.ts'
import type { Store } from '#server/store/store.ts'

export const migrated = (store: Store) => migrate({ store, collections, migrations, now: Date.now })
