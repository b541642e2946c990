// How many files and connections the system lets this process have open: with few of them a crowd is turned away, and the store can't be written.
import { readFileSync } from 'node:fs'
import type { Logger } from 'pino'

/** A thousand people have a connection each, a browser without websockets up to six. */
const few = 4_096

/** Node has raised it as far as it may. Only Linux says it without a report of the whole process. */
const limitsHere = () => {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}

/** Says in the log that there are few (R243a). */
export function sayFewFiles(log: Pick<Logger, 'warn'>, limits = limitsHere()): void {
  const [, files] = /^Max open files +(\d+)/m.exec(limits) ?? []
  if (files !== undefined && Number(files) < few)
    log.warn(
      { openFiles: Number(files) },
      `only ${files} files and connections may be open at once: raise the limit to ${few} or more (ulimit -n, LimitNOFILE)`,
    )
}
