// Faults: how soon all goes on once the database is back, whether anything acknowledged was lost, and what the death of a process does to the others.

import { judge } from '#tests/kit/model/oracle.ts'
import { type Burst, openBurst } from '#tests/kit/process/burst.ts'
import { type Mongod, startMongod } from '#tests/mongod/mongod.ts'
import { openSite } from './mongo.ts'
import type { Row } from './row.ts'

const [awayMs, backWithinMs] = [5_000, 3_000]
const [killedMs, gapWithinMs] = [4_000, 2_500]
const connections = 8

const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))
const answered = ({ outcomes }: Burst) => outcomes.filter(({ status }) => status === 200).map(({ endedAt }) => endedAt)
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

async function databaseAway(mongod: Mongod): Promise<Row[]> {
  const site = await openSite(mongod.uri, 2)
  const bursts = site.servers.map(({ url }, nth) => openBurst(url, site.target, `away${nth}`, connections))
  await Promise.all(bursts.map((burst) => burst.acknowledged(60)))
  await mongod.pause('refuse')
  await wait(awayMs)
  await mongod.resume()
  const back = performance.now()
  await wait(backWithinMs + 500)
  await Promise.all(bursts.map((burst) => burst.stop()))
  const first = Math.max(...bursts.map((burst) => Math.min(...answered(burst).filter((at) => at > back)))) - back
  const outcomes = bursts.flatMap((burst) => burst.outcomes)
  const { found } = await judge(await site.openStore(), site.target, outcomes)
  await site.stop()
  const taken = outcomes.filter(({ status }) => status === 200).length
  return [
    {
      what: `Database away for ${awayMs / 1_000} s: time until the first answer of each of 2 processes after it is back`,
      measured: seconds(first),
      limit: `≤ ${seconds(backWithinMs)}`,
      ok: first <= backWithinMs,
    },
    {
      what: `Database away for ${awayMs / 1_000} s: acknowledged answers lost, or done in another way than they were sent`,
      measured: `${found.length} of ${taken}`,
      limit: '0',
      ok: found.length === 0 && taken > 0,
    },
  ]
}

/** The longest time between two answers of any one burst. */
function longestGap(burst: Burst, from: number, to: number): number {
  const moments = [from, ...answered(burst).filter((at) => at > from && at < to), to].sort((a, b) => a - b)
  return Math.max(...moments.slice(1).map((at, nth) => at - (moments[nth] ?? at)))
}

async function processKilled(mongod: Mongod): Promise<Row> {
  const site = await openSite(mongod.uri, 3)
  const bursts = site.servers.map(({ url }, nth) => openBurst(url, site.target, `killed${nth}`, connections))
  await Promise.all(bursts.map((burst) => burst.acknowledged(60)))
  site.servers[0]?.kill()
  const from = performance.now()
  await wait(killedMs)
  const to = performance.now()
  await Promise.all(bursts.map((burst) => burst.stop()))
  await site.stop()
  const gap = Math.max(...bursts.slice(1).map((burst) => longestGap(burst, from, to)))
  return {
    what: 'Server process killed amid 3: longest gap without an answer of one of the others',
    measured: seconds(gap),
    limit: `≤ ${seconds(gapWithinMs)}`,
    ok: gap <= gapWithinMs,
  }
}

export default async function faults(): Promise<Row[]> {
  const mongod = await startMongod()
  const rows = [...(await databaseAway(mongod)), await processKilled(mongod)]
  await mongod.close()
  return rows
}
