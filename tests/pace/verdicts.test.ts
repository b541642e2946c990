// Verdicts by the clock: a try on a machine that was busy is no failure, three in a row are, and whatever else is wrong fails at once.
import { describe, expect, test } from 'vitest'
import { alike, fair, onTime, untilSeen, within } from '../kit/world/pace.ts'

const tries = { slowOnce: 0, slowAlways: 0, wrong: 0, unseen: 0 }

describe('by the clock', () => {
  test('one slow try is done again', onTime, () => void within(tries.slowOnce++ === 0 ? 150 : 149, 150))
  test.fails('what is always too slow fails', onTime, () => {
    tries.slowAlways++
    within(150, 150)
  })
  test.fails('what is wrong fails', onTime, () => {
    tries.wrong++
    expect(1).toBe(2)
  })
  test.fails('what is unfair, too', () => void fair(0.49, 0.5))
  test.fails('and what lies apart', () => void alike(0.2, 0.2))
})

test('damage that shows at the third try is seen', untilSeen, () => expect(++tries.unseen).toBe(3))

test('control: each was tried as often as it should be', () => expect(tries).toEqual({ slowOnce: 2, slowAlways: 3, wrong: 1, unseen: 3 }))
