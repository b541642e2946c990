// Two server processes over one store, which can be made to race: both then decide on the same records before either commits.
import type { Store } from '#server/kernel/store/store.ts'
import { openMeeting } from '../faults/meeting.ts'
import { freshStore, openWorld } from './world.ts'

/** They meet in what they commit to `collection`; `wrap` takes a guard off, for a control. */
export async function openPair(collection: { readonly name: string }, wrap = (store: Store) => store) {
  const store = await freshStore()
  const { at, meet } = openMeeting(collection)
  const open = (nth: number) => openWorld({ store, wrap: (one) => at(nth)(wrap(one)) })
  const worlds = [await open(0), await open(1)] as const
  /** From now on the first commit of each waits for that of the other, and that of the first process goes first. */
  return { store, worlds, race: () => meet(0, 1) }
}
