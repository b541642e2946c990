// The table of commands, and the way of each through it: what it may say, when it may run, and what a failure is answered with.
import { Binary, Long, type Timestamp } from 'mongodb'
import { timeAt, timeOf, timestampOf } from './clock.ts'
import * as admin from './commands-admin.ts'
import * as index from './commands-index.ts'
import * as read from './commands-read.ts'
import * as self from './commands-server.ts'
import * as writes from './commands-write.ts'
import { checkMarks, checkRead, checkWrite, unmetBy, wantsMajority } from './concerns.ts'
import { CommandError, codeName, labelsFor, retryableCodes, unsupported } from './errors.ts'
import { type Call, type Interrupt, type Server, signal, waitFor } from './server.ts'
import { deadlineOf, endTransaction, history, keyOf, placeOf, snapshotTime } from './sessions.ts'
import { Conflict } from './transaction.ts'
import { type Doc, docAt, has, isDoc, isTrue, numberOf, refuseOthers } from './values.ts'

interface Command {
  readonly run: (call: Call) => Doc | Promise<Doc>
  /** Fields it knows besides those that every command has. */
  readonly fields: string
  /** What it needs: the primary to write, the primary or leave to read elsewhere, or nothing. */
  readonly needs?: 'primary' | 'data'
  readonly transactional?: boolean
}

const everywhere =
  '$db lsid txnNumber stmtId stmtIds autocommit startTransaction readConcern writeConcern $clusterTime $readPreference maxTimeMS maxTimeMSOpOnly comment apiVersion apiStrict apiDeprecationErrors'
const helloFields = 'helloOk client compression topologyVersion maxAwaitTimeMS loadBalanced backpressure'
const writeFields = 'ordered bypassDocumentValidation'

const commands: Readonly<Record<string, Command>> = {
  hello: { run: self.hello, fields: helloFields },
  ismaster: { run: self.hello, fields: helloFields },
  isMaster: { run: self.hello, fields: helloFields },
  ping: { run: () => ({}), fields: '' },
  buildInfo: { run: self.buildInfo, fields: '' },
  buildinfo: { run: self.buildInfo, fields: '' },
  getParameter: { run: self.getParameter, fields: 'featureCompatibilityVersion' },
  endSessions: { run: self.endSessions, fields: '' },
  killSessions: { run: self.killSessions, fields: '' },
  replSetStepDown: { run: self.replSetStepDown, fields: 'secondaryCatchUpPeriodSecs force' },
  commitTransaction: { run: self.commitTransaction, fields: 'recoveryToken', needs: 'primary', transactional: true },
  abortTransaction: { run: self.abortTransaction, fields: 'recoveryToken', needs: 'primary', transactional: true },
  find: {
    run: read.find,
    fields: 'filter sort limit skip projection batchSize singleBatch hint noCursorTimeout',
    needs: 'data',
    transactional: true,
  },
  count: { run: read.count, fields: 'query limit skip hint', needs: 'data' },
  aggregate: { run: read.aggregate, fields: 'pipeline cursor hint', needs: 'data', transactional: true },
  getMore: { run: read.getMore, fields: 'collection batchSize', needs: 'data', transactional: true },
  killCursors: { run: read.killCursors, fields: 'cursors', transactional: true },
  insert: { run: writes.insert, fields: `documents ${writeFields}`, needs: 'primary', transactional: true },
  update: { run: writes.update, fields: `updates ${writeFields}`, needs: 'primary', transactional: true },
  delete: { run: writes.remove, fields: `deletes ${writeFields}`, needs: 'primary', transactional: true },
  findAndModify: {
    run: writes.findAndModify,
    fields: 'query sort remove update new fields upsert hint bypassDocumentValidation',
    needs: 'primary',
    transactional: true,
  },
  create: { run: admin.create, fields: 'capped size max', needs: 'primary' },
  drop: { run: admin.drop, fields: '', needs: 'primary' },
  dropDatabase: { run: admin.dropDatabase, fields: '', needs: 'primary' },
  listCollections: { run: admin.listCollections, fields: 'filter nameOnly authorizedCollections cursor', needs: 'data' },
  createIndexes: { run: index.createIndexes, fields: 'indexes commitQuorum', needs: 'primary' },
  listIndexes: { run: index.listIndexes, fields: 'cursor', needs: 'data' },
  dropIndexes: { run: index.dropIndexes, fields: 'index', needs: 'primary' },
  collMod: { run: index.collMod, fields: 'index', needs: 'primary' },
}

