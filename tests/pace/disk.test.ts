// Whether a slow disk holds up anybody else: how often the event loop goes round while commits wait for it.
import { expect, test } from 'vitest'
import { mayTrace, withSlowDisk } from '../kit/process/disk-faults.ts'
import { onTime, times } from '../kit/world/pace.ts'
import { newFile, type Place, startChild } from '../store/sqlite-kit.ts'

/** How often the event loop came round while ten commits waited 2 s for the disk. */
async function turnsOf(place: Place): Promise<number> {
  const { line } = startChild(newFile(), 'count', place, withSlowDisk(200))
  expect(await line()).toBe('open')
  return Number(await line())
}

test.skipIf(!mayTrace())(
  'R113 pace: while commits wait for a slow disk the event loop goes round; control: without the thread it stands still',
  onTime,
  async () => {
    const [apart, here] = [await turnsOf('thread'), await turnsOf('here')]
    console.log(`turns while ten commits waited: ${apart} with the thread, ${here} without`)
    times(here, apart, 0.5)
  },
)
