// The embedded store as a backup reads it: as of one moment, sound, and without holding up the server that may be using it (R112).
import { existsSync } from 'node:fs'
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { collections } from '#server/app/store/collections.ts'
import { fileOf } from '#server/app/store/engine.ts'
import type { Config } from '#server/kernel/config.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqlite, openSqliteMoment } from '#server/kernel/store/sqlite/engine.ts'
import { bytesOf, copyMoment } from '#server/kernel/store/sqlite/moment.ts'
import { type Reader, StoreDamaged, StoreInUse, StoreRefused } from '#server/kernel/store/store.ts'

type OpenReader = Reader & { close(): Promise<void> }
const options = (file: string) => ({ file, collections, version: storeVersion, asItIs: true, isChecked: true }) as const

/** Opens the embedded store to be read; never makes one. Beside a server that uses it a copy is read, which lies at `draft` as long as it is open. Throws StoreRefused. */
export async function openEmbedded(config: Config, draft = fileOf(config)) {
  const file = fileOf(config)
  if (!existsSync(file)) throw new StoreRefused(`There is no store in DATA_DIR ${config.dataDir}.`)
  const store: OpenReader = await openSqlite(options(file)).catch((error: unknown) => {
    if (error instanceof StoreInUse) return openBeside(file, draft)
    throw error
  })
  return { engine: 'sqlite', name: file, reader: store as Reader, close: () => store.close() }
}

/** Where there is no room for a copy it is read in place: then its log grows until all is read. */
export async function openBeside(file: string, draft: string, hasRoom = hasRoomFor): Promise<OpenReader> {
  if (!(await hasRoom(file, dirname(draft)))) return openSqliteMoment(options(file))
  const folder = await mkdtemp(`${draft}.${process.pid}.part-`)
  const copy = join(folder, 'copy.sqlite')
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await copyMoment(options(file), copy)
    const store = await openSqliteMoment(options(copy))
    return { ...store, close: () => store.close().then(remove) }
  } catch (error) {
    await remove()
    throw error instanceof StoreDamaged ? new StoreDamaged(error.message.replace(copy, file), { cause: error }) : error
  }
}

/** Room for the copy, and as much again: whatever else lies on that disk goes on growing. */
async function hasRoomFor(file: string, folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize > 2 * (await bytesOf(file))
}
