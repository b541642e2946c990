// Where the log's lines go: standard output, whose reader may go away, or stay and read nothing. That costs the lines, never the process.
import { writeSync } from 'node:fs'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const warn = 40
const notice = (leftOut: number) => `${JSON.stringify({ level: warn, msg: `${leftOut} lines were left out: nobody read them in time` })}\n`

/**
 * Writes lines to `fd` until nobody reads them any more. A line for which there is no room just now is left out and counted; one that
 * was written in part is ended before the next. `fd` must not block: see `forgiveLostReaders`.
 */
export function openLogLines(fd: number) {
  let isGone = false
  let leftOut = 0
  let rest: Uint8Array = Buffer.alloc(0)
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
  return {
    write(line: string) {
      if (isGone) return
      rest = put(rest)
      const bytes = Buffer.from(leftOut > 0 ? notice(leftOut) + line : line)
      const left = rest.length > 0 ? bytes : put(bytes)
      if (left.length === bytes.length) leftOut++
      else [rest, leftOut] = [left, 0]
    },
  }
}

/** Without a listener an output whose reader is gone would end the process. Asking for the outputs makes those that are pipes stop blocking. */
export function forgiveLostReaders() {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
