// The one write path: decide in turn, commit together, then reply. Whoever follows the store broadcasts what was committed.

import { Refusal, refuse } from '#server/kernel/refuse.ts'
import { waitForMore } from '#server/kernel/store/group-commit.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import {
  type Collection,
  type Query,
  type Reader,
  RevisionConflict,
  type Store,
  type Stored,
  type Write,
} from '#server/kernel/store/store.ts'
import { type IdempotencyKey, isOver, keptReplies, keptReply, recall } from './idempotency.ts'
import { type Decide, type Outcome, pairsOf, put, type QueuedDecision, type RecordWrite } from './outcome.ts'
import { emailWrites } from './replace-email.ts'
import type { Services } from './services.ts'
import { createTurn } from './tickets.ts'

const batchSize = 256
const longestQueue = 2_000

/** What makes a command harmless to repeat (R56). */
export interface Repeatable {
  readonly idempotencyKey: IdempotencyKey | undefined
  /** Refuses callers without the right, before a kept reply is shown: it is kept for 24 hours, and the right may have ended since. */
  readonly checkRight: (tx: Reader) => Promise<unknown>
}

/** Runs `decide` in the queue of its key and replies once the outcome is durable. With an idempotency key a repeated call gets the kept reply. */
export function transact<Reply>(services: Services, key: string, decide: Decide<Reply>, repeatable?: Repeatable): Promise<Reply> {
  const idempotencyKey = repeatable?.idempotencyKey
  const decideOnce: Decide<unknown> = idempotencyKey ? (tx) => onlyOnce(services, tx, { ...repeatable, idempotencyKey }, decide) : decide
  return new Promise((resolve, reject) => {
    const command = { decide: decideOnce, actor: services.actor, resolve: resolve as (reply: unknown) => void, reject }
    const waiting = services.queues.get(key)
    if (!waiting) {
      services.queues.set(key, [command])
      setImmediate(() => void drain(services, key)) // all commands of this turn of the event loop share the first commit
    } else if (waiting.length < longestQueue) waiting.push(command)
    else reject(new Refusal('busy'))
  })
}

type Repeated = Repeatable & { readonly idempotencyKey: IdempotencyKey }
async function onlyOnce<Reply>(
  services: Services,
  tx: Reader,
  { idempotencyKey, checkRight }: Repeated,
  decide: Decide<Reply>,
): Promise<Outcome<unknown>> {
  const before = await tx.get(keptReplies, idempotencyKey.id)
  const now = services.clock.now()
  if (before && !isOver(before, now)) {
    await checkRight(tx)
    return { reply: recall(before, idempotencyKey) }
  }
  return { ...(await decide(tx)), kept: (reply) => put(keptReplies, keptReply(idempotencyKey, reply, now, before)) }
}

async function drain(services: Services, key: string) {
  const waiting = services.queues.get(key) ?? []
  while (waiting.length > 0) {
    const batch = waiting.splice(0, batchSize)
    const startedAt = performance.now()
    await commitBatch(services, key, batch).catch((error: unknown) => {
      for (const command of batch) command.reject(error)
    })
    if (services.process === undefined)
      await waitForMore(performance.now() - startedAt, batch.length + waiting.length, () => waiting.length)
  }
  services.queues.delete(key)
}

/** Commits a whole batch at once; decides all of it again after a conflict with another process. */
async function commitBatch(services: Services, key: string, batch: readonly QueuedDecision[]) {
  const turn = createTurn(services, key)
  let lost = false
  const began = performance.now()
  do {
    await turn.take(lost)
    const draft = createBatchReader(services.store)
    if (services.process !== undefined && batch.length > 1) await readAhead(services, draft, batch)
    const decided: Decided[] = []
    for (const command of batch) decided.push(await decideOne(services, draft, command))
    // The commit checks the revisions of what is written. A refusal writes nothing, so its reads are checked here: they must be of one moment.
    if (decided.some(({ isRefused }) => isRefused) && !(await draft.stands())) continue
    const writes = [...draft.writes(), ...turn.end()]
    const startedAt = performance.now()
    try {
      await services.store.commit(writes)
    } catch (error) {
      if (!(error instanceof RevisionConflict)) throw error
      turn.tried()
      services.metrics?.conflict()
      lost = true
      continue
    }
    turn.tried()
    if (writes.length > 0) services.metrics?.committed((performance.now() - startedAt) / 1_000, batch.length)
    for (const { answer } of decided) answer()
    return
  } while (performance.now() - began < turn.timeoutMs())
  refuse('busy')
}

/** Runs every decision once and discards the results, to prefetch their reads in parallel: a database is a network away. */
const readAhead = (services: Services, draft: BatchReader, batch: readonly QueuedDecision[]) =>
  Promise.allSettled(batch.map((command) => outcomeOf(services, draft, command)))

