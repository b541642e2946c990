// Unpacks a .woff, the form in which the packages bring their fonts, to the plain font that is in it.
import { inflateSync } from 'node:zlib'

const headOfWoff = 44
const headOfFont = 12

/** Gives the font in `woff`: the same tables, unpacked, one after the other on words of four bytes. */
export function unpacked(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(headOfFont + 16 * count)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const parts = [directory]
  let end = directory.length
  for (let nth = 0; nth < count; nth++) {
    const from = headOfWoff + 20 * nth
    const to = headOfFont + 16 * nth
    const [offset, packedSize, size] = [4, 8, 12].map((at) => woff.readUInt32BE(from + at)) as [number, number, number]
    const packed = woff.subarray(offset, offset + packedSize)
    woff.copy(directory, to, from, from + 4) // its name
    woff.copy(directory, to + 4, from + 16, from + 20) // its checksum
    directory.writeUInt32BE(end, to + 8)
    directory.writeUInt32BE(size, to + 12)
    const table = packedSize < size ? inflateSync(packed) : packed
    const filled = Buffer.alloc(Math.ceil(size / 4) * 4)
    table.copy(filled)
    parts.push(filled)
    end += filled.length
  }
  return Buffer.concat(parts)
}