const known = new Map(Object.entries(commands).map(([name, { fields }]) => [name, new Set(`${name} ${everywhere} ${fields}`.split(' '))]))

/** Names the command of a document: its first field. */
export const nameOf = (body: Doc): string => Object.keys(body)[0] ?? ''

function commandOf(name: string, body: Doc): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new CommandError(59, `no such command: '${name}'`)
  refuseOthers(name, body, known.get(name) ?? new Set())
  return command
}

/** What a driver lets a secondary do: nothing, unless it asks for it. */
function checkRole(server: Server, body: Doc, { needs }: Command): void {
  if (server.primary || needs === undefined) return
  if (needs === 'primary') throw new CommandError(10107, 'not primary')
  const preference = docAt(body, '$readPreference').mode
  if (preference === undefined || preference === 'primary') throw new CommandError(13435, 'not primary and secondaryOk=false')
}

function prepare(server: Server, connection: number, name: string, body: Doc, { needs, transactional }: Command): Call {
  if (typeof body.$db !== 'string') throw new CommandError(40571, 'OP_MSG requests require a $db argument')
  const multi = has(body, 'autocommit')
  checkMarks(name, body)
  checkRead(name, body)
  checkWrite(name, body, needs === 'primary')
  if (multi && transactional !== true) throw new CommandError(263, `Cannot run '${name}' in a multi-document transaction.`)
  const place =
    needs === undefined || (needs === 'data' && !multi)
      ? { session: undefined, txn: undefined, retryable: false }
      : placeOf(server, name, body)
  const snapshot = needs === 'data' ? snapshotTime(server, body, multi) : undefined
  if (docAt(body, 'readConcern').level === 'snapshot' && snapshot !== undefined && snapshot < timeAt(Date.now() - history))
    throw new CommandError(239, 'Read timestamp is older than the oldest available timestamp.')
  const view =
    place.txn === undefined ? { snapshot: snapshot ?? Number.POSITIVE_INFINITY } : { snapshot: place.txn.snapshot, txn: place.txn }
  const lsid = isDoc(body.lsid) ? keyOf(body.lsid) : undefined
  const interrupt: Interrupt = { ...signal(), isKilled: false }
  const atClusterTime = snapshot === Number.POSITIVE_INFINITY ? undefined : snapshot
  return { server, connection, name, db: body.$db, body, ...place, lsid, interrupt, view, deadline: deadlineOf(body, name), atClusterTime }
}

/** A transaction is over as soon as one of its statements fails. */
async function runIn(call: Call, command: Command): Promise<Doc> {
  const { server, session, txn } = call
  try {
    const answer = await command.run(call)
    if (txn !== undefined && session !== undefined && answer.writeErrors !== undefined) endTransaction(server, session)
    return answer
  } catch (error) {
    if (txn !== undefined && session?.txn === txn) endTransaction(server, session)
    if (error instanceof Conflict) server.engine.counts.conflicts++
    throw error
  }
}

