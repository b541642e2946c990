// Built server processes over one fresh database of MongoDB, with a group to answer to.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entriesOf, fillStore } from '#server/app/backup/records.ts'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { type MongoStore, openMongo } from '#server/kernel/store/mongo/engine.ts'
import { fill, openStore, type Seeded } from '#tests/kit/process/seed.ts'
import { type Running, runServer } from './server.ts'

export interface Site {
  readonly uri: string
  readonly target: Seeded
  readonly servers: readonly Running[]
  readonly openStore: () => Promise<MongoStore>
  /** Ends all of them. */
  readonly stop: () => Promise<void>
}

/** Fills a database of the server at `uri` and starts `processes` on it. */
export async function openSite(server: string, processes: number): Promise<Site> {
  const uri = server.replace(/^([^/]+:\/\/[^/?]+)\/?/, `$1/bench-${process.pid}-${Date.now().toString(36)}`)
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))
  const open = () => openMongo({ uri, collections, version: storeVersion })
  const [target = { groupId: '', eventId: '' }] = await fill(folder, { groups: 1, seats: 100_000 })
  const [from, to] = [await openStore(folder), await open()]
  await fillStore({ store: to, name: 'the database', remedy: 'take another' }, entriesOf(from))
  await Promise.all([from.close(), to.close()])
  const servers = await Promise.all(Array.from({ length: processes }, () => runServer(folder, { MONGODB_URI: uri, LOG_LEVEL: 'silent' })))
  return {
    uri,
    target,
    servers,
    openStore: open,
    async stop() {
      await Promise.all(servers.map((one) => one.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
