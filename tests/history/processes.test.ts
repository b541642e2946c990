// The curve over each engine: what one process commits another writes, each change once, and it is read as it was written.
import { expect, test } from 'vitest'
import { historyApi } from '#protocol/record/history.ts'
import { decodeSteps, histories } from '#server/seats/model/history.ts'
import { minute, testClock } from '../kit/world/clock.ts'
import { comes } from '../kit/world/pace.ts'
import { freshStore, openWorld } from '../kit/world/world.ts'

test('R109 over each engine a process writes what another committed; when all have tried, each state is there once', async () => {
  const store = await freshStore()
  const clock = testClock()
  const one = await openWorld({ store, clock, process: 'one' })
  const other = await openWorld({ store, clock, process: 'other' })
  await Promise.all([one.address(), other.address()])
  const ada = await one.person('ada')
  const { groupId } = await one.event(ada, [{ name: 'Guest', max: 9 }], {}, { assignmentRules: { enableRoleSelfSelect: true } })
  for (let answers = 1; answers <= 3; answers++) {
    await one.answer(groupId, one.proven(`guest${answers}@guests.test`, groupId), ['Guest'])
    // How soon the other one hears of it is the engine's matter.
    await comes(async () => {
      clock.advance(minute)
      await other.curves.write(other.services)
      expect((await store.get(histories, groupId))?.values).toEqual([answers, answers, 9, 0])
    }, 20)
  }
  const before = await store.get(histories, groupId)
  await Promise.all([one.curves.write(one.services, 'all'), other.curves.write(other.services, 'all')])
  expect(await store.get(histories, groupId)).toEqual(before)
  const steps = decodeSteps(before?.curve ?? '')
  expect(steps.length).toBe(before?.rev)
  const { points } = await other.ok(historyApi.read, { id: groupId }, ada)
  expect(points.map(({ answers }) => answers).slice(-3)).toEqual([1, 2, 3])
  expect(points.at(-1)?.roles).toEqual({ Guest: { count: 3, total: 9 } })
})
