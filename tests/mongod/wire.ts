// MongoDB's wire protocol: OP_MSG both ways, and OP_QUERY for the first hello of a driver.
import { rawBatch } from './cursors.ts'
import { type Doc, readDoc, writeDoc } from './values.ts'

const opReply = 1
const opQuery = 2004
const opMsg = 2013
const checksumPresent = 1
const moreToCome = 2
const exhaustAllowed = 1 << 16
const headerSize = 16
const longest = 48_000_000

export interface Message {
  readonly id: number
  readonly body: Doc
  /** The sender wants no answer. */
  readonly silent: boolean
  /** The sender takes several answers. */
  readonly exhaust: boolean
  readonly isQuery: boolean
}

/** Cuts whole messages off what has come so far; what is left over is given back. */
export function cut(bytes: Buffer): { messages: Buffer[]; rest: Buffer } {
  const messages: Buffer[] = []
  let at = 0
  while (bytes.length - at >= 4) {
    const length = bytes.readInt32LE(at)
    if (length < headerSize || length > longest) throw new Error(`A message of ${length} bytes`)
    if (bytes.length - at < length) break
    messages.push(bytes.subarray(at, at + length))
    at += length
  }
  return { messages, rest: bytes.subarray(at) }
}

function readSection(bytes: Buffer, at: number, body: Doc): number {
  const kind = bytes[at]
  const length = bytes.readInt32LE(at + 1)
  const end = at + 1 + length
  if (length < 5 || end > bytes.length) throw new Error('A section that is longer than its message')
  if (kind === 0) Object.assign(body, readDoc(bytes.subarray(at + 1, end)))
  else if (kind === 1) readSequence(bytes, at + 5, end, body)
  else throw new Error(`A section of kind ${kind}`)
  return end
}

function readSequence(bytes: Buffer, from: number, end: number, body: Doc): void {
  const zero = bytes.indexOf(0, from)
  const docs: Doc[] = []
  for (let at = zero + 1; at < end; ) {
    const length = bytes.readInt32LE(at)
    docs.push(readDoc(bytes.subarray(at, at + length)))
    at += length
  }
  body[bytes.toString('utf8', from, zero)] = docs
}

function readMsg(bytes: Buffer): Message {
  const flags = bytes.readUInt32LE(headerSize)
  if ((flags & 0xffff & ~(checksumPresent | moreToCome)) !== 0) throw new Error(`Unknown flags ${flags}`)
  const end = bytes.length - ((flags & checksumPresent) === 0 ? 0 : 4)
  const body: Doc = {}
  for (let at = headerSize + 4; at < end; ) at = readSection(bytes.subarray(0, end), at, body)
  return { id: bytes.readInt32LE(4), body, silent: (flags & moreToCome) !== 0, exhaust: (flags & exhaustAllowed) !== 0, isQuery: false }
}

/** OP_QUERY: flags, the collection's name, two numbers, and the command. */
function readQuery(bytes: Buffer): Message {
  const zero = bytes.indexOf(0, headerSize + 4)
  const name = bytes.toString('utf8', headerSize + 4, zero)
  const body = readDoc(bytes.subarray(zero + 9))
  return { id: bytes.readInt32LE(4), body: { ...body, $db: name.split('.')[0] }, silent: false, exhaust: false, isQuery: true }
}

/** Reads one message. */
export function readMessage(bytes: Buffer): Message {
  const code = bytes.readInt32LE(12)
  if (code === opMsg) return readMsg(bytes)
  if (code === opQuery) return readQuery(bytes)
  throw new Error(`Unknown operation ${code}`)
}

let nextId = 1

function frame(code: number, answers: number, parts: readonly Uint8Array[]): Buffer {
  const header = Buffer.alloc(headerSize)
  header.writeInt32LE(headerSize + parts.reduce((sum, part) => sum + part.length, 0), 0)
  nextId = (nextId + 1) & 0x7fffffff
  header.writeInt32LE(nextId, 4)
  header.writeInt32LE(answers, 8)
  header.writeInt32LE(code, 12)
  return Buffer.concat([header, ...parts])
}

/** Writes an answer to a message; `more` says that another follows without being asked for. */
export function writeAnswer(to: Message, doc: Doc, more = false): Buffer {
  if (to.isQuery) {
    const start = Buffer.alloc(20)
    start.writeInt32LE(8, 0)
    start.writeInt32LE(1, 16)
    return frame(opReply, to.id, [start, writeDoc(doc)])
  }
  const start = Buffer.alloc(5)
  start.writeUInt32LE(more ? moreToCome : 0, 0)
  return frame(opMsg, to.id, [start, writeReply(doc)])
}

const elements = (doc: Doc): Uint8Array => writeDoc(doc).subarray(4, -1)

function wrap(parts: readonly Uint8Array[]): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32LE(5 + parts.reduce((sum, part) => sum + part.length, 0))
  return Buffer.concat([length, ...parts, Buffer.alloc(1)])
}

/** Documents of a batch go out as the bytes they lie in. */
function writeReply(doc: Doc): Uint8Array {
  const cursor = doc.cursor as (Doc & { [rawBatch]?: { name: string; docs: readonly Uint8Array[] } }) | undefined
  const batch = cursor?.[rawBatch]
  if (cursor === undefined || batch === undefined) return writeDoc(doc)
  const list = wrap(batch.docs.flatMap((raw, at) => [Buffer.from(`\x03${at}\0`), raw]))
  const inner = wrap([Buffer.from(`\x04${batch.name}\0`), list, elements(cursor)])
  const { cursor: _, ...rest } = doc
  return wrap([Buffer.from('\x03cursor\0'), inner, elements(rest)])
}
