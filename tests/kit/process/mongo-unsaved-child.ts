// The control of faults-away.test.ts and faults-election.test.ts: the real server, whose store says "done" although the database is away.

import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { type Store, StoreUnavailable, type Write } from '#server/kernel/store/store.ts'

// All stores of the engine share these methods, so the one that main.ts opens has them too.
const engine = await openMongo({ uri: process.env.MONGODB_URI ?? '', collections: [], version: storeVersion })
const methods = Object.getPrototypeOf(engine) as Store
const { commit } = methods
await engine.close()
methods.commit = async function (this: Store, writes: readonly Write[]) {
  await commit.call(this, writes).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error
  })
}

await import('#server/app/main.ts')
