// R56: a creating call that carries an Idempotency-Key is done once; the same key gives the same answer for 24 hours.

import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Collection, Stored } from '../store/store.ts'

/** `id` says who asked which call with which key; `request` is a hash of what was asked. */
export interface Once {
  readonly id: string
  readonly request: string
}

interface Answered extends Stored {
  readonly request: string
  readonly reply: unknown
  readonly expiresAt: string
}
export const answers: Collection<Answered> = { name: 'answers', indexes: { expiry: { fields: ['expiresAt'] } } }

const lifeMs = 24 * 3_600_000

export const onceRecord = (once: Once, reply: unknown, now: number, before?: Answered): Answered => ({
  _id: once.id,
  rev: (before?.rev ?? 0) + 1,
  request: once.request,
  reply,
  expiresAt: iso(now + lifeMs),
})

export const isOver = (answer: Answered, now: number) => answer.expiresAt <= iso(now)

/** The kept answer; refuses `idempotency-key-reused` when the key came with another request. */
export const recall = (before: Answered, once: Once): unknown =>
  before.request === once.request ? before.reply : refuse('idempotency-key-reused')
