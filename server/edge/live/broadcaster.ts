// Broadcasts changes to the rooms of this process: the latest view of each record, at most every 50 ms, never an older one after a newer one.
import type { Logger } from 'pino'
import type { MessageName } from '#protocol/live.ts'
import type { Publication, View } from '#server/kernel/live/live.ts'
import type { Metrics } from '#server/kernel/operations/metrics.ts'
import { StoreUnavailable } from '#server/kernel/store/store.ts'
import type { Joins } from './joins.ts'
import { createLatest, type Latest } from './sent-revisions.ts'

export const pauseMs = 50

/** The part of a Socket.IO server that broadcasting uses. */
interface Broadcasting {
  of(namespace: '/'): { readonly adapter: { readonly rooms: ReadonlyMap<string, unknown> } }
  to(room: string): { emit(name: MessageName, ...view: never): unknown }
}
interface BroadcasterDeps {
  readonly io: Broadcasting
  readonly joins: Joins
  /** Resolves once the latest broadcast is written to all of its sockets. */
  readonly written: () => Promise<void>
  readonly log: Logger
  readonly metrics?: Metrics | undefined
}

export interface Broadcaster {
  /** Broadcasts to a room, as soon as its pause is over. */
  readonly publish: (publication: Publication) => void
  /** Notes the revisions of a view that a new watcher was shown. */
  readonly show: Latest['show']
}

/** A room with a broadcast under way: what is waiting, and until when the room pauses. */
interface Pending {
  readonly latest: Map<string, Publication>
  readonly restsUntil: number
  readonly wake: () => void
}

/** Begins with nothing broadcast. */
export function createBroadcaster(tools: BroadcasterDeps): Broadcaster {
  const { io, joins } = tools
  const pending = new Map<string, Pending>()
  const newest = createLatest()
  const isHeard = (room: string) => io.of('/').adapter.rooms.has(room)
  return {
    show: newest.show,
    publish(publication) {
      const { room, name, id } = publication
      joins.noteBroadcast(room)
      if (!isHeard(room)) return
      const key = `${name}/${id}`
      const queued = pending.get(room)
      if (queued) {
        queued.latest.set(key, publication)
        if (performance.now() >= queued.restsUntil) queued.wake() // under load the timer may be late
        return
      }
      const first: Pending = { latest: new Map([[key, publication]]), restsUntil: Infinity, wake: () => {} }
      pending.set(room, first)
      const end = () => pending.delete(room)
      setImmediate(() => void sendLatest(tools, { room, pending: first, newest, isHeard, end })) // replies of the same commit go out first
    },
  }
}

interface RoomTurn {
  readonly room: string
  readonly pending: Pending
  readonly newest: Latest
  readonly isHeard: (room: string) => boolean
  readonly end: () => void
}

/** Sends the latest view of each id, then pauses until it is written to all sockets and 50 ms have passed, so a bigger room gets fewer broadcasts. */
async function sendLatest(tools: BroadcasterDeps, turn: RoomTurn) {
  const { room, pending, isHeard, end } = turn
  while (pending.latest.size > 0 && isHeard(room)) {
    const publications = [...pending.latest]
    pending.latest.clear()
    const startedAt = performance.now()
    for (const [key, publication] of publications) {
      const isDone = await send(tools, turn, publication)
      if (!isDone && !pending.latest.has(key)) pending.latest.set(key, publication)
    }
    await rest(pending, startedAt + pauseMs)
  }
  end()
}

/** False where the view can't be made now, since the store is away: then it is tried again. */
async function send({ io, joins, written, log, metrics }: BroadcasterDeps, { room, newest }: RoomTurn, { name, view }: Publication) {
  try {
    const made: View | undefined = await view()
    joins.noteBroadcast(room)
    if (!made || !newest.take(room, name, made)) return true
    io.to(room).emit(name, ...([made] as never))
    await written()
    metrics?.broadcast(name)
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    log.error({ err: error, room }, 'a view could not be broadcast')
  }
  return true
}

/** Waits until that time, or until a publication after it wakes the room; at least one turn of the event loop. */
async function rest(pending: Pending, until: number) {
  await new Promise<void>((over) => {
    const left = until - performance.now()
    if (left <= 0) return void setImmediate(over)
    Object.assign(pending, { restsUntil: until, wake: over })
    setTimeout(over, left).unref()
  })
  Object.assign(pending, { restsUntil: Infinity })
}
