// What one running server is made of: the data, the sessions, the cursors, its place in the replica set and the faults ordered.
import type { ObjectId } from 'mongodb'
import { openClock } from './clock.ts'
import { CommandError } from './errors.ts'
import { openMajority } from './majority.ts'
import type { Engine, Txn, View } from './model.ts'
import type { Doc } from './values.ts'

export interface Session {
  readonly lsid: Doc
  txnNumber: bigint
  /** What the statements of the current retryable write were answered. */
  readonly answers: Map<number, Doc>
  txn: Txn | undefined
  state: 'none' | 'open' | 'committed' | 'aborted'
  /** When it last wrote; what is rolled back is forgotten with it. */
  wroteAt: number
}

export interface Cursor {
  readonly id: number
  readonly ns: string
  readonly txn: Txn | undefined
  usedAt: number
  /** The next documents, and whether there may be more. */
  readonly next: (call: Call, size: number | undefined) => Batch | Promise<Batch>
  readonly isStream: boolean
  /** The session it was opened in. */
  readonly lsid: string | undefined
}

export interface Batch {
  readonly docs: readonly Uint8Array[]
  readonly done: boolean
  readonly extra?: Doc
}

/** What a test wants done with a command: answer it with this; or lose the connection before it, or after it; or never answer. */
export type Order = { readonly reply: Doc } | { readonly lost: 'request' | 'answer' | 'hang' }

export type Hook = (name: string, command: Doc) => Order | undefined | Promise<Order | undefined>

export interface Server {
  readonly engine: Engine
  readonly sessions: Map<string, Session>
  readonly cursors: Map<number, Cursor>
  /** What is under way in each session, to be interrupted with it. */
  readonly operations: Map<string, Set<Interrupt>>
  readonly replicaSet: string | undefined
  processId: ObjectId
  readonly commands: Map<string, number>
  address: string
  primary: boolean
  term: number
  topology: number
  /** Resolves at the next change of the topology; a new one takes its place. */
  changed: { readonly promise: Promise<void>; readonly fire: () => void }
  hook: Hook | undefined
  delay: number
  /** Resolves when the server answers again; at once while nothing is paused. */
  gate: Promise<void>
  readonly dropConnections: () => void
  /** How many of the set's other two voting members, which nobody sees, are away. */
  away: number
  readonly stepDown: (seconds: number, loses?: boolean) => void
}

/** How an operation learns that its session was ended. */
export interface Interrupt {
  isKilled: boolean
  readonly promise: Promise<void>
  readonly fire: () => void
}

/** One command on its way. */
export interface Call {
  readonly server: Server
  readonly connection: number
  readonly name: string
  readonly db: string
  readonly body: Doc
  readonly session: Session | undefined
  readonly txn: Txn | undefined
  readonly lsid: string | undefined
  readonly interrupt: Interrupt
  readonly view: View
  /** A write that is to be answered as before if it was done before. */
  readonly retryable: boolean
  readonly deadline: number | undefined
  /** Set where a snapshot read names its time. */
  readonly atClusterTime: number | undefined
}

/** Makes a promise together with what resolves it. */
export function signal(): { promise: Promise<void>; fire: () => void } {
  let fire = () => {}
  const promise = new Promise<void>((resolve) => {
    fire = resolve
  })
  return { promise, fire }
}

/** Starts with no data. */
export function emptyEngine(conflicts: boolean): Engine {
  const watchers = new Set<() => void>()
  const wake = () => {
    for (const one of watchers) one()
  }
  return {
    collections: new Map(),
    log: [],
    trimmed: { until: 0 },
    open: new Set(),
    garbage: [],
    conflicts,
    counts: { committed: 0, aborted: 0, conflicts: 0, retried: 0 },
    watchers,
    majority: openMajority(wake),
    ...openClock(),
  }
}

/** Throws if the session of a command was ended. Manual, killSessions: it kills the operations in progress. */
export function checkKilled({ interrupt }: Call): void {
  if (interrupt.isKilled) throw new CommandError(11601, 'operation was interrupted')
}

/** Waits for something, but no longer than the command's time, and not beyond a step-down or the end of its session. */
export async function waitFor(call: Call, ended: Promise<void>): Promise<void> {
  const { server, deadline } = call
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    if (deadline !== undefined) timer = setTimeout(resolve, Math.max(0, deadline - Date.now()))
  })
  const { term, primary } = server
  await Promise.race([ended, server.changed.promise, late, call.interrupt.promise])
  clearTimeout(timer)
  checkKilled(call)
  if (server.primary !== primary || server.term !== term) throw new CommandError(11602, 'operation was interrupted')
  if (deadline !== undefined && Date.now() >= deadline) throw new CommandError(50, 'operation exceeded time limit')
}
