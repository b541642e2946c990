// Broadcasts changes to rooms, here and in other processes: the latest view of each record, at most every 50 ms, never an older one after a newer one.
import type { Logger } from 'pino'
import type { MessageName } from '#protocol/live.ts'
import type { Metrics } from '../operations/metrics.ts'
import type { Cluster, Told } from './cluster.ts'
import { type Latest, openLatest } from './latest.ts'
import type { Publication } from './live.ts'
import type { Openings } from './openings.ts'

export const pauseMs = 50

/** The part of a Socket.IO server that broadcasting uses. */
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

/** Broadcasts to the rooms of this process. */
export interface Broadcaster {
  /** Broadcasts to a room, here and in other processes, as soon as its pause is over. */
  readonly publish: (publication: Publication) => void
  /** Broadcasts to a room of this process, at once, what another process sent. */
  readonly passOn: (room: string, told: readonly Told[]) => Promise<void>
  /** Notes the revisions of a view that a new watcher was shown. */
  readonly show: Latest['show']
}

/** A room with a broadcast under way: what is waiting, and until when the room pauses. */
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
  /** Sockets of other processes aren't known here, so with a cluster every room counts as watched. */
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
      const key = `${name}/${id}`
      const told = telling.get(room)
      if (told) {
        told.latest.set(key, publication)
        if (performance.now() >= told.restsUntil) told.wake() // under load the timer may be late
        return
      }
      const first: Telling = { latest: new Map([[key, publication]]), restsUntil: Infinity, wake: () => {} }
      telling.set(room, first)
      const end = () => telling.delete(room)
      setImmediate(() => void tell(tools, { room, telling: first, isHeard, passOn, end })) // replies of the same commit go out first
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

/** Sends the latest view of each id, then pauses until it is written to all sockets and 50 ms have passed, so a bigger room gets fewer broadcasts. */
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
        log.error({ err: error, room }, 'a view could not be told') // making a view may read the store, which may be unavailable
      }
    }
    if (told.length > 0) cluster()?.tell(room, told)
    await rest(telling, startedAt + pauseMs)
  }
  end()
}

/** Waits until that time, or until a publication after it wakes the room; at least one turn of the event loop. */
async function rest(telling: Telling, until: number) {
  await new Promise<void>((over) => {
    const left = until - performance.now()
    if (left <= 0) return void setImmediate(over)
    Object.assign(telling, { restsUntil: until, wake: over })
    setTimeout(over, left).unref()
  })
  Object.assign(telling, { restsUntil: Infinity })
}
