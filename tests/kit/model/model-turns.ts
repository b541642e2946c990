// A store whose every promise waits for its turn, and whose turns somebody else chooses: fast-check, so that any order may come.
import type fc from 'fast-check'
import { RevisionConflict, type Store } from '#server/store/store.ts'
import { storeWith } from '../faults/store-with.ts'

const quietTurns = 4

/** Lets everything run that doesn't wait for a turn. */
export async function untilQuiet() {
  for (let turn = 0; turn < quietTurns; turn++) await new Promise((later) => setImmediate(later))
}

/** The store of several server processes. `under` makes everything asked within it wait for the scheduler's turns; `conflicts` counts how often somebody else was first. */
export function openTurns() {
  let [scheduler, conflicts]: [fc.Scheduler | undefined, number] = [undefined, 0]
  const turn = async (what: string) => scheduler?.schedule(Promise.resolve(), what)
  /** As one process, called `name`, sees the store: it waits before each read, and before and after each commit. */
  const wrap =
    (name: string) =>
    (store: Store): Store =>
      storeWith(store, {
        async get(collection, id) {
          await turn(`${name} get ${collection.name}`)
          return store.get(collection, id)
        },
        async find(collection, query) {
          await turn(`${name} find ${collection.name}`)
          return store.find(collection, query)
        },
        async commit(writes) {
          await turn(`${name} commit`)
          await store.commit(writes).catch((error: unknown) => {
            if (error instanceof RevisionConflict) conflicts++
            throw error
          })
          await turn(`${name} committed`)
        },
      })
  async function under<R>(turns: fc.Scheduler, work: () => Promise<R>): Promise<R> {
    scheduler = turns
    try {
      const all = work()
      await untilQuiet()
      return await turns.waitFor(all)
    } finally {
      scheduler = undefined
    }
  }
  return { wrap, under, conflicts: () => conflicts }
}
