// Searching along words past any number of records: the rarest word ends it, and everybody else has their turn meanwhile.
import { expect, onTestFinished, test } from 'vitest'
import { type FoundBy, findByWords, wordId } from '#server/kernel/store/find-words.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Collection, Reader } from '#server/kernel/store/store.ts'
import { type Counter, counters, put } from './fixtures.ts'

const words: Collection<FoundBy> = { name: 'words', indexes: {} }
const many = 3_000
const idOf = (n: number) => `n${10_000 + n}`
/** Everyone is a Smith or a Smithson, the last one alone a Jones besides. */
const wordsOf = (n: number) => [n % 2 ? 'smith' : 'smithson', 'test', ...(n === many - 1 ? ['jones'] : [])]

async function crowd() {
  const store = await openSqlite({ file: ':memory:', collections: [words, counters] })
  onTestFinished(() => store.close())
  const all = Array.from({ length: many }, (_, n) => n)
  await store.commit(all.map((n) => put(counters, { _id: idOf(n), rev: 1, taken: n })))
  await store.commit(all.flatMap((n) => wordsOf(n).map((word) => put(words, { _id: wordId(word, idOf(n)), rev: 1, of: idOf(n) }))))
  return store
}

/** What a search finds, how many records it read between two turns of others, and in all. */
async function watched(typed: readonly string[], limit: number, isSought: (one: Counter) => boolean = () => true) {
  const store = await crowd()
  const reads = [0]
  const add = (count: number) => reads.push((reads.pop() ?? 0) + count)
  const reader: Reader = {
    get: store.get.bind(store),
    async find(collection, query) {
      const found = await store.find(collection, query)
      add(found.length)
      return found
    },
  }
  let isOver = false
  const turn = () => {
    if (!isOver) setImmediate(turn)
    reads.push(0)
  }
  setImmediate(turn)
  const read = async (id: string) => {
    const one = await reader.get(counters, id)
    return one && isSought(one) ? one : undefined
  }
  const found = await findByWords(reader, words, typed, read, limit)
  isOver = true
  return { found: found.map(({ _id }) => _id), atOnce: Math.max(...reads), all: reads.reduce((sum, count) => sum + count, 0) }
}

test('R232b a search past everybody gives others a turn after 50 words at most, and finds each once', async () => {
  const { found, atOnce, all } = await watched(['smi'], many)
  expect([found.toSorted(), atOnce, all]).toEqual([Array.from({ length: many }, (_, n) => idOf(n)), 50, many])
  const none = await watched(['smi', 'test'], 25, () => false)
  expect([none.found, none.atOnce]).toEqual([[], 50])
})

test('R232b a word that few have ends the search, however many have the others', async () => {
  const isLast = ({ taken }: Counter) => taken === many - 1
  const { found, all } = await watched(['test', 'smi', 'jones'], 25, isLast)
  expect([found, all]).toEqual([[idOf(many - 1)], 101])
  const nobody = await watched(['test', 'nobody'], 25, () => false)
  expect([nobody.found, nobody.all]).toEqual([[], 50])
})

test('R232b control: without that word all of the others is read', async () => {
  expect((await watched(['test', 'smi'], 25, ({ taken }) => taken === many - 1)).all).toBeGreaterThan(many)
})

test('R232b a word that another one typed begins with isn’t walked; no word finds nobody', async () => {
  const { found, all } = await watched(['s', 'smith', 'smithson', 'smithson'], 25)
  expect([found.length, all]).toEqual([25, 50])
  expect((await watched([], 25)).found).toEqual([])
})
