// What a server says of itself (hello and the like), sessions and transactions that end, and a step-down.
import { Binary, Long, ObjectId } from 'mongodb'
import { timestampOf } from './clock.ts'
import { CommandError } from './errors.ts'
import type { Call, Server } from './server.ts'
import { endTransaction, keyOf, noSuchTransaction, sessionOf, signature } from './sessions.ts'
import { commit } from './transaction.ts'
import { type Doc, docsAt, isDoc, isLong, isTrue, numberOf } from './values.ts'

const version = '8.0.13'

function membership(server: Server): Doc {
  const { replicaSet, address, primary, term, engine } = server
  if (replicaSet === undefined) return { isWritablePrimary: true }
  const now = { ts: timestampOf(engine.now()), t: Long.fromNumber(term) }
  const date = new Date()
  return {
    isWritablePrimary: primary,
    secondary: !primary,
    setName: replicaSet,
    setVersion: 1,
    hosts: [address],
    ...(primary ? { primary: address, electionId: new ObjectId(`7fffffff${term.toString(16).padStart(16, '0')}`) } : {}),
    me: address,
    lastWrite: { opTime: now, lastWriteDate: date, majorityOpTime: now, majorityWriteDate: date },
  }
}

/** Answers `hello`, and the older names of it. */
export function hello({ server, name, connection }: Call): Doc {
  const { isWritablePrimary, ...rest } = membership(server)
  return {
    helloOk: true,
    [name === 'hello' ? 'isWritablePrimary' : 'ismaster']: isWritablePrimary,
    topologyVersion: { processId: server.processId, counter: Long.fromNumber(server.topology) },
    ...rest,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    connectionId: connection,
    minWireVersion: 0,
    maxWireVersion: 25,
    readOnly: false,
  }
}

/** Waits, where a hello names the topology it knows, until there is another or its time is over. */
export async function awaitTopology({ server, body }: Call): Promise<void> {
  const { topologyVersion: known } = body
  const limit = numberOf(body.maxAwaitTimeMS)
  if (!isDoc(known) || limit === undefined) return
  const isOurs = known.processId instanceof ObjectId && known.processId.equals(server.processId)
  if (!isOurs || !isLong(known.counter) || known.counter.toNumber() !== server.topology) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limit).unref()
  })
  await Promise.race([server.changed.promise, late])
  clearTimeout(timer)
}

/** Answers `buildInfo`. */
export const buildInfo = (): Doc => ({
  version,
  versionArray: [8, 0, 13, 0],
  gitVersion: 'stand-in of tests/mongod',
  modules: [],
  bits: 64,
  debug: false,
  maxBsonObjectSize: 16_777_216,
  storageEngines: ['memory'],
})

/** Answers `getParameter`: nothing but the version of the features. */
export function getParameter({ body }: Call): Doc {
  if (isTrue(body.featureCompatibilityVersion)) return { featureCompatibilityVersion: { version: '8.0' } }
  throw new CommandError(72, 'no option found to get')
}

/** Answers `endSessions`: their transactions are over. */
export function endSessions({ server, body, name }: Call): Doc {
  const listed = body[name]
  for (const lsid of Array.isArray(listed) ? listed : []) {
    const session = sessionOf(server, lsid)
    if (session === undefined) continue
    endTransaction(server, session)
    if (session.lsid.id instanceof Binary) server.sessions.delete(session.lsid.id.toString('hex'))
  }
  return {}
}

/** Answers `killSessions`: their transactions, operations and cursors are over; an empty list is all of them (manual, killSessions). */
export function killSessions({ server, body }: Call): Doc {
  const listed = docsAt(body, 'killSessions').map(keyOf)
  const keys = listed.length > 0 ? listed : [...new Set([...server.sessions.keys(), ...server.operations.keys()])]
  for (const key of keys) {
    const session = server.sessions.get(key)
    if (session !== undefined) endTransaction(server, session)
    for (const [id, { lsid }] of server.cursors) if (lsid === key) server.cursors.delete(id)
    for (const operation of server.operations.get(key) ?? []) {
      operation.isKilled = true
      operation.fire()
    }
  }
  return {}
}

/** Answers `commitTransaction`; asked again it says so again. */
export function commitTransaction(call: Call): Doc {
  const { server, session, txn } = call
  if (session === undefined) throw new CommandError(72, 'commitTransaction must be run within a transaction')
  if (txn !== undefined) {
    commit(server.engine, txn, signature(call))
    session.state = 'committed'
    session.wroteAt = server.engine.now()
    server.engine.counts.committed++
    for (const [id, cursor] of server.cursors) if (cursor.txn === txn) server.cursors.delete(id)
  }
  return {}
}

/** Answers `abortTransaction`. */
export function abortTransaction({ server, session, txn }: Call): Doc {
  if (session === undefined) throw new CommandError(72, 'abortTransaction must be run within a transaction')
  if (txn === undefined) throw noSuchTransaction(session, session.txnNumber)
  endTransaction(server, session)
  return {}
}

/** Answers `replSetStepDown`. */
export function replSetStepDown({ server, body }: Call): Doc {
  const seconds = numberOf(body.replSetStepDown) ?? Number.NaN
  if (server.replicaSet === undefined) throw new CommandError(76, 'not running with --replSet')
  if (!server.primary) throw new CommandError(10107, "not primary so can't step down")
  if (!isTrue(body.force))
    throw new CommandError(
      262,
      'No electable secondaries caught up as of now. Please use the replSetStepDown command with the argument {force: true} to force node to step down.',
    )
  if (!(seconds > 0)) throw new CommandError(2, 'stepdown period must be a positive number of seconds')
  server.stepDown(seconds)
  return {}
}
