// The commands backup, restore, import and migrate: which stores they open, in which order, and what they say.
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { collections } from '#server/app/store/collections.ts'
import { fileOf } from '#server/app/store/engine.ts'
import { type Config, ConfigRefused, readConfig } from '#server/kernel/config.ts'
import { iso, systemClock } from '#server/kernel/ports/clock.ts'
import { keptSecret, secretFile } from '#server/kernel/ports/secret-file.ts'
import { stateOf, versionOf } from '#server/kernel/store/migrate.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { type Reader, StoreDamaged, type Stored, StoreRefused, StoreUnavailable } from '#server/kernel/store/store.ts'
import { linesIn } from '#server/record/ledger/copies.ts'
import { ledger } from '#server/record/ledger/model.ts'
import { checkStore } from './checking.ts'
import { openEmbedded } from './embedded.ts'
import { BackupRefused, writeBackup } from './file.ts'
import { idsOf, migrateStore, toPresentShape } from './migrating.ts'
import { openBackup, type Trust } from './read.ts'
import {
  type BackupPart,
  type Counts,
  type Entries,
  entriesOf,
  fillStore,
  inNewEra,
  isHalfFilled,
  partsOf,
  type Target,
} from './records.ts'
import { findLedger } from './replay-ledger.ts'
import { openRestoring, type Restoring, tellEnded } from './restoring.ts'
import { withoutBearers } from './revoke-bearers.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const total = (counts: Counts) => Object.values(counts).reduce((sum, count) => sum + count, 0)
const amount = (counts: Counts) => `${plural(total(counts), 'record')} in ${plural(Object.keys(counts).length, 'collection')}`
const sizeOf = (bytes: number) => (bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`)

/** R156: what was revoked since is not in the backup. */
const dropAll = `db.getCollectionNames().filter((name) => name !== '${ledger.name}').forEach((name) => db[name].drop())`
const inDatabase = 'the database of MONGODB_URI'

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
async function reading<Some extends BackupPart, Result>(
  from: Awaited<ReturnType<typeof openEmbedded>>,
  records: AsyncGenerator<Some>,
  read: (records: AsyncIterable<Some>) => Promise<Result>,
): Promise<Result> {
  try {
    if (await isHalfFilled(from.reader)) throw new StoreRefused(`In ${from.name} a restore broke off, or is still running.`)
    const first = await records.next()
    if (first.done) throw new StoreRefused(`${from.name} holds no records.`)
    return await read(
      (async function* () {
        yield first.value
        yield* records
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
    return { store, name: inDatabase, remedy: `drop its collections, all but ${ledger.name} (${dropAll}), or name another one` }
  }
  const file = fileOf(config)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigRefused(`DATA_DIR must be a folder that can be written, ${config.dataDir} is not (${error.code ?? error.message}).`)
  })
  const store = await openSqlite({ file, collections, version: storeVersion })
  return { store, name: file, remedy: `move that file away, together with its -wal if there is one` }
}

async function filling(target: Target, entries: Entries, restoring?: Restoring): Promise<Counts> {
  const { store } = target
  const { ended, redo } = restoring ?? {}
  const before = redo ? await linesIn(store) : []
  const finish = async (installation: Stored | undefined) => {
    await toPresentShape(store, { ids: idsOf(installation) })
    await redo?.(store, installation, [...before, ...(ended?.lines ?? [])])
  }
  try {
    const wanted = ended ? withoutBearers(entries, ended) : entries
    return await fillStore(target, inNewEra(wanted, systemClock.now()), { finish, ...(redo && { leaves: ledger.name }) })
  } finally {
    await store.close()
  }
}

const stopsOver = 'the links to stop emails, in those that were sent, no longer work'
const secretOver =
  'nobody is logged out, but emails with codes and links that wait to be sent are lost, codes already sent are void, and guests prove their email again'
/** What belongs to the records and is not among them. */
function tellOfSecret(config: Config, order: string, lost: string) {
  const place = config.tokenSecret ? 'TOKEN_SECRET' : `The secret in ${secretFile(config)}`
  say(`${place} ${order}.`)
  say(`Under another one ${lost}.`)
}

const pathFrom = ([file, ...more]: readonly string[], command: string) => {
  if (file === undefined || more.length > 0) throw new ConfigRefused(`One file is needed: npm run ${command} -- <file>`)
  return resolve(file)
}

async function backup(config: Config, args: readonly string[]) {
  const path = pathFrom(args, 'backup')
  const from = config.mongodbUri === undefined ? await openEmbedded(config, path) : await openMoment(config.mongodbUri)
  const secret = await keptSecret(config)
  const written = versionOf(await stateOf(from.reader))
  const origin = { engine: from.engine, storeVersion: written, createdAt: iso(systemClock.now()), secret }
  const counts = await reading(from, partsOf(from.reader), (parts) => writeBackup(path, parts, origin))
  say(`Backed up ${amount(counts)}, ${sizeOf((await stat(path)).size)}: ${path}`)
  if (secret === undefined)
    say('The file is not signed, as neither TOKEN_SECRET nor a kept secret is here: restore takes it with --unsigned only.')
  tellOfSecret(config, 'is not in the file: keep it as well, elsewhere', `the file is taken with --unsigned only, and ${stopsOver}`)
}

/** Restores the backup at `path`: reads it to its end once before `open` gives the store, so that a bad one leaves nothing behind. */
export async function restoreFrom(path: string, trust: Trust, open: () => Promise<Target>, restoring?: Restoring): Promise<Counts> {
  const file = await openBackup(path, trust)
  try {
    for await (const _ of file.entries());
    return await filling(await open(), file.entries(), restoring)
  } finally {
    await file.close()
  }
}

/** R112: restores into a store that is thrown away, to see that all of it can be kept and found again. */
async function rehearse(path: string, trust: Trust, restoring: Restoring): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'rolecall-rehearsal-'))
  const file = join(folder, 'rolecall.sqlite')
  const open = async () => ({ store: await openSqlite({ file, collections, version: storeVersion }), name: file, remedy: 'make room' })
  try {
    return await restoreFrom(path, trust, open, restoring)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const options = { unsigned: { type: 'boolean' }, rehearse: { type: 'boolean' } } as const
async function restore(config: Config, args: readonly string[]) {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  const path = pathFrom(positionals, 'restore')
  const trust = values.unsigned ? 'unsigned' : { secret: await keptSecret(config) }
  const found = await findLedger(config, dirname(path), trust)
  const rehearsal = openRestoring(config, found)
  const rehearsed = await rehearse(path, trust, rehearsal)
  if (values.rehearse) {
    say(`${path} can be restored: ${amount(rehearsed)}. Nothing was changed.`)
    return tellEnded(rehearsal, found).forEach(say)
  }
  const restoring = openRestoring(config, found)
  const counts = await restoreFrom(path, trust, () => openTarget(config), restoring)
  const name = config.mongodbUri === undefined ? fileOf(config) : inDatabase
  say(`Restored ${amount(counts)}, ${sizeOf((await stat(path)).size)}, into ${name}`)
  tellEnded(restoring, found).forEach(say)
  if (values.unsigned)
    say('Warning: taken without asking for a signature. Whoever made this file decided who has an account, and who may do what.')
  tellOfSecret(config, 'must be what it was when the backup was made', stopsOver)
}

async function importStore(config: Config, args: readonly string[]) {
  if (args.length > 0) throw new ConfigRefused('No file is needed: it goes from the store in DATA_DIR into the database of MONGODB_URI.')
  if (config.mongodbUri === undefined) throw new ConfigRefused('MONGODB_URI must be set: it says where the store in DATA_DIR goes to.')
  const from = await openEmbedded(config)
  const counts = await reading(from, entriesOf(from.reader), async (entries) => filling(await openTarget(config), entries))
  say(`Imported ${amount(counts)}, ${sizeOf((await stat(fileOf(config))).size)}, from ${fileOf(config)} into ${inDatabase}`)
  tellOfSecret(config, 'must be TOKEN_SECRET of every server that uses the database', secretOver)
}

const commands = { backup, restore, import: importStore, migrate: migrateStore, check: checkStore }
const verbs = { backup: 'back up', restore: 'restore', import: 'import', migrate: 'migrate', check: 'say that the store is sound' }
const isCommand = (name: string): name is keyof typeof commands => Object.hasOwn(commands, name)

/** MongoDB forgets a moment after minSnapshotHistoryWindowInSeconds: SnapshotTooOld, SnapshotUnavailable. */
const momentGone = new Set<unknown>([239, 246])
const known = [BackupRefused, ConfigRefused, StoreRefused, StoreUnavailable]
function commandError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && momentGone.has(error.code)) {
    return 'it took longer than MongoDB keeps a moment (5 minutes unless told): raise its parameter minSnapshotHistoryWindowInSeconds.'
  }
  if ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return error.message
  return known.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}

/** The exit code that says that the store itself is at fault. */
const damageFound = 2

/** Carries out a command line and gives its exit code. What can't be done is said in one sentence. */
export async function runCommand([name = '', ...args]: readonly string[]): Promise<0 | 1 | 2> {
  try {
    if (!isCommand(name)) throw new ConfigRefused('Say backup <file>, restore <file>, import, migrate or check.')
    await commands[name](readConfig(), args)
    return 0
  } catch (error) {
    process.stderr.write(`Can't ${isCommand(name) ? verbs[name] : 'do that'}: ${commandError(error)}\n`)
    return error instanceof StoreDamaged ? damageFound : 1
  }
}
