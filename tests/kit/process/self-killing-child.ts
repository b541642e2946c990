// The real server, which notes its commits and ends itself with kill -9 at the point that a file in its folder names (`points.ts`).
import { appendFileSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'
import threads, { SHARE_ENV, type WorkerOptions } from 'node:worker_threads'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Store, Write } from '#server/kernel/store/store.ts'
import { commitFile, type Noted, type Point, pointFile } from './points.ts'

const folder = process.env.DATA_DIR ?? ''
/** For controls: a store that puts one write after the other in, instead of all or none. */
const isHalving = process.env.HALVES !== undefined
let met = 0

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

function pointNow(): Point | undefined {
  try {
    return JSON.parse(readFileSync(pointFile(folder), 'utf8')) as Point
  } catch {
    return undefined
  }
}

function note(writes: readonly Write[]) {
  const noted = writes.map((write): Noted => {
    const [collection, expectedRev] = [write.collection.name, write.expectedRev]
    return 'put' in write
      ? { collection, expectedRev, id: write.put._id, put: write.put }
      : { collection, expectedRev, id: write.drop._id, put: null }
  })
  appendFileSync(commitFile(folder), `${JSON.stringify(noted)}\n`)
}

function isAt({ collection, only = false, several = false, nth = 1 }: Point, writes: readonly Write[]): boolean {
  const isMeant = (write: Write) => write.collection.name === collection
  if (!(only ? writes.every(isMeant) : writes.some(isMeant))) return false
  if (several && writes.length === 1) return false
  return ++met === nth
}

// All stores of the engine share these methods, so the one that main.ts opens has them too.
const engine = await openSqlite({ file: ':memory:', collections: [], version: storeVersion })
const methods = Object.getPrototypeOf(engine) as Store
const { commit } = methods
await engine.close()
methods.commit = async function (this: Store, writes: readonly Write[]) {
  const point = pointNow()
  if (!point) met = 0
  if (writes.length > 0) note(writes)
  const isHere = point !== undefined && isAt(point, writes)
  if (isHere && point.when === 'before') die()
  if (isHere && point.when === 'amid' && isHalving) await commit.call(this, writes.slice(0, 1)).then(die)
  if (isHere && point.when === 'amid') process.env.DIES_AT_COMMIT = 'yes'
  await commit.call(this, writes)
  if (isHere) die()
}
// The thread that writes is told over the environment, which it shares, and dies before it commits.
const dying = `const Database = require('libsql')
const { prepare } = Database.prototype
Database.prototype.prepare = function (sql) {
  const statement = prepare.call(this, sql)
  if (sql !== 'COMMIT') return statement
  return { run: (args) => (process.env.DIES_AT_COMMIT ? process.kill(process.pid, 'SIGKILL') : statement.run(args)) }
}
`
const { Worker } = threads
class DyingWorker extends Worker {
  constructor(file: string, options: WorkerOptions) {
    super(`${dying}import(${JSON.stringify(pathToFileURL(file).href)})`, { ...options, eval: true, env: SHARE_ENV })
  }
}
Object.assign(threads, { Worker: DyingWorker })
syncBuiltinESMExports()

await import('#server/app/main.ts')
