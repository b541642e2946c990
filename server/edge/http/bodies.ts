// Bodies while they come in: how many may be under way, and how much of one is read.
import { Refusal } from '#server/kernel/refuse.ts'

/** How many bodies may be under way that are longer than a form's, or of unknown length: from one address, and from all. */
export const largeBodies = { ofAddress: 20, ofAll: 200 }
/** R224: of pictures, which are kept in memory whole. */
export const pictureBodies = { ofAddress: 2, ofAll: 6 }

/** Counts one more body of an address; gives what ends it. Refuses `busy`. */
export type Hold = (address: string) => () => void

/** Gives a function that counts one more body and returns what ends it. Refuses `busy`. */
export function createBodies({ ofAddress, ofAll }: typeof largeBodies): Hold {
  const held = new Map<string, number>()
  let all = 0
  return (address) => {
    const mine = held.get(address) ?? 0
    if (mine >= ofAddress || all >= ofAll) throw new Refusal('busy')
    held.set(address, mine + 1)
    all++
    return () => {
      all--
      const left = (held.get(address) ?? 1) - 1
      if (left > 0) held.set(address, left)
      else held.delete(address)
    }
  }
}

/** Counts while it reads; undefined where there is more. That is read and thrown away, as far as the listener allows: unread, it would block the connection's next request. */
export async function readAtMost({ body }: Request, mostBytes: number): Promise<Buffer<ArrayBuffer> | undefined> {
  const reader = body?.getReader()
  const parts: Uint8Array[] = []
  let bytes = 0
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.length
    if (bytes > mostBytes) {
      if (reader) void forget(reader)
      return undefined
    }
    parts.push(part.value)
  }
  return Buffer.concat(parts)
}

async function forget(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    while (!(await reader.read()).done) {
      // the listener ends the connection if this takes too long
    }
  } catch {
    // the other side went away
  }
}
