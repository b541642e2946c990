// Which changes of each record were published, so that a process publishes its own commits at once, in order and once: the stream brings a copy of each later (decision 0090).
import { LRUCache } from 'lru-cache'
import type { CommittedChange } from '#server/kernel/store/store.ts'
import type { Checked } from '#server/kernel/store/writes.ts'

/** So many records are remembered, and so many changes published ahead of the stream; what goes beyond is published when the stream brings it. */
const most = 20_000

/** What was last published of a record: its revision or, where it was dropped, that with a minus. Each change makes a new one. */
interface Last {
  readonly mark: number
}
const nothing = 0

const recordKey = ({ collection, record }: CommittedChange) => `${collection}/${record._id}`
const markOf = ({ record, isDropped }: CommittedChange) => (isDropped ? -record.rev : record.rev)

export class PublishedChanges {
  readonly #lasts = new LRUCache<string, Last>({ max: most })
  /** Own changes that were published ahead of the stream, by record, in their order. */
  readonly #ahead = new Map<string, readonly number[]>()
  #allAhead = 0

  /**
   * Call it before a commit, and what it gives once that is acknowledged: whether its changes are to be published now. They are if each is the next
   * one of its record, and nothing was published of the record meanwhile; then they count as published. Otherwise the stream brings them.
   */
  begin(writes: readonly Checked[]): () => boolean {
    const all = writes.map(({ changed, expectedRev }) => {
      const key = recordKey(changed)
      const last = this.#lasts.get(key) ?? (expectedRev === 0 ? this.#keep(key, nothing) : undefined)
      return { key, last: last && Math.max(last.mark, 0) === expectedRev ? last : undefined, mark: markOf(changed) }
    })
    return () => {
      if (this.#allAhead >= most || !all.every(({ key, last }) => last && this.#lasts.get(key) === last)) return false
      for (const { key, mark } of all) {
        this.#keep(key, mark)
        this.#ahead.set(key, [...(this.#ahead.get(key) ?? []), mark])
      }
      this.#allAhead += all.length
      return true
    }
  }

  /** Whether what the stream brings is to be published: all but copies of own changes that were. */
  brought(change: CommittedChange): boolean {
    const key = recordKey(change)
    const ahead = this.#ahead.get(key) ?? []
    const isCopy = ahead[0] === markOf(change)
    const left = isCopy ? ahead.slice(1) : [] // after another change whatever was published ahead of it is published again
    if (left.length > 0) this.#ahead.set(key, left)
    else this.#ahead.delete(key)
    this.#allAhead += left.length - ahead.length
    if (!isCopy) this.#keep(key, markOf(change))
    return !isCopy
  }

  /** Call it where the stream may have lost copies. */
  clear(): void {
    this.#lasts.clear()
    this.#ahead.clear()
    this.#allAhead = 0
  }

  #keep(key: string, mark: number): Last {
    const last = { mark }
    this.#lasts.set(key, last)
    return last
  }
}
