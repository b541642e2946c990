// `npm run migrate`: brings all records to the present shape before a server does (R111); with --dry-run it says what it would do and changes nothing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { systemClock } from '../ports/clock.ts'
import { newSecret } from '../ports/secrets.ts'
import { collections } from '../store/collections.ts'
import { foresee, type Migrating, migrate, type Prospect, stateOf } from '../store/migrate.ts'
import { migrations, storeVersion } from '../store/migrations/all.ts'
import { openMongo } from '../store/mongo/engine.ts'
import { refuseOlder } from '../store/servings.ts'
import { openSqlite, openSqliteMoment } from '../store/sqlite/engine.ts'
import { type Reader, type Store, StoreRefused } from '../store/store.ts'
import { isHalfFilled } from './records.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Migrates a store that was just filled from a backup, which may be of an older version. */
export const toPresentShape = (store: Store, more: Pick<Migrating, 'process' | 'begin' | 'told'> = {}) =>
  migrate({ store, collections, migrations, now: systemClock.now, ...more })

const options = { 'dry-run': { type: 'boolean' } } as const

export async function migrateStore(config: Config, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options })
  const { dataDir, mongodbUri: uri } = config
  const file = join(dataDir, 'rolecall.sqlite')
  if (uri === undefined && !existsSync(file)) throw new StoreRefused(`There is no store in DATA_DIR ${dataDir}.`)
  const opening = { collections, version: storeVersion }
  if (values['dry-run'])
    await closing(
      uri === undefined ? await openSqliteMoment({ file, ...opening }) : await openMongo({ uri, ...opening, asItIs: true }),
      sayProspects,
    )
  else
    await closing(uri === undefined ? await openSqlite({ file, ...opening }) : await openMongo({ uri, ...opening }), (store) =>
      migrateAll(store, uri !== undefined),
    )
}

async function closing<Kind extends Reader & { close(): Promise<void> }>(store: Kind, work: (store: Kind) => Promise<void>): Promise<void> {
  try {
    if (await isHalfFilled(store)) throw new StoreRefused('In this store a restore broke off, or is still running.')
    await work(store)
  } finally {
    await store.close()
  }
}

async function sayProspects(reader: Reader): Promise<void> {
  const prospects = await foresee(reader, { collections, migrations })
  for (const one of prospects) say(textOf(one))
  if (prospects.length === 0) sayDone()
  else say('Nothing was changed.')
}

const textOf = ({ version, what, counts }: Prospect) => {
  const parts = Object.entries(counts).map(([name, count]) => `${count} in ${name}`)
  return `To store version ${version}: ${what}. Records to write: ${parts.length > 0 ? parts.join(', ') : 'none'}.`
}

async function migrateAll(store: Store, isShared: boolean): Promise<void> {
  const { version } = await stateOf(store)
  if (version < storeVersion)
    await toPresentShape(store, {
      ...(isShared && { process: newSecret(), begin: () => refuseOlder(store, storeVersion, systemClock.now()) }),
      told: (done) =>
        say(
          done === 'waiting'
            ? 'Another process migrates the store: waiting.'
            : `Store version ${done.version}: ${done.written} records written.`,
        ),
    })
  sayDone()
}

const sayDone = () => say(`The store is of version ${storeVersion}, which this program reads and writes.`)
