// Server processes that compete for one hot group, each at its own distance from the store: the slowest gets through half of what the fastest does, at least.
import { expect, test } from 'vitest'
import { compete, share } from '../kit/process/fairness.ts'
import { rivalsOver } from '../kit/process/rivals.ts'
import { fair, onTime } from '../kit/world/pace.ts'
import { freshStore } from '../kit/world/world.ts'

test('S16 pace: of four processes on one group the slowest gets at least half of what the fastest gets through', onTime, async () => {
  const { taken, refused } = await compete(await rivalsOver(await freshStore(), true), 3_000)
  expect(refused).toEqual([])
  fair(share(taken), 0.5)
})

/** Each call takes so long that a batch is longer than a process that has died is waited for. */
const slowMs = [110, 120, 130, 140]
test('S16 pace: over a slow database too, where nobody is told to come again: patience follows what a batch takes', async () => {
  const rivals = await rivalsOver(await freshStore(), true, slowMs)
  await compete(rivals, 3_000)
  const { taken, busy } = await compete(rivals, 20_000)
  console.log(`answers over a slow database: ${taken.join(', ')}; ${busy} told to come again`)
  expect(busy).toBe(0)
  fair(share(taken), 0.5)
})

test('S16 pace: control: without turns the nearest process starves the others', onTime, async () => {
  const { taken } = await compete(await rivalsOver(await freshStore(), false), 2_000)
  if (share(taken) >= 0.25) throw new Error('by the clock: no process starved')
})
