// Drops late broadcasts: the broadcast of another process's commit may come after a view that shows it already.
import { LRUCache } from 'lru-cache'
import type { DashboardView, MessageName, MessagesView, RoomKind } from '#protocol/live.ts'

/** Enough for a busy hour; clients drop older revisions too. */
const most = 20_000
interface Thing {
  readonly _id: string
  readonly rev: number
}

/** The newest revision of each record that a room was sent, or that a new watcher was shown. */
export interface Latest {
  /** Whether nothing newer was sent. The same revision may be sent again: a renamed role changes a row's view, not the row. */
  readonly take: (room: string, name: MessageName, view: unknown) => boolean
  /** Takes in what a room's view shows, for it and the server's own rooms that are joined with it. */
  readonly show: (room: string, view: Thing | DashboardView | MessagesView, also?: readonly string[]) => void
}

/** Begins with nothing sent. */
export function createLatest(): Latest {
  const revs = new LRUCache<string, number>({ max: most })
  const take: Latest['take'] = (room, name, view) => {
    if (name === 'presence') return true // no record: what is there when it is sent
    const { _id, rev } = view as Thing
    const key = `${room} ${name}/${_id}`
    if (rev < (revs.get(key) ?? 0)) return false
    revs.set(key, rev)
    return true
  }
  return {
    take,
    show(room, view, also = []) {
      const kind = room.slice(0, room.indexOf(':')) as RoomKind
      const things = 'events' in view ? view.events : 'messages' in view ? view.messages : [view]
      for (const one of [room, ...also]) for (const thing of things) take(one, kind, thing)
    },
  }
}
