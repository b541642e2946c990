// What a committed record means to those who watch: the type of every feature's broadcasts.ts.
import type { MessageName, Messages } from '#protocol/live.ts'
import type { Collection, Reader, Stored } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'

/**
 * A view for a room. It is made when it is sent, and only if no later one of the same name and id waits; undefined where there is nothing to show.
 * `tx` reads the records of the commit first, else the store.
 */
interface RoomView<N extends MessageName> {
  readonly name: N
  readonly room: string
  readonly id: string
  readonly view: (services: Services, tx: Reader) => Messages[N] | undefined | Promise<Messages[N] | undefined>
}
/**
 * A view for each of the server's own rooms, those whose names begin with `own`, that sockets in the room `each` are in: what only those who look have to be
 * broadcast, one by one. It is made from what is stored when it is sent; `id` is the rest of the room's name.
 */
interface ShownEach<N extends MessageName> {
  readonly name: N
  readonly each: string
  readonly own: string
  readonly viewOf: (services: Services, id: string) => Promise<Messages[N] | undefined>
}
/** Whose right to watch is to be looked at anew: `user:<id>`, `token:<id>` or everyone in a room. */
interface Recheck {
  readonly recheck: string
}
export type Broadcast = { [N in MessageName]: RoomView<N> | ShownEach<N> }[MessageName] | Recheck

/** What a changed record of a collection means. */
export interface BroadcastsOf<R extends Stored> {
  readonly collection: Collection<R>
  /** `record` as it is after the commit or, with `isDropped`, as it stood before it was dropped. A method, so that lists of them have a type. */
  tell(record: R, isDropped: boolean): readonly Broadcast[]
  /** More changed records at once than that are not shown one by one; rights are looked at all the same. */
  readonly mostAtOnce?: number
}
export type Broadcasts = BroadcastsOf<never>
