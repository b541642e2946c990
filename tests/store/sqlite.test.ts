// The embedded engine: the store's contract, and what a file adds to it: crashes, damage, two processes, a full disk.
import { copyFileSync, openSync, readdirSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, describe, expect, test } from 'vitest'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { planFind } from '#server/kernel/store/sqlite/find.ts'
import { type Collection, type Query, RevisionConflict, type Store, StoreRefused } from '#server/kernel/store/store.ts'
import { storeContract } from './contract.ts'
import { ada, bob, contractCollections, counters, type Guest, guests, put } from './fixtures.ts'
import { crash, fillDisk, mayLimit, newFile, startChild } from './sqlite-kit.ts'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function open(file: string, collections = contractCollections, version = 1): Promise<Store> {
  const store = await openSqlite({ file, collections, version })
  endings.push(() => store.close())
  return store
}

/** Runs SQL on a file no store has open, and gives the last statement's rows. */
function raw(file: string, ...statements: string[]): unknown[] {
  const db = new Database(file)
  let rows: unknown[] = []
  for (const sql of statements) {
    const statement = db.prepare(sql)
    if (statement.reader) rows = statement.raw().all()
    else statement.run()
  }
  db.close()
  return rows
}

storeContract('SQLite in memory', async () => ({ store: await open(':memory:') }))
storeContract('SQLite in a file', async () => {
  const file = newFile()
  return { store: await open(file), reopen: () => open(file) }
})

describe('group commit', () => {
  test('ST6 ST19 commits of one turn share one transaction, conflicts and all', async () => {
    const store = await open(newFile())
    const before = store.commits
    await Promise.all(Array.from({ length: 500 }, (_, n) => store.commit([put(counters, { _id: `c${n}`, rev: 1, taken: n })])))
    expect(store.commits).toBe(before + 1)
    const mixed = [put(counters, { _id: 'c500', rev: 1, taken: 0 }), put(counters, { _id: 'c0', rev: 1, taken: 0 })]
    const settled = await Promise.allSettled(mixed.map((write) => store.commit([write])))
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(store.commits).toBe(before + 2)
  })

  test('ST16 a statement that fails for another reason takes the whole turn back, and the next turn commits', async () => {
    const file = newFile()
    await (await open(file)).close()
    raw(file, "CREATE TRIGGER no BEFORE INSERT ON guests WHEN new._id = 'bob' BEGIN SELECT RAISE(ABORT, 'not bob'); END")
    const store = await open(file)
    const before = store.commits
    const settled = await Promise.allSettled([ada, bob].map((guest) => store.commit([put(guests, guest)])))
    for (const one of settled) expect(one).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    expect(await store.find(guests, { index: 'byGroup' })).toEqual([])
    await store.commit([put(guests, ada)])
    expect(await store.find(guests, { index: 'byGroup' })).toEqual([ada])
    expect(store.commits).toBe(before + 1)
  })
})

describe('crash', () => {
  test('ST17 kill -9 loses nothing acknowledged, leaves no half of a commit and no lock', async () => {
    const { acknowledged, lost, halves, left, store } = await crash('acknowledge')
    expect(left).toContain('rolecall.db-wal')
    expect(acknowledged).toBeGreaterThanOrEqual(300)
    expect({ lost, halves }).toEqual({ lost: 0, halves: [] })
    await store.commit([put(counters, { _id: 'after', rev: 1, taken: 0 })])
  })

  test('ST17 control: acknowledging before the commit resolves is seen to lose', async () => {
    expect((await crash('acknowledge-early')).lost).toBeGreaterThan(0)
  })
})

