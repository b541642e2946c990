// A backup of the embedded store beside the server that writes it: the copy is the store as it was at one moment, whatever came in meanwhile.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { beforeEach, expect, test } from 'vitest'
import { openBackup } from '#server/app/backup/read.ts'
import { type Entries, entriesOf, fillStore } from '#server/app/backup/records.ts'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqliteMoment } from '#server/kernel/store/sqlite/engine.ts'
import { SqliteReader } from '#server/kernel/store/sqlite/reader.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { judge } from '../kit/model/oracle.ts'
import { type Burst, type Outcome, openBurst } from '../kit/process/burst.ts'
import { house } from '../kit/process/house.ts'
import { newFolder, startServer } from '../kit/process/process.ts'
import { fillForBurst, openStore, storeFile, tokenSecret } from '../kit/process/seed.ts'
import { target } from '../kit/world/every-collection.ts'
import { untilSeen } from '../kit/world/pace.ts'

const { command, open } = house()
beforeEach(open)

/** Restores what `copy` gives of a store under load, and gives what the oracle objects to it. */
async function copyUnderLoad(copy: (file: string, folder: string, burst: Burst) => Promise<Entries>) {
  const folder = newFolder()
  const group = await fillForBurst(folder)
  const server = await startServer(folder)
  const burst = openBurst(server.url, group, 'live')
  await burst.acknowledged(100)
  const from = performance.now()
  const entries = await copy(storeFile(folder), folder, burst)
  const back = await openStore(newFolder())
  await fillStore(target(back), entries)
  const to = performance.now()
  await burst.stop()
  // Whatever was under way at some time of the copy may be in it or not.
  const acknowledged = burst.outcomes
    .filter(({ sentAt }) => sentAt < to)
    .map((one): Outcome => (one.endedAt <= from ? one : { ...one, status: 0 }))
  const { found } = await judge(back, group, acknowledged)
  expect(acknowledged.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(100)
  const later = burst.outcomes.filter(({ sentAt, status }) => sentAt > to && status === 200)
  server.signal('SIGTERM')
  expect(await server.exit).toBe(0)
  return { found, later: later.length }
}

/** Walks so slowly that answers come in between any two collections. */
async function* slowly(reader: Reader, { acknowledged, outcomes }: Burst) {
  let last: object | undefined
  for await (const entry of entriesOf(reader)) {
    if (entry.collection !== last) await acknowledged(outcomes.filter(({ status }) => status === 200).length + 10)
    last = entry.collection
    yield entry
  }
}

test('R112 the command backs up a store that a server is using, and the copy is of one moment', async () => {
  const { found } = await copyUnderLoad(async (_, folder) => {
    const file = join(newFolder(), 'live.gz')
    const done = await command('scripts/backup.mjs', [file], { DATA_DIR: folder, TOKEN_SECRET: tokenSecret })
    expect([done.code, done.complaint]).toEqual([0, ''])
    expect(readdirSync(join(file, '..'))).toEqual(['live.gz'])
    return (await openBackup(file, { secret: tokenSecret })).entries()
  })
  expect(found).toEqual([])
})

test('R112 however long the walk takes, what is committed meanwhile is not in the copy, and the server goes on', async () => {
  const { found, later } = await copyUnderLoad(async (file, _, burst) => {
    const moment = await openSqliteMoment({ file, collections, version: storeVersion })
    return slowly(moment, burst)
  })
  expect(found).toEqual([])
  expect(later).toBeGreaterThanOrEqual(0)
})

test('R112 control: a walk that holds no moment copies what never stood together', untilSeen, async () => {
  const { found } = await copyUnderLoad(async (file, _, burst) => {
    const db = new Database(file)
    return slowly(new SqliteReader({ db, close: () => db.close() }, collections), burst)
  })
  expect(found).not.toEqual([])
})
