// A browser tab as far as sockets go: it watches rooms, connects again after a cut, asks for the current view then, and keeps what is newest.
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import type { ClientToServer, ServerToClient } from '#protocol/live.ts'

type Json = ReturnType<typeof JSON.parse>
interface Revised {
  readonly _id: string
  readonly rev: number
}
export interface Tab {
  /** What it shows: each thing it was ever told of, by kind and id. */
  readonly shown: ReadonlyMap<string, Revised>
  /** How often it was connected. */
  readonly connects: () => number
  /** How often it was told that it may have missed something. */
  readonly stales: () => number
  /** Connects anew. */
  readonly reconnect: () => void
}
interface TabOptions {
  /** After a cut; false is a control. */
  readonly watchesAgain?: boolean
  /** When it is told that it may have missed something; false is a control. */
  readonly hearsStale?: boolean
  /** Reads what a room's view doesn't hold, whenever the room was watched. */
  readonly reads?: (room: string) => Promise<readonly (readonly [string, Revised])[]>
}

/** What a room's view holds, by kind and id: a dashboard its cards, any other room one thing. */
export const thingsIn = (room: string, view: Json): [string, Revised][] => {
  const kind = room.slice(0, room.indexOf(':'))
  const all: Revised[] = kind === 'dashboard' ? view.events : [view]
  return all.map((one) => [`${kind}/${one._id}`, one])
}

/** Opens a tab on `rooms`. */
export function openTab(
  url: string,
  { token }: { token?: string },
  rooms: readonly string[],
  { watchesAgain = true, hearsStale = true, reads = async () => [] }: TabOptions = {},
): Tab {
  const shown = new Map<string, Revised>()
  let [connects, stales] = [0, 0]
  const take = (key: string, thing: Revised) => void ((shown.get(key)?.rev ?? -1) <= thing.rev && shown.set(key, thing))
  const takeAll = (things: readonly (readonly [string, Revised])[]) => {
    for (const [key, thing] of things) take(key, thing)
  }
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    auth: token ? { token } : {}, // anything else is refused (R119e)
    transports: ['websocket', 'polling'],
    forceNew: true,
    reconnectionDelay: 200,
    reconnectionDelayMax: 2_000,
  })
  onTestFinished(() => void socket.disconnect())
  const watchAll = () => {
    for (const room of rooms)
      socket.emit('watch', room, (answer) => {
        if (!('view' in answer)) return
        takeAll(thingsIn(room, answer.view))
        void reads(room).then(takeAll)
      })
  }
  socket.on('connect', () => {
    if (connects++ === 0 || watchesAgain) watchAll()
  })
  socket.on('stale', () => {
    stales++
    if (hearsStale) watchAll()
  })
  const lost = () => {
    if (!socket.active) setTimeout(() => socket.connect(), 1_000)
  }
  socket.on('disconnect', lost)
  socket.on('connect_error', lost)
  socket.onAny((kind: string, thing: Json) => typeof thing === 'object' && take(`${kind}/${thing._id}`, thing))
  return { shown, connects: () => connects, stales: () => stales, reconnect: () => void socket.disconnect().connect() }
}
