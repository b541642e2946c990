// How a commit is written: one write by itself, or several in a transaction, whose outcome is asked about until it is known.
import { type ClientSession, type Db, type MongoClient, UUID } from 'mongodb'
import { RevisionConflict, StoreUnavailable } from '#server/kernel/store/store.ts'
import { type Checked, conflictOf } from '#server/kernel/store/writes.ts'
import { isUnknownCommit, problemOf } from './driver-errors.ts'
import type { Orphans } from './orphans.ts'
import { durable } from './schema.ts'
import { type Document, operationsOf, type Step } from './write.ts'

/** How long a commit whose outcome got lost is asked about. */
const unknownForMs = 5_000
/** The pause after a conflict: without it those who lost to each other would conflict again, as long as the majority, which they read, lags. */
const jitterMs = { least: 5, most: 25 }

interface CommitDeps {
  readonly client: MongoClient
  readonly db: Db
  readonly orphans: Orphans
  /** Waits for a call of the driver, as long as one may take. */
  readonly call: <Result>(work: Promise<Result>) => Promise<Result>
}

/** Gives what commits steps: all of them or, with the problem in the store's terms, none. */
export const createCommits = (by: CommitDeps) => async (steps: readonly Step[]) => {
  const isSingle = steps.length === 1 && !steps[0]?.isAnnounced
  try {
    if (isSingle) await by.orphans.during(apply(by, steps))
    else await transaction(by, steps)
  } catch (error) {
    const problem = problemOf(error, !isSingle)
    if (problem instanceof RevisionConflict) await jitter()
    throw problem
  }
}

const checkKey = ({ collection, id, expectedRev }: Checked) => `${collection}/${id}@${expectedRev}`

async function transaction(by: CommitDeps, steps: readonly Step[]): Promise<void> {
  const { client, orphans, call } = by
  const session = client.startSession()
  try {
    await call(orphans.know(session))
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: durable.writeConcern })
    await apply(by, steps, session)
    await commitKnown(by, session)
  } catch (error) {
    // A retry meets this transaction's locks until it is aborted; while the database is away there is no point in waiting for that.
    if (!(problemOf(error, true) instanceof StoreUnavailable)) await call(session.endSession()).catch(() => {})
    await call(orphans.met(error, steps.map(checkKey))).catch(() => {})
    throw error
  } finally {
    orphans.done(session)
    // An open transaction is aborted with its session.
    void session.endSession().catch(() => {})
  }
}

/** One command for each collection and kind of write. A record with another revision isn't matched, so the count shows a conflict. */
async function apply({ db, call }: CommitDeps, steps: readonly Step[], session?: ClientSession): Promise<void> {
  for (const name of new Set(steps.map(({ collection }) => collection))) {
    const own = steps.filter(({ collection }) => collection === name)
    const operations = operationsOf(own)
    const done = await call(db.collection<Document>(name).bulkWrite(operations, { ordered: true, ...(session && { session }) }))
    if (done.insertedCount + done.matchedCount + done.deletedCount !== operations.length) throw conflictOf(own[0] as Step)
  }
}

/** Commits, and asks again while the outcome is unknown: a commit may be repeated, a transaction may not. */
async function commitKnown({ call }: CommitDeps, session: ClientSession): Promise<void> {
  const until = performance.now() + unknownForMs
  for (;;) {
    try {
      return await call(session.commitTransaction())
    } catch (error) {
      if (!isUnknownCommit(error) || performance.now() > until) throw error
    }
  }
}

const jitter = () => {
  const share = (new UUID().value()[0] ?? 0) / 256 // at random
  return new Promise((later) => setTimeout(later, jitterMs.least + share * (jitterMs.most - jitterMs.least)))
}