/** Waits until a majority has a write. What goes wrong meanwhile takes nothing back: it is said beside the answer (manual, Write Concern, "wtimeout"). */
async function awaitMajority(call: Call): Promise<Doc | undefined> {
  const { server, body } = call
  const wtimeout = numberOf(docAt(body, 'writeConcern').wtimeout) ?? 0
  const until = wtimeout > 0 ? Date.now() + wtimeout : Number.POSITIVE_INFINITY
  try {
    const deadline = Math.min(call.deadline ?? Number.POSITIVE_INFINITY, until)
    const { majority } = server.engine
    const ts = server.engine.now()
    // Woken early by whatever changes, and by a timer a millisecond before its time: then it waits on.
    while (ts > majority.point())
      await waitFor({ ...call, deadline: Number.isFinite(deadline) ? deadline : undefined }, majority.reached(ts))
    return undefined
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    // Which of the two limits it was is told by which ends first, not by a clock that may run a millisecond behind the timer.
    const code = error.code === 50 && until <= (call.deadline ?? Number.POSITIVE_INFINITY) ? 64 : error.code === 11602 ? 189 : error.code
    const errInfo = code === 64 ? { errInfo: { wtimeout: true } } : {}
    return { code, codeName: codeName(code), errmsg: code === 64 ? 'waiting for replication timed out' : error.message, ...errInfo }
  }
}

/** Runs a command so that the end of its session ends it. */
async function runKnown(call: Call, command: Command): Promise<Doc> {
  const { server, lsid, interrupt } = call
  const own = lsid === undefined ? undefined : (server.operations.get(lsid) ?? new Set<Interrupt>())
  if (lsid !== undefined && own !== undefined) server.operations.set(lsid, own.add(interrupt))
  try {
    const answer = await runIn(call, command)
    if (command.needs !== 'primary' || (has(call.body, 'autocommit') && call.name !== 'commitTransaction')) return answer
    const problem = unmetBy(call.body) ?? (wantsMajority(call.body) ? await awaitMajority(call) : undefined)
    if (problem === undefined) return answer
    const errorLabels = retryableCodes.has(Number(problem.code)) && has(call.body, 'txnNumber') ? ['RetryableWriteError'] : undefined
    return { ...answer, writeConcernError: problem, ...(errorLabels && { errorLabels }) }
  } finally {
    own?.delete(interrupt)
    if (lsid !== undefined && own?.size === 0) server.operations.delete(lsid)
  }
}

async function runCommand(server: Server, connection: number, name: string, body: Doc): Promise<Doc> {
  const command = commandOf(name, body)
  checkRole(server, body, command)
  return { ...(await runKnown(prepare(server, connection, name, body, command), command)), ok: 1 }
}

function failure(name: string, body: Doc, error: unknown): Doc {
  const known =
    error instanceof CommandError
      ? error
      : new CommandError(8, `The stand-in failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  const pipeline = Array.isArray(body.pipeline) ? body.pipeline[0] : undefined
  const labels = labelsFor(known.code, {
    name,
    inTransaction: has(body, 'autocommit'),
    retryable: has(body, 'txnNumber') && !has(body, 'autocommit'),
    changeStream: name === 'getMore' || (isDoc(pipeline) && has(pipeline, '$changeStream')),
  })
  return {
    ok: 0,
    errmsg: known.message,
    code: known.code,
    codeName: codeName(known.code),
    ...known.extra,
    ...(labels.length > 0 ? { errorLabels: labels } : {}),
  }
}

/** Puts the cluster's time on an answer, as each member of a replica set does. */
export function stamp(server: Server, answer: Doc): Doc {
  if (server.replicaSet === undefined) return answer
  const time = timestampOf(server.engine.now())
  const signature = { hash: new Binary(Buffer.alloc(20)), keyId: Long.ZERO }
  return { ...answer, $clusterTime: { clusterTime: time, signature }, operationTime: time }
}

/** Runs a command and answers it, whatever happens. */
export async function answer(server: Server, connection: number, body: Doc): Promise<Doc> {
  const name = nameOf(body)
  server.commands.set(name, (server.commands.get(name) ?? 0) + 1)
  try {
    const seen = docAt(body, '$clusterTime').clusterTime as Timestamp | undefined
    if (seen !== undefined) server.engine.advance(timeOf(seen))
    if (isTrue(body.apiStrict)) throw unsupported('apiStrict')
    return stamp(server, await runCommand(server, connection, name, body))
  } catch (error) {
    return stamp(server, failure(name, body, error))
  }
}
