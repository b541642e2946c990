// `npm run migrate`: brings all records to the current shape before a server does (R111); with --dry-run it says what it would do and changes nothing.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { collections, type Installation, installations } from '#server/app/store/collections.ts'
import { fileOf } from '#server/app/store/engine.ts'
import type { Config } from '#server/kernel/config.ts'
import { systemClock } from '#server/kernel/ports/clock.ts'
import { createIds, newSecret } from '#server/kernel/ports/secrets.ts'
import { type Migrating, migrate, stateOf } from '#server/kernel/store/migrate.ts'
import { migrations, storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { foresee, type Prospect } from '#server/kernel/store/preview-migration.ts'
import { refuseOlder } from '#server/kernel/store/serving-processes.ts'
import { openSqlite, openSqliteMoment } from '#server/kernel/store/sqlite/engine.ts'
import { type Reader, type Store, StoreRefused } from '#server/kernel/store/store.ts'
import { isHalfFilled } from './records.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** R244b: how the ids of this installation follow from addresses. */
export const idsOf = (installation: Partial<Installation> | undefined) =>
  installation?.idKey === undefined ? undefined : createIds(installation.idKey)

/** Migrates a store that was just filled from a backup, which may be of an older version. */
export const toPresentShape = (store: Store, more: Pick<Migrating, 'ids' | 'process' | 'begin' | 'onProgress'>) =>
  migrate({ store, collections, migrations, now: systemClock.now, ...more })

const options = { 'dry-run': { type: 'boolean' } } as const

export async function migrateStore(config: Config, args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options })
  const { dataDir, mongodbUri: uri } = config
  const file = fileOf(config)
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
  for (const one of prospects) say(prospectText(one))
  if (prospects.length === 0) sayDone()
  else say('Nothing was changed.')
}

const prospectText = ({ version, what, counts }: Prospect) => {
  const parts = Object.entries(counts).map(([name, count]) => `${count} in ${name}`)
  return `To store version ${version}: ${what}. Records to write: ${parts.length > 0 ? parts.join(', ') : 'none'}.`
}

async function migrateAll(store: Store, isShared: boolean): Promise<void> {
  const { version } = await stateOf(store)
  if (version < storeVersion)
    await toPresentShape(store, {
      ids: idsOf(await store.get(installations, 'this')),
      ...(isShared && { process: newSecret(), begin: () => refuseOlder(store, storeVersion, systemClock.now()) }),
      onProgress: (done) =>
        say(
          done === 'waiting'
            ? 'Another process migrates the store: waiting.'
            : `Store version ${done.version}: ${done.written} records written.`,
        ),
    })
  sayDone()
}

const sayDone = () => say(`The store is of version ${storeVersion}, which this program reads and writes.`)
