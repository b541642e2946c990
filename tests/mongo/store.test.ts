// The MongoDB engine: the store's contract, over whatever server the suite runs on.
import { expect, inject, onTestFinished, test } from 'vitest'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import type { Collection } from '#server/kernel/store/store.ts'
import { freshMongo } from '../kit/world/fresh-store.ts'
import { storeContract } from '../store/contract.ts'
import { ada, contractCollections, counters, type Guest, guests, ids, put } from '../store/fixtures.ts'

storeContract('MongoDB', async () => {
  const store = await freshMongo(inject('mongodb') ?? '', contractCollections)
  return { store, reopen: () => openMongo({ uri: store.uri, collections: contractCollections, version: storeVersion }) }
})

test('ST13 an index that is declared anew has the records that were there before, and no others', async () => {
  const before: Collection<Guest> = { ...guests, indexes: {} }
  const store = await freshMongo(inject('mongodb') ?? '', [before, counters])
  const whole: Guest = { ...ada, state: '', at: 0, coming: false, name: 'Ada' }
  const { groupId: _, ...lacking } = { ...whole, _id: 'lacking', at: null, coming: undefined, name: ['Ada'] as never }
  await store.commit([whole, lacking].map((guest) => put(before, guest)))
  const again = await openMongo({ uri: store.uri, collections: contractCollections, version: storeVersion })
  onTestFinished(() => again.close())
  for (const index of Object.keys(guests.indexes)) expect([index, ids(await again.find(guests, { index }))]).toEqual([index, ['ada']])
})
