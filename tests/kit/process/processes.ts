// Several server processes over one database, as worlds with real sockets and streams, and what the streams bring them in the test's hand.
import { inject, onTestFinished } from 'vitest'
import { collections } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { type MongoStore, openMongo } from '#server/kernel/store/mongo/engine.ts'
import type { CommittedChange, Store } from '#server/kernel/store/store.ts'
import { storeWith } from '../faults/store-with.ts'
import { testClock } from '../world/clock.ts'
import { byStreamAlone, freshMongo, isStreamAlone } from '../world/fresh-store.ts'
import { openWorld, type World } from '../world/world.ts'

/** What a test does to the streams, at any time. */
export interface Wire {
  /** Whether a change reaches a process; the others get lost. */
  keeps: (change: CommittedChange, to: string) => boolean
  /** How long the next changes take; those after them wait. */
  lagMs: () => number
  /** What arrived where and when, in that order. */
  readonly arrived: { readonly to: string; readonly at: number; readonly changes: readonly CommittedChange[] }[]
  /** Tells all processes that they may have missed something. */
  miss: () => void
}

/** The store as the process at the end `to` of the wire has it. */
function atEnd(store: MongoStore, wire: Wire, to: string): Store {
  let last = Promise.resolve()
  return storeWith(store, {
    follow(followed, follower) {
      const { miss } = wire
      wire.miss = () => {
        miss()
        follower.missed()
      }
      const arrive = (changes: readonly CommittedChange[]) => {
        wire.arrived.push({ to, at: performance.now(), changes })
        follower.changed(changes)
      }
      const changed = (changes: readonly CommittedChange[]) => {
        const kept = changes.filter((change) => wire.keeps(change, to))
        const lag = wire.lagMs()
        if (lag === 0) return arrive(kept)
        last = last.then(() => new Promise((later) => setTimeout(later, lag))).then(() => arrive(kept))
      }
      return store.follow(followed, { changed, missed: () => follower.missed() })
    },
  })
}

async function openAnother(uri: string): Promise<MongoStore> {
  const store = await openMongo({ uri, collections, version: storeVersion })
  onTestFinished(() => store.close())
  return store
}

type Options = Parameters<typeof openWorld>[0] & { readonly server?: string; readonly streamAlone?: boolean }

/** Opens a world with listening sockets for each of `names`, on one database. */
export async function openProcesses(names: readonly string[], { server, streamAlone = isStreamAlone, ...options }: Options = {}) {
  const wire: Wire = { keeps: () => true, lagMs: () => 0, arrived: [], miss: () => {} }
  const first = await freshMongo(server ?? inject('mongodb') ?? '')
  const clock = testClock()
  const stores: MongoStore[] = []
  const worlds: World[] = []
  for (const name of names) {
    const store = stores.length === 0 ? first : await openAnother(first.uri)
    if (streamAlone) await byStreamAlone(store, first.uri)
    stores.push(store)
    worlds.push(await openWorld({ clock, ...options, store: atEnd(store, wire, name), process: name }))
  }
  await Promise.all(worlds.map((world) => world.address()))
  return { worlds: worlds as [World, World, ...World[]], stores: stores as [MongoStore, MongoStore, ...MongoStore[]], wire, clock }
}
