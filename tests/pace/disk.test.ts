// Whether a slow disk holds up anybody else: how often the event loop goes round while commits wait for it.
import { expect, test } from 'vitest'
import { mayTrace, withSlowDisk } from '../kit/process/disk-faults.ts'
import { newFile, type Place, startChild } from '../store/sqlite-kit.ts'

/** How often the event loop came round while ten commits waited 2 s for the disk. */
async function turnsOf(place: Place): Promise<number> {
  const { line } = startChild(newFile(), 'count', place, withSlowDisk(200))
  expect(await line()).toBe('open')
  return Number(await line())
}

test.skipIf(!mayTrace())('R113 pace: while commits wait for a slow disk the event loop goes round', async () => {
  expect(await turnsOf('thread')).toBeGreaterThan(60)
})

test.skipIf(!mayTrace())('R113 pace: control: without the thread it stands still for as long as the disk takes', async () => {
  expect(await turnsOf('here')).toBeLessThan(40)
})
