// Long: one of three real servers is killed, with and without its transaction open.
// One of three server processes killed in the middle of a burst. At any moment on whatever server the suite runs on; with its transaction open, whose
// locks a server keeps for a minute, on the stand-in, which says when that is.
import { expect, inject, test } from 'vitest'
import { rsvps } from '#server/seats/model/rsvp.ts'
import type { Mongod } from '#tests/mongod/mongod.ts'
import { type Burst, openBurst } from '../kit/process/burst.ts'
import { openSite, ownStandIn, sleep } from '../kit/process/mongo-house.ts'
import { bundled } from '../kit/process/process.ts'
import { longer, onTime, untilSeen, within } from '../kit/world/pace.ts'

const [beforeMs, afterMs] = [1_500, 4_000]

/** When a burst was answered, other than by a 503. */
const answeredAt = ({ outcomes }: Burst) => outcomes.filter(({ status }) => status === 200 || status === 409).map(({ endedAt }) => endedAt)

/** The longest time in which a burst was told nothing. */
function longestGap(burst: Burst, from: number, to: number): number {
  const ends = answeredAt(burst)
    .filter((at) => at >= from && at <= to)
    .toSorted((a, b) => a - b)
  return Math.round(Math.max(...[...ends, to].map((at, nth) => at - (ends[nth - 1] ?? from))))
}

/** Three servers under a burst; `kill` ends the first one at a moment that it likes, and resolves then. */
async function killOne(server: string, kill: (now: () => void) => Promise<void>) {
  const site = await openSite(server, await bundled('server/app/main.ts'))
  const servers = await Promise.all([site.start(), site.start(), site.start()])
  const bursts = servers.map(({ url }, nth) => openBurst(url, site.target, `k${nth}`, 6))
  await Promise.all(bursts.map((burst) => burst.acknowledged(40)))
  const from = performance.now()
  await sleep(beforeMs)
  await kill(() => servers[0]?.signal('SIGKILL'))
  const at = performance.now()
  expect(await servers[0]?.exit).toBe('SIGKILL')
  await sleep(afterMs)
  const to = performance.now()
  await Promise.all(bursts.map((burst) => burst.stop()))
  const others = bursts.slice(1)
  const longest = (since: number, until: number) => Math.max(...others.map((burst) => longestGap(burst, since, until)))
  const [gap, normal] = [longest(at, to), longest(from, from + beforeMs)]
  const { found } = await site.look(bursts.flatMap(({ outcomes }) => outcomes))
  const statuses = new Set(others.flatMap(({ outcomes }) => outcomes.map(({ status }) => status)))
  console.log(`one of three killed: the others silent for ${gap} ms at most, ${normal} ms before; they said ${[...statuses].join(', ')}`)
  return { gap, found, statuses }
}

const good = new Set([200, 409, 503])

test('S6, S17 pace: kill -9 of one of three processes: nothing acknowledged is lost, and the others go on', {
  ...onTime,
}, async () => {
  const { gap, found, statuses } = await killOne(inject('mongodb') ?? '', async (now) => now())
  expect([found, [...statuses].filter((status) => !good.has(status))]).toEqual([[], []])
  within(gap, 2_500)
})

/** Kills the first server when its commit arrives, which is lost: its transaction stays open. `isFreed`: whether others may end it. */
const amidCommit =
  (mongod: Mongod, isFreed: boolean, seen: { kills: number } = { kills: 0 }) =>
  (now: () => void) =>
    new Promise<void>((killed) => {
      const own = new Set<string>()
      let isDone = false
      mongod.onCommand((name, command) => {
        const lsid = JSON.stringify(command.lsid)
        // An email to one of its guests names them too, and any of the three sends it.
        const isAnswer = [command.insert, command.update].includes(rsvps.name)
        if (isAnswer && JSON.stringify(command.documents ?? command.updates ?? '').includes('"email":"k0-')) own.add(lsid)
        if (name === 'killSessions' && isDone) seen.kills++
        if (name === 'killSessions' && !isFreed) return { reply: { ok: 1 } }
        if (isDone || name !== 'commitTransaction' || !own.has(lsid)) return undefined
        isDone = true
        now()
        killed()
        return { lost: 'request' }
      })
    })

test('S6, S17 pace: (stand-in) kill -9 with its transaction open: what that has locked is freed by the others', {
  ...onTime,
}, async () => {
  const mongod = await ownStandIn()
  const seen = { kills: 0 }
  const { gap, found, statuses } = await killOne(mongod.uri, amidCommit(mongod, true, seen))
  expect([found, [...statuses].filter((status) => !good.has(status))]).toEqual([[], []])
  expect(seen.kills).toBeGreaterThan(0)
  within(gap, 2_500)
})

test('S17 control (stand-in): where nobody can end what the dead one left open, the others come to a stop', {
  ...untilSeen,
  ...longer,
}, async () => {
  const mongod = await ownStandIn()
  const { gap, found } = await killOne(mongod.uri, amidCommit(mongod, false))
  expect([found, gap > 2_500]).toEqual([[], true])
})
