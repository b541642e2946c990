// The MongoDB engine: the store's contract, over whatever server the suite runs on.
import { inject } from 'vitest'
import { storeVersion } from '#server/store/migrations/all.ts'
import { openMongo } from '#server/store/mongo/engine.ts'
import { freshMongo } from '../kit/world/fresh-store.ts'
import { storeContract } from '../store/contract.ts'
import { contractCollections } from '../store/fixtures.ts'

storeContract('MongoDB', async () => {
  const store = await freshMongo(inject('mongodb') ?? '', contractCollections)
  return { store, reopen: () => openMongo({ uri: store.uri, collections: contractCollections, version: storeVersion }) }
})
