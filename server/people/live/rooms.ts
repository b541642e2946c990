// What opens a room, and what a socket counts as: declared below those who use it.
import type { RoomKind, WatchView } from '#protocol/live.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import type { OpenGroup } from './presence.ts'

/** The server's own room of people whose permission ends when this person's plan no longer includes organizations. */
export const planRoom = (userId: string) => `@plan:${userId}`

/** A room's current view, and the server's own rooms that its watcher joins with it. */
export interface OpenedRoom<K extends RoomKind = RoomKind> {
  readonly view: WatchView<K>
  readonly also?: readonly string[]
  /** When the right to watch it ends without anybody's doing, if it does. */
  readonly until?: number
  /** R206: as whom its watcher is shown each group. Who becomes another one begins anew: what they see may be more than is theirs. */
  readonly shownAs?: Readonly<Record<string, string>>
  /** R104: as whom its watcher is there, for others who may watch it: in the group, and in the event with its other groups. */
  readonly here?: readonly OpenGroup[]
}
/** What opens a room: refuses whoever may not watch it. */
export type RoomRule<K extends RoomKind = RoomKind> = (services: Services, id: string, caller: Caller) => Promise<OpenedRoom<K>>
export type RoomRules = { readonly [K in RoomKind]: RoomRule<K> }

/** Who a socket counts as, and what it is counted for: refuses whoever is over the limit of their address. */
export interface SocketLimits {
  readonly addressOf: (remote: string | undefined, forwarded: string | undefined) => string
  readonly count: (address: string, name: 'socket' | 'watch') => Promise<void>
}
