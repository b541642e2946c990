// The invitation at first sight: there at once on a slow phone, readable without a script, and answered in a few taps.
import { expect, test } from 'vitest'
import { button, role } from './acts.ts'
import { firstSight } from './first-sight.ts'
import { openStage, seen } from './kit.ts'
import { openSeed } from './seed.ts'

const stage = openStage()
const { host, event } = openSeed(stage)
const roles = [
  { name: 'Speaker', max: 3 },
  { name: 'Guest', max: 12 },
]

test('R81 on a slow phone the invitation is in sight within a second and can be answered within two, and nothing moves', async () => {
  const { invitation } = await event(await host(), roles, { description: 'Bring boots.' })
  await firstSight(stage.browser, stage.server.url + invitation) // the server and the browser have then both done it once
  const { firstPaint, largestPaint, answerable, shift, text } = await firstSight(stage.browser, stage.server.url + invitation)
  console.log({ firstPaint, largestPaint, answerable, shift })
  for (const words of ['Summer school', /\d+:\d\d [AP]M/, 'Speaker', '3 of 3 left']) expect(text).toMatch(words)
  expect(shift).toBeLessThan(0.001)
  expect(firstPaint).toBeLessThan(1_000)
  expect(largestPaint).toBeLessThan(1_500)
  expect(answerable).toBeLessThan(2_000)
})
