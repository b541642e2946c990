// What is broadcast to rooms: the types and the interface that the rest of the server uses.
import type { MessageName, Messages } from '#protocol/live.ts'

/** One broadcast to a room. The view is made when it is sent, and only if no later one of the same `id` waits. */
export interface Publication<N extends MessageName = MessageName> {
  /** A room of `protocol/live.ts`, or one of the server's own that starts with '@'. */
  readonly room: string
  readonly name: N
  readonly id: string
  readonly view: () => Messages[N] | Promise<Messages[N]>
}

export interface Live {
  /** Broadcasts to a room the latest of each id, at most every 50 ms. */
  publish(publication: Publication): void
  /** Checks again whether `user:<id>`, `token:<id>` or everyone in a room may still watch, and removes those who may not. */
  recheck(subject: string): void
}
