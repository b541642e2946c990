// R56: a creating call with an Idempotency-Key takes effect once; the same key gets the same reply for 24 hours.

import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'

/** `id` says who asked which call with which key; `request` is a hash of what was asked. */
export interface IdempotencyKey {
  readonly id: string
  readonly request: string
}

interface KeptReply extends Stored {
  readonly request: string
  readonly reply: unknown
  readonly expiresAt: string
}
export const keptReplies: Collection<KeptReply> = { name: 'keptReplies', indexes: { expiry: { fields: ['expiresAt'] } } }

const lifeMs = 24 * 3_600_000

export const keptReply = (key: IdempotencyKey, reply: unknown, now: number, before?: KeptReply): KeptReply => ({
  _id: key.id,
  rev: (before?.rev ?? 0) + 1,
  request: key.request,
  reply,
  expiresAt: iso(now + lifeMs),
})

export const isOver = (kept: KeptReply, now: number) => kept.expiresAt <= iso(now)

/** The kept reply; refuses `idempotency-key-reused` when the key came with another request. */
export const recall = (kept: KeptReply, key: IdempotencyKey): unknown =>
  kept.request === key.request ? kept.reply : refuse('idempotency-key-reused')
