// Texts in order, in chunks: adding one among 100,000 moves a thousand at most.
const chunkSize = 1_024

export interface Sorted {
  readonly add: (key: string) => void
  readonly remove: (key: string) => void
  /** Walks from `lower` (included) to `upper` (not), or back from below `upper`. */
  readonly walk: (lower: string, upper: string, back: boolean) => Generator<string>
}

/** How many of the sorted texts are below the key. */
function below(keys: readonly string[], key: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}

/** The chunk in which a key is, or would be. */
function chunkOf(chunks: readonly string[][], key: string): number {
  let low = 0
  let high = chunks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((chunks[middle]?.[0] ?? '') <= key) low = middle + 1
    else high = middle
  }
  return Math.max(0, low - 1)
}

function* forth(chunks: readonly string[][], lower: string, upper: string): Generator<string> {
  for (let at = chunkOf(chunks, lower); at < chunks.length; at++) {
    const chunk = chunks[at] ?? []
    for (let place = below(chunk, lower); place < chunk.length; place++) {
      const key = chunk[place] ?? ''
      if (key >= upper) return
      yield key
    }
  }
}

function* back(chunks: readonly string[][], lower: string, upper: string): Generator<string> {
  for (let at = chunkOf(chunks, upper); at >= 0; at--) {
    const chunk = chunks[at] ?? []
    for (let place = below(chunk, upper) - 1; place >= 0; place--) {
      const key = chunk[place] ?? ''
      if (key < lower) return
      yield key
    }
  }
}

/** Makes an empty sorted set of texts. It must not change while it is walked. */
export function openSorted(): Sorted {
  const chunks: string[][] = [[]]
  return {
    add: (key) => {
      const at = chunkOf(chunks, key)
      const chunk = chunks[at] ?? []
      chunk.splice(below(chunk, key), 0, key)
      if (chunk.length > chunkSize) chunks.splice(at + 1, 0, chunk.splice(chunkSize >> 1))
    },
    remove: (key) => {
      const at = chunkOf(chunks, key)
      const chunk = chunks[at] ?? []
      const place = below(chunk, key)
      if (chunk[place] === key) chunk.splice(place, 1)
      if (chunk.length === 0 && chunks.length > 1) chunks.splice(at, 1)
    },
    walk: (lower, upper, reverse) => (reverse ? back(chunks, lower, upper) : forth(chunks, lower, upper)),
  }
}
