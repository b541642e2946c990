// What this phone keeps of a door: in the browser's own database, each part encrypted under a key that can't be taken out of it (R190).

import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import { newBytes } from '#client/lib/new-key.ts'

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly data: ArrayBuffer
}
export interface Box {
  read(name: string): Promise<unknown>
  write(name: string, value: unknown): Promise<void>
  /** Scans that wait, in their order. They are on the disk once this has come back. */
  push(id: string, value: unknown): Promise<void>
  waiting(): Promise<{ readonly id: string; readonly value: unknown }[]>
  take(ids: readonly string[]): Promise<void>
}

const prefix = 'rolecall-door-'
const nameOf = (eventId: string) => `${prefix}${eventId}`
/** Browsers lack these over plain HTTP, and some in private windows. */
export const canKeep = () => typeof indexedDB !== 'undefined' && globalThis.isSecureContext && typeof crypto.subtle === 'object'

async function loadKey(db: IDBPDatabase): Promise<CryptoKey> {
  const kept = (await db.get('keys', 'key')) as CryptoKey | undefined
  if (kept) return kept
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const writing = db.transaction('keys', 'readwrite')
  // Another tab may have been quicker.
  const there = (await writing.store.get('key')) as CryptoKey | undefined
  if (!there) await writing.store.put(made, 'key')
  await writing.done
  return there ?? made
}

const open = (eventId: string) =>
  openDB(nameOf(eventId), 1, {
    upgrade(db) {
      for (const store of ['keys', 'parts']) db.createObjectStore(store)
      db.createObjectStore('waiting', { autoIncrement: true }).createIndex('id', 'id')
    },
    // Another tab deletes what is kept: it must not wait for this one.
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })

/** Undefined where this browser can't keep anything that way. */
export async function openBox(eventId: string): Promise<Box | undefined> {
  if (!canKeep()) return undefined
  const db = await open(eventId)
  const key = await loadKey(db)
  const seal = async (value: unknown): Promise<Sealed> => {
    const iv = newBytes(12)
    const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(JSON.stringify(value)))
    return { iv, data }
  }
  const unseal = async ({ iv, data }: Sealed): Promise<unknown> =>
    JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data)))
  return {
    async read(name) {
      const sealed = (await db.get('parts', name)) as Sealed | undefined
      return sealed && unseal(sealed)
    },
    async write(name, value) {
      await db.put('parts', await seal(value), name)
    },
    async push(id, value) {
      const sealed = await seal(value)
      const writing = db.transaction('waiting', 'readwrite', { durability: 'strict' })
      await writing.store.put({ id, ...sealed })
      await writing.done
    },
    async waiting() {
      const all = (await db.getAll('waiting')) as (Sealed & { id: string })[]
      return Promise.all(all.map(async (one) => ({ id: one.id, value: await unseal(one) })))
    },
    async take(ids) {
      const writing = db.transaction('waiting', 'readwrite')
      const keys = await Promise.all(ids.map((id) => writing.store.index('id').getKey(id)))
      for (const at of keys) if (at !== undefined) await writing.store.delete(at)
      await writing.done
    },
  }
}

/** Leaves nothing of a door on this phone. */
export const dropBox = async (eventId: string) => {
  if (canKeep()) await deleteDB(nameOf(eventId))
}

/** Leaves of all doors nothing on this phone but scans that still have to be sent. */
export async function emptyBoxes() {
  if (!canKeep()) return
  for (const { name = '' } of await indexedDB.databases()) {
    if (!name.startsWith(prefix)) continue
    const db = await open(name.slice(prefix.length))
    await db.clear('parts')
    const isEmpty = (await db.count('waiting')) === 0
    db.close()
    if (isEmpty) await deleteDB(name)
  }
}
