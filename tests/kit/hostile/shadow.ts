// A store that can say whether anything in it has changed: a digest of all its records, kept up to date with every commit.
import { createHash } from 'node:crypto'
import type { Collection, Store, Stored, Write } from '#server/kernel/store/store.ts'
import { storeWith } from '../faults/store-with.ts'

export interface Shadow {
  /** Of the contents: the same contents give the same digest. */
  digest(): string
  /** The names of the collections written to since this was last asked. */
  touched(): string[]
  /** The names of all fields, at every depth, of the records that are there. */
  fields(): string[]
  /** The length of the longest record that was ever put, as JSON. */
  longest(): number
  /** Which records in the store differ from what the digest was made of: none, unless something writes past `commit`. */
  differences(): Promise<string[]>
}

interface Shade {
  readonly collection: Collection<never>
  readonly id: string
  readonly json: string
}
const hashOf = (key: string, json: string) => BigInt(`0x${createHash('sha256').update(key).update('\0').update(json).digest('hex')}`)

export function shadowed(store: Store): { store: Store; shadow: Shadow } {
  const records = new Map<string, Shade>()
  let [sum, longest] = [0n, 0]
  let touched = new Set<string>()

  function keep(write: Write) {
    const id = 'put' in write ? write.put._id : write.drop._id
    const key = `${write.collection.name}/${id}`
    const before = records.get(key)
    if (before) sum ^= hashOf(key, before.json)
    records.delete(key)
    touched.add(write.collection.name)
    if (!('put' in write)) return
    const json = JSON.stringify(write.put)
    longest = Math.max(longest, json.length)
    records.set(key, { collection: write.collection, id, json })
    sum ^= hashOf(key, json)
  }

  function fields() {
    const names = new Set<string>()
    for (const { json } of records.values())
      JSON.parse(json, (name, value: unknown) => {
        // Ids and addresses are keys in some records; those are no names of fields.
        if (/^[_a-z]\w{1,40}$/i.test(name) && !/^[0-9a-f]{24,}$/.test(name)) names.add(name)
        return value
      })
    return [...names].sort()
  }

  async function differences() {
    const different: string[] = []
    for (const [key, { collection, id, json }] of records) {
      const current: Stored | undefined = await store.get(collection, id)
      if (JSON.stringify(current) !== json) different.push(key)
    }
    return different
  }

  return {
    store: storeWith(store, {
      async commit(writes) {
        await store.commit(writes)
        for (const write of writes) keep(write)
      },
    }),
    shadow: {
      digest: () => sum.toString(16),
      touched() {
        const before = [...touched]
        touched = new Set()
        return before
      },
      fields,
      longest: () => longest,
      differences,
    },
  }
}
