// The shapes of what the server keeps: collections of rows, each with the chain of its versions, and the transactions over them.
import type { IndexSpec, Keys } from './index-keys.ts'
import type { Majority } from './majority.ts'
import type { Sorted } from './sorted.ts'
import type { Doc } from './values.ts'

/** A document, or that there is none, with its bytes. */
export interface Image {
  readonly doc: Doc | null
  readonly raw: Uint8Array | null
}

export interface Version extends Image {
  readonly ts: number
  prev: Version | undefined
}

export interface Row {
  readonly id: string
  readonly seq: number
  head: Version | undefined
  /** The open transaction that has written it. */
  holder: Txn | undefined
}

export interface Index {
  readonly spec: IndexSpec
  readonly keys: Keys
  /** For each key the rows with a version that has it, and how many of their versions do. */
  readonly entries: Map<string, Map<Row, number>>
  readonly sorted: Sorted
  /** Keys that open transactions have taken in a unique index. */
  readonly claims: Map<string, Txn>
}

export interface Collection {
  readonly db: string
  readonly name: string
  readonly uuid: Uint8Array
  readonly options: Doc
  readonly capped: { readonly size: number; readonly max: number; readonly order: Row[] } | undefined
  readonly rows: Map<string, Row>
  readonly indexes: Map<string, Index>
  /** Those under way: they are listed, and serve no query. */
  readonly building: Map<string, IndexSpec>
  count: number
  bytes: number
  nextSeq: number
}

export interface Pending extends Image {
  readonly coll: Collection
}

export interface Change {
  readonly op: 'insert' | 'update' | 'replace' | 'delete' | 'drop' | 'dropDatabase'
  readonly db: string
  readonly coll: string
  readonly id?: unknown
  readonly doc?: Doc
  readonly changes?: { readonly updatedFields: Doc; readonly removedFields: readonly string[] }
}

/** A change at its place in the log: `at` counts within one commit. */
export interface Entry extends Change {
  readonly ts: number
  readonly at: number
  readonly session?: Doc
  readonly wallTime: Date
}

export interface Txn {
  readonly snapshot: number
  readonly startedAt: number
  readonly pending: Map<Row, Pending>
  readonly claims: [Index, string][]
  readonly changes: Change[]
  state: 'open' | 'committed' | 'aborted'
  /** Resolves when it is committed or aborted. */
  readonly ended: Promise<void>
  readonly end: () => void
}

/** Through whose eyes documents are read: a point in time, and a transaction's own writes over it. */
export interface View {
  readonly snapshot: number
  readonly txn?: Txn
}

export interface Engine {
  readonly collections: Map<string, Collection>
  readonly log: Entry[]
  /** The time of the newest entry that the log has forgotten. */
  readonly trimmed: { until: number }
  readonly open: Set<Txn>
  readonly garbage: { coll: Collection; row: Row; version: Version }[]
  /** Off: two transactions may write one document, and the later commit wins. Only for controls of tests. */
  readonly conflicts: boolean
  readonly counts: { committed: number; aborted: number; conflicts: number; retried: number }
  readonly majority: Majority
  /** The time of the newest commit. */
  now: () => number
  tick: () => number
  /** Moves the clock up to a time that somebody else has seen. */
  advance: (ts: number) => void
  /** Called after each commit. */
  readonly watchers: Set<() => void>
}
