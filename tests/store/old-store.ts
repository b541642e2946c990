// Stores of earlier releases, as they were left: a file for the embedded engine, and the same records as that release's own import put them into MongoDB.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { inject, onTestFinished } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { databaseIn, newDatabase } from '../kit/world/fresh-store.ts'

export const fixtureFile = (name: string) => join(import.meta.dirname, 'fixtures', name)

interface Dumped {
  readonly collection: string
  readonly documents: readonly { readonly _id: string }[]
}

/** Every collection with its documents, in blocks of lines that are one JSON each. */
const dumpOf = (release: string): Dumped[] =>
  readFileSync(fixtureFile(`${release}.mongodb.jsonl`), 'utf8')
    .split(/\n(?=\{"collection")/)
    .map((block) => JSON.parse(block) as Dumped)

/** Puts the dump of a release into a database of its own, which is dropped when the test ends. Gives its address. */
export async function restoreDump(release: string, server: string): Promise<string> {
  const uri = newDatabase(server)
  const client = new MongoClient(uri)
  const db = client.db(databaseIn(uri))
  for (const { collection, documents } of dumpOf(release)) await db.collection<{ _id: string }>(collection).insertMany([...documents])
  onTestFinished(async () => {
    await db.dropDatabase()
    await client.close()
  })
  return uri
}

/** Copies the file of a release into a folder of its own. Gives its path. */
export function copyFile(release: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-old-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'rolecall.sqlite')
  cpSync(fixtureFile(`${release}.sqlite`), file)
  return file
}

/** Opens the store of a release with the engine of this suite; it is not migrated yet. */
export async function openFixture(release: string): Promise<Store> {
  const server = inject('mongodb')
  const store =
    server === undefined
      ? await openSqlite({ file: copyFile(release), collections, version: storeVersion })
      : await openMongo({ uri: await restoreDump(release, server), collections, version: storeVersion })
  onTestFinished(() => store.close())
  return store
}
