// R104: ties sockets to who is there: who enters and leaves a group, what they say they do, whether they still answer; and tells those who may know.
import { type PresenceView, SaidDoing } from '#protocol/record/presence.ts'
import { herePrefix, hereRoom, type Presence } from '#server/people/live/presence.ts'
import type { Broadcaster } from './broadcaster.ts'
import type { LiveContext, LiveServer, LiveSocket } from './watch.ts'

/** A connection that is lost without a word is noticed at the second of these: after 6 s at most. */
const hereEveryMs = 3_000

interface PresenceDeps {
  readonly io: LiveServer
  readonly broadcaster: Broadcaster
  readonly presence: Presence
}

/** Begins to tell. A socket that leaves the room, for whatever reason, is gone from there. */
export function followPresence({ io, broadcaster, presence }: PresenceDeps) {
  const { adapter, sockets } = io.of('/')
  const publish = (room: string, groupId: string, view: () => PresenceView) =>
    broadcaster.publish({ room, name: 'presence', id: groupId, view })
  presence.begin((groupId, dashboards, isAlone) => {
    // Whoever is there alone gets no broadcast of it.
    if (!isAlone) publish(hereRoom(groupId), groupId, () => presence.view(groupId))
    for (const room of dashboards) publish(room, groupId, () => presence.view(groupId, room))
  })
  adapter.on('join-room', (room: string, socketId: string) => {
    const socket = room.startsWith('@') ? sockets.get(socketId) : undefined
    if (!socket) return
    const here = socket.data.here.get(room)
    if (here) presence.enter(socketId, here)
    const views = here ? [presence.view(here.groupId)].filter(({ people }) => people.length > 1) : viewsOf(presence, room)
    for (const view of views) socket.emit('presence', view)
  })
  adapter.on('leave-room', (room: string, socketId: string) => {
    if (!room.startsWith(herePrefix)) return
    sockets.get(socketId)?.data.here.delete(room)
    presence.leave(socketId, room.slice(herePrefix.length))
  })
  return askAll(sockets, presence)
}

const viewsOf = (presence: Presence, room: string) => presence.groupsOf(room).map((groupId) => presence.view(groupId, room))

/** Asks every socket that is there, every three seconds, whether it still is. One that hasn't answered the time before counts as gone until it does. */
function askAll(sockets: ReadonlyMap<string, LiveSocket>, presence: Presence) {
  const unanswered = new Set<string>()
  const timer = setInterval(() => {
    const present = presence.sockets()
    for (const id of unanswered) if (!present.includes(id)) unanswered.delete(id)
    for (const id of present) {
      if (unanswered.has(id)) {
        presence.setOffline(id, true)
        continue
      }
      unanswered.add(id)
      sockets.get(id)?.emit('here', () => {
        unanswered.delete(id)
        presence.setOffline(id, false)
      })
    }
  }, hereEveryMs).unref()
  return { close: () => clearInterval(timer) }
}

/** What a socket says that its person does; anything else is ignored, as is what comes from where they aren't. */
export function takeDoing({ presence, mayDo }: Pick<LiveContext, 'presence' | 'mayDo'>, socket: LiveSocket, said: unknown) {
  const parsed = SaidDoing.safeParse(said)
  if (!parsed.success) return
  const { room, what } = parsed.data
  const here = socket.data.here.get(hereRoom(room.slice(room.indexOf(':') + 1)))
  if (here && mayDo(here.userId)) presence.does(socket.id, here.groupId, what)
}
