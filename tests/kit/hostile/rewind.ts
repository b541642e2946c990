// A store that can be put back to how it stood, so that each of a thousand calls meets the very same contents.
import type { Collection, Store, Stored } from '#server/kernel/store/store.ts'
import { storeWith } from '../faults/store-with.ts'

interface Noted {
  readonly collection: Collection<never>
  readonly id: string
  readonly before: Stored | undefined
}

/** `rewind` takes back all that was committed since it was last called, or since `forget`. One caller at a time. */
export function rewindable(engine: Store) {
  const noted = new Map<string, Noted>()
  const read = (collection: Collection<never>, id: string): Promise<Stored | undefined> => engine.get(collection, id)
  const store = storeWith(engine, {
    async commit(writes) {
      for (const write of writes) {
        const [collection, id] = [write.collection, 'put' in write ? write.put._id : write.drop._id]
        const key = `${collection.name}/${id}`
        if (!noted.has(key)) noted.set(key, { collection, id, before: await read(collection, id) })
      }
      await engine.commit(writes)
    },
  })
  async function rewind() {
    for (const { collection, id, before } of noted.values()) {
      const current = await read(collection, id)
      if (current) await engine.commit([{ collection, drop: current, expectedRev: current.rev }])
      if (before) await engine.commit([{ collection, put: before, expectedRev: 0 }])
    }
    noted.clear()
  }
  return { store, rewind: Object.assign(rewind, { forget: () => noted.clear() }) }
}
