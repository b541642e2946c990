// How long others wait for their turn on the event loop, by a clock that only work moves: each question to the store, each id, signature and seal is a millisecond.
import { onTestFinished, vi } from 'vitest'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { storeWith } from '../faults/store-with.ts'

/** Whatever takes a part in a world moves the clock. `stands`: whoever asks it for the time is told that none has passed. */
export function workClock({ stands = false } = {}) {
  let ms = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (stands ? 0 : ms))
  onTestFinished(() => void vi.restoreAllMocks())
  const work = () => void ms++
  const working =
    <A extends unknown[], R>(call: (...all: A) => R) =>
    (...all: A): R => {
      work()
      return call(...all)
    }
  const secrets = (real: Secrets) =>
    Object.fromEntries(Object.entries(real).map(([name, call]) => [name, working(call as () => unknown)])) as never
  const wrap = (store: Store) =>
    storeWith(store, {
      get: (collection, id) => {
        work()
        return store.get(collection, id)
      },
      find: (collection, query) => {
        work()
        return store.find(collection, query)
      },
    })
  return { work, world: { secrets, wrap }, now: () => ms }
}

/** The longest that somebody waited for a turn while this was done, and how many turns they had. */
export async function longestWait(now: () => number, done: () => Promise<unknown>) {
  let [longest, turns, since, isOver] = [0, 0, now(), false]
  const look = () => {
    longest = Math.max(longest, now() - since)
    since = now()
    turns++
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await done()
  isOver = true
  longest = Math.max(longest, now() - since)
  return { longest, turns }
}
