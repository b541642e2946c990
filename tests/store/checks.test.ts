// When a large store is looked through beside serving, and what comes of it.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createChecks } from '#server/app/store/checks.ts'
import { testClock } from '../kit/world/clock.ts'

const log = pino({ level: 'silent' })
const halfHour = 30 * 60_000

function opened(owes: boolean, look: () => Promise<string | undefined>) {
  const clock = testClock()
  const done: string[] = []
  const seen = { looked: 0 }
  const loop = createChecks(
    { clock, log },
    { checked: owes ? () => void done.push('checked') : undefined },
    () => {
      seen.looked++
      return look()
    },
    () => void done.push('ended'),
  )
  return { clock, done, seen, loop }
}

test('R113a it is looked through at once where that is owed, else half an hour later, and every half hour', async () => {
  for (const owes of [true, false]) {
    const { clock, seen, loop } = opened(owes, async () => undefined)
    clock.advance(1_000)
    await expect.poll(() => seen.looked).toBe(owes ? 1 : 0)
    for (let nth = 1; nth <= 2; nth++) {
      await new Promise(setImmediate) // the loop has said when it looks next
      clock.advance(halfHour)
      await expect.poll(() => seen.looked).toBe(nth + (owes ? 1 : 0))
    }
    await loop.stop()
  }
})

test('R113a damage ends the process before the pages may be written over; a look that fails does not end it', async () => {
  const damaged = opened(true, async () => 'a page is damaged')
  damaged.clock.advance(1_000)
  await expect.poll(() => damaged.done).toEqual(['ended', 'checked'])
  await damaged.loop.stop()
  const failed = opened(true, () => Promise.reject(new Error('no memory')))
  failed.clock.advance(1_000)
  await expect.poll(() => failed.done).toEqual(['checked'])
  await failed.loop.stop()
})
