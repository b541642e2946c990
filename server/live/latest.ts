// Keeps what another process told late from following what is newer: each message takes its own way through the database.
import type { DashboardView, MessageName, RoomKind } from '#protocol/live.ts'

/** The things of a busy hour; whoever watches drops older states as well. */
const most = 20_000
interface Thing {
  readonly _id: string
  readonly rev: number
}

/** The newest revision of each thing that a room was told here, or that was shown to whoever came to watch it. */
export interface Latest {
  /** Whether nothing newer was told. The same revision may be told again: a renamed role changes what a row says, not the row. */
  readonly take: (room: string, name: MessageName, view: unknown) => boolean
  /** Takes in what a room's view shows. */
  readonly show: (room: string, view: Thing | DashboardView) => void
}

/** Begins with nothing told. */
export function openLatest(): Latest {
  const revs = new Map<string, number>()
  const take: Latest['take'] = (room, name, view) => {
    const { _id, rev } = view as Thing
    const key = `${room} ${name}/${_id}`
    if (rev < (revs.get(key) ?? 0)) return false
    revs.delete(key) // so that the first of them is the one that was told longest ago
    revs.set(key, rev)
    const [oldest] = revs.size > most ? revs.keys() : []
    if (oldest !== undefined) revs.delete(oldest)
    return true
  }
  return {
    take,
    show(room, view) {
      const kind = room.slice(0, room.indexOf(':')) as RoomKind
      for (const thing of 'events' in view ? view.events : [view]) take(room, kind, thing)
    },
  }
}
