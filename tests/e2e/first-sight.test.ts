// The invitation at first sight: there at once on a slow phone, and nothing moves. What is measured in milliseconds runs when nothing else does.
import { expect, test } from 'vitest'
import { onTime, within } from '../kit/world/pace.ts'
import { firstSight, usualSight } from './first-sight.ts'
import { openStage } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)
const roles = [
  { name: 'Speaker', max: 3 },
  { name: 'Guest', max: 12 },
]

test(
  'R81 on a slow phone the invitation is in sight within a second and can be answered within two, and nothing moves',
  onTime,
  async () => {
    const { invitation } = await event(await host(), roles, { description: 'Bring boots.' })
    const { firstPaint, largestPaint, answerable, shift, text } = await usualSight(stage.browser, stage.server.url + invitation)
    console.log({ firstPaint, largestPaint, answerable, shift })
    for (const words of ['Summer school', /\d+:\d\d [AP]M/, 'Speaker', '3 of 3 left']) expect(text).toMatch(words)
    expect(shift).toBeLessThan(0.001)
    within(firstPaint, 1_000)
    within(largestPaint, 1_500)
    within(answerable, 2_000)
  },
)

test('R81 the landing page and the prices stand still while they come', async () => {
  for (const path of ['/', '/pricing']) {
    const { shift, text } = await firstSight(stage.browser, stage.server.url + path)
    expect(text.length).toBeGreaterThan(500)
    expect(shift).toBeLessThan(0.01)
  }
})
