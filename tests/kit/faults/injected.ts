// A server process in which one step of one call goes wrong, and what is in its store: for tests of the write path.
import { type Collection, RevisionConflict, type Store, type Stored, StoreUnavailable } from '#server/kernel/store/store.ts'
import { rewindable } from '../hostile/rewind.ts'
import type { testClock } from '../world/clock.ts'
import { freshStore, openWorld } from '../world/world.ts'
import { storeWith } from './store-with.ts'

/** What a call does outside its own memory. `committed`: the store has it, and the process doesn't know yet. */
export type Step = 'get' | 'find' | 'commit' | 'committed' | 'wake'
/** Somebody else was first; the store is away; a bug; the process is gone. */
export type Failure = 'conflict' | 'unavailable' | 'bug' | 'crash'
const ofStore: readonly Failure[] = ['unavailable', 'bug', 'crash']
const ofOthers: readonly Failure[] = ['bug', 'crash']
/** A conflict means that nothing was written, so it can't come after. */
const failuresOf: Readonly<Record<Step, readonly Failure[]>> = {
  get: ofStore,
  find: ofStore,
  commit: ['conflict', ...ofStore],
  committed: ofStore,
  wake: ofOthers,
}
export interface Plan {
  /** Which step goes wrong, from 1, and what it is. */
  readonly nth: number
  readonly step: Step
  readonly failure: Failure
}
/** Everything that can go wrong on the way of a call that took these steps. */
export const plansOf = (steps: readonly Step[]): Plan[] =>
  steps.flatMap((step, place) => failuresOf[step].map((failure) => ({ nth: place + 1, step, failure })))

const never = new Promise<never>(() => {})
const errors = {
  conflict: () => new RevisionConflict('injected'),
  unavailable: () => new StoreUnavailable('injected'),
  bug: () => new Error('injected'),
}

/** Counts the steps of one process and says which goes wrong; after a crash none is taken any more. */
function openSteps(plan: Plan | undefined) {
  const taken: Step[] = []
  let isDead = false
  let die = () => {}
  const crashed = new Promise<'crashed'>((resolve) => {
    die = () => {
      isDead = true
      resolve('crashed')
    }
  })
  const meet = (step: Step): Failure | undefined => {
    if (isDead) return 'crash'
    taken.push(step)
    const failure = taken.length === plan?.nth ? plan.failure : undefined
    if (failure === 'crash') die()
    return failure
  }
  const step = async (kind: Step): Promise<void> => {
    const failure = meet(kind)
    if (failure === 'crash') return never
    if (failure) throw errors[failure]()
  }
  const stepNow = (kind: Step) => {
    const failure = meet(kind)
    if (failure) throw failure === 'crash' ? new Error('the process is gone') : errors[failure]()
  }
  return { taken, crashed, step, stepNow, die: () => die() }
}
type Steps = ReturnType<typeof openSteps>

const stepped = (store: Store, { step }: Steps): Store =>
  storeWith(store, {
    get: (collection, id) => step('get').then(() => store.get(collection, id)),
    find: (collection, query) => step('find').then(() => store.find(collection, query)),
    async commit(writes) {
      await step('commit')
      await store.commit(writes)
      await step('committed')
    },
  })

export type Guard = (store: Store) => Store
export interface Ground {
  readonly store: Store
  readonly clock: ReturnType<typeof testClock>
}

/** A server process over the store that the others had; `guard` is what its own code sees the store through. */
export async function openProcess({ store, clock }: Ground, plan?: Plan, guard: Guard = (same) => same) {
  const steps = openSteps(plan)
  const world = await openWorld({ store, clock, wrap: (engine) => guard(stepped(engine, steps)) })
  const { delivery } = world.services
  Object.assign(world.services, {
    delivery: {
      ...delivery,
      wake() {
        steps.stepNow('wake')
        delivery.wake()
      },
    },
  })
  return { world, taken: steps.taken, crashed: steps.crashed, die: steps.die }
}

/** A store in memory that says what is in it, and can be put back to how it stood. */
export async function openLedger() {
  const engine = await freshStore()
  const kept = new Map<string, Map<string, Stored>>()
  const of = (name: string) => kept.get(name) ?? kept.set(name, new Map()).get(name) ?? new Map<string, Stored>()
  const noted = storeWith(engine, {
    async commit(writes) {
      await engine.commit(writes)
      for (const write of writes) {
        if ('put' in write) of(write.collection.name).set(write.put._id, write.put)
        else of(write.collection.name).delete(write.drop._id)
      }
    },
  })
  const { store, rewind } = rewindable(noted)
  return {
    store,
    rewind,
    /** Every record of a collection. */
    all: <R extends Stored>({ name }: Collection<R>): R[] => [...of(name).values()] as R[],
    /** All that is kept, as text. */
    text: () => JSON.stringify([...kept.values()].map((records) => [...records.values()])),
    /** How many records there are, by collection. */
    census: (): Record<string, number> => Object.fromEntries([...kept].map(([name, records]) => [name, records.size])),
  }
}
export type Ledger = Awaited<ReturnType<typeof openLedger>>

/**
 * Guard off: says "done" before it has written, and its process ends with the answer, so that nothing is ever written; what is read in between is there.
 */
export function acknowledgingEarly(store: Store): Store {
  const unwritten = new Map<string, Stored | undefined>()
  return storeWith(store, {
    async get<R extends Stored>(collection: Collection<R>, id: string) {
      const key = `${collection.name}/${id}`
      return unwritten.has(key) ? (unwritten.get(key) as R | undefined) : store.get(collection, id)
    },
    async commit(writes) {
      for (const write of writes) {
        const id = 'put' in write ? write.put._id : write.drop._id
        unwritten.set(`${write.collection.name}/${id}`, 'put' in write ? write.put : undefined)
      }
    },
  })
}

/** Guard off: every record is a commit of its own. */
export const oneByOne = (store: Store): Store =>
  storeWith(store, {
    async commit(writes) {
      for (const write of writes) await store.commit([write])
    },
  })
