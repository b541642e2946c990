// The store port: what the product needs of a database. Read by id, read along a declared index, commit all or nothing.

/** What every kept record has: its id and how often it was written. */
export interface Stored {
  readonly _id: string
  readonly rev: number
}

/** R122: after a restore revisions go on from a multiple of this, beyond all that were given before (decision 0072). */
const revsPerEra = 2 ** 20
/** The first revision of the era that begins at `ms`: there is one for each second. */
export const eraAt = (ms: number) => Math.floor(ms / 1_000) * revsPerEra
/** The first revision of the era that `rev` is of; 0 where nothing was ever restored. */
export const eraOf = (rev: number) => rev - (rev % revsPerEra)

/**
 * A declared index: equality on a prefix of `fields`, order and range on the next one.
 * Records that lack a field, or hold null there, are not in it.
 */
export interface Index<R extends Stored> {
  readonly fields: readonly (keyof R & string)[]
  readonly unique?: boolean
}

/** Where records of one shape are kept. Declared once, in the `model` of its noun, and listed in `collections.ts`. */
export interface Collection<R extends Stored> {
  readonly name: string
  readonly indexes: Readonly<Record<string, Index<R>>>
  /** Indexes that it had and no query asks for any more: dropped where they are found, since every write would pay for them. */
  readonly retired?: readonly string[]
  /** Its records change far more often than what its indexes are of: an engine may keep that apart, so that most writes touch no index (decision 0137). */
  readonly keepsKeysApart?: true
  /** Type only: never set. Takes a record, so that every collection is a `Collection<never>`, as a write wants it. */
  readonly sample?: (record: R) => void
}

/** What an index holds. */
export type Scalar = string | number | boolean

/** One scan of an index. `where` fixes a prefix of its fields; `from`/`to` bound the next one (`from` included, `to` not). */
export interface Query {
  /** A declared one, or '_id', which every collection has. */
  readonly index: string
  readonly where?: Readonly<Record<string, Scalar>>
  readonly from?: string | number
  readonly to?: string | number
  /** Descending along the free fields, one after the other; ties follow `_id` in the same direction. */
  readonly descending?: boolean
  /** How many records at most; 100 by default. */
  readonly limit?: number
  /** Go on after this record of the same scan: the last one of the page before. */
  readonly after?: Stored
}

/**
 * Writes a record in place of the one whose revision is `expectedRev` (0: there is none yet), or drops that one. The new `rev` may be higher by more
 * than one, since several decisions of a batch may have changed the record.
 */
export type Write =
  | { readonly collection: Collection<never>; readonly put: Stored; readonly expectedRev: number }
  | { readonly collection: Collection<never>; readonly drop: Stored; readonly expectedRev: number }

/** What a commit did to one record: the record as it is now or, dropped, as it stood before. */
export interface CommittedChange {
  /** The collection's name. */
  readonly collection: string
  readonly record: Stored
  readonly isDropped: boolean
}

/** Who hears of commits. */
export interface Follower {
  /** Takes in what was committed and is durable, by any process that shares the store: the changes of one record in their order. */
  changed(changes: readonly CommittedChange[]): void
  /** Something may have been committed that `changed` will never bring. */
  missed(): void
}

/** A follower of these collections. */
export interface CommitFollower extends Follower {
  readonly collections: readonly Collection<never>[]
}

/** What brings commits to a follower. */
export interface Feed {
  /** How long ago it was last certain that nothing waits to be brought. */
  lagMs(): number
  /** Why it brings nothing, if it knows. */
  why(): string
}

/** Someone else committed first, or holds the unique key: decide again. */
export class RevisionConflict extends Error {
  override name = 'RevisionConflict'
}

/** The store can't be written or read now (disk full, locked, away): answer 503 and let the caller come back. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}

/** The store must not be opened: damaged, of a newer version, or with an index that isn't as declared. The message says what to do. */
export class StoreRefused extends Error {
  override name = 'StoreRefused'
}
/** Its content can't be trusted. */
export class StoreDamaged extends StoreRefused {
  override name = 'StoreDamaged'
}
/** Another process has it. */
export class StoreInUse extends StoreRefused {
  override name = 'StoreInUse'
}

export interface Reader {
  get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined>
  find<R extends Stored>(collection: Collection<R>, query: Query): Promise<R[]>
}

export interface Store extends Reader {
  /** The revision that a record stands at now, for less than reading it; undefined where there is none. */
  rev(collection: Collection<never>, id: string): Promise<number | undefined>
  /** How many records there are; no more than `most` are counted. */
  count(collection: Collection<never>, most: number): Promise<number>
  /** All writes or none. Throws RevisionConflict if a record no longer has the `expectedRev`, or a unique key is taken. Durable when it resolves. */
  commit(writes: readonly Write[]): Promise<void>
  /** Hands on from now on what is committed to these collections, until the store is closed. */
  follow(collections: readonly Collection<never>[], follower: Follower): Promise<Feed>
  /** How many durable commits (one fsync each) this store has made. */
  readonly commits: number
  close(): Promise<void>
}
