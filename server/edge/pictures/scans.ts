// How often a JPEG has to be gone through before it is whole: a progressive one once for each of its scans, of which a small file may hold thousands (R224b).

/** Encoders make ten or so. */
export const mostScans = 100

const [endOfImage, startOfScan] = [0xd9, 0xda]
/** Markers without a length, stuffed bytes among them. */
const isAlone = (marker: number) => marker <= 1 || (marker >= 0xd0 && marker <= 0xd8)

/** Of what ends before its end: those that are there. What lies behind it, or in a segment, is none. */
export function scansOf(bytes: Uint8Array): number {
  let scans = 0
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? endOfImage
    if (marker === endOfImage) break
    if (marker === startOfScan) scans++
    if (marker === 0xff) at += 1
    else at += isAlone(marker) ? 2 : 2 + Math.max(2, ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  }
  return scans
}
