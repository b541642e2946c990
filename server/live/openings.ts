// Joins under way: a socket reads the room's view and then joins, and must know whether a broadcast came in between.

export interface Opening {
  /** Since this began, something was broadcast or a right may have ended. */
  isStale: boolean
}
export type Openings = ReturnType<typeof openOpenings>

/** Starts without any join under way. */
export function openOpenings() {
  const byRoom = new Map<string, Set<Opening>>()
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
    },
    /** Something is told to a room. */
    tell(room: string) {
      for (const opening of byRoom.get(room) ?? []) opening.isStale = true
    },
    /** Some right may have ended: that is rare, so every join under way reads again. */
    recheck() {
      for (const some of byRoom.values()) for (const opening of some) opening.isStale = true
    },
  }
}