interface Decided {
  readonly answer: () => void
  readonly isRefused: boolean
}
/** A refusal fails its own command only, after the batch is committed. */
async function decideOne(services: Services, draft: BatchReader, command: QueuedDecision): Promise<Decided> {
  try {
    const { writes, sent, reply } = await outcomeOf(services, draft, command)
    draft.keep(writes)
    const answer = () => {
      if (sent.length > 0) services.delivery.wake()
      command.resolve(reply)
    }
    return { answer, isRefused: false }
  } catch (reason) {
    return { answer: () => command.reject(reason), isRefused: reason instanceof Refusal }
  }
}

/** What a command decides, with all that follows from it. */
async function outcomeOf(services: Services, draft: BatchReader, { decide, actor }: QueuedDecision) {
  const { writes = [], emails: drafts = [], guest, guestToo, undoes, mayOverlap, namesAct, kept, reply } = await decide(draft)
  const acted = { pairs: await pairsOf(draft, writes), actor, guest, guestToo, undoes, mayOverlap }
  const lines = await services.activityOf(services, draft, acted)
  const noted: RecordWrite[] = []
  for (const one of services.besides) noted.push(...(await one(services, draft, acted)))
  const follows = await services.follow(services, draft, acted)
  const finalReply = namesAct ? withAct(reply, lines) : reply
  const sent = drafts.length > 0 ? [...drafts, ...follows.emails] : follows.emails
  const mailed = (await inSlices(sent, (one) => emailWrites(services, draft, one))).flat()
  return {
    writes: [...writes, ...lines, ...noted, ...follows.writes, ...(kept ? [kept(finalReply)] : []), ...mailed],
    sent,
    reply: finalReply,
  }
}

/** R106: the reply with the id of the first line that was written about it. */
function withAct(reply: unknown, lines: readonly RecordWrite[]) {
  const [first] = lines.flatMap((change) => ('put' in change && change.put.rev === 1 ? [change.put._id] : []))
  return first === undefined ? reply : { ...(reply as object), act: first }
}

type BatchReader = ReturnType<typeof createBatchReader>
interface DraftWrite {
  readonly collection: Collection<never>
  readonly record: Stored | undefined
  /** As it stood when a decision of the batch dropped it. */
  readonly dropped: Stored | undefined
  readonly expectedRev: number
  /** Dropped and created again within the batch: its revisions start at 1 again. */
  readonly wasRecreated: boolean
}

const recordKey = (collection: Collection<never>, id: string) => `${collection.name}/${id}`

function keepOne(kept: Map<string, DraftWrite>, change: RecordWrite) {
  const record = 'put' in change ? change.put : undefined
  const { _id: id, rev } = 'put' in change ? change.put : change.drop
  const key = recordKey(change.collection, id)
  const before = kept.get(key)
  // The commit expects the revision that the batch's first write to this record was based on.
  const expectedRev = before?.expectedRev ?? (record ? rev - 1 : rev)
  const wasRecreated = record !== undefined && before !== undefined && (before.wasRecreated || before.record === undefined)
  const dropped = 'drop' in change ? change.drop : before?.dropped
  kept.set(key, { collection: change.collection, record, dropped, expectedRev, wasRecreated })
}

/** Reads through to the store, each record once, but sees what earlier decisions of the batch wrote. `find` sees the store only. */
function createBatchReader(store: Store) {
  const kept = new Map<string, DraftWrite>()
  const read = new Map<string, { readonly again: () => Promise<Stored | undefined>; readonly reading: Promise<Stored | undefined> }>()
  return {
    get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
      const key = recordKey(collection, id)
      const written = kept.get(key)
      if (written) return Promise.resolve(written.record as R | undefined)
      const again = () => store.get(collection, id)
      const { reading } = read.get(key) ?? { reading: again() }
      read.set(key, { again, reading })
      return reading as Promise<R | undefined>
    },
    find: <R extends Stored>(collection: Collection<R>, query: Query) => store.find(collection, query),
    /** What the batch has written to a collection so far. */
    kept: <R extends Stored>(collection: Collection<R>) =>
      [...kept.values()].flatMap(({ collection: { name }, record }) => (name === collection.name && record ? [record as R] : [])),
    /** Whether all records that were only read are unchanged: then they existed together. */
    async stands() {
      const onlyRead = [...read].filter(([key]) => !kept.has(key))
      const same = onlyRead.map(async ([, { again, reading }]) => (await reading)?.rev === (await again())?.rev)
      return (await Promise.allSettled(same)).every((one) => one.status === 'rejected' || one.value)
    },
    keep(changes: readonly RecordWrite[]) {
      for (const change of changes) keepOne(kept, change)
    },
    writes: (): Write[] =>
      [...kept.values()].flatMap(({ collection, record, dropped, expectedRev, wasRecreated }) => {
        const drops: Write[] = expectedRev > 0 && dropped && (wasRecreated || !record) ? [{ collection, drop: dropped, expectedRev }] : []
        return record ? [...drops, { collection, put: record, expectedRev: wasRecreated ? 0 : expectedRev }] : drops
      }),
  }
}
