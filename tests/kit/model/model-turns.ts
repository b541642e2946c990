// A store whose every promise waits for its turn, and whose turns somebody else chooses: fast-check, so that any order may come.
import type fc from 'fast-check'
import { RevisionConflict, type Store } from '#server/kernel/store/store.ts'
import { storeWith } from '../faults/store-with.ts'

const quietTurns = 4

/** When a server process ends: at its commit of that number, right before the commit or right after it; 'answered' is a faulty one, which answers before it commits. */
export interface Crash {
  readonly process: string
  readonly commit: number
  readonly moment: 'before' | 'after' | 'answered'
}

/** Lets everything run that doesn't wait for a turn. */
export async function untilQuiet() {
  for (let turn = 0; turn < quietTurns; turn++) await new Promise((later) => setImmediate(later))
}

/**
 * The store of several server processes. `under` makes everything asked within it wait for the scheduler's turns; `conflicts` counts how often somebody else was first.
 * `crash` ends a process there: from then on it gets nothing from the store and puts nothing in, until one of that name is opened anew.
 */
export function openTurns() {
  let [scheduler, conflicts]: [fc.Scheduler | undefined, number] = [undefined, 0]
  let crashing: (Crash & { left: number }) | undefined
  const turn = async (what: string) => scheduler?.schedule(Promise.resolve(), what)
  /** As one process, called `name`, sees the store: it waits before each read, and before and after each commit. */
  const wrap =
    (name: string) =>
    (store: Store): Store => {
      let hasEnded = false
      const alive = () => {
        if (hasEnded) throw new Error(`${name} has ended`)
      }
      const end = () => {
        hasEnded = true
        crashing = undefined
        alive()
      }
      return storeWith(store, {
        async get(collection, id) {
          await turn(`${name} get ${collection.name}`)
          alive()
          return store.get(collection, id)
        },
        async find(collection, query) {
          await turn(`${name} find ${collection.name}`)
          alive()
          return store.find(collection, query)
        },
        async commit(writes) {
          await turn(`${name} commit`)
          alive()
          const own = crashing?.process === name && writes.length > 0 && crashing.left-- === 0 ? crashing : undefined
          if (own?.moment === 'answered') {
            hasEnded = true
            return
          }
          if (own?.moment === 'before') end()
          await store.commit(writes).catch((error: unknown) => {
            if (error instanceof RevisionConflict) conflicts++
            throw error
          })
          if (own) end()
          await turn(`${name} committed`)
          alive()
        },
      })
    }
  const crash = (planned: Crash | undefined) => {
    crashing = planned && { ...planned, left: planned.commit }
  }
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
  return { wrap, under, crash, conflicts: () => conflicts }
}
