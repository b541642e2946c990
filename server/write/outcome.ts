// What a decision returns: the records to write, the emails to send, and the reply.
import type { EmailDraft } from '../emails/outbox.ts'
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

/** What a decision returns. It tells nobody: what rooms hear follows from the records that are committed (each feature's `broadcasts.ts`). */
export interface Outcome<Reply> {
  readonly writes?: readonly Change[]
  readonly emails?: readonly EmailDraft[]
  readonly reply: Reply
}

/** Decides from what `tx` reads, which includes what earlier decisions of the batch wrote. Runs again after a conflict, so it must have no other effect. */
export type Decide<Reply> = (tx: Reader) => Promise<Outcome<Reply>>

export interface Waiting {
  decide: Decide<unknown>
  resolve(reply: unknown): void
  reject(reason: unknown): void
}
export type Queues = Map<string, Waiting[]>
