// Long: the database is killed and started again, again and again.
// The database killed and started again, again and again, under a burst of answers to three server processes. On a stand-in of the test's own, whose disk
// keeps what was committed and nothing else: connections end without a word, transactions and cursors are gone.
import { expect, test } from 'vitest'
import { chance } from '../kit/model/chance.ts'
import { openBursts, slowest, statusesOf, waitsOf } from '../kit/process/mongo-bursts.ts'
import { openSite, ownStandIn, sleep } from '../kit/process/mongo-house.ts'
import { look } from '../kit/process/mongo-watch.ts'
import { bundled } from '../kit/process/process.ts'
import { onTime, within } from '../kit/world/pace.ts'

const rounds = process.env.SOAK === undefined ? 5 : 20
const backWithinMs = 5_000
const { next, seed } = chance()

test(`S17, S18 pace: (stand-in) the database killed and started again ${rounds} times: all three processes serve again within 5 s, nothing is lost`, {
  ...onTime,
  timeout: 600_000,
}, async () => {
  const mongod = await ownStandIn()
  const site = await openSite(mongod.uri, await bundled('server/app/main.ts'))
  const servers = await Promise.all([site.start(), site.start(), site.start({ RATE_LIMITS: 'on' })])
  const bursts = openBursts(servers, site.target, 'crash', 3)
  await bursts.acknowledged(10)
  const backs: number[] = []
  const late = () => backs.filter((ms) => ms >= backWithinMs).length
  // A machine that was busy makes one round late, a server that is too slow each of them: for a late one there is another, three times at most.
  for (let round = 0; round < rounds + Math.min(late(), 3); round++) {
    await sleep(300 + next() * 700)
    await mongod.pause('crash')
    await sleep(100 + next() * 2_000)
    await mongod.resume()
    const back = performance.now()
    await expect.poll(() => bursts.since(back), { interval: 50 }).toBeGreaterThan(0)
    backs.push(bursts.backAfter(back))
  }
  await bursts.stop()
  const outcomes = bursts.outcomes()
  console.log(
    `killed ${backs.length} times, SEED=${seed}: all serve again after ${backs.join(', ')} ms, ${JSON.stringify(statusesOf(outcomes))}, ` +
      `the slowest answer ${slowest(waitsOf(outcomes))} ms`,
  )
  expect(Object.keys(statusesOf(outcomes)).filter((status) => !['200', '409', '503'].includes(status))).toEqual([])
  const { found } = await site.look(outcomes)
  expect(found, `SEED=${seed}`).toEqual([])
  const ready = async () => (await Promise.all(servers.map(({ url }) => look(url, '/api/ready')))).map(({ status }) => status)
  await expect.poll(ready).toEqual([200, 200, 200])
  within(Math.max(...backs.toSorted((one, other) => one - other).slice(0, rounds)), backWithinMs)
})