describe('what is refused', () => {
  const refused = async (opening: Promise<Store>, ...words: (string | RegExp)[]) => {
    const error = await opening.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StoreRefused)
    for (const word of words) expect(String(error)).toMatch(word)
  }

  test('a second process, or a second store in this one, until the first is gone', async () => {
    const file = newFile()
    const { line, kill, exited } = startChild(file, 'hold')
    expect(await line()).toBe('open')
    await refused(openSqlite({ file, collections: contractCollections }), file, /in use by another process/)
    kill()
    await exited
    const store = await open(file)
    await refused(openSqlite({ file, collections: contractCollections }), /in use/)
    await store.commit([put(guests, ada)])
    await store.close()
    expect(readdirSync(join(file, '..'))).toEqual(['rolecall.db', 'rolecall.db-lock'])
    expect(await (await open(file)).get(guests, 'ada')).toEqual(ada)
  })

  test('a file that a newer version has written, and it stays as it was', async () => {
    const file = newFile()
    await (await open(file, contractCollections, 3)).close()
    await refused(openSqlite({ file, collections: contractCollections, version: 2 }), file, /newer version of Rolecall/, /version 3/)
    await (await open(file, contractCollections, 3)).close()
    await (await open(file, contractCollections, 4)).close()
    expect(raw(file, 'PRAGMA user_version')).toEqual([[4]])
  })

  test('a damaged file, in each way it can be', async () => {
    const file = newFile()
    const store = await open(file)
    await store.commit(Array.from({ length: 2000 }, (_, n) => put(guests, { ...ada, _id: `n${n}`, email: `n${n}` })))
    await store.close()
    const damage: ((copy: string) => void)[] = [
      (copy) => writeFileSync(copy, 'This is no database. '.repeat(500)),
      (copy) => truncateSync(copy, 64 * 4096),
      (copy) => writeSync(openSync(copy, 'r+'), Buffer.alloc(40 * 4096, 0xa5), 0, 40 * 4096, 20 * 4096),
      (copy) => writeSync(openSync(copy, 'r+'), Buffer.alloc(4096 - 100, 0), 0, 4096 - 100, 100),
    ]
    for (const [at, harm] of damage.entries()) {
      const copy = `${file}.${at}`
      copyFileSync(file, copy)
      harm(copy)
      await refused(openSqlite({ file: copy, collections: contractCollections }), copy, /is damaged/, /restore the last backup/)
    }
  })

  test('a path that is no file to write', async () => {
    const file = newFile()
    for (const path of [join(file, 'deeper'), join(file, '..')]) {
      await refused(openSqlite({ file: path, collections: contractCollections }), path, /can't be opened/, /folder/)
    }
  })

  test('an index or a table other than declared; a changed one wants a new name', async () => {
    const file = newFile()
    await (await open(file)).close()
    const changed: Collection<Guest> = { ...guests, indexes: { ...guests.indexes, byName: { fields: ['name', 'at'] } } }
    await refused(openSqlite({ file, collections: [changed] }), 'guests/byName', /not as declared/, /new name/)
    const loose: Collection<Guest> = { ...guests, indexes: { ...guests.indexes, byEmail: { fields: ['groupId', 'email'] } } }
    await refused(openSqlite({ file, collections: [loose] }), 'guests/byEmail')
    raw(file, 'ALTER TABLE guests ADD COLUMN more TEXT')
    await refused(openSqlite({ file, collections: contractCollections }), 'guests in ')
  })

  test('records that share a key which is now declared unique', async () => {
    const file = newFile()
    const before: Collection<Guest> = { name: 'guests', indexes: {} }
    const store = await open(file, [before])
    await store.commit([put(before, ada), put(before, { ...bob, email: ada.email })])
    await store.close()
    await refused(openSqlite({ file, collections: contractCollections }), 'guests/byEmail', /share its key/)
    expect(raw(file, "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")).toEqual([])
  })

  test('a name that is none, or is declared twice: a bug', async () => {
    const twice = openSqlite({ file: ':memory:', collections: [guests, guests] })
    await expect(twice).rejects.toThrow(/twice/)
    const quoted = openSqlite({ file: ':memory:', collections: [{ name: 'a"b', indexes: {} }] })
    await expect(quoted).rejects.toThrow(/no name/)
  })
})

describe('indexes', () => {
  test('a missing one is made, an undeclared one of ours is dropped, a stranger stays', async () => {
    const file = newFile()
    const old: Collection<Guest> = { ...guests, indexes: { ...guests.indexes, byRoles: { fields: ['roles'] } } }
    const store = await open(file, [old, counters])
    await store.commit([put(guests, ada)])
    await store.close()
    raw(file, 'DROP INDEX "guests/byGroup"', 'CREATE INDEX mine ON guests (rev)')
    expect(await (await open(file)).find(guests, { index: 'byGroup' })).toEqual([ada])
    for (const end of endings.splice(0).reverse()) await end()
    const names = raw(file, "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").flat()
    expect(names).toContain('mine')
    expect(names).toContain('guests/byGroup')
    expect(names).not.toContain('guests/byRoles')
  })

  test('every walk of a find is one range of the declared index, already in order', async () => {
    const file = newFile()
    await (await open(file)).close()
    const where = { groupId: 'g' }
    const after = { ...ada, state: 'x' }
    const queries: [Query, string[]][] = [
      [{ index: 'byTime', where, from: 1, to: 5 }, ['byTime (<expr>=? AND <expr>~? AND <expr>~?)']],
      [{ index: 'byTime', where: { groupId: 'g', at: 1 } }, ['byTime (<expr>=? AND <expr>=?)']],
      [{ index: 'byGroup', where, after }, ['byGroup (<expr>=? AND _id~?)']],
      [
        { index: 'byState', where, after, from: 'a', to: 'y' },
        [
          'byState (<expr>=? AND <expr>=? AND <expr>=? AND _id~?)',
          'byState (<expr>=? AND <expr>=? AND <expr>~?)',
          'byState (<expr>=? AND <expr>~? AND <expr>~?)',
        ],
      ],
      [{ index: 'byEmail', where: { groupId: 'g', email: 'e' } }, ['byEmail (<expr>=? AND <expr>=?)']],
      [{ index: 'byEmail', where, after }, ['byEmail (<expr>=? AND <expr>~?)']],
    ]
    for (const [query, plans] of queries) {
      for (const descending of [false, true]) {
        const walks = planFind(guests, { ...query, descending }).map(({ sql }) => raw(file, `EXPLAIN QUERY PLAN ${sql}`))
        const found = walks.map((steps) =>
          steps.map((step) => (Array.isArray(step) ? String(step.at(-1)).replaceAll(/[<>]\?/g, '~?') : step)),
        )
        expect(found).toEqual(plans.map((plan) => [`SEARCH guests USING INDEX guests/${plan}`]))
      }
    }
  })
})

test.skipIf(!mayLimit)('on a full disk commits fail as StoreUnavailable, reads go on, and commits go on once there is room', async () => {
  const { acknowledged, store } = await fillDisk('here')
  for (const id of acknowledged) expect(await store.get(counters, id)).toBeDefined()
  expect(acknowledged.length).toBeGreaterThan(10)
  await expect(store.commit([put(counters, { _id: 'n4000', rev: 1, taken: 0 })])).rejects.toBeInstanceOf(RevisionConflict)
})
