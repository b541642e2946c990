// What is told to rooms, and by whom: all that the other rooms of the server know of it.
import type { MessageName, Messages } from '#protocol/live.ts'

/** One thing to tell a room. The view is made when it is sent, and only if it still is the latest of its `id`. */
export interface Publication<N extends MessageName = MessageName> {
  /** A room of `protocol/live.ts`, or one of the server's own that starts with '@'. */
  readonly room: string
  readonly name: N
  readonly id: string
  readonly view: () => Messages[N] | Promise<Messages[N]>
}

export interface Live {
  /** Tells a room, at most every 50 ms, the latest of each id. */
  publish(publication: Publication): void
  /** Asks again whether `user:<id>`, `token:<id>` or everyone in a room may still watch, and takes out who may not. */
  recheck(subject: string): void
}
