// What is told to rooms: the types that broadcasting and following a store share.
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

export interface Live {
  /** Broadcasts to a room the latest of each name and id, at most every 50 ms. */
  publish(publication: Publication): void
  /** Checks again whether `user:<id>`, `token:<id>` or everyone in a room may still watch, and removes those who may not. */
  recheck(subject: string): void
}
