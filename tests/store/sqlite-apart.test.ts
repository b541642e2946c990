// The store's contract over collections whose keys the embedded engine keeps apart from the records, and what that is for: fewer pages written.
import { statSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Collection } from '#server/kernel/store/store.ts'
import { storeContract } from './contract.ts'
import { ada, bob, contractCollections, guests, put } from './fixtures.ts'
import { newFile } from './sqlite-kit.ts'

const apart: readonly Collection<never>[] = contractCollections.map((collection) => ({ ...collection, keepsKeysApart: true }))

async function open(file: string, collections = apart) {
  const store = await openSqlite({ file, collections })
  onTestFinished(() => store.close())
  return store
}

storeContract('SQLite with keys kept apart', async () => {
  const file = newFile()
  return { store: await open(file), reopen: () => open(file) }
})

const inGroup = { index: 'byTime', where: { groupId: 'g' } } as const

test('ST13 a file from before keeps its records, and is found by its keys from then on', async () => {
  const file = newFile()
  const older = await open(file, contractCollections)
  const nobody = { _id: 'nobody', rev: 1, groupId: 'g', at: null, coming: true, name: 'O"x' }
  await older.commit([put(guests, ada), put(guests, bob), put(guests, nobody)])
  await older.close()
  const store = await open(file)
  expect(await store.find(guests, inGroup)).toEqual([ada, bob])
  expect(await store.find(guests, { index: 'byComing', where: { coming: true } })).toEqual([nobody])
  expect(await store.find(guests, { index: 'byName', where: { name: 'O"x' } })).toEqual([nobody])
  await store.commit([put(guests, { ...ada, rev: 2, groupId: 'h' })])
  expect(await store.find(guests, inGroup)).toEqual([bob])
})

/** How many pages a commit adds to the log. */
async function pagesOf(collections: readonly Collection<never>[], change: object): Promise<number> {
  const file = newFile()
  const store = await open(file, collections)
  await store.commit([put(guests, { ...ada, name: 'Ada' })])
  const log = () => statSync(`${file}-wal`).size
  const before = log()
  await store.commit([put(guests, { ...ada, name: 'Ada', ...change, rev: 2 })])
  return (log() - before) / (2_048 + 24)
}
test('a write that leaves the keys as they are logs the one page of its record; control: with another key, or keys not apart, those of indexes too', async () => {
  expect(await pagesOf(apart, { roles: ['Guest'] })).toBe(1)
  expect(await pagesOf(apart, { roles: ['Guest'], at: 2 })).toBeGreaterThan(3)
  expect(await pagesOf(contractCollections, { roles: ['Guest'] })).toBeGreaterThan(3)
})
