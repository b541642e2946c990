// The stepper's rests: 400 ms at the stepper, 500 ms before the call, one call per changed role.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gatherLimits } from '#client/group/board/limit-updates.ts'
import { stepperRange } from '#client/group/board/role-manager-row.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('many steps become one call per changed role, 400 ms and then 500 ms after the last', () => {
  const sent: [string, number][] = []
  const { change } = gatherLimits((roleId, max) => sent.push([roleId, max]))
  for (const max of [4, 5, 6]) {
    change('speaker', max)
    vi.advanceTimersByTime(399)
  }
  change('host', 2)
  vi.advanceTimersByTime(899)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([
    ['speaker', 6],
    ['host', 2],
  ])
})

it('what still waits is sent at once when the page is left, and only once', () => {
  const sent: [string, number][] = []
  const { change, flush } = gatherLimits((roleId, max) => sent.push([roleId, max]))
  change('speaker', 4)
  flush()
  vi.advanceTimersByTime(5000)
  expect(sent).toEqual([['speaker', 4]])
})

it('the minimum is the larger of the filled count and 1, the maximum 99', () => {
  expect(stepperRange({ count: 0, total: 5 })).toEqual({ min: 1, max: 99 })
  expect(stepperRange({ count: 7, total: 9 })).toEqual({ min: 7, max: 99 })
})
