// What somebody pasted or dropped, as text or as the sheets of a workbook; what is neither is refused with a sentence.
import type { Rows } from './cells.ts'

export interface SourceContent {
  readonly text?: string
  readonly sheets?: readonly Rows[]
  /** How it was read, where that is a guess. */
  readonly note?: string
  readonly problem?: string
}

const guessed = 'The file doesn’t say how its letters are written. Please look whether names with accents are right.'
const saveAs = 'Please save it as a workbook (.xlsx) or as CSV, and choose that.'
const isOf = (bytes: Uint8Array, ...start: readonly number[]) => start.every((byte, at) => bytes[at] === byte)

/** UTF-16 by its mark, or by every other byte being none. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (isOf(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (isOf(bytes, 0xfe, 0xff)) return 'utf-16be'
  const start = bytes.subarray(0, 1_000)
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd * 4 > start.length && odd > 4 * even) return 'utf-16le'
  return even * 4 > start.length && even > 4 * odd ? 'utf-16be' : undefined
}

/** Some versions of Node leave these as control characters; where they are letters already nothing is left to do. */
const highMarks = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const windowsText = (bytes: Uint8Array) =>
  new TextDecoder('windows-1252').decode(bytes).replace(/[\u0080-\u009f]/g, (char) => highMarks[char.charCodeAt(0) - 0x80] ?? char)

/** UTF-8 or UTF-16, else as older programs of Windows write it. */
function decodeText(bytes: Uint8Array): SourceContent {
  const wide = wideOf(bytes)
  if (wide) return { text: new TextDecoder(wide).decode(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: windowsText(bytes), note: guessed }
  }
}

/** Control characters that no text has, or how other kinds of files begin. */
const isBinary = (text: string) =>
  /(?![\s\u0080-\u009f])\p{Cc}/u.test(text) || /^\s*(?:%PDF-|\{\\rtf|<(?:!doctype|html|\?xml)\b)/i.test(text)

/** Bytes as what they are. */
export async function openBytes(bytes: Uint8Array, fileName = ''): Promise<SourceContent> {
  const named = fileName ? `“${fileName}”` : 'This file'
  if (bytes.length === 0) return { problem: `${named} is empty.` }
  if (isOf(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return { problem: `${named} was saved by an older program. ${saveAs}` }
  if (isOf(bytes, 0x50, 0x4b)) {
    const { sheetsOf } = await import('./workbook.ts')
    const sheets = await sheetsOf(bytes).catch(() => null)
    return sheets ? { sheets } : { problem: `${named} can’t be read as a workbook. ${saveAs}` }
  }
  const opened = decodeText(bytes)
  return isBinary(opened.text ?? '') ? { problem: `${named} is no list of people. ${saveAs}` } : opened
}
