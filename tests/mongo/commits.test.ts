// What the server does to one commit, and what becomes of it: its answer is lost, its session ended, a race lost, a lock left by a process that died, an
// index hidden. The same amid bursts of answers: the files whose names begin with faults-.
import { describe, expect, onTestFinished, test } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { RevisionConflict, StoreUnavailable } from '#server/kernel/store/store.ts'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { newDatabase } from '../kit/world/fresh-store.ts'
import { letter, openLetters } from './letters.ts'

/** A store of its own, the answer to whose next commit, or write, is lost after it was carried out. */
async function openLosing(more = '') {
  const { mongod, store } = await openLetters(more)
  const loseNext = (...names: string[]) => {
    let left = names
    mongod.onCommand((name) => {
      if (name !== left[0]) return undefined
      left = left.slice(1)
      return { lost: 'answer' }
    })
  }
  return { mongod, store, loseNext }
}

test('S18 (stand-in) one write, and one transaction, whose answer is lost once: repeated, and done once', async () => {
  const { mongod, store, loseNext } = await openLosing()
  loseNext('insert')
  await store.commit([letter('a', 1)])
  loseNext('update')
  await store.commit([letter('a', 2)])
  loseNext('commitTransaction')
  await store.commit([letter('a', 3), letter('b', 1)])
  loseNext('commitTransaction', 'commitTransaction', 'commitTransaction')
  await store.commit([letter('a', 4), letter('b', 2)])
  expect([(await store.get(emails, 'a'))?.rev, (await store.get(emails, 'b'))?.rev, store.commits]).toEqual([4, 2, 4])
  expect(mongod.counts()).toMatchObject({ committed: 2, openTransactions: 0 })
})

test('S18 control (stand-in): without retryable writes the same write is called a failure, though it was done', async () => {
  const { store, loseNext } = await openLosing('retryWrites=false')
  loseNext('insert')
  await expect(store.commit([letter('a', 1)])).rejects.toThrow("The store can't be used now")
  expect((await store.get(emails, 'a'))?.rev).toBe(1)
})

describe('what the server does to a commit', () => {
  const interrupted = { reply: { ok: 0, code: 11_601, codeName: 'Interrupted', errmsg: 'operation was interrupted' } } as const

  test('ST7 (stand-in) a transaction whose session somebody ended is a conflict, a single write is unavailable, a commit is asked for again', async () => {
    const { mongod, store } = await openLetters()
    mongod.onCommand((name) => (name === 'insert' ? interrupted : undefined))
    await expect(store.commit([letter('a', 1), letter('b', 1)])).rejects.toBeInstanceOf(RevisionConflict)
    await expect(store.commit([letter('a', 1)])).rejects.toBeInstanceOf(StoreUnavailable)
    let times = 0
    mongod.onCommand((name) => (name === 'commitTransaction' && times++ === 0 ? interrupted : undefined))
    await store.commit([letter('a', 1), letter('b', 1)])
    expect([times, (await store.get(emails, 'b'))?.rev]).toEqual([2, 1])
  })

  test('S17 (stand-in) each code of a state that passes is unavailable', async () => {
    const { mongod, store } = await openLetters()
    for (const code of [290, 355, 365, 388, 402, 407, 433, 449]) {
      mongod.onCommand((name) => (name === 'insert' ? { reply: { ok: 0, code, errmsg: 'not now' } } : undefined))
      await expect(store.commit([letter('a', 1)]), String(code)).rejects.toBeInstanceOf(StoreUnavailable)
    }
  })

  test('S17 (stand-in) a single write behind the open transaction of a process that died is freed', async () => {
    const { mongod, store, uri } = await openLetters()
    await store.commit([letter('a', 1)])
    const dead = await openMongo({ uri, collections, version: storeVersion })
    onTestFinished(() => dead.close())
    let isLost = false
    mongod.onCommand((name) => {
      if (name !== 'commitTransaction' && name !== 'abortTransaction') return undefined
      isLost = true
      return { lost: 'request' }
    })
    const left = dead.commit([letter('a', 2), letter('b', 1)]).catch(() => {})
    await expect.poll(() => isLost).toBe(true)
    const asked = mongod.counts().commands.killSessions ?? 0
    await store.commit([letter('a', 2)])
    expect(mongod.counts().commands.killSessions).toBeGreaterThan(asked)
    mongod.onCommand(undefined)
    await left
  })

  test('S9 (stand-in) every index is made at once that a majority has it', async () => {
    const mongod = await ownStandIn()
    const quorums = new Set<unknown>()
    mongod.onCommand((name, command) => void (name === 'createIndexes' && quorums.add(command.commitQuorum)))
    await (await openMongo({ uri: newDatabase(mongod.uri), collections, version: storeVersion })).close()
    expect([...quorums]).toEqual(['majority'])
  })

  test('S9 (stand-in) a hidden index is not the index asked for: the start is refused, and says how to show it', async () => {
    const { uri, store } = await openLetters()
    await store.scratch.command({ collMod: 'emails', index: { name: 'due', hidden: true } })
    await expect(openMongo({ uri, collections, version: storeVersion })).rejects.toThrow(
      /emails\/due in \S+ is hidden.*db\.emails\.unhideIndex\('due'\)/,
    )
    await store.scratch.command({ collMod: 'emails', index: { name: 'due', hidden: false } })
    await (await openMongo({ uri, collections, version: storeVersion })).close()
  })

  test('S9 (stand-in) an index that no query asks for any more is dropped at the start; one that nobody here declared stays', async () => {
    const { uri, store } = await openLetters()
    const names = async () => {
      const { cursor } = await store.scratch.command({ listIndexes: 'rsvps' })
      return (cursor.firstBatch as { name: string }[]).map(({ name }) => name)
    }
    const key = { groupId: 1, createdAt: 1 }
    await store.scratch.command({
      createIndexes: 'rsvps',
      indexes: ['added', 'later'].map((name, nth) => ({ name, key: nth === 0 ? key : { ...key, name: 1 } })),
    })
    expect(await names()).toEqual(expect.arrayContaining(['added', 'later']))
    await (await openMongo({ uri, collections, version: storeVersion })).close()
    expect(await names()).toContain('later')
    expect(await names()).not.toContain('added')
  })
})
