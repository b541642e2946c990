// An empty store for one test: in memory, or a database of its own where the suite `mongo` has one.
import { MongoClient } from 'mongodb'
import { inject, onTestFinished } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { type MongoStore, openMongo } from '#server/kernel/store/mongo/engine.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Collection, Follower, Store, Write } from '#server/kernel/store/store.ts'
import type {} from '../../mongo/setup.ts'

let databases = 0

/** The address of a database that nobody uses yet, on the server at `uri`. */
export const newDatabase = (uri: string) =>
  uri.replace(
    /^([^/]+:\/\/[^/?]+)\/?/,
    `$1/test-${process.pid}-${process.env.VITEST_WORKER_ID ?? 0}-${Date.now().toString(36)}-${databases++}`,
  )

/** The database that an address names; it may list several hosts, so that it is no URL. */
export const databaseIn = (uri: string) => /^[^/]+:\/\/[^/]+\/([^?]*)/.exec(uri)?.[1] ?? ''

/** A store in a database of its own, which is dropped when the test ends. */
export async function freshMongo(
  uri: string,
  declared: readonly Collection<never>[] = collections,
): Promise<MongoStore & { readonly uri: string }> {
  const address = newDatabase(uri)
  const store = await openMongo({ uri: address, collections: declared, version: storeVersion })
  onTestFinished(async () => {
    await store.close()
    const client = new MongoClient(address)
    await client.db(store.scratch.databaseName).dropDatabase()
    await client.close()
  })
  return Object.assign(store, { uri: address })
}

/**
 * Has a store write over a client of its own, so that it hears of its commits by the stream alone, as of those of another process. STREAM_ALONE=1 does
 * so for all worlds over MongoDB: what they show must not depend on the shorter way.
 */
export async function byStreamAlone(store: MongoStore, uri: string): Promise<MongoStore> {
  const writer = await openMongo({ uri, collections, version: storeVersion })
  onTestFinished(() => writer.close())
  const { follow } = store
  return Object.assign(store, {
    commit: (writes: readonly Write[]) => writer.commit(writes),
    async follow(followed: readonly Collection<never>[], follower: Follower) {
      await writer.follow(followed, { changed: () => {}, missed: () => {} }) // so that it announces what it drops
      return follow.call(store, followed, follower)
    },
  })
}
export const isStreamAlone = process.env.STREAM_ALONE !== undefined

export const freshStore = async (): Promise<Store> => {
  const uri = inject('mongodb')
  if (uri === undefined) return openSqlite({ file: ':memory:', collections, version: storeVersion })
  const store = await freshMongo(uri)
  return isStreamAlone ? byStreamAlone(store, store.uri) : store
}
