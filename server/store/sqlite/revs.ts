// The revisions that were asked for last: nobody else writes to the file, so what is remembered between two commits is what stands in it.
import type { Changed } from '../store.ts'

const most = 10_000

export class Revs {
  readonly #known = new Map<string, number | undefined>()

  /** The revision of a record; what isn't remembered is read. */
  get(collection: string, id: string, read: () => number | undefined): number | undefined {
    const key = `${collection}/${id}`
    if (this.#known.has(key)) return this.#known.get(key)
    const rev = read()
    this.#known.set(key, rev)
    const [oldest] = this.#known.keys()
    if (this.#known.size > most && oldest !== undefined) this.#known.delete(oldest)
    return rev
  }

  /** Reads these anew when they are asked for next. */
  forget(changes: readonly Changed[]): void {
    for (const { collection, record } of changes) this.#known.delete(`${collection}/${record._id}`)
  }
}
