// Reads along an index past the records that do not match, however many of them lie in between, and lets others have their turn meanwhile.
import { setImmediate as turn } from 'node:timers/promises'
import type { Collection, Query, Reader, Stored } from './store.ts'

/** More are not read in one go, which holds up everybody else for that long. */
const [atLeast, atMost] = [50, 200]

/** The first `limit` matching records; fewer only where there are no more. */
export async function findMatching<R extends Stored>(
  store: Pick<Reader, 'find'>,
  collection: Collection<R>,
  query: Query & { readonly limit: number },
  isMatch: (record: R) => boolean,
): Promise<R[]> {
  const limit = Math.min(Math.max(query.limit, atLeast), atMost)
  const found: R[] = []
  for (let { after } = query; ; await turn()) {
    const page = await store.find(collection, { ...query, limit, ...(after && { after }) })
    found.push(...page.filter(isMatch))
    after = page.at(-1)
    if (found.length >= query.limit || page.length < limit) return found.slice(0, query.limit)
  }
}
