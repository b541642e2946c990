// An empty store for one test: in memory, or a database of its own where the suite `mongo` has one.
import { MongoClient } from 'mongodb'
import { inject, onTestFinished } from 'vitest'
import { collections } from '#server/store/collections.ts'
import { type MongoStore, openMongo } from '#server/store/mongo.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import type { Collection, Store } from '#server/store/store.ts'
import type {} from '../../mongo/setup.ts'

let databases = 0

/** The address of a database that nobody uses yet, on the server at `uri`. */
export const newDatabase = (uri: string) =>
  uri.replace(
    /^([^/]+:\/\/[^/?]+)\/?/,
    `$1/test-${process.pid}-${process.env.VITEST_WORKER_ID ?? 0}-${Date.now().toString(36)}-${databases++}`,
  )

/** A store in a database of its own, which is dropped when the test ends. */
export async function freshMongo(
  uri: string,
  declared: readonly Collection<never>[] = collections,
): Promise<MongoStore & { readonly uri: string }> {
  const address = newDatabase(uri)
  const store = await openMongo({ uri: address, collections: declared })
  onTestFinished(async () => {
    await store.close()
    const client = new MongoClient(address)
    await client.db(store.scratch.databaseName).dropDatabase()
    await client.close()
  })
  return Object.assign(store, { uri: address })
}

export const freshStore = async (): Promise<Store> => {
  const uri = inject('mongodb')
  return uri === undefined ? openSqlite({ file: ':memory:', collections }) : freshMongo(uri)
}
