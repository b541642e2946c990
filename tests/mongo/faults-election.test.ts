// Long: bursts through elections and lost answers, until each server serves again.
// A primary that steps down in the middle of a burst, and answers that get lost on their way in a burst: each command takes effect once. All of it is shown on a
// stand-in of the test's own, since a step-down would hit whoever shares the server; STEP_DOWN_URI names a replica set that may be hit by its own command.
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import type { Hook } from '#tests/mongod/server.ts'
import { chance } from '../kit/model/chance.ts'
import { hintsOf, openBursts, slowest, statusesOf, waitsOf } from '../kit/process/mongo-bursts.ts'
import { openSite, ownStandIn, sleep } from '../kit/process/mongo-house.ts'
import { bundled } from '../kit/process/process.ts'
import { longer, onTime, within } from '../kit/world/pace.ts'

const isSoak = process.env.SOAK !== undefined
const { seed, next } = chance()

/** Two servers under a burst, which `fault` meets; gives what was told and what is left. */
async function meet(server: string, fault: () => Promise<void>, entry = 'server/app/main.ts') {
  const site = await openSite(server, await bundled(entry))
  const servers = await Promise.all([site.start(), site.start()])
  const bursts = openBursts(servers, site.target, 'e', 6)
  await bursts.acknowledged(40)
  await fault()
  const back = performance.now()
  await expect.poll(() => bursts.since(back), { interval: 50 }).toBeGreaterThan(20)
  await bursts.stop()
  const outcomes = bursts.outcomes()
  const { found } = await site.look(outcomes)
  const statuses = statusesOf(outcomes)
  return { found, statuses, outcomes, text: `${JSON.stringify(statuses)}, the slowest answer ${slowest(waitsOf(outcomes))} ms` }
}

/** By the command, as an operator would; a set of one steps up again when its time is over. */
async function stepDown(uri: string, seconds: number) {
  const client = new MongoClient(uri, { retryWrites: false })
  await client
    .db('admin')
    .command({ replSetStepDown: seconds, secondaryCatchUpPeriodSecs: 0, force: true })
    .catch(() => {}) // older servers end the connection
  await client.close()
}

test('S17, S10 pace: a primary that steps down in the middle of a burst: nothing acknowledged is lost or done twice, all goes on by itself', {
  ...onTime,
}, async () => {
  const uri = process.env.STEP_DOWN_URI ?? (await ownStandIn()).uri
  const { found, statuses, outcomes, text } = await meet(uri, async () => {
    for (const seconds of isSoak ? [1, 2, 3, 5, 8, 13, 1, 1] : [1, 5]) {
      await stepDown(uri, seconds)
      await sleep(seconds * 1_000 + 1_500)
    }
  })
  console.log(`a primary that steps down: ${text}`)
  expect(found).toEqual([])
  expect(Object.keys(statuses).filter((status) => !['200', '409', '503'].includes(status))).toEqual([])
  expect([...hintsOf(outcomes)].filter((hint) => !/^\d+ (store-unavailable|busy)$/.test(hint))).toEqual([])
  within(slowest(waitsOf(outcomes)), 9_000)
})

/** Loses every so manieth answer to a write or a commit after it was carried out, or the request before. */
const losing =
  (lost: 'answer' | 'request', share: number): Hook =>
  (name) =>
    ['commitTransaction', 'insert', 'update', 'delete'].includes(name) && next() < share ? { lost } : undefined

test.each(['answer', 'request'] as const)(
  'S18 (stand-in) every fifth %s of a write or a commit is lost: what was acknowledged is there, and once',
  longer,
  async (lost) => {
    const mongod = await ownStandIn()
    const fewest = lost === 'answer' ? 5 : -1
    const { found, statuses, text } = await meet(mongod.uri, async () => {
      mongod.onCommand(losing(lost, 0.2))
      await sleep(isSoak ? 60_000 : 6_000)
      await expect.poll(() => mongod.counts().retried).toBeGreaterThan(fewest) // a busy machine takes longer
      mongod.onCommand(undefined)
    })
    console.log(`every fifth ${lost} lost: ${text}, ${mongod.counts().retried} repeated, SEED=${seed}`)
    expect(found, `SEED=${seed}`).toEqual([])
    expect(Object.keys(statuses).filter((status) => !['200', '409', '503'].includes(status))).toEqual([])
  },
)
