// What a decision returns: the records to write, the emails to send, and the reply.
import type { ActivityBy, ActivityWay } from '#protocol/activity.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import type { Clock } from '../ports/clock.ts'
import type { Secrets } from '../ports/secrets.ts'
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
  /** R105: the id of the answer whose holder asked for it; absent where the caller manages what is changed. */
  readonly guest?: string
  /** R106: the act that this takes back. */
  readonly undoes?: string
  /** R106: the reply says by `act` under which id this can be taken back. */
  readonly namesAct?: boolean
  /** R56: what keeps the reply, as it is sent, for whoever repeats the call. */
  readonly kept?: (reply: unknown) => Change
  readonly reply: Reply
}

/** R105: who asks for what is committed. Without `by` it is nobody who is signed in: then the outcome says which guest it is. */
export interface Actor {
  readonly by?: Exclude<ActivityBy, { type: 'guest' }>
  readonly via: ActivityWay
}
export const byItself: Actor = { by: { type: 'rolecall' }, via: 'job' }
export const byPayments: Actor = { by: { type: 'payments' }, via: 'payments' }

/** What a decision reads, with what the batch has written so far. */
export interface Drafted extends Reader {
  kept<R extends Stored>(collection: Collection<R>): readonly R[]
}
export interface Acted {
  readonly writes: readonly Change[]
  readonly actor: Actor
  readonly guest?: string | undefined
  readonly undoes?: string | undefined
}
/** R105: what is written about an outcome, in its own commit. */
export type ActivityOf = (tools: { readonly clock: Clock; readonly secrets: Secrets }, tx: Drafted, acted: Acted) => Promise<Change[]>

/** Decides from what `tx` reads, which includes what earlier decisions of the batch wrote. Runs again after a conflict, so it must have no other effect. */
export type Decide<Reply> = (tx: Reader) => Promise<Outcome<Reply>>

export interface Waiting {
  decide: Decide<unknown>
  actor: Actor
  resolve(reply: unknown): void
  reject(reason: unknown): void
}
export type Queues = Map<string, Waiting[]>
