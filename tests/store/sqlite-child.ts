// A process of its own for sqlite.test.ts to kill, to compete with and to run out of disk. Acknowledges over stdout.
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { type Store, StoreUnavailable } from '#server/kernel/store/store.ts'
import { contractCollections, counters, guests, put } from './fixtures.ts'

const [file = '', mode = '', place = 'here'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)
/** Two records in two collections: both or neither may outlive a crash. */
const pair = (n: number) => [
  put(guests, { _id: `n${n}`, rev: 1, groupId: 'g', name: 'x'.repeat(n % 5000) }),
  put(counters, { _id: `n${n}`, rev: 1, taken: n }),
]

/** Commits pairs, eight at once, and says each number once its commit has resolved. */
async function acknowledge(store: Store) {
  for (let n = 0; ; n += 8) {
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((more) => store.commit(pair(n + more)).then(() => say(`${n + more}`))))
  }
}

/** The control: says the numbers when their commits are asked for. The turn ends after the kill, so none is durable yet. */
function acknowledgeEarly(store: Store) {
  const numbers = Array.from({ length: 400 }, (_, n) => n)
  for (const n of numbers) void store.commit(pair(n))
  say(numbers.join('\n'))
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000)
}

/** Commits until the disk takes no more, reads meanwhile, and says when it takes commits again. */
async function fill(store: Store) {
  let refused = false
  for (let n = 4_000; n < 9_000; n++) {
    try {
      await store.commit(pair(n))
      say(refused ? 'recovered' : `${n}`)
      if (refused) return store.close()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (!refused) say(`unavailable, still reads ${(await store.get(counters, 'n4000'))?.taken}`)
      refused = true
      await new Promise((later) => setTimeout(later, 10))
    }
  }
}

/** Commits one after the other, and says how often its event loop came round meanwhile. */
async function countTurns(store: Store) {
  await store.commit(pair(0))
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  for (let n = 1; n <= 10; n++) await store.commit(pair(n))
  clearInterval(timer)
  say(`${turns}`)
  await store.close()
}

const lost = (why: Error) => say(`lost: ${why.message}`)
const store = await openSqlite({ file, collections: contractCollections, ...(place === 'thread' && { lost }) })
say('open')
if (mode === 'acknowledge') await acknowledge(store)
if (mode === 'acknowledge-early') acknowledgeEarly(store)
if (mode === 'fill') await fill(store)
if (mode === 'count') await countTurns(store)
if (mode === 'hold') setInterval(() => {}, 60_000)
