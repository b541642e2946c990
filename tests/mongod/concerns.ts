// What a command may ask of reads and writes, and what a real server refuses of it. Each check names the section of the manual it follows.
import { CommandError, unsupported } from './errors.ts'
import { type Doc, docAt, has, isTrue, numberOf, refuseOthers, show } from './values.ts'

const writeFields = new Set(['w', 'j', 'wtimeout', 'fsync', 'provenance'])
const readFields = new Set(['level', 'afterClusterTime', 'atClusterTime', 'provenance'])
const levels = new Set<unknown>([undefined, 'local', 'available', 'majority', 'snapshot'])
const transactional = new Set<unknown>([undefined, 'local', 'majority', 'snapshot'])
/** Manual, Reference, "Read Concern Support": the levels each command takes; all others take `local` and no other. */
const readable: Readonly<Record<string, ReadonlySet<unknown>>> = {
  find: levels,
  aggregate: levels,
  // It goes by its cursor's, and takes any.
  getMore: levels,
  count: new Set([undefined, 'local', 'available', 'majority']),
}
const plain = new Set<unknown>([undefined, 'local'])
/** Manual, CRUD Operations, "Retryable Writes". */
const retryable = new Set(['insert', 'update', 'delete', 'findAndModify'])

const invalid = (message: string) => new CommandError(72, message)

/** Refuses a read concern that the command doesn't take, or not there. Manual, "Read Concern", and Transactions, "Read Concern". */
export function checkRead(name: string, body: Doc): void {
  const concern = docAt(body, 'readConcern')
  refuseOthers('readConcern', concern, readFields)
  const { level } = concern
  if (!levels.has(level)) throw unsupported(`The read concern ${show(level)}`)
  if (has(body, 'autocommit')) {
    if (has(body, 'readConcern') && !isTrue(body.startTransaction))
      throw invalid('Only the first command in a transaction may specify a readConcern')
    if (!transactional.has(level))
      throw invalid("The readConcern level must be either 'local' (default), 'majority' or 'snapshot' in order to run in a transaction")
  } else if (!(readable[name] ?? plain).has(level)) throw invalid(`Command ${name} does not support read concern level ${show(level)}`)
}

/** Refuses what contradicts itself in the writes of a command. Manual, "Write Concern", and Transactions, "Write Concern". */
export function checkWrite(name: string, body: Doc, writes: boolean): void {
  if (!has(body, 'writeConcern')) return
  const concern = docAt(body, 'writeConcern')
  refuseOthers('writeConcern', concern, writeFields)
  if (!writes) throw invalid(`Command ${name} does not support writeConcern`)
  if (has(body, 'autocommit') && !name.endsWith('Transaction'))
    throw invalid('writeConcern is not allowed within a multi-statement transaction')
  if (isTrue(concern.j) && isTrue(concern.fsync)) throw new CommandError(9, 'fsync and j options cannot be used together')
}

/** Refuses numbers and marks of transactions where they have no meaning. Manual, "Transactions", and Server Sessions. */
export function checkMarks(name: string, body: Doc): void {
  if (has(body, 'startTransaction') && !isTrue(body.startTransaction)) throw invalid('Specifying startTransaction=false is not allowed.')
  if (has(body, 'startTransaction') && name.endsWith('Transaction')) throw invalid(`Cannot start a transaction with ${name}`)
  const isPlain = has(body, 'txnNumber') && !has(body, 'autocommit') && !name.endsWith('Transaction')
  if (isPlain && !retryable.has(name))
    throw new CommandError(
      50_768,
      `txnNumber may only be provided for multi-document transactions and retryable write commands. autocommit:false was not provided, and ${name} is not a retryable write command.`,
    )
  const limit = body.maxTimeMS === undefined ? 0 : numberOf(body.maxTimeMS)
  if (limit === undefined) throw new CommandError(14, "BSON field 'maxTimeMS' is the wrong type, expected a number")
  if (limit < 0 || limit > 2 ** 31 - 1 || !Number.isInteger(limit))
    throw new CommandError(2, `${limit} value for maxTimeMS is out of range`)
}

/** What a write concern asks for that the set can't give, or undefined. */
export function unmetBy(body: Doc): Doc | undefined {
  const { w } = docAt(body, 'writeConcern')
  if (w === undefined || w === 'majority' || numberOf(w) === 0 || numberOf(w) === 1) return undefined
  if (typeof w !== 'string') return { code: 100, codeName: 'UnsatisfiableWriteConcern', errmsg: 'Not enough data-bearing nodes' }
  const errmsg = `No write concern mode named '${w}' found in replica set configuration`
  return { code: 79, codeName: 'UnknownReplWriteConcern', errmsg }
}

/** Whether a write is acknowledged once a majority has it; also where it doesn't say (Manual, "Implicit Default Write Concern"). */
export const wantsMajority = (body: Doc): boolean => {
  const { w } = docAt(body, 'writeConcern')
  return w === undefined || w === 'majority'
}
