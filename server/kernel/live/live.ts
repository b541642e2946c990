// What is broadcast to rooms: the types that broadcasting and following a store share.
import type { MessageName, Messages } from '#protocol/live.ts'

/** One broadcast to a room. The view is made when it is sent, and only if no later one of the same name and id waits. */
export interface Publication {
  /** A room of `protocol/live.ts`, or one of the server's own that starts with '@'. */
  readonly room: string
  readonly name: MessageName
  readonly id: string
  /** Undefined where there is nothing to show. */
  readonly view: () => View | undefined | Promise<View | undefined>
}
export type View = Messages[MessageName]

/** One view for each room whose name begins with `own` and that somebody in the room `each` is in; `id` is the rest of its name. */
export interface Publications {
  readonly each: string
  readonly own: string
  readonly name: MessageName
  readonly view: (id: string) => Promise<View | undefined>
}

export interface Live {
  /** Broadcasts to a room the latest of each name and id, at most every 50 ms. */
  publish(publication: Publication): void
  /** Broadcasts to rooms of one's own, some at a time. */
  publishEach(publications: Publications): void
  /** Checks again whether `user:<id>`, `token:<id>` or everyone in a room may still watch, and removes those who may not. */
  recheck(subject: string): void
}
