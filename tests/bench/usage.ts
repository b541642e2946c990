// What a server's process has used so far, as Linux counts it.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface Usage {
  /** Time of the processor, of its own and of the system for it, all threads together. */
  readonly cpuMs: number
  /** Bytes that it had the disk written. */
  readonly written: number
}

const ticksPerSecond = 100

export function usageOf(pid: number): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  const written = /^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]
  return { cpuMs: (ticks * 1_000) / ticksPerSecond, written: Number(written) }
}

/** How many bytes a store keeps, once its server has stopped and its log is part of the file. */
export const bytesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.startsWith('rolecall.sqlite') && !name.endsWith('-lock'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
