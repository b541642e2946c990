// What a request costs: bytes of its answer, reads of the store. Over everyone and everything that the cast has.
import { onTestFinished } from 'vitest'
import type { Store } from '#server/kernel/store/store.ts'
import { storeWith } from '../faults/store-with.ts'
import { rewindable } from '../hostile/rewind.ts'
import { freshStore, openWorld } from '../world/world.ts'
import type { Cost } from './cost-table.ts'
import { openCast } from './rights-cast.ts'

export interface Spent {
  readonly bytes: number
  readonly reads: number
  /** Of the request. */
  readonly sent: number
}
/** The least that a request is besides its path, its token and its body. */
const leastSent = 60

/** Everyone and everything, over a store that counts what is read of it. */
export async function openSpending() {
  const { store: base, rewind } = rewindable(await freshStore())
  onTestFinished(() => base.close())
  let reads = 0
  const store: Store = storeWith(base, {
    get: (...asked) => {
      reads++
      return base.get(...asked)
    },
    find: (...asked) => {
      reads++
      return base.find(...asked)
    },
  })
  const world = await openWorld({ store })
  const cast = await openCast(world)
  rewind.forget()
  /** What it takes to do `what`; everything is as before afterwards. */
  async function spent(what: () => Promise<unknown>, ...asked: unknown[]): Promise<Spent> {
    reads = 0
    const said = await what()
    const cost = { bytes: JSON.stringify(said)?.length ?? 0, reads, sent: leastSent + JSON.stringify(asked).length }
    await rewind()
    return cost
  }
  return { world, cast, spent, forget: () => rewind.forget() }
}

/** In which way something is over what it may cost. */
export const over = (what: string, { bytes, reads, sent }: Spent, most: Cost) => [
  ...(bytes > most.perByteIn * sent ? [`${what} says ${bytes} bytes for ${sent}, ${most.perByteIn} each`] : []),
  ...(bytes > most.bytes ? [`${what} says ${bytes} bytes of ${most.bytes}`] : []),
  ...(reads > most.reads ? [`${what} reads ${reads} times of ${most.reads}`] : []),
]
