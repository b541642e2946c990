// Who writes the curve: every process hears of a change, one writes it, and a process that dies takes a minute with it at most.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { historyApi } from '#protocol/record/history.ts'
import { type Store, StoreUnavailable } from '#server/kernel/store/store.ts'
import { createCurveLoop } from '#server/record/history/jobs.ts'
import { decodeSteps, histories } from '#server/seats/model/history.ts'
import { minute, testClock } from '../kit/world/clock.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const curveOf = async (world: World, groupId: string) => {
  const kept = await world.store.get(histories, groupId)
  return { rev: kept?.rev, points: decodeSteps(kept?.curve ?? '').length, answers: kept?.values[0] }
}

/** Some server processes over one store, and an event that one of them makes. */
async function together(count: number, wrap: (store: Store) => Store = (store) => store) {
  const store = await freshStore()
  const clock = testClock()
  const worlds: World[] = []
  for (let nth = 0; nth < count; nth++) worlds.push(await openWorld({ store, clock, process: `process ${nth}`, wrap }))
  await Promise.all(worlds.map((world) => world.address()))
  const [first] = worlds as [World, ...World[]]
  const ada = await first.person('ada')
  const { groupId } = await first.event(ada, [{ name: 'Guest', max: 9 }], {}, { assignmentRules: { enableRoleSelfSelect: true } })
  let guests = 0
  const answer = (world: World = first) => {
    guests++
    return world.answer(groupId, world.proven(`guest${guests}@guests.test`, groupId), ['Guest'])
  }
  const read = async () => (await first.ok(historyApi.read, { id: groupId }, ada)).points
  return { worlds, first, clock, groupId, answer, read }
}

test('R109e of several processes that heard of a change one writes its point', async () => {
  const { worlds, first, clock, groupId, answer } = await together(3)
  for (const world of worlds) await answer(world)
  clock.advance(minute)
  await Promise.all(worlds.map((world) => world.curves.write(world.services)))
  for (const world of worlds) await world.curves.write(world.services, 'all')
  expect(await curveOf(first, groupId)).toEqual({ rev: 1, points: 1, answers: 3 })
})

test('R109e an answer writes no curve: it is written once, a minute later', async () => {
  const { first, clock, groupId, answer } = await together(1)
  for (let nth = 0; nth < 5; nth++) await answer()
  await first.curves.write(first.services)
  expect((await curveOf(first, groupId)).rev).toBeUndefined()
  clock.advance(minute)
  await first.curves.write(first.services)
  expect((await curveOf(first, groupId)).rev).toBe(1)
})

test('R109e where a process dies the others write what it had heard, and where none is left the next change brings the curve up to date', async () => {
  const { worlds, clock, groupId, answer, read } = await together(2)
  const [one, other] = worlds as [World, World]
  await answer(one)
  clock.advance(minute)
  await other.curves.write(other.services) // `one` is gone, with what it had heard
  expect((await curveOf(other, groupId)).answers).toBe(1)
  await answer(one)
  clock.advance(minute) // both are gone
  const next = await openWorld({ store: one.services.store, clock, process: 'started again' })
  await next.address()
  expect((await read()).at(-1)?.answers).toBe(2) // what is shown is right at once
  await answer(next)
  clock.advance(minute)
  await next.curves.write(next.services)
  expect(await curveOf(next, groupId)).toMatchObject({ points: 2, answers: 3 })
})

test('R109 while the store takes no writes the minutes wait, and nothing of them is lost', async () => {
  const outage = { isOn: false }
  const { first, clock, groupId, answer, read } = await together(
    1,
    (store) =>
      new Proxy(store, {
        get: (target, name) => {
          if (name === 'commit' && outage.isOn) return async () => Promise.reject(new StoreUnavailable('away'))
          const member = Reflect.get(target, name, target)
          return typeof member === 'function' ? member.bind(target) : member
        },
      }),
  )
  await answer()
  clock.advance(minute)
  outage.isOn = true
  await expect(first.curves.write(first.services)).rejects.toThrow('away')
  outage.isOn = false
  await answer()
  clock.advance(minute)
  await first.curves.write(first.services)
  expect(await curveOf(first, groupId)).toEqual({ rev: 1, points: 2, answers: 2 })
  expect((await read()).map(({ answers }) => answers)).toEqual([1, 2])
})

test('R109, M8 a server that is stopped writes what it has heard', async () => {
  const { first, groupId, answer } = await together(1)
  await answer()
  const loop = createCurveLoop(first.services, pino({ level: 'silent' }), first.curves)
  await loop.stop()
  expect(await curveOf(first, groupId)).toEqual({ rev: 1, points: 1, answers: 1 })
})

test('R109f a clock that is put back holds up no point', async () => {
  const { first, clock, groupId, answer, read } = await together(1)
  await answer()
  clock.advance(minute)
  await first.curves.write(first.services)
  await answer()
  clock.advance(-2 * minute)
  await first.curves.write(first.services)
  expect(await curveOf(first, groupId)).toMatchObject({ answers: 2 })
  expect((await read()).at(-1)?.answers).toBe(2)
})
