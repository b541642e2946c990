// Where the tests' MongoDB comes from: MONGODB_URI, a mongod on the PATH, or the stand-in of tests/mongod.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MongoClient } from 'mongodb'
import { bundleIn } from '../kit/process/bundles.ts'
import { freePort } from '../kit/process/free-port.ts'

export interface MongoServer {
  readonly name: string
  /** Without a database. */
  readonly uri: string
  readonly close: () => Promise<void>
}

/** Opens whichever there is, in that order, and says which; `bundles` is where the stand-in is made. */
export async function openMongoServer(bundles: string): Promise<MongoServer> {
  const { MONGODB_URI: given } = process.env
  if (given) return { name: 'MONGODB_URI', uri: given, close: async () => {} }
  const hasMongod = spawnSync('mongod', ['--version']).status === 0
  return hasMongod ? startRealMongod() : startStandIn(bundles)
}

async function ended(child: ChildProcess) {
  const gone = once(child, 'close')
  child.kill('SIGTERM')
  await gone
}

async function startRealMongod(): Promise<MongoServer> {
  const [folder, port] = [mkdtempSync(join(tmpdir(), 'rolecall-mongod-')), await freePort()]
  const child = spawn('mongod', ['--replSet', 'rs0', '--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', folder, '--quiet'], {
    stdio: 'ignore',
  })
  const direct = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, { serverSelectionTimeoutMS: 30_000 })
  await direct.db('admin').command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: `127.0.0.1:${port}` }] } })
  await direct.close()
  const close = async () => {
    await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
  return { name: 'mongod', uri: `mongodb://127.0.0.1:${port}/?replicaSet=rs0`, close }
}

/** In a process of its own, as a database is. */
async function startStandIn(bundles: string): Promise<MongoServer> {
  const child = spawn(process.execPath, [await bundleIn(bundles, 'tests/mongod/mongod-child.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { name: 'stand-in', uri: line.replace('listening ', ''), close: () => ended(child) }
}
