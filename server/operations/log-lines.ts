// Where the log's lines go: standard output, whose reader may go away. That costs the lines, never the process.
import { writeSync } from 'node:fs'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Writes lines to `fd` until nobody reads them any more; a line for which there is no room just now is left out. */
export function openLogLines(fd: number) {
  let isGone = false
  return {
    write(line: string) {
      let left: Uint8Array = Buffer.from(line)
      try {
        while (!isGone && left.length > 0) left = left.subarray(writeSync(fd, left))
      } catch (error) {
        isGone = codeOf(error) !== 'EAGAIN'
      }
    },
  }
}

/** Without a listener an output whose reader is gone would end the process. */
export function forgiveLostReaders() {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
