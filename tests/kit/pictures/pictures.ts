// Pictures to upload: good ones, and what somebody might send in their place.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A landscape: a sky, a hill, some noise, so that it compresses as photos do. */
export function landscape(width = 1200, height = 800) {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const isHill = y > height * (0.6 + 0.15 * Math.sin((x / width) * 6))
      const grain = (x * 7919 + y * 104_729) % 17
      const [red, green, blue] = isHill ? [40, 110, 50] : [90 + (y * 90) / height, 140, 210]
      pixels.set([red + grain, green + grain, blue + grain], (y * width + x) * 3)
    }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export const jpeg = (width?: number, height?: number) => landscape(width, height).jpeg({ quality: 85 }).toBuffer()
export const png = (width?: number, height?: number) => landscape(width, height).png({ compressionLevel: 1 }).toBuffer()
export const webp = (width?: number, height?: number) => landscape(width, height).webp().toBuffer()

/** Of one color, four times as wide as high; `held`: written so that it lies whole in memory while it is read. */
export function wide(format: 'jpeg' | 'png', held: boolean, width = 6_400) {
  const plain = sharp({ create: { width, height: width / 4, channels: 3, background: '#488' } })
  return (format === 'jpeg' ? plain.jpeg({ progressive: held }) : plain.png({ progressive: held })).toBuffer()
}

/** A crowd under colored lights, which compresses as badly as a photo can. */
export const crowded = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 120, sigma: 60 } } })
    .jpeg({ quality: 90 })
    .toBuffer()

/** As a phone takes it: held upright, with the place, the time and the phone in it. */
export const fromPhone = () =>
  landscape(600, 400)
    .withExif({
      IFD0: { Make: 'Secretphone', Orientation: '6', Copyright: 'Secret owner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 4366/100' },
    })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">Secretplace</rdf:RDF></x:xmpmeta>',
    )
    .jpeg()
    .toBuffer()

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc >>> 0
})
const crcOf = (bytes: Buffer) =>
  (bytes.reduce((crc, byte) => (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0
function chunk(type: string, body: Buffer) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  crc.writeUInt32BE(crcOf(named))
  return Buffer.concat([length, named, crc])
}
/** A PNG of one color, in one bit a pixel: of 20,000 x 20,000 some 50 kB that would be 1.6 GB in memory. */
export function flood(width: number, height: number) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>')
export const html = Buffer.from('<!doctype html><script>alert(document.cookie)</script>')
const frame = Buffer.from('2c0000000001000100000202440100', 'hex')
/** With 10,000 frames. */
export const gif = Buffer.concat([
  Buffer.from('47494638396101000100800000ffffff000000', 'hex'),
  ...Array.from({ length: 10_000 }, () => frame),
  Buffer.from(';'),
])

const segment = (marker: number, ...body: readonly number[]) =>
  Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body])
const codes = (kind: number, counts: readonly number[], values: readonly number[]) =>
  segment(0xc4, kind, ...counts, ...Array.from({ length: 16 - counts.length }, () => 0), ...values)
/** A gray progressive JPEG of 16 x 16 in so many scans, each of which says nothing. As large as a photo each costs some milliseconds, in 21 bytes. */
export function progressive(scans: number) {
  const again = Array.from({ length: scans - 1 }, (_, nth) => [
    segment(0xda, 1, 1, 0, 1 + (nth % 63), 1 + (nth % 63), 0),
    Buffer.from([0x7f, 0xff, 0]),
  ])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, 0, ...Array.from({ length: 64 }, () => 1)),
    segment(0xc2, 8, 0, 16, 0, 16, 1, 1, 0x11, 0),
    codes(0x00, [1], [0]),
    codes(0x10, [1], [0xe0]),
    segment(0xda, 1, 1, 0, 0, 0, 0),
    Buffer.from([0x0f]),
    ...again.flat(),
    Buffer.from([0xff, 0xd9]),
  ])
}

/** The markers of a JPEG that hold metadata (APP1 to APP15, comments), by their two bytes; of a JFIF file none but the first is needed. */
export function metadataIn(file: Buffer): string[] {
  const found: string[] = []
  for (let at = 2; file[at] === 0xff && file[at + 1] !== 0xda; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1] ?? 0
    if ((marker > 0xe0 && marker <= 0xef) || marker === 0xfe) found.push(`ff${marker.toString(16)}`)
  }
  return found
}
