// The errors a server answers with: code, name and text as mongod has them, for drivers decide by them what to retry.
import type { Doc } from './values.ts'

const names: Readonly<Record<number, string>> = {
  2: 'BadValue',
  8: 'UnknownError',
  9: 'FailedToParse',
  14: 'TypeMismatch',
  13: 'Unauthorized',
  20: 'IllegalOperation',
  26: 'NamespaceNotFound',
  27: 'IndexNotFound',
  28: 'PathNotViable',
  40: 'ConflictingUpdateOperators',
  43: 'CursorNotFound',
  48: 'NamespaceExists',
  54: 'NotSingleValueField',
  56: 'EmptyFieldName',
  50: 'MaxTimeMSExpired',
  52: 'DollarPrefixedFieldName',
  59: 'CommandNotFound',
  66: 'ImmutableField',
  67: 'CannotCreateIndex',
  72: 'InvalidOptions',
  73: 'InvalidNamespace',
  85: 'IndexOptionsConflict',
  86: 'IndexKeySpecsConflict',
  76: 'NoReplicationEnabled',
  79: 'UnknownReplWriteConcern',
  64: 'WriteConcernTimeout',
  91: 'ShutdownInProgress',
  100: 'UnsatisfiableWriteConcern',
  112: 'WriteConflict',
  117: 'ConflictingOperationInProgress',
  123: 'NotAReplicaSet',
  171: 'CannotIndexParallelArrays',
  189: 'PrimarySteppedDown',
  225: 'TransactionTooOld',
  237: 'CursorKilled',
  238: 'NotImplemented',
  239: 'SnapshotTooOld',
  251: 'NoSuchTransaction',
  256: 'TransactionCommitted',
  260: 'InvalidResumeToken',
  262: 'ExceededTimeLimit',
  263: 'OperationNotSupportedInTransaction',
  280: 'ChangeStreamFatalError',
  286: 'ChangeStreamHistoryLost',
  291: 'NoQueryExecutionPlans',
  9001: 'SocketException',
  10107: 'NotWritablePrimary',
  10334: 'BSONObjectTooLarge',
  11000: 'DuplicateKey',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  13435: 'NotPrimaryNoSecondaryOk',
  17419: 'Location17419',
  40324: 'Location40324',
  40415: 'IDLUnknownField',
}

/** What a command is answered with when it fails. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly code: number
  readonly extra: Doc

  constructor(code: number, message: string, extra: Doc = {}) {
    super(message)
    this.code = code
    this.extra = extra
  }
}

/** Tells the name that mongod gives an error code. */
export const codeName = (code: number): string => names[code] ?? `Location${code}`

/** Refuses what a real server has and this one hasn't. */
export const unsupported = (what: string): CommandError => new CommandError(238, `${what} is not supported by the stand-in of tests/mongod`)

/** Codes after which a driver may send the same write again. */
export const retryableCodes: ReadonlySet<number> = new Set([6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

const transientCodes: ReadonlySet<number> = new Set([24, 112, 239, 246, 251, 267])

interface Asked {
  readonly name: string
  readonly inTransaction: boolean
  readonly retryable: boolean
  readonly changeStream: boolean
}

/** Names the labels a real server puts on an error of this command. */
export function labelsFor(code: number, asked: Asked): string[] {
  const labels: string[] = []
  const ends = asked.name === 'commitTransaction' || asked.name === 'abortTransaction'
  if (asked.inTransaction && (transientCodes.has(code) || (retryableCodes.has(code) && !ends))) labels.push('TransientTransactionError')
  if ((asked.retryable || ends) && retryableCodes.has(code)) labels.push('RetryableWriteError')
  if (asked.changeStream && retryableCodes.has(code)) labels.push('ResumableChangeStreamError')
  if (asked.changeStream && (code === 286 || code === 260)) labels.push('NonResumableChangeStreamError')
  return labels
}
