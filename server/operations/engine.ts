// Opens the engine that the configuration names, and what goes with it: one process with a file, or any number of them with a database.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, ConfigRefused } from '../config.ts'
import { type CountCall, countNothing, openLimits, openSharedLimits } from '../http/limits.ts'
import { newSecret } from '../ports/secrets.ts'
import { collections } from '../store/collections.ts'
import { storeVersion } from '../store/migrations/all.ts'
import { openMongo } from '../store/mongo/engine.ts'
import { refusalOf } from '../store/mongo/schema.ts'
import { openSqlite } from '../store/sqlite/engine.ts'
import type { Store } from '../store/store.ts'
import { openWatchdog } from './heartbeat.ts'

export interface Engine {
  readonly name: 'sqlite' | 'mongodb'
  readonly store: Store
  readonly countCall: CountCall
  /** See Services. */
  readonly process: string | undefined
}

/** Throws ConfigRefused or StoreRefused, with what to do about it. */
export async function openEngine({ mongodbUri, dataDir, rateLimits }: Config, log: Logger): Promise<Engine> {
  await makeFolder(dataDir)
  if (mongodbUri === undefined) {
    const lost = (err: Error) => {
      log.fatal({ err }, 'the store can no longer be written: ending, to be started again')
      process.exit(1)
    }
    const store = await openSqlite({ file: join(dataDir, 'rolecall.sqlite'), collections, version: storeVersion, lost })
    return { name: 'sqlite', store, countCall: rateLimits ? openLimits() : countNothing, process: undefined }
  }
  const store = await openMongo({ uri: mongodbUri, collections, version: storeVersion })
  try {
    const countCall = rateLimits ? await openSharedLimits(store.scratch) : countNothing
    openWatchdog(store, log, () => process.exit(1))
    return { name: 'mongodb', store, countCall, process: newSecret() }
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
