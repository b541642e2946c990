// Long: seven commands, each a process of its own. What an operator calls: import, backup and restore over MongoDB, and what they refuse.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { users } from '#server/people/model/account.ts'
import { ledger } from '#server/record/ledger/model.ts'
import { house } from '../kit/process/house.ts'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { newFolder } from '../kit/process/process.ts'
import { fill, openStore, storeFile, tokenSecret } from '../kit/process/seed.ts'
import { asText, putAll, withoutRevs } from '../kit/world/every-collection.ts'
import { newDatabase } from '../kit/world/fresh-store.ts'
import { longer } from '../kit/world/pace.ts'
import { isDoc } from '../mongod/values.ts'

const uri = () => inject('mongodb') ?? ''

test(
  'O12, O13, R156 the commands: import, a backup of the database, and what they refuse; a restore leaves the ledger in it, and goes by it',
  longer,
  async () => {
    const [data, out, address] = [newFolder(), newFolder(), newDatabase(uri())]
    await fill(data, { groups: 1, seats: 400, rsvps: 300 })
    const { open, command: start } = house()
    await open()
    const command = async ([name, ...args]: readonly string[], folder = data) => {
      const { code, said, complaint } = await start(`scripts/${name}.mjs`, args, {
        DATA_DIR: folder,
        MONGODB_URI: address,
        TOKEN_SECRET: tokenSecret,
      })
      return [code, said + complaint]
    }
    const done = await command(['import'])
    expect(done).toEqual([
      0,
      expect.stringMatching(/^Imported 309 records in 8 collections, [\d.]+ kB, from .+ into the database of MONGODB_URI\n/),
    ])
    const [database, store] = [await openMongo({ uri: address, collections, version: storeVersion }), await openStore(data)]
    expect(withoutRevs(await asText(database))).toBe(withoutRevs(await asText(store)))
    await store.close()
    const taken =
      'the database of MONGODB_URI is not empty (it holds installations): drop its collections, all but ledger ' +
      "(db.getCollectionNames().filter((name) => name !== 'ledger').forEach((name) => db[name].drop())), or name another one."
    expect(await command(['import'])).toEqual([1, `Can't import: ${taken}\n`])
    expect(await command(['import'], out)).toEqual([1, `Can't import: There is no store in DATA_DIR ${out}.\n`])
    const file = join(out, 'file')
    expect(await command(['backup', file])).toEqual([0, expect.stringMatching(/^Backed up 309 records in 8 collections, [\d.]+ kB: /)])
    expect([readdirSync(out), statSync(file).mode & 0o777, statSync(storeFile(data)).isFile()]).toEqual([['file'], 0o600, true])
    expect(await command(['restore', file])).toEqual([1, `Can't restore: ${taken}\n`])
    const [owner] = await database.find(users, { index: '_id', limit: 1 })
    const ended = {
      _id: `digest:${owner?._id}`,
      rev: 1,
      kind: 'digest',
      subject: owner?._id ?? '',
      at: '2026-12-01T09:00:00.000Z',
      to: 'off',
    } as const
    await putAll(database, ledger, [ended])
    for (const { name } of collections) if (name !== ledger.name) await database.scratch.collection(name).drop()
    expect(await command(['restore', file])).toEqual([
      0,
      expect.stringMatching(
        /^Restored 308 records[\s\S]+Ended: logins \(1\)[\s\S]+Done again, as the ledger says: digests stopped \(1\)\./,
      ),
    ])
    expect([await database.get(ledger, ended._id), (await database.get(users, owner?._id ?? ''))?.news]).toEqual([ended, 'off'])
    await database.scratch.dropDatabase()
    await database.close()
  },
)

test.each([
  [239, 'SnapshotTooOld'],
  [246, 'SnapshotUnavailable'],
])(
  'O12 (stand-in) a moment that the database no longer has (%s) is said in one sentence, with what to do',
  longer,
  async (code, codeName) => {
    const mongod = await ownStandIn()
    const [data, out] = [newFolder(), newFolder()]
    await fill(data, { groups: 1, seats: 4, rsvps: 3 })
    const { open, command } = house()
    await open()
    const env = { DATA_DIR: data, MONGODB_URI: mongod.uri, TOKEN_SECRET: tokenSecret }
    expect((await command('scripts/import.mjs', [], env)).complaint).toBe('')
    let reads = 0
    mongod.onCommand((name, { readConcern }) =>
      name === 'find' && isDoc(readConcern) && readConcern.level === 'snapshot' && ++reads > 3
        ? { reply: { ok: 0, code, codeName, errmsg: 'the moment is gone' } }
        : undefined,
    )
    const refused = await command('scripts/backup.mjs', [join(out, 'file')], env)
    expect([refused.code, refused.complaint]).toEqual([
      1,
      "Can't back up: it took longer than MongoDB keeps a moment (5 minutes unless told): raise its parameter minSnapshotHistoryWindowInSeconds.\n",
    ])
    expect(readdirSync(out)).toEqual([])
  },
)
