// Sessions: which transaction or retryable write a command belongs to, as `lsid`, `txnNumber`, `startTransaction` and `autocommit` say.
import { Binary, Long, type Timestamp } from 'mongodb'
import { timeOf } from './clock.ts'
import { CommandError } from './errors.ts'
import type { Txn } from './model.ts'
import type { Call, Server, Session } from './server.ts'
import { abort, begin } from './transaction.ts'
import { type Doc, docAt, has, isDoc, isLong, isTrue, numberOf } from './values.ts'

/** How far back snapshots reach, and how long a transaction may last. */
export const history = 60_000

export interface Place {
  readonly session: Session | undefined
  readonly txn: Txn | undefined
  readonly retryable: boolean
}

export const keyOf = (lsid: Doc): string => {
  if (!(lsid.id instanceof Binary)) throw new CommandError(14, "BSON field 'lsid.id' is the wrong type, expected type 'binData'")
  return lsid.id.toString('hex')
}

/** Finds a session by what a command or endSessions names. */
export const sessionOf = (server: Server, lsid: unknown): Session | undefined =>
  isDoc(lsid) ? server.sessions.get(keyOf(lsid)) : undefined

function openSession(server: Server, lsid: Doc): Session {
  const key = keyOf(lsid)
  const found = server.sessions.get(key)
  if (found !== undefined) return found
  const made: Session = { lsid, txnNumber: -1n, answers: new Map(), txn: undefined, state: 'none', wroteAt: 0 }
  server.sessions.set(key, made)
  return made
}

/** Ends a session's transaction, if one is open. */
export function endTransaction(server: Server, session: Session): void {
  if (session.txn === undefined || session.state !== 'open') return
  abort(server.engine, session.txn)
  session.state = 'aborted'
  server.engine.counts.aborted++
  for (const [id, { txn }] of server.cursors) if (txn === session.txn) server.cursors.delete(id)
}

/** Says that a transaction isn't there. */
export const noSuchTransaction = (session: Session | undefined, txnNumber: bigint): CommandError =>
  new CommandError(
    251,
    session?.state === 'aborted' && session.txnNumber === txnNumber
      ? `Transaction with { txnNumber: ${txnNumber} } has been aborted.`
      : `Given transaction number ${txnNumber} does not match any in-progress transactions. The active transaction number is ${session?.txnNumber ?? -1}`,
  )

function renew(server: Server, session: Session, txnNumber: bigint): void {
  endTransaction(server, session)
  session.txnNumber = txnNumber
  session.answers.clear()
  session.txn = undefined
  session.state = 'none'
}

function numberAt(body: Doc): bigint {
  const value = body.txnNumber
  if (isLong(value)) return value.toBigInt()
  throw new CommandError(14, "BSON field 'txnNumber' is the wrong type, expected type 'long'")
}

function startTransaction(server: Server, session: Session, txnNumber: bigint): void {
  if (txnNumber === session.txnNumber)
    throw new CommandError(
      117,
      `Cannot start a transaction at given transaction number ${txnNumber} a transaction with the same number is in progress or was already used`,
    )
  renew(server, session, txnNumber)
  session.state = 'open'
  session.txn = begin(server.engine)
}

function expire(server: Server, session: Session): void {
  if (session.txn !== undefined && Date.now() - session.txn.startedAt > history) endTransaction(server, session)
}

/** Finds where a command belongs, and starts what it says to start. */
export function placeOf(server: Server, name: string, body: Doc): Place {
  if (body.txnNumber === undefined) {
    if (has(body, 'autocommit') || has(body, 'startTransaction'))
      throw new CommandError(72, "'autocommit' and 'startTransaction' need a 'txnNumber'")
    return { session: undefined, txn: undefined, retryable: false }
  }
  if (server.replicaSet === undefined) throw new CommandError(20, 'Transaction numbers are only allowed on a replica set member or mongos')
  if (!isDoc(body.lsid)) throw new CommandError(72, 'Transaction number requires a session ID to also be specified')
  const txnNumber = numberAt(body)
  const session = openSession(server, body.lsid)
  expire(server, session)
  if (txnNumber < session.txnNumber)
    throw new CommandError(
      225,
      `Cannot start transaction with { txnNumber: ${txnNumber} } on session because a newer transaction with txnNumber ${session.txnNumber} has already started on this session.`,
    )
  if (!has(body, 'autocommit')) {
    if (txnNumber > session.txnNumber) renew(server, session, txnNumber)
    if (session.state !== 'none') throw new CommandError(50768, 'This number belongs to a multi-document transaction')
    return { session, txn: undefined, retryable: true }
  }
  if (body.autocommit !== false) throw new CommandError(72, 'Specifying autocommit=true is not allowed.')
  if (isTrue(body.startTransaction)) startTransaction(server, session, txnNumber)
  return { session, txn: inProgress(session, txnNumber, name), retryable: false }
}

function inProgress(session: Session, txnNumber: bigint, name: string): Txn | undefined {
  if (session.txnNumber !== txnNumber || session.state === 'none') throw noSuchTransaction(session, txnNumber)
  if (session.state === 'aborted') throw noSuchTransaction(session, txnNumber)
  if (session.state === 'open') return session.txn
  if (name === 'commitTransaction') return undefined
  throw new CommandError(256, `Transaction ${txnNumber} has been committed.`)
}

/** Reads the read concern: up to when a read outside transactions sees what was committed, if that isn't all of it. */
export function snapshotTime(server: Server, body: Doc, inTransaction: boolean): number | undefined {
  const concern = docAt(body, 'readConcern')
  const after = concern.afterClusterTime as Timestamp | undefined
  if (after !== undefined) server.engine.advance(timeOf(after))
  const at = concern.atClusterTime as Timestamp | undefined
  if (at !== undefined && concern.level !== 'snapshot')
    throw new CommandError(72, "readConcern::atClusterTime is only allowed when level is 'snapshot'")
  if (concern.level === 'majority' && !inTransaction) return server.engine.majority.point()
  if (concern.level !== 'snapshot' || inTransaction) return undefined
  if (server.replicaSet === undefined) throw new CommandError(123, 'node needs to be a replica set member to use readConcern: snapshot')
  // A new snapshot gets a time of its own: that of the last commit may be older than what is kept.
  return at === undefined ? Math.min(server.engine.tick(), server.engine.majority.point()) : timeOf(at)
}

/** The number as the wire has it. */
export const longOf = (value: bigint | number): Long => (typeof value === 'bigint' ? Long.fromBigInt(value) : Long.fromNumber(value))

/** Reads when a command must have ended. */
export function deadlineOf(body: Doc, name: string): number | undefined {
  const limit = numberOf(body.maxTimeMS)
  return limit === undefined || limit === 0 || name === 'getMore' ? undefined : Date.now() + limit
}

/** Says what a call's session is to the log. */
export const signature = ({ session }: Call): Doc | undefined =>
  session === undefined ? undefined : { lsid: session.lsid, txnNumber: longOf(session.txnNumber) }
