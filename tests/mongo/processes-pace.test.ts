// How soon a commit of one server process is on the sockets of another, and on its own, at 200 answers a second.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { formRoom, groupRoom } from '#protocol/live.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { groups } from '#server/seats/model/group.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { openProcesses } from '../kit/process/processes.ts'
import { onTime, within } from '../kit/world/pace.ts'

const [perSecond, seconds, groupCount] = [200, 5, 20]
const limitMs = 150

/** The moment of each commit, by group and revision: when the store has acknowledged it. */
const noting = (committed: Map<string, number>) => (store: Store) =>
  storeWith(store, {
    async commit(writes) {
      await store.commit(writes)
      const at = performance.now()
      for (const write of writes)
        if (write.collection.name === groups.name && 'put' in write) committed.set(`${write.put._id}@${write.put.rev}`, at)
    },
  })

const share = (sorted: readonly number[], part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1] ?? Infinity)

test('L8, L2 pace: at 200 answers a second a commit is on the sockets of another process within 150 ms (p99)', onTime, async () => {
  const committed = new Map<string, number>()
  const { worlds } = await openProcesses(['near', 'far'], { wrap: noting(committed) })
  const [near, far] = worlds
  const ada = await near.person('ada', 'pro')
  const made = await Promise.all(Array.from({ length: groupCount }, () => near.event(ada, [{ name: 'Guest', max: 20 }])))
  const watchers = await Promise.all([near, far].map(async (world) => [await world.socket(), await world.socket(ada)] as const))
  for (const [phone, desk] of watchers)
    for (const { groupId, eventId } of made) {
      expect(await phone.watch(formRoom(groupId, eventId))).toHaveProperty('view')
      expect(await desk.watch(groupRoom(groupId))).toHaveProperty('view')
    }
  const answering = (name: string, forSeconds: number) =>
    Promise.all(
      Array.from({ length: perSecond * forSeconds }, async (_, n) => {
        await wait((n * 1_000) / perSecond)
        const groupId = made[n % groupCount]?.groupId ?? ''
        return near.answer(groupId, near.proven(`${name}${n}@guests.test`, groupId), [])
      }),
    )
  // The first answers of all run code that nobody has compiled yet: ten slow ones are the p99 of a thousand.
  await answering('first', 1)
  await wait(500)
  committed.clear()
  const began = performance.now()
  const answers = await answering('g', seconds)
  const took = performance.now() - began
  expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual([])
  await wait(500)
  const delays = watchers.map(([phone, desk]) => {
    const all = [...committed].flatMap(([key, at]) => {
      const [id = '', rev] = key.split('@')
      const shows = ({ view }: { view: { _id: string; rev: number } }) => view._id === id && view.rev >= Number(rev)
      const heard = [
        phone.heard.find((one) => one.name === 'form' && shows(one)),
        desk.heard.find((one) => one.name === 'group' && shows(one)),
      ]
      return heard.map((one) => Math.max(0, (one?.at ?? Infinity) - at))
    })
    return all.sort((a, b) => a - b)
  })
  const [own = [], other = []] = delays
  const text = (sorted: readonly number[]) => `${share(sorted, 0.5)}, ${share(sorted, 0.95)}, ${share(sorted, 0.99)} ms`
  console.log(
    `${answers.length} answers in ${Math.round(took)} ms, ${committed.size} commits; p50, p95, p99: own sockets ${text(own)}; another’s ${text(other)}`,
  )
  expect(other).toHaveLength(2 * committed.size)
  within(share(other, 0.99), limitMs)
})
