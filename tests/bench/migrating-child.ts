// Migrates the store in the folder it is given, as a server does before it listens: by a migration that writes every RSVP.
import process from 'node:process'
import { collections } from '#server/app/store/collections.ts'
import { migrate } from '#server/kernel/store/migrate.ts'
import { migrations, storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { storeFile } from '#tests/kit/process/seed.ts'

export interface Migrated {
  readonly seconds: number
  readonly written: number
  /** The most memory that the process has had, and what it had before, in MB. */
  readonly mostMB: number
  readonly beforeMB: number
}

const every = { what: 'Every RSVP is written.', changes: { [rsvps.name]: (record: object) => ({ ...record, isMigrated: true }) as never } }
const store = await openSqlite({ file: storeFile(process.argv[2] ?? ''), collections, version: storeVersion + 1 })
const beforeMB = process.memoryUsage.rss() / 1e6
const startedAt = performance.now()
let written = 0
await migrate({
  store,
  collections,
  migrations: [...migrations, every],
  now: Date.now,
  onProgress: (done) => (written += done === 'waiting' ? 0 : done.written),
})
const seconds = (performance.now() - startedAt) / 1_000
await store.close()
process.send?.({ seconds, written, mostMB: process.resourceUsage().maxRSS / 1e3, beforeMB } satisfies Migrated)
