// The embedded engine: one file, one process, and one fsync for all commits that were asked for in one turn of the event loop.
import { waitForMore } from '#server/kernel/store/group-commit.ts'
import {
  type Collection,
  type CommittedChange,
  type Feed,
  type Follower,
  type Query,
  type Reader,
  RevisionConflict,
  type Store,
  type Stored,
  type Write,
} from '#server/kernel/store/store.ts'
import { checkWrite, conflictOf, writtenOut } from '#server/kernel/store/writes.ts'
import { type MomentOptions, openFileMoment } from './moment.ts'
import { type Lines, problemOf, RecordCache, SqliteReader } from './reader.ts'
import { type OpenFile, openFile, type SqliteOptions } from './schema.ts'
import { type Prepared, prepared } from './write.ts'
import type { Conflict } from './writer.ts'
import { type Writing, writeHere, writeInThread } from './writing.ts'

interface QueuedCommit {
  readonly all: readonly Prepared[]
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

export interface EmbeddedStore extends Store {
  /** R113a: its content is still to be checked, beside serving; to be called once that is done. */
  readonly checked: (() => void) | undefined
}

/**
 * Opens the store in `file` (or ':memory:'); one process at a time. It is written on this thread, or, where `lost` is given, on one of its own (R113);
 * `lost` is called where that one ends by itself. Throws StoreRefused, with what to do about it.
 */
export async function openSqlite(options: SqliteOptions & { readonly lost?: (why: Error) => void }): Promise<EmbeddedStore> {
  const { collections, file, lost } = options
  const opened = openFile(options)
  return new SqliteStore(opened, lost ? writeInThread(file, lost) : writeHere(opened), collections)
}

/** A store to be read as it was at one moment. */
export interface SqliteMoment extends Reader, Lines {
  close(): Promise<void>
}

/** R112: what the store in `file` holds at this moment, beside the process that writes it; sound, where `isChecked` is asked for. Throws StoreRefused. */
export async function openSqliteMoment(options: MomentOptions): Promise<SqliteMoment> {
  const file = openFileMoment(options)
  const reader = new SqliteReader(file, options.collections)
  const close = async () => {
    if (reader.close()) file.close()
  }
  return {
    get: (collection, id) => reader.get(collection, id),
    find: (collection, query) => reader.find(collection, query),
    lines: (collection, after, limit) => reader.lines(collection, after, limit),
    close,
  }
}

class SqliteStore implements EmbeddedStore {
  readonly checked: (() => void) | undefined
  readonly #file: OpenFile
  readonly #writing: Writing
  readonly #reader: SqliteReader
  readonly #known: ReadonlySet<string>
  readonly #cache = new RecordCache()
  readonly #followers: ((changes: readonly CommittedChange[]) => void)[] = []
  #waiting: QueuedCommit[] = []
  /** Long commits that are being written out. */
  readonly #preparing = new Set<Promise<unknown>>()
  /** The batch that is being written. */
  #underWay: Promise<void> | undefined
  #commits = 0

  constructor(file: OpenFile, writing: Writing, collections: readonly Collection<never>[]) {
    this.checked = file.checked
    this.#file = file
    this.#writing = writing
    this.#reader = new SqliteReader(file, collections)
    this.#known = new Set(collections.map(({ name }) => name))
  }

  get commits(): number {
    return this.#commits
  }

  async get<R extends Stored>(collection: Collection<R>, id: string): Promise<R | undefined> {
    this.#reader.refuseClosed()
    return this.#cache.record(collection.name, id, () => this.#reader.body(collection, id)) as R | undefined
  }

  async rev(collection: Collection<never>, id: string): Promise<number | undefined> {
    this.#reader.refuseClosed()
    return this.#cache.rev(collection.name, id, () => this.#reader.rev(collection, id))
  }

  async count(collection: Collection<never>, most: number): Promise<number> {
    return this.#reader.count(collection, most)
  }

  find<R extends Stored>(collection: Collection<R>, query: Query): Promise<R[]> {
    return this.#reader.find(collection, query)
  }

  async commit(writes: readonly Write[]): Promise<void> {
    this.#reader.refuseClosed()
    const written = writtenOut(writes, (write) => this.#stepOf(write))
    if (Array.isArray(written)) return this.#ask(written)
    const preparing = written.then((all) => ({ done: this.#ask(all) }))
    this.#preparing.add(preparing)
    const { done } = await preparing.finally(() => this.#preparing.delete(preparing))
    return done
  }

  #stepOf(write: Write): Prepared {
    return prepared(this.#reader.sqlOf(write.collection), checkWrite(this.#known, write))
  }

  #ask(all: readonly Prepared[]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (all.length === 0) return resolve()
      if (this.#waiting.push({ all, resolve, reject }) === 1) this.#writeSoon()
    })
  }

  /** Nobody else writes, and what is committed waits for nothing. */
  async follow(collections: readonly Collection<never>[], follower: Follower): Promise<Feed> {
    const names = new Set(collections.map(({ name }) => name))
    this.#followers.push((changes) => {
      const concerned = changes.filter(({ collection }) => names.has(collection))
      if (concerned.length > 0) follower.changed(concerned)
    })
    return { lagMs: () => 0, why: () => '' }
  }

  async close(): Promise<void> {
    if (!this.#reader.close()) return
    await Promise.allSettled(this.#preparing)
    await this.#underWay
    await this.#writeAll()
    await this.#writing.close()
    this.#file.close()
  }

  /** At the end of this turn of the event loop: all commits asked for in one turn, or while others are being written, share one transaction. */
  #writeSoon(): void {
    setImmediate(() => {
      if (this.#underWay === undefined) void this.#writeAll()
    })
  }

  #writeAll(): Promise<void> {
    const asked = this.#waiting
    this.#waiting = []
    this.#underWay = this.#write(asked).finally(() => {
      this.#underWay = undefined
      if (this.#waiting.length > 0) this.#writeSoon()
    })
    return this.#underWay
  }

  /** Commits a batch. A conflict fails the commit it is in; a store that can't write fails them all. */
  async #write(asked: readonly QueuedCommit[]): Promise<void> {
    if (asked.length === 0) return
    const known = this.#cache.changing(asked.flatMap(({ all }) => all.map(cacheChange)))
    const committed: Prepared[] = []
    const startedAt = performance.now()
    try {
      const written = await this.#writing.write(asked.map(({ all }) => all.map(({ step }) => step)))
      if ('failure' in written) throw problemOf(written.failure)
      const { conflicts } = written
      if (conflicts.includes(undefined)) this.#commits++
      for (const [at, { all, resolve, reject }] of asked.entries()) {
        const conflict = conflicts[at]
        if (conflict === undefined) {
          committed.push(...all)
          resolve()
        } else reject(rejectionOf(all, conflict))
      }
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
    known(committed.map(cacheChange))
    const changes = committed.map(({ checked }) => checked.changed)
    for (const follow of this.#followers) follow(changes)
    await waitForMore(performance.now() - startedAt, asked.length + this.#waiting.length, () => this.#waiting.length)
  }
}

const cacheChange = ({ checked: { collection, id }, body }: Prepared) => ({ collection, id, body })

function rejectionOf(all: readonly Prepared[], conflict: Conflict): RevisionConflict {
  return conflict === 'unique' ? new RevisionConflict('A unique key is taken') : conflictOf((all[conflict] as Prepared).checked)
}
