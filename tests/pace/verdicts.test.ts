// Verdicts by speed: a try on a machine that was busy is no failure, three in a row are, and whatever else is wrong fails at once. Each is a ratio.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { alike, fair, onTime, times, untilSeen, within } from '../kit/world/pace.ts'
import { slower } from '../kit/world/yardstick.ts'

const tries = { slowOnce: 0, slowAlways: 0, wrong: 0, unseen: 0 }
/** A hundred times what is promised: no machine is so slow. */
const late = 15_000

describe('by the clock', () => {
  test('pace: one slow try is done again', onTime, () => void within(tries.slowOnce++ === 0 ? late : 149, 150))
  test.fails('pace: what is always too slow fails', onTime, () => {
    tries.slowAlways++
    within(late, 150)
  })
  test.fails('pace: what is wrong fails', onTime, () => {
    tries.wrong++
    expect(1).toBe(2)
  })
  test.fails('pace: what is unfair, too', () => void fair(0.49, 0.5))
  test.fails('pace: and what lies apart', () => void alike(0.2, 0.2))
  test.fails('pace: and what takes more than so many times as long', () => void times(30, 10, 3))
})

test('pace: control: where each piece of the yardstick takes longer, what takes longer passes', async () => {
  // As many threads as there are processors, twice over, that do nothing else.
  const load = Array.from({ length: 2 * availableParallelism() }, () => new Worker('for (;;);', { eval: true }))
  onTestFinished(async () => void (await Promise.all(load.map((one) => one.terminate()))))
  await expect.poll(() => slower()).toBeGreaterThan(1.2)
  within(175, 150)
})

test('damage that shows at the third try is seen', untilSeen, () => expect(++tries.unseen).toBe(3))

test('control: each was tried as often as it should be', () => expect(tries).toEqual({ slowOnce: 2, slowAlways: 3, wrong: 1, unseen: 3 }))
