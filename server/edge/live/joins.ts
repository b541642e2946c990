// Joins under way: a socket reads the room's view and then joins, and must know whether a broadcast came in between.

export interface Join {
  /** Since this began, something was broadcast or a right may have ended. */
  isStale: boolean
}
export type Joins = ReturnType<typeof createJoins>

/** Starts without any join under way. */
export function createJoins() {
  const byRoom = new Map<string, Set<Join>>()
  /** The server's own rooms that something was broadcast to while joins are under way: nobody knows yet which of them join along. */
  const broadcastTo = new Set<string>()
  return {
    begin(room: string): Join {
      const join: Join = { isStale: false }
      byRoom.set(room, (byRoom.get(room) ?? new Set()).add(join))
      return join
    },
    end(room: string, join: Join) {
      const some = byRoom.get(room)
      some?.delete(join)
      if (some?.size === 0) byRoom.delete(room)
      if (byRoom.size === 0) broadcastTo.clear()
    },
    /** Something is broadcast to a room. */
    noteBroadcast(room: string) {
      if (room.startsWith('@') && byRoom.size > 0) broadcastTo.add(room)
      for (const join of byRoom.get(room) ?? []) join.isStale = true
    },
    /** Whether one of these rooms of the server's own got a broadcast since the earliest join under way began. */
    wasBroadcastTo: (rooms: readonly string[]) => rooms.some((room) => broadcastTo.has(room)),
    /** Some right may have ended: that is rare, so every join under way reads again. */
    recheck() {
      for (const some of byRoom.values()) for (const join of some) join.isStale = true
    },
  }
}
