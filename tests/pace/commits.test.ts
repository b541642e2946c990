// What the loser of a race for one record waits for, in milliseconds of the stand-in: a time of its own, and a majority that lags.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openMongo } from '#server/kernel/store/mongo/engine.ts'
import { RevisionConflict } from '#server/kernel/store/store.ts'
import { letter, openLetters } from '../mongo/letters.ts'

test('S16 pace: (stand-in) who lost a race is held for 5 to 25 ms, each for a time of its own', async () => {
  const { store } = await openLetters()
  await store.commit([letter('a', 1)])
  const waits: number[] = []
  for (let n = 0; n < 12; n++) {
    const began = performance.now()
    await expect(store.commit([letter('a', 1)])).rejects.toBeInstanceOf(RevisionConflict)
    waits.push(performance.now() - began)
  }
  expect(Math.min(...waits)).toBeGreaterThan(4.5)
  expect(new Set(waits.map(Math.round)).size).toBeGreaterThan(3)
})

test('S16 pace: (stand-in) while the majority lags a loser that reads what it has doesn’t spin, and wins once it has caught up', async () => {
  const { mongod, store, uri } = await openLetters()
  const other = await openMongo({ uri, collections, version: storeVersion })
  onTestFinished(() => other.close())
  await store.commit([letter('a', 1)])
  mongod.lag(400)
  const winner = store.commit([letter('a', 2)])
  await wait(20)
  let tries = 0
  for (;;) {
    tries++
    const rev = (await other.get(emails, 'a'))?.rev ?? 0
    const lost = await other.commit([letter('a', rev + 1)]).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (lost === undefined) break
    expect(lost).toBeInstanceOf(RevisionConflict)
  }
  await winner
  expect([tries > 1, tries < 90]).toEqual([true, true])
  expect((await store.get(emails, 'a'))?.rev).toBe(3)
})
