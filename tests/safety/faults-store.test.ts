// Long: the store is away for as long as clients wait before they give up.
// A store that answers late, and one that is away for a while: what is told stays right, nobody waits without end, and afterwards all is as before.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Store, StoreUnavailable } from '#server/kernel/store/store.ts'
import { type Group, groups, taken } from '#server/seats/model/group.ts'
import { storeAfter } from '../kit/faults/store-with.ts'
import { objections, readKept } from '../kit/model/oracle.ts'
import type { Outcome } from '../kit/process/burst.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { untilSeen } from '../kit/world/pace.ts'
import { freshStore, guestNo, openWorld, type World } from '../kit/world/world.ts'

const isSoak = process.env.SOAK !== undefined
const free = { assignmentRules: { enableRoleSelfSelect: true } }

/** Sends an answer in-process and gives its line of the journal. */
async function say(world: World, groupId: string, n: number, role: string): Promise<Outcome> {
  const said = { email: guestNo(n), name: 'A guest', attending: true, roles: [role] }
  const sentAt = performance.now()
  const { status, body, headers } = await world.answerOnce(groupId, world.proven(said.email, groupId), said.roles)
  return { ...said, sentAt, endedAt: performance.now(), status, text: JSON.stringify(body), headers: Object.fromEntries(headers) }
}

const lateMs = 200
/** `processes` over a store that is late: 24 guests for 10 seats. */
async function late(processes: number, guard = (store: Store) => store) {
  const store = await freshStore()
  let ms = 0
  const wrap = (engine: Store) => storeAfter(guard(engine), () => (ms > 0 ? wait(ms) : Promise.resolve()))
  const worlds = await Promise.all(Array.from({ length: processes }, () => openWorld({ store, wrap })))
  const [world] = worlds as [World]
  const { groupId } = await world.event(await world.person('ada', 'team'), [{ name: 'Guest', max: 10 }], {}, free)
  const { rev } = (await store.get(groups, groupId)) as Group
  ms = lateMs
  const startedAt = performance.now()
  const journal = await Promise.all(Array.from({ length: 24 }, (_, n) => say(worlds[n % processes] ?? world, groupId, n, 'Guest')))
  const tookMs = performance.now() - startedAt
  const kept = await readKept(store, groupId, rev)
  const count = (...statuses: number[]) => journal.filter(({ status }) => statuses.includes(status)).length
  return { found: objections(journal, kept), kept, tookMs, count }
}

test('S10, R3 a store that answers 200 ms late: ten seats of ten are given out, and every answer is explained', async () => {
  const { found, kept, tookMs, count } = await late(1)
  expect([count(200), count(409), kept.group.roles.map(taken)]).toEqual([10, 14, [10]])
  expect(found).toEqual([])
  console.log(`a store ${lateMs} ms late: 24 answers in ${Math.round(tookMs)} ms`)
})

test('S10, R3 the same over two processes: who waits too long hears that we are busy, and every answer is explained', async () => {
  const { found, kept, count } = await late(2)
  expect([count(200, 409, 503), kept.rsvps.length, kept.group.roles.map(taken)]).toEqual([24, count(200), [count(200)]])
  expect([found, count(200) > 0]).toEqual([[], true])
})

test('S10, R3 control: the same without revisions, and the oracle objects', untilSeen, async () => {
  expect((await late(2, withoutRevisions)).found.length).toBeGreaterThan(0)
})

const awayMs = isSoak ? 60_000 : 15_000

/** Forty guests who answer one after the other, and again where they hear a 503, until told to stop. */
function openGuests(world: World, groupId: string) {
  const journal: Outcome[] = []
  let [isOver, next] = [false, 0]
  const one = async () => {
    for (let n = next++; !isOver; ) {
      const said = await say(world, groupId, n, 'Guest')
      journal.push(said)
      if (said.status === 503) await wait(50)
      else n = next++
    }
  }
  const all = Promise.all(Array.from({ length: 40 }, one))
  const stop = () => {
    isOver = true
    return all
  }
  return { journal, stop }
}

test(
  'S10 a store that is away for 15 s: 503 with Retry-After at once, queues that end empty, nothing acknowledged lost, and afterwards all goes on',
  async () => {
    let isAway = false
    const store = await freshStore()
    const wrap = (engine: Store) =>
      storeAfter(engine, async () => {
        if (isAway) throw new StoreUnavailable('away')
      })
    const world = await openWorld({ store, wrap })
    const { groupId } = await world.event(await world.person('ada', 'enterprise'), [{ name: 'Guest', max: 500 }], {}, free)
    const { rev } = (await store.get(groups, groupId)) as Group
    const guests = openGuests(world, groupId)
    await expect.poll(() => guests.journal.length).toBeGreaterThan(200)
    isAway = true
    const from = performance.now()
    let [waiting, slowest] = [0, 0]
    while (performance.now() - from < awayMs) {
      const asked = performance.now()
      expect((await world.send('GET', `/api/rsvp/form/${groupId}`)).status).toBe(503)
      slowest = Math.max(slowest, performance.now() - asked)
      waiting = Math.max(waiting, ...[...world.services.queues.values()].map((queue) => queue.length))
      await wait(100)
    }
    isAway = false
    const back = performance.now()
    await expect.poll(() => guests.journal.filter(({ status, sentAt }) => status !== 503 && sentAt > back).length).toBeGreaterThan(100)
    await guests.stop()
    const refused = guests.journal.filter(({ status }) => status === 503)
    expect(refused.filter(({ sentAt, endedAt }) => sentAt > back || endedAt < from)).toEqual([])
    expect(new Set(refused.map(({ headers, text }) => `${headers['retry-after']} ${JSON.parse(text).code}`))).toEqual(
      new Set(['1 store-unavailable']),
    )
    expect(objections(guests.journal, await readKept(store, groupId, rev))).toEqual([])
    await wait(20)
    expect([world.services.queues.size, waiting <= 40]).toEqual([0, true])
    console.log(
      `a store away for ${awayMs} ms: ${refused.length} x 503, the slowest read ${Math.round(slowest)} ms, at most ${waiting} waiting`,
    )
  },
  awayMs + 300_000,
)
