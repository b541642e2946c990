// Tells rooms what has changed: the latest of each thing, at most every 50 ms, never an older state after a newer one, here and in other processes.
import type { Logger } from 'pino'
import type { MessageName } from '#protocol/live.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { Cluster, Told } from './cluster.ts'
import { type Latest, openLatest } from './latest.ts'
import type { Publication } from './live.ts'
import type { Openings } from './openings.ts'

export const pauseMs = 50

/** As much of a Socket.IO server as telling takes. */
interface Broadcasting {
  of(namespace: '/'): { readonly adapter: { readonly rooms: ReadonlyMap<string, unknown> } }
  to(room: string): { emit(name: MessageName, ...view: never): unknown }
}
interface With {
  readonly io: Broadcasting
  readonly openings: Openings
  /** Resolves once the latest broadcast is written to all of its sockets. */
  readonly written: () => Promise<void>
  readonly log: Logger
  readonly metrics?: Metrics | undefined
  /** The other server processes, if there may be any. */
  readonly cluster: () => Cluster | undefined
}

/** The one who tells the rooms of this process. */
export interface Broadcaster {
  /** Tells a room, here and elsewhere, once its turn comes. */
  readonly publish: (publication: Publication) => void
  /** Tells a room of this process at once what another process has told. */
  readonly passOn: (room: string, told: readonly Told[]) => Promise<void>
  /** Takes in what whoever came to watch a room was shown. */
  readonly show: Latest['show']
}

/** A room that is being told something: what comes next, and until when it has been told enough. */
interface Telling {
  readonly latest: Map<string, Publication>
  readonly restsUntil: number
  readonly wake: () => void
}

/** Begins with nothing told. */
export function openBroadcaster(tools: With): Broadcaster {
  const { io, written, cluster, openings } = tools
  const telling = new Map<string, Telling>()
  const newest = openLatest()
  /** Who watches over another process isn't known here. */
  const isHeard = (room: string) => cluster() !== undefined || io.of('/').adapter.rooms.has(room)
  const passOn: Broadcaster['passOn'] = async (room, told) => {
    openings.tell(room)
    for (const [name, view] of told) {
      if (cluster() && !newest.take(room, name, view)) continue
      io.to(room).emit(name, ...([view] as never))
      await written()
    }
  }
  return {
    passOn,
    show: (room, view) => {
      if (cluster()) newest.show(room, view)
    },
    publish(publication) {
      const { room, name, id } = publication
      openings.tell(room)
      if (!isHeard(room)) return
      const [key, told] = [`${name}/${id}`, telling.get(room)]
      if (told) {
        told.latest.set(key, publication)
        if (performance.now() >= told.restsUntil) told.wake() // a busy loop runs its timers late
        return
      }
      const first: Telling = { latest: new Map([[key, publication]]), restsUntil: Infinity, wake: () => {} }
      telling.set(room, first)
      const end = () => telling.delete(room)
      setImmediate(() => void tell(tools, { room, telling: first, isHeard, passOn, end })) // answers of the same commit go out first
    },
  }
}

interface Turn {
  readonly room: string
  readonly telling: Telling
  readonly isHeard: (room: string) => boolean
  readonly passOn: Broadcaster['passOn']
  readonly end: () => void
}

/** Sends the latest of each id; what came meanwhile, once that is written and 50 ms have passed: a bigger room is told less often by itself. */
async function tell({ log, metrics, cluster }: With, { room, telling, isHeard, passOn, end }: Turn) {
  while (telling.latest.size > 0 && isHeard(room)) {
    const publications = [...telling.latest.values()]
    telling.latest.clear()
    const startedAt = performance.now()
    const told: Told[] = []
    for (const { name, view } of publications) {
      try {
        told.push([name, await view()])
        await passOn(room, told.slice(-1))
        metrics?.told(name)
      } catch (error) {
        log.error({ err: error, room }, 'a view could not be told') // a view may read the store, which may be away
      }
    }
    if (told.length > 0) cluster()?.tell(room, told)
    await rest(telling, startedAt + pauseMs)
  }
  end()
}

/** Waits until then, or until something is published later than that; at least for those whose turn it is now. */
async function rest(telling: Telling, until: number) {
  await new Promise<void>((over) => {
    const left = until - performance.now()
    if (left <= 0) return void setImmediate(over)
    Object.assign(telling, { restsUntil: until, wake: over })
    setTimeout(over, left).unref()
  })
  Object.assign(telling, { restsUntil: Infinity })
}
