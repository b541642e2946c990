// What an error of the driver means to the store's callers: decide again, come back later, or a bug.
import { MongoAPIError, MongoError, MongoErrorLabel, MongoNotConnectedError, MongoServerError, MongoTopologyClosedError } from 'mongodb'
import { RevisionConflict, StoreUnavailable } from '#server/kernel/store/store.ts'

const duplicateKey = 11_000
/**
 * The server's codes for states that pass: elections and shutdowns, time limits, a full disk, write concerns that wait for members that are away
 * (error_codes.yml of mongodb/mongo).
 */
const passing = new Set([
  6, 7, 50, 64, 74, 89, 91, 100, 133, 134, 146, 189, 202, 262, 290, 317, 355, 358, 365, 384, 388, 402, 407, 433, 449, 9001, 10_107, 11_600,
  11_601, 11_602, 13_388, 13_435, 13_436, 14_031,
])

const has = (error: MongoError, label: string) => error.hasErrorLabel(label)
/** The client's own errors are about connections, but for those that a caller's mistake causes. */
const isAway = (error: MongoError) =>
  !(error instanceof MongoAPIError) || error instanceof MongoNotConnectedError || error instanceof MongoTopologyClosedError
const isPassing = (error: MongoError) =>
  has(error, MongoErrorLabel.RetryableWriteError) || (error instanceof MongoServerError ? passing.has(Number(error.code)) : isAway(error))

/** Of a socket that ends while it is being written to the driver throws what Node said, as it is. */
const isOfSocket = (error: unknown) =>
  error instanceof Error && 'code' in error && /^(?:E[A-Z]+|ERR_(?:STREAM|SOCKET|TLS|SSL)\w*)$/.test(String(error.code))

const interrupted = 11_601
/** Whether a commit may have happened. Where its session was ended while it waited for a majority, the server gives no label. */
export const isUnknownCommit = (error: unknown) =>
  error instanceof MongoError ? has(error, MongoErrorLabel.UnknownTransactionCommitResult) || error.code === interrupted : isOfSocket(error)

/** Of a bulk write the driver calls every error the server's, those of the connection too; what it wraps says what it was. */
function unwrapped(error: unknown): unknown {
  const inner: unknown = error instanceof MongoServerError ? error.errorResponse : undefined
  return inner instanceof MongoError ? inner : error
}

/** What may be logged of it: the server repeats what it was asked, and the driver keeps what it wrote, which are people's records. */
function bareOf(error: MongoError): Error {
  const { name, code, message } = error
  const codeName: unknown = error instanceof MongoServerError ? error.codeName : undefined
  const why = error instanceof MongoServerError ? [code, codeName].filter(Boolean).join(' ') || 'no code' : message
  return Object.assign(new Error(`The database failed (${name}: ${why})`), { code })
}

/** Turns an error of the driver into one of the port's; what is neither is a bug and stays one. Inside a transaction its own session may have been ended. */
export function problemOf(given: unknown, inTransaction = false): unknown {
  const error = unwrapped(given)
  if (isOfSocket(error)) return new StoreUnavailable("The store can't be used now (its connection ended)", { cause: error })
  if (!(error instanceof MongoError)) return error
  const cause = bareOf(error)
  if (Number(error.code) === duplicateKey) return new RevisionConflict('An id or a unique key is taken', { cause })
  if (inTransaction && error.code === interrupted) return new RevisionConflict('Someone else ended the transaction', { cause })
  if (isPassing(error)) return new StoreUnavailable(`The store can't be used now (${error.name})`, { cause })
  return has(error, MongoErrorLabel.TransientTransactionError) ? new RevisionConflict('Someone else committed first', { cause }) : cause
}
