// What a decision returns: the records to write, the emails to send, and the reply; and the pairs of records that all its consequences are made of.
import type { ActivityBy, ActivityWay } from '#protocol/record/activity.ts'
import type { EmailDraft, LateDraft } from '#server/kernel/emails/outbox.ts'
import type { Clock } from '#server/kernel/ports/clock.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import type { Collection, Reader, Stored } from '#server/kernel/store/store.ts'

export type RecordWrite =
  | { readonly collection: Collection<never>; readonly put: Stored }
  | { readonly collection: Collection<never>; readonly drop: Stored }

/** Writes `record` over the one before it; its `rev` must be one more. */
export const put = <R extends Stored>(collection: Collection<R>, record: R): RecordWrite => ({
  collection: collection,
  put: record,
})
/** Removes `record` as it was read. */
export const drop = <R extends Stored>(collection: Collection<R>, record: R): RecordWrite => ({
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
  readonly writes?: readonly RecordWrite[]
  readonly emails?: readonly EmailDraft[]
  /** R105: the id of the answer whose holder asked for it; absent where the caller manages what is changed. */
  readonly guest?: string
  /** R143: the ids of their answers in other groups that the same call is about. */
  readonly guestToo?: readonly string[]
  /** R106: the act that this takes back. */
  readonly undoes?: string
  /** R147: somebody may come to have seats in groups that overlap by it. */
  readonly mayOverlap?: boolean | undefined
  /** R106: the reply says by `act` under which id this can be taken back. */
  readonly namesAct?: boolean
  /** R56: what keeps the reply, as it is sent, for whoever repeats the call. */
  readonly kept?: (reply: unknown) => RecordWrite
  readonly reply: Reply
}

/** R105: who asks for what is committed. Without `by` it is nobody who is signed in: then the outcome says which guest it is. */
export interface Actor {
  readonly by?: Exclude<ActivityBy, { type: 'guest' }>
  readonly via: ActivityWay
}
export const byItself: Actor = { by: { type: 'rolecall' }, via: 'job' }
export const byPayments: Actor = { by: { type: 'payments' }, via: 'payments' }

/** Whether it is the answer of the guest who asked. */
export const isOfGuest = ({ guest, guestToo }: Pick<AuthoredCommit, 'guest' | 'guestToo'>, rsvpId: string) =>
  guest === rsvpId || guestToo?.includes(rsvpId) === true

/** What a decision reads, with what the batch has written so far. */
export interface Drafted extends Reader {
  kept<R extends Stored>(collection: Collection<R>): readonly R[]
}
/** A record before and after a commit; it is absent where it is new, or dropped. */
export interface Pair<R> {
  readonly before: R | undefined
  readonly after: R | undefined
}
/** All that are written, by collection and id. */
export type Pairs = ReadonlyMap<string, ReadonlyMap<string, Pair<Stored>>>
export interface AuthoredCommit {
  readonly pairs: Pairs
  readonly actor: Actor
  readonly guest?: string | undefined
  readonly guestToo?: readonly string[] | undefined
  readonly undoes?: string | undefined
  /** R147: whoever asked knows that seats overlap by it. */
  readonly mayOverlap?: boolean | undefined
}
/** R105, R156: what is written about an outcome besides, in its own commit. */
export type AlsoWritten = (
  tools: { readonly clock: Clock; readonly secrets: Secrets },
  tx: Drafted,
  acted: AuthoredCommit,
) => Promise<RecordWrite[]>
/** What follows from an outcome, in its own commit: more to write, and who is emailed. It may refuse the whole. */
export interface Following {
  readonly writes: readonly RecordWrite[]
  readonly emails: readonly (EmailDraft | LateDraft)[]
}
export type Follow<Tools> = (tools: Tools, tx: Drafted, acted: AuthoredCommit) => Promise<Following>

/** Decides from what `tx` reads, which includes what earlier decisions of the batch wrote. Runs again after a conflict, so it must have no other effect. */
export type Decide<Reply> = (tx: Reader) => Promise<Outcome<Reply>>

export interface QueuedDecision {
  decide: Decide<unknown>
  actor: Actor
  resolve(reply: unknown): void
  reject(reason: unknown): void
}
export type Queues = Map<string, QueuedDecision[]>

/** By collection and id; the last write of a record counts. A first revision has nothing before it, so that is not read. */
export async function pairsOf(tx: Drafted, writes: readonly RecordWrite[]): Promise<Pairs> {
  const pairs = new Map<string, Map<string, Pair<Stored>>>()
  await inSlices(writes, async (change) => {
    const { name } = change.collection
    const after = 'put' in change ? change.put : undefined
    const { _id } = after ?? (change as { readonly drop: Stored }).drop
    const alike = pairs.get(name) ?? new Map<string, Pair<Stored>>()
    const before: Stored | undefined = alike.has(_id)
      ? alike.get(_id)?.before
      : after?.rev === 1
        ? undefined
        : await tx.get(change.collection, _id)
    // Else another process has dropped it already.
    if (before || after) pairs.set(name, alike.set(_id, { before, after }))
  })
  return pairs
}

const nothing: readonly never[] = []
/** The pairs of one collection. */
export const pairsIn = <R extends Stored>(pairs: Pairs, { name }: Collection<R>): readonly Pair<R>[] => {
  const found = pairs.get(name)
  return found ? ([...found.values()] as Pair<R>[]) : nothing
}
interface Ending {
  readonly cancelledAt?: string | null
  readonly suspendedAt?: string | null
}
const isOver = (one: Ending | undefined) => Boolean(!one || one.cancelledAt || one.suspendedAt)
/** The records of one collection that end: deleted, called off or suspended. */
export const endedIn = <R extends Stored & Ending>(pairs: Pairs, collection: Collection<R>): R[] =>
  pairsIn(pairs, collection).flatMap(({ before, after }) => (before && !isOver(before) && isOver(after) ? [before] : []))
/** The pair of one record; undefined where it isn't written. */
export const pairOf = <R extends Stored>(pairs: Pairs, { name }: Collection<R>, id: string) =>
  pairs.get(name)?.get(id) as Pair<R> | undefined
