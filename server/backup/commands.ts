// The commands backup, restore, import and migrate: which stores they open, in which order, and what they say.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, ConfigRefused, readConfig } from '../config.ts'
import { iso, systemClock } from '../ports/clock.ts'
import { keptSecret, secretFile } from '../ports/secret-file.ts'
import { collections } from '../store/collections.ts'
import { stateOf, versionOf } from '../store/migrate.ts'
import { storeVersion } from '../store/migrations/all.ts'
import { openMongo } from '../store/mongo/engine.ts'
import { openSqlite, openSqliteMoment } from '../store/sqlite/engine.ts'
import { type Reader, StoreInUse, StoreRefused, StoreUnavailable } from '../store/store.ts'
import { BackupRefused, writeBackup } from './file.ts'
import { migrateStore, toPresentShape } from './migrating.ts'
import { openBackup, type Trust } from './read.ts'
import { type Counts, type Entries, entriesOf, fillStore, inNewEra, isHalfFilled, type Target } from './records.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const total = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)
const amount = (counts: Counts) => `${plural(total(counts), 'record')} in ${plural(Object.keys(counts).length, 'collection')}`
const sizeOf = (bytes: number) => (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`)

const fileOf = ({ dataDir }: Config) => join(dataDir, 'rolecall.sqlite')
const inDatabase = 'the database of MONGODB_URI'

/** Opens the embedded store to be read, beside a server if one is using it (R112); never makes one. */
async function openEmbedded(config: Config) {
  const file = fileOf(config)
  if (!existsSync(file)) throw new StoreRefused(`There is no store in DATA_DIR ${config.dataDir}.`)
  const options = { file, collections, version: storeVersion, asItIs: true } as const
  const store: Reader & { close(): Promise<void> } = await openSqlite(options).catch((error: unknown) => {
    if (error instanceof StoreInUse) return openSqliteMoment(options)
    throw error
  })
  return { engine: 'sqlite', name: file, reader: store as Reader, close: () => store.close() }
}

/** Opens the database as it is at this moment, while servers go on writing. */
async function openMoment(uri: string) {
  const store = await openMongo({ uri, collections, version: storeVersion, asItIs: true })
  const moment = store.snapshot()
  const close = async () => {
    await moment.end()
    await store.close()
  }
  return { engine: 'mongodb', name: inDatabase, reader: moment as Reader, close }
}

/** Gives what `read` makes of a store's records. */
async function reading<Result>(
  from: Awaited<ReturnType<typeof openEmbedded>>,
  read: (entries: Entries) => Promise<Result>,
): Promise<Result> {
  try {
    if (await isHalfFilled(from.reader)) throw new StoreRefused(`In ${from.name} a restore broke off, or is still running.`)
    const entries = entriesOf(from.reader)
    const first = await entries.next()
    if (first.done) throw new StoreRefused(`${from.name} holds no records.`)
    return await read(
      (async function* () {
        yield first.value
        yield* entries
      })(),
    )
  } finally {
    await from.close()
  }
}

/** Opens the store that is to be filled. */
async function openTarget(config: Config): Promise<Target> {
  if (config.mongodbUri !== undefined) {
    const store = await openMongo({ uri: config.mongodbUri, collections, version: storeVersion })
    return { store, name: inDatabase, remedy: 'drop that database (db.dropDatabase()) or name another one' }
  }
  const file = fileOf(config)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigRefused(`DATA_DIR must be a folder that can be written, ${config.dataDir} is not (${error.code ?? error.message}).`)
  })
  const store = await openSqlite({ file, collections, version: storeVersion })
  return { store, name: file, remedy: `move that file away, together with its -wal if there is one` }
}

async function filling(target: Target, entries: Entries): Promise<Counts> {
  try {
    const counts = await fillStore(target, inNewEra(entries, systemClock.now()))
    await toPresentShape(target.store)
    return counts
  } finally {
    await target.store.close()
  }
}

/** What belongs to the records and is not among them. */
function tellOfSecret(config: Config, order: string) {
  const place = config.tokenSecret ? 'TOKEN_SECRET' : `The secret in ${secretFile(config)}`
  say(`${place} ${order}.`)
  say('Under another one nobody is logged out, but emails with codes and links that wait to be sent are lost,')
  say('codes already sent are void, and guests prove their email again.')
}

const pathFrom = ([file, ...more]: readonly string[], command: string) => {
  if (file === undefined || more.length > 0) throw new ConfigRefused(`One file is needed: npm run ${command} -- <file>`)
  return resolve(file)
}

/** R112: a backup counts once it was read to its end. */
async function readWhole(path: string, trust: Trust) {
  const file = await openBackup(path, trust)
  try {
    for await (const _ of file.entries());
  } finally {
    await file.close()
  }
}

async function backup(config: Config, args: readonly string[]) {
  const path = pathFrom(args, 'backup')
  const from = config.mongodbUri === undefined ? await openEmbedded(config) : await openMoment(config.mongodbUri)
  const secret = await keptSecret(config)
  const written = versionOf(await stateOf(from.reader))
  const origin = { engine: from.engine, storeVersion: written, createdAt: iso(systemClock.now()), secret }
  const counts = await reading(from, (entries) =>
    writeBackup(path, entries, origin, (draft) => readWhole(draft, secret === undefined ? 'unsigned' : { secret })),
  )
  say(`Backed up ${amount(counts)}, ${sizeOf((await stat(path)).size)}: ${path}`)
  if (secret === undefined)
    say('The file is not signed, as neither TOKEN_SECRET nor a kept secret is here: restore takes it with --unsigned only.')
  tellOfSecret(config, 'is not in the file: keep it as well, elsewhere')
}

/** Restores the backup at `path`: reads it to its end once before `open` gives the store, so that a bad one leaves nothing behind. */
export async function restoreFrom(path: string, trust: Trust, open: () => Promise<Target>): Promise<Counts> {
  const file = await openBackup(path, trust)
  try {
    for await (const _ of file.entries());
    return await filling(await open(), file.entries())
  } finally {
    await file.close()
  }
}

/** R112: restores into a store that is thrown away, to see that all of it can be kept and found again. */
async function rehearse(path: string, trust: Trust): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'rolecall-rehearsal-'))
  const file = join(folder, 'rolecall.sqlite')
  const open = async () => ({ store: await openSqlite({ file, collections, version: storeVersion }), name: file, remedy: 'make room' })
  try {
    return await restoreFrom(path, trust, open)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const restoring = { unsigned: { type: 'boolean' }, rehearse: { type: 'boolean' } } as const
async function restore(config: Config, args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options: restoring, allowPositionals: true })
  const path = pathFrom(positionals, 'restore')
  const trust = values.unsigned ? 'unsigned' : { secret: await keptSecret(config) }
  const rehearsed = await rehearse(path, trust)
  if (values.rehearse) return say(`${path} can be restored: ${amount(rehearsed)}. Nothing was changed.`)
  const counts = await restoreFrom(path, trust, () => openTarget(config))
  const name = config.mongodbUri === undefined ? fileOf(config) : inDatabase
  say(`Restored ${amount(counts)}, ${sizeOf((await stat(path)).size)}, into ${name}`)
  if (values.unsigned)
    say('Warning: taken without asking for a signature. Whoever made this file decided who has an account, and who may do what.')
  tellOfSecret(config, 'must be what it was when the backup was made')
}

async function importStore(config: Config, args: readonly string[]) {
  if (args.length > 0) throw new ConfigRefused('No file is needed: it goes from the store in DATA_DIR into the database of MONGODB_URI.')
  if (config.mongodbUri === undefined) throw new ConfigRefused('MONGODB_URI must be set: it says where the store in DATA_DIR goes to.')
  const counts = await reading(await openEmbedded(config), async (entries) => filling(await openTarget(config), entries))
  say(`Imported ${amount(counts)}, ${sizeOf((await stat(fileOf(config))).size)}, from ${fileOf(config)} into ${inDatabase}`)
  tellOfSecret(config, 'must be TOKEN_SECRET of every server that uses the database')
}

const commands = { backup, restore, import: importStore, migrate: migrateStore }
const verbs = { backup: 'back up', restore: 'restore', import: 'import', migrate: 'migrate' }
const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

/** MongoDB forgets a moment after minSnapshotHistoryWindowInSeconds. */
const snapshotTooOld = 239
const known = [BackupRefused, ConfigRefused, StoreRefused, StoreUnavailable]
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === snapshotTooOld) {
    return 'it took longer than MongoDB keeps a moment (5 minutes unless told): raise its parameter minSnapshotHistoryWindowInSeconds.'
  }
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return error.message
  return known.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}

/** Carries out a command line and gives its exit code. What can't be done is said in one sentence. */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<0 | 1> {
  try {
    if (!isCommand(name)) throw new ConfigRefused('Say backup <file>, restore <file>, import or migrate.')
    await commands[name](readConfig(), args)
    return 0
  } catch (error) {
    process.stderr.write(`Can't ${isCommand(name) ? verbs[name] : 'do that'}: ${sentenceOf(error)}\n`)
    return 1
  }
}
