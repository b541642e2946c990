// Where the log's lines go: standard output, whose reader may go away, or stay and read nothing. That costs the lines, never the process.
import { writeSync } from 'node:fs'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const warn = 40
const notice = (leftOut: number) => `${JSON.stringify({ level: warn, msg: `${leftOut} lines were left out: nobody read them in time` })}\n`

/** So many characters don't wait for the end of the turn. */
const maxWaiting = 65_536

/**
 * Writes lines to `fd` until nobody reads them any more: those of one turn of the event loop together, which at 50 connections takes 6 of 45 µs of processor
 * time off a health call, and what is left when the process exits. Lines for which there is no room just now are left out and counted; what was written in
 * part is ended before anything else. `fd` must not block: see `forgiveLostReaders`.
 */
export function createLogLines(fd: number) {
  let isGone = false
  let leftOut = 0
  let rest: Uint8Array = Buffer.alloc(0)
  let waiting = ''
  let lines = 0
  /** Gives what there was no room for. */
  function put(bytes: Uint8Array): Uint8Array {
    let left = bytes
    try {
      while (left.length > 0) left = left.subarray(writeSync(fd, left))
    } catch (error) {
      isGone = codeOf(error) !== 'EAGAIN'
    }
    return left
  }
  function flush() {
    if (isGone || lines === 0) return
    rest = put(rest)
    const bytes = Buffer.from(leftOut > 0 ? notice(leftOut) + waiting : waiting)
    const left = rest.length > 0 ? bytes : put(bytes)
    if (left.length === bytes.length) leftOut += lines
    else [rest, leftOut] = [left, 0]
    waiting = ''
    lines = 0
  }
  process.on('exit', flush)
  return {
    write(line: string) {
      if (isGone) return
      waiting += line
      lines += 1
      if (lines === 1) setImmediate(flush)
      if (waiting.length >= maxWaiting) flush()
    },
  }
}

/** Without a listener an output whose reader is gone would end the process. Asking for the outputs makes those that are pipes stop blocking. */
export function forgiveLostReaders() {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
