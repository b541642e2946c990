// Works through lists whose length a caller chooses, in slices between which everybody else has their turn (R119g).
import { setImmediate as turn } from 'node:timers/promises'

/** Nobody waits longer for what is done for another, on the event loop, than one piece of work and this. */
export const sliceMs = 5

interface Slicing {
  /** So many are begun together: for what asks the store, which may be a network away. */
  readonly together?: number
}

/** What `work` makes of each, in their order, one after the other. After 5 ms the event loop gets its turn, and then it goes on. */
export async function inSlices<One, Made>(
  list: readonly One[],
  work: (one: One, nth: number) => Made | Promise<Made>,
  { together = 1 }: Slicing = {},
): Promise<Made[]> {
  const made: Made[] = []
  let since = performance.now()
  for (let nth = 0; nth < list.length; nth += together) {
    if (performance.now() - since >= sliceMs) {
      await turn()
      since = performance.now()
    }
    const some = list.slice(nth, nth + together)
    made.push(...(await Promise.all(some.map((one, at) => work(one, nth + at)))))
  }
  return made
}
