// Several server processes over one database, as worlds with real sockets and the real cluster adapter, and the line between them in the test's hand.
import type { Adapter } from 'socket.io-adapter'
import { inject, onTestFinished, vi } from 'vitest'
import { mongoAdapter } from '#server/live/mongo-adapter.ts'
import type { AdapterFactory } from '#server/live/slices.ts'
import { collections } from '#server/store/collections.ts'
import { type MongoStore, openMongo } from '#server/store/mongo.ts'
import { testClock } from '../world/clock.ts'
import { freshMongo } from '../world/fresh-store.ts'
import { openWorld, type World } from '../world/world.ts'

/** How many milliseconds a text of another process takes to process `to`; undefined: it gets lost. */
export type Line = (text: string, to: string) => number | undefined
/** A line that a test may change at any time. */
export interface Wire {
  line: Line
  /** What arrived where, in that order. */
  readonly arrived: { readonly to: string; readonly text: string }[]
}

export const whole: Line = () => 0
/** Loses all that processes tell one another. */
export const dead: Line = () => undefined

interface Told {
  readonly fullDocument: { readonly data?: { readonly packet?: readonly unknown[] } }
}
interface Hearing extends Adapter {
  onEvent(told: Told): Promise<void>
}

/** The adapter at the end `to` of the wire. */
const atEnd =
  (make: AdapterFactory, wire: Wire, to: string): AdapterFactory =>
  (namespace) => {
    const adapter = make(namespace) as Hearing
    const hear = adapter.onEvent.bind(adapter)
    const onEvent: Hearing['onEvent'] = async (told) => {
      const [event, text] = told.fullDocument.data?.packet ?? []
      if (event !== 'cluster' || typeof text !== 'string') return hear(told)
      const afterMs = wire.line(text, to)
      if (afterMs === undefined) return
      if (afterMs > 0) await new Promise((later) => setTimeout(later, afterMs))
      wire.arrived.push({ to, text })
      await hear(told)
    }
    return Object.assign(adapter, { onEvent })
  }

async function openAnother(uri: string): Promise<MongoStore> {
  const store = await openMongo({ uri, collections })
  onTestFinished(() => store.close())
  return store
}

/** Opens a world with listening sockets for each of `names`, on one database; resolves once they hear one another. */
export async function openProcesses(names: readonly string[], options: Parameters<typeof openWorld>[0] = {}) {
  const wire: Wire = { line: whole, arrived: [] }
  const first = await freshMongo(inject('mongodb') ?? '')
  const clock = testClock()
  const stores: MongoStore[] = []
  const worlds: World[] = []
  for (const name of names) {
    const store = stores.length === 0 ? first : await openAnother(first.uri)
    const adapter = atEnd(await mongoAdapter(store.scratch), wire, name)
    stores.push(store)
    worlds.push(await openWorld({ clock, ...options, store, process: name, adapter }))
  }
  await Promise.all(worlds.map((world) => world.address()))
  const hearsAll = (name: string) =>
    new Set(wire.arrived.filter(({ to }) => to === name).map(({ text }) => (JSON.parse(text) as { from: string }).from)).size >=
    names.length - 1
  await vi.waitFor(() => names.every(hearsAll) || Promise.reject(new Error('not joined')), { timeout: 10_000, interval: 20 })
  return { worlds: worlds as [World, World, ...World[]], stores: stores as [MongoStore, MongoStore, ...MongoStore[]], wire, clock }
}
