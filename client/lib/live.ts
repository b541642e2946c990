// The only socket in the client: watches rooms, hands every view to one receiver, and says whether it is connected.
import { useEffect } from 'react'
import type { Socket } from 'socket.io-client'
import { atRest } from '#client/ui/when-idle.ts'
import {
  type ClientToServer,
  type MessageName,
  type Messages,
  messageSchemas,
  type RoomKind,
  type ServerToClient,
  type WatchView,
  watchViews,
} from '#protocol/live.ts'
import type { Doing } from '#protocol/record/presence.ts'
import { useLiveState } from './connection.ts'
import { firstWay, isUnseen, keepWay } from './live/transports.ts'
import { socketAuth, useSession } from './session.ts'

type Socketed = Socket<ServerToClient, ClientToServer>

interface Watched<K extends RoomKind = RoomKind> {
  /** The current view, on opening and after each reconnect. */
  onView: (view: WatchView<K>) => void
  /** The right to watch has ended, or never was; `sentence` says why. */
  onRefused?: (sentence: string, code: string) => void
}

const retryMs = 1000
/** About one frame: what comes within it is drawn in one go (decision 0125). */
const gatherMs = 16
let socket: Socketed | undefined
const receivers = new Map<string, (message: unknown) => void>()
const watched = new Map<string, Set<Watched>>()

const gathered: (() => void)[] = []

/** Takes it in with all else that comes now, in order: a commit brings several broadcasts, and a crowd's many commits would each be drawn for nothing. */
function gather(take: () => void) {
  if (gathered.push(take) === 1) setTimeout(takeGathered, gatherMs)
}

function takeGathered() {
  for (let take = gathered.shift(); take; take = gathered.shift()) {
    try {
      take()
    } catch (error) {
      reportError(error) // the others are taken in all the same
    }
  }
}

let isComing = false

/** Gives the socket once it is there. It comes when the page rests: what it tells of can't have changed since the page was read but a moment ago. */
function open(): Socketed | undefined {
  if (!socket && !isComing) {
    isComing = true
    atRest(() => void import('socket.io-client').then(connect, comeAgain))
  }
  return socket
}

/** Its file did not come. */
function comeAgain() {
  useLiveState.setState({ state: navigator.onLine ? 'reconnecting' : 'offline' })
  setTimeout(() => {
    isComing = false
    if (watched.size > 0) open()
  }, retryMs)
}

function connect({ io }: typeof import('socket.io-client')) {
  const opened: Socketed = io({
    ...firstWay,
    auth: (give) => give(socketAuth()),
    reconnectionDelay: 200,
    reconnectionDelayMax: 2000,
  })
  const askAll = () => {
    for (const room of watched.keys()) ask(room)
  }
  opened.on('stale', askAll)
  opened.on('connect', () => {
    useLiveState.setState({ state: 'live' })
    askAll()
  })
  const lost = () => {
    takeGathered() // before anybody hears that the line is gone
    useLiveState.setState({ state: navigator.onLine ? 'reconnecting' : 'offline' })
    // After a refusal or a goodbye by the server Socket.IO does not try again by itself. A page that nobody sees comes back when it is looked at.
    if (!opened.active && watched.size > 0) setTimeout(() => isUnseen() || opened.connect(), retryMs)
  }
  opened.on('disconnect', lost)
  opened.on('connect_error', lost)
  keepWay(opened, () => watched.size > 0)
  opened.onAny((name: string, message: unknown) => gather(() => receivers.get(name)?.(message)))
  opened.on('here', (answer) => answer())
  opened.on('gone', (room) =>
    gather(() => {
      for (const one of watched.get(room) ?? []) one.onRefused?.('You no longer have access to this.', 'gone')
    }),
  )
  socket = opened
}

/** R104: what one edits, by room; said again whenever the room was joined. */
const doings = new Map<string, Doing>()

/** Tells the others in a room what one edits; null that one has stopped. */
export function sayDoing(room: string, what: Doing | null) {
  if (what) doings.set(room, what)
  else doings.delete(room)
  if (socket?.connected) socket.emit('doing', { room, what })
}

function ask(room: string) {
  open()?.emit('watch', room, (answer) => {
    const what = doings.get(room)
    if (what && 'view' in answer) sayDoing(room, what)
    gather(() => {
      for (const one of watched.get(room) ?? []) {
        if (!('view' in answer)) {
          one.onRefused?.(String(answer.error), String(answer.code))
          continue
        }
        const schema = watchViews[kindOf(room)]
        one.onView(schema.parse(answer.view))
      }
    })
  })
}

const kindOf = (room: string) => room.slice(0, room.indexOf(':')) as RoomKind

/** Watches `room` until the returned function is called. Several watchers of a room share one subscription. */
export function watch<K extends RoomKind>(room: `${K}:${string}`, watcher: Watched<K>): () => void {
  // R137: it would stay as it was when it was opened, wherever no other page has loaded what takes it in.
  if (!receivers.has(kindOf(room))) throw new Error(`Nothing here receives what a room “${kindOf(room)}” gets`)
  const watchers = watched.get(room) ?? new Set<Watched>()
  watched.set(room, watchers.add(watcher))
  const there = open()
  if (there?.connected) ask(room)
  else if (there?.active === false) there.connect()
  return () => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    watched.delete(room)
    socket?.emit('unwatch', room)
  }
}

/** Takes every message of one name, parsed. Called once per name, by the store that keeps it. */
export function receive<N extends MessageName>(name: N, take: (view: Messages[N]) => void): void {
  receivers.set(name, (message) => take(messageSchemas[name].parse(message) as Messages[N]))
}

/** Connects again, with the cookies and tokens of now. */
export const reconnect = () => socket?.disconnect().connect()

/** Connects again under the new credentials when somebody logs in or out. */
useSession.subscribe((now, before) => {
  if (now.token === before.token && now.organizerToken === before.organizerToken) return
  gathered.length = 0 // what one person was sent is not for the next
  reconnect()
})

/** Watches `room` while the component is on screen; null watches nothing. `watcher` must be stable. */
export function useWatch<K extends RoomKind>(room: `${K}:${string}` | null, watcher: Watched<K>): void {
  useEffect(() => (room ? watch(room, watcher) : undefined), [room, watcher])
}
