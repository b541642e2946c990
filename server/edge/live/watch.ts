// What a socket watches: check the right, join the room, and leave it when the right ends.
import type { Logger } from 'pino'
import type { Server, Socket } from 'socket.io'
import type { ClientToServer, RoomKind, ServerToClient, WatchReply } from '#protocol/live.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Credentials, callerOf } from '#server/people/identity/caller.ts'
import { hereRoom, type OpenGroup, type Presence } from '#server/people/live/presence.ts'
import type { OpenedRoom, RoomRules, SocketLimits } from '#server/people/live/rooms.ts'
import type { Broadcaster } from './broadcaster.ts'
import type { Readers } from './budget.ts'
import type { Handshake } from './handshake.ts'
import type { Joins } from './joins.ts'

export interface SocketState {
  /** Each watched room with the server's own rooms joined along with it. */
  watching: Map<string, readonly string[]>
  /** R206: as whom it is shown the groups of a room, where that is told. */
  shownAs: Map<string, Readonly<Record<string, string>>>
  /** R104: as whom it is there, by the server's own room of those who are. */
  here: Map<string, OpenGroup>
  asked: number
  /** When the socket's rights are checked next, since a token or a right expires; `cancelTimer` cancels that. */
  looksAt: number
  cancelTimer: () => void
  /** The caller's network address as limits count it. */
  address: string
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketState>
export type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketState>
export interface LiveContext {
  readonly io: LiveServer
  readonly services: Services
  readonly rules: RoomRules
  readonly log: Logger
  readonly broadcaster: Broadcaster
  readonly presence: Presence
  readonly joins: Joins
  readonly readers: Readers
  readonly limits: SocketLimits
  /** What is kept of each connection's handshake. */
  readonly handshakes: WeakMap<object, Handshake>
  /** R104: whether one more word of what this person does is taken. */
  readonly mayDo: (userId: string) => boolean
}

const roomsPerSocket = 50
const dayMs = 86_400_000
const storeAwayMs = 500

/** A refusal as a socket gets it. */
export const refusalOf = ({ message, code }: Refusal): WatchReply => ({ error: message, code })

/** R64: lets a socket into a room and returns the reply. */
export async function watch(opened: LiveContext, socket: LiveSocket, room: string): Promise<WatchReply> {
  try {
    const { watching, address } = socket.data
    if (watching.size >= roomsPerSocket && !watching.has(room)) throw new Refusal('busy')
    await opened.limits.count(address, 'watch')
    const opens = await enter(opened, socket, room)
    const { view, until } = opens
    await follow(opened, socket, room, opens)
    if (until !== undefined) scheduleRecheck(opened, socket, until)
    return { view }
  } catch (error) {
    leave(socket, room)
    if (!(error instanceof Refusal)) opened.log.error({ err: error }, 'watching failed')
    return refusalOf(error instanceof Refusal ? error : new Refusal('internal'))
  }
}

/**
 * Reads the view, which refuses whoever may not have it, then joins. If something was broadcast in between, or somebody's right may have ended, the view
 * is read again after joining. So nothing gets lost, and mostly a view is made only once.
 */
async function enter(opened: LiveContext, socket: LiveSocket, room: string) {
  const join = opened.joins.begin(room)
  try {
    const opens = await shown(opened, socket, room)
    socket.data.watching.set(room, socket.data.watching.get(room) ?? [])
    await socket.join(room)
    await follow(opened, socket, room, opens)
    return join.isStale || opened.joins.wasBroadcastTo(opens.also ?? []) ? await shown(opened, socket, room) : opens
  } finally {
    opened.joins.end(room, join)
  }
}

/** The current view, noted, so that nothing older is sent from now on: commits may be heard later than they are read. */
async function shown(opened: LiveContext, socket: LiveSocket, room: string) {
  const opens = await current(opened, socket, room)
  opened.broadcaster.show(room, opens.view, opens.also)
  return opens
}

/** R71: the kinds of room that anyone may watch, with a token that has ended as well. */
const needNobody: readonly string[] = ['form', 'event'] satisfies RoomKind[]

/** The room's current view for this socket's caller; refuses whoever may not watch it. */
async function current(opened: LiveContext, socket: LiveSocket, room: string) {
  const kind = room.slice(0, room.indexOf(':'))
  const id = room.slice(room.indexOf(':') + 1)
  if (!Object.hasOwn(opened.rules, kind)) throw new Refusal('room-unknown')
  const caller = await callerOf(opened.services, credentialsOf(opened, socket))
  if (caller.isStale && !needNobody.includes(kind)) throw new Refusal('token-invalid')
  if (caller.token) followToken(opened, socket, caller.token._id, caller.token.userId, caller.token.expiresAt)
  return opened.rules[kind as RoomKind](opened.services, id, caller)
}

/** Groups a person's sockets by account and token, and checks them again when the token ends. */
function followToken(opened: LiveContext, socket: LiveSocket, tokenId: string, userId: string, expiresAt: string) {
  void socket.join([`@token:${tokenId}`, `@user:${userId}`])
  scheduleRecheck(opened, socket, Date.parse(expiresAt))
}

/** Schedules the next check of what the socket may watch: at that time, at most a day ahead, unless an earlier check is scheduled. */
function scheduleRecheck(opened: LiveContext, socket: LiveSocket, at: number) {
  const { clock } = opened.services
  const soonest = Math.min(at, clock.now() + dayMs)
  if (soonest >= socket.data.looksAt) return
  socket.data.cancelTimer()
  socket.data.looksAt = soonest
  socket.data.cancelTimer = clock.after(Math.max(soonest - clock.now(), 0), () => {
    socket.data.looksAt = Infinity
    void recheckSocket(opened, socket)
  })
}

export async function recheckRoom(opened: LiveContext, room: string) {
  const { sockets, adapter } = opened.io.of('/')
  opened.joins.recheck()
  const ids = [...(adapter.rooms.get(room) ?? [])]
  for (const id of ids) {
    const socket = sockets.get(id)
    if (socket) await recheckSocket(opened, socket)
  }
}

export async function recheckSocket(opened: LiveContext, socket: LiveSocket) {
  for (const room of socket.data.watching.keys()) {
    const still = await current(opened, socket, room).catch((error: unknown) => (error instanceof Refusal ? 'gone' : 'unknown'))
    if (still === 'unknown') {
      scheduleRecheck(opened, socket, opened.services.clock.now() + storeAwayMs) // an unavailable store ends nobody's right
      continue
    }
    if (still !== 'gone' && !isOther(socket.data.shownAs.get(room), still.shownAs)) {
      await follow(opened, socket, room, still)
      if (still.until !== undefined) scheduleRecheck(opened, socket, still.until)
      continue
    }
    if (leave(socket, room)) socket.emit('gone', room) // unless a check at the same time has said so
  }
}

/** R205: whether somebody has become another one to a group that they saw before. */
const isOther = (before: OpenedRoom['shownAs'] = {}, after: OpenedRoom['shownAs'] = {}) =>
  Object.entries(after).some(([id, as]) => (before[id] ?? as) !== as)

/** Joins what belongs to a room now, and leaves what no longer does. */
async function follow(
  { presence }: LiveContext,
  socket: LiveSocket,
  room: string,
  { also = [], here = [], shownAs }: Pick<OpenedRoom, 'also' | 'here' | 'shownAs'>,
) {
  if (shownAs) socket.data.shownAs.set(room, shownAs)
  const rooms = [...also, ...here.map(({ groupId }) => hereRoom(groupId))]
  for (const before of socket.data.watching.get(room) ?? []) if (!rooms.includes(before)) await socket.leave(before)
  socket.data.watching.set(room, rooms)
  for (const one of here) socket.data.here.set(hereRoom(one.groupId), one)
  await socket.join([...rooms])
  for (const one of here) if (socket.rooms.has(hereRoom(one.groupId))) presence.enter(socket.id, one) // again: a name may have changed
}

/** `room` is whatever the client sent: even turning it into text could throw, and take the process down. */
export function leave(socket: LiveSocket, room: unknown): boolean {
  if (typeof room !== 'string') return false
  for (const also of socket.data.watching.get(room) ?? []) void socket.leave(also)
  socket.data.shownAs.delete(room)
  const left = socket.data.watching.delete(room)
  if (left) void socket.leave(room)
  return left
}

/** R64, R92: what is kept of the handshake, as the headers of a call would carry it. */
function credentialsOf({ handshakes }: LiveContext, { data, conn }: LiveSocket): Credentials {
  const { token, organizerToken, kept, proofs, passes, doors } = handshakes.get(conn) ?? {}
  return {
    bearer: token,
    organizer: organizerToken,
    kept,
    proof: (groupId) => proofs?.get(groupId),
    team: (eventId) => passes?.get(eventId),
    door: (eventId) => doors?.get(eventId),
    address: data.address,
  }
}
