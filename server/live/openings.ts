// Rooms that somebody is about to join: who reads a room's view first and joins then must know whether something was told in between.

export interface Opening {
  /** Something was told, or somebody's right may have ended, since this began. */
  isStale: boolean
}
export type Openings = ReturnType<typeof openOpenings>

/** Begins with nobody on the way into any room. */
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
    /** A right may have ended, whichever: that is rare, so everyone on the way looks again. */
    recheck() {
      for (const some of byRoom.values()) for (const opening of some) opening.isStale = true
    },
  }
}
