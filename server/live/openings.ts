// Joins under way: a socket reads the room's view and then joins, and must know whether a broadcast came in between.

export interface Opening {
  /** Since this began, something was broadcast or a right may have ended. */
  isStale: boolean
}
export type Openings = ReturnType<typeof openOpenings>

/** Starts without any join under way. */
export function openOpenings() {
  const byRoom = new Map<string, Set<Opening>>()
  /** The server's own rooms that were told something while joins are under way: nobody knows yet which of them join along. */
  const told = new Set<string>()
  return {
    begin(room: string): Opening {
      const opening: Opening = { isStale: false }
      byRoom.set(room, (byRoom.get(room) ?? new Set()).add(opening))
      return opening
    },
    end(room: string, opening: Opening) {
      const some = byRoom.get(room)
      some?.delete(opening)
      if (some?.size === 0) byRoom.delete(room)
      if (byRoom.size === 0) told.clear()
    },
    /** Something is told to a room. */
    tell(room: string) {
      if (room.startsWith('@') && byRoom.size > 0) told.add(room)
      for (const opening of byRoom.get(room) ?? []) opening.isStale = true
    },
    /** Whether one of these rooms of the server's own was told something since the earliest join under way began. */
    wasTold: (rooms: readonly string[]) => rooms.some((room) => told.has(room)),
    /** Some right may have ended: that is rare, so every join under way reads again. */
    recheck() {
      for (const some of byRoom.values()) for (const opening of some) opening.isStale = true
    },
  }
}
