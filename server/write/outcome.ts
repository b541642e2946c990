// What a decision comes to: the records to write, what to tell, the emails to send, and the reply.
import type { EmailDraft } from '../emails/outbox.ts'
import type { Publication } from '../live/live.ts'
import type { Collection, Reader, Stored } from '../store/store.ts'

export type Change =
  | { readonly collection: Collection<never>; readonly put: Stored }
  | { readonly collection: Collection<never>; readonly drop: Stored }

/** Writes `record` over the one before it; its `rev` must be one more. */
export const put = <R extends Stored>(collection: Collection<R>, record: R): Change => ({
  collection: collection,
  put: record,
})
/** Removes `record` as it was read. */
export const drop = <R extends Stored>(collection: Collection<R>, record: R): Change => ({
  collection: collection,
  drop: record,
})
/** The next revision of `record`, changed. */
export const next = <R extends Stored>(record: R, change: Partial<Omit<R, '_id' | 'rev'>>): R => ({
  ...record,
  ...change,
  rev: record.rev + 1,
})

/** What a decision comes to. It can't publish early, or forget to, because it doesn't publish. */
export interface Outcome<Reply> {
  readonly writes?: readonly Change[]
  readonly publish?: readonly Publication[]
  readonly emails?: readonly EmailDraft[]
  /** Whose right to watch may have ended: `user:<id>`, `token:<id>` or a room. */
  readonly recheck?: readonly string[]
  readonly reply: Reply
}

/** Decides over `tx`, which sees what earlier decisions of the batch wrote. Must be repeatable: a conflict decides again. */
export type Decide<Reply> = (tx: Reader) => Promise<Outcome<Reply>>

export interface Waiting {
  decide: Decide<unknown>
  resolve(reply: unknown): void
  reject(reason: unknown): void
}
export type Queues = Map<string, Waiting[]>
