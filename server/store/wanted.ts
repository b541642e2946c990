// Reads along an index past the records that aren't wanted, however many of them lie in between.
import type { Collection, Query, Reader, Stored } from './store.ts'

const atLeast = 50

/** The first `limit` wanted records of a walk; fewer only where there are no more. */
export async function findWanted<R extends Stored>(
  store: Pick<Reader, 'find'>,
  collection: Collection<R>,
  query: Query & { readonly limit: number },
  isWanted: (record: R) => boolean,
): Promise<R[]> {
  const limit = Math.max(query.limit, atLeast)
  const wanted: R[] = []
  for (let { after } = query; ; ) {
    const page = await store.find(collection, { ...query, limit, ...(after && { after }) })
    wanted.push(...page.filter(isWanted))
    after = page.at(-1)
    if (wanted.length >= query.limit || page.length < limit) return wanted.slice(0, query.limit)
  }
}
