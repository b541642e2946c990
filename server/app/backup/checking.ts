// `node dist/server/backup.js check`: whether the embedded store is sound, beside a server too (R113a). Servers run it themselves.
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { collections } from '#server/app/store/collections.ts'
import { fileOf } from '#server/app/store/engine.ts'
import { type Config, ConfigRefused } from '#server/kernel/config.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { markDamaged } from '#server/kernel/store/sqlite/damage.ts'
import { checkMoment } from '#server/kernel/store/sqlite/moment.ts'
import { StoreDamaged, StoreRefused } from '#server/kernel/store/store.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
/** After whatever serves. */
const lowPriority = 10

export async function checkStore(config: Config, args: readonly string[]): Promise<void> {
  if (args.length > 0) throw new ConfigRefused('No file is needed: it checks the store in DATA_DIR.')
  if (config.mongodbUri !== undefined) throw new ConfigRefused('The database of MONGODB_URI checks by itself what it reads.')
  const file = fileOf(config)
  if (!existsSync(file)) throw new StoreRefused(`There is no store in DATA_DIR ${config.dataDir}.`)
  try {
    checkMoment({ file, collections, version: storeVersion }, () => {
      say(`Checking ${file}`)
      setPriority(lowPriority)
    })
  } catch (error) {
    if (error instanceof StoreDamaged) markDamaged(file, error.message)
    throw error
  }
  say('It is sound.')
}
