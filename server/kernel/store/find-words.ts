// Finds records by the beginnings of their words, however many others have some of these: along records that each keep one word of one of them (R232, decision 0151).
import { setImmediate as turn } from 'node:timers/promises'
import { inSlices } from './slices.ts'
import type { Collection, Reader, Stored } from './store.ts'

/** One word that one record is found by. Its id begins with the word: see `wordId`. */
export interface FoundBy extends Stored {
  /** The id of that record. */
  readonly of: string
}
/** No word has a blank in it. */
export const wordId = (word: string, of: string) => `${word} ${of}`

/** Sorts after whatever a text can go on with. */
const last = '\u{10ffff}'
const perPage = 50
const together = 10

/** Without those that others begin with: whoever is found by a longer one is found by it. */
const walksOf = (typed: readonly string[]) =>
  [...new Set(typed)]
    .filter((word, _, all) => !all.some((other) => other !== word && other.startsWith(word)))
    .map((from) => ({ from, after: undefined as FoundBy | undefined }))

/**
 * The first `limit` of those that have words beginning with each of those typed: of what `read` gives, which decides. All words are walked in turns, and
 * whoever is sought has each of them, so the rarest one ends the search.
 */
export async function findByWords<R extends Stored>(
  reader: Reader,
  words: Collection<FoundBy>,
  typed: readonly string[],
  read: (id: string) => Promise<R | undefined>,
  limit: number,
): Promise<R[]> {
  const walks = walksOf(typed)
  const seen = new Set<string>()
  const found: R[] = []
  while (walks.length > 0)
    for (const walk of walks) {
      const { from, after } = walk
      const page = await reader.find(words, { index: '_id', from, to: `${from}${last}`, limit: perPage, ...(after && { after }) })
      const ids = new Set(page.map(({ of }) => of).filter((id) => !seen.has(id)))
      for (const id of ids) seen.add(id)
      found.push(...(await inSlices([...ids], read, { together })).filter((one) => one !== undefined))
      if (found.length >= limit || page.length < perPage) return found.slice(0, limit)
      walk.after = page.at(-1)
      await turn()
    }
  return found
}
