// Opens the engine that the configuration names, and what goes with it: one process with a file, or any number of them with a database.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, ConfigRefused } from '#server/kernel/config.ts'
import { newSecret } from '#server/kernel/ports/secrets.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { refusalOf } from '#server/kernel/store/mongo/schema.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { type CountCall, countNothing, createLimits, createSharedLimits } from '#server/people/http/limits.ts'
import { collections } from './collections.ts'
import { createWatchdog } from './heartbeat.ts'

/** The embedded store. */
export const fileOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'rolecall.sqlite')

export interface Engine {
  readonly name: 'sqlite' | 'mongodb'
  readonly store: Store
  readonly countCall: CountCall
  /** See Services. */
  readonly process: string | undefined
  /** Whether what a killed process has locked can be freed at once; absent where there is no other. */
  readonly freesLocks?: boolean
  /** Absent for a database. `checked`: the content of the embedded store is still to be checked (R113a); to be called once that is done. */
  readonly embedded?: { readonly checked: (() => void) | undefined }
}

/** Throws ConfigRefused or StoreRefused, with what to do about it. */
export async function openEngine(config: Config, log: Logger): Promise<Engine> {
  const { mongodbUri, rateLimits } = config
  await makeFolder(config.dataDir)
  if (mongodbUri === undefined) {
    const lost = (err: Error) => {
      log.fatal({ err }, 'the store can no longer be written: ending, to be started again')
      process.exit(1)
    }
    const store = await openSqlite({ file: fileOf(config), collections, version: storeVersion, lost, isCheckedBeside: true })
    const countCall = rateLimits ? createLimits() : countNothing
    return { name: 'sqlite', store, countCall, process: undefined, embedded: store }
  }
  const store = await openMongo({ uri: mongodbUri, collections, version: storeVersion })
  try {
    const countCall = rateLimits ? await createSharedLimits(store.scratch) : countNothing
    createWatchdog(store, log, () => process.exit(1))
    const { freesLocks } = store
    if (!freesLocks) log.warn('killSessions is not allowed in this database: what a killed process has locked stays so for up to 60 s')
    return { name: 'mongodb', store, countCall, process: newSecret(), freesLocks }
  } catch (error) {
    await store.close()
    throw refusalOf(error, mongodbUri)
  }
}

/** Nobody else on the machine may read what is in a folder that we make. */
async function makeFolder(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigRefused(`DATA_DIR must be a folder that can be written, ${dataDir} is not (${error.code ?? error.message}).`)
  })
}
