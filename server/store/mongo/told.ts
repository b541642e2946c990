// What was told of each record, so that a process tells its own commits at once, in order and once: the stream brings a copy of each of them later.
import type { Changed } from '../store.ts'
import type { Checked } from '../writes.ts'

/** So many records are remembered, and so many changes told ahead of the stream; what goes beyond is told when the stream brings it. */
const most = 20_000

/** What was told last of a record: its revision or, where it was dropped, that with a minus. Each telling makes a new one. */
interface Last {
  readonly mark: number
}
const nothing = 0

const keyOf = ({ collection, record }: Changed) => `${collection}/${record._id}`
const markOf = ({ record, isDropped }: Changed) => (isDropped ? -record.rev : record.rev)

export class Told {
  readonly #lasts = new Map<string, Last>()
  /** Own changes that were told ahead of the stream, by record, in their order. */
  readonly #ahead = new Map<string, readonly number[]>()
  #allAhead = 0

  /**
   * Call it before a commit, and what it gives once that is acknowledged: whether its changes are to be told now. They are if each is the next one of
   * its record, and nothing was told of the record meanwhile; then they count as told. Otherwise the stream brings them.
   */
  begin(writes: readonly Checked[]): () => boolean {
    const all = writes.map(({ changed, expectedRev }) => {
      const key = keyOf(changed)
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

  /** Whether what the stream brings is to be told: all but copies of one's own changes that were. */
  brought(change: Changed): boolean {
    const key = keyOf(change)
    const told = this.#ahead.get(key) ?? []
    const isCopy = told[0] === markOf(change)
    const left = isCopy ? told.slice(1) : [] // after another change whatever was told ahead of it is told again
    if (left.length > 0) this.#ahead.set(key, left)
    else this.#ahead.delete(key)
    this.#allAhead += left.length - told.length
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
    this.#lasts.delete(key) // so that the first entry is the least recently used
    this.#lasts.set(key, last)
    const [oldest] = this.#lasts.size > most ? this.#lasts.keys() : []
    if (oldest !== undefined) this.#lasts.delete(oldest)
    return last
  }
}
