// A store of a million answers in 11,000 groups, made once for all rows that need one: BENCH_MILLION names a folder where it is kept from run to run.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fill, type Seeded, storeFile } from '#tests/kit/process/seed.ts'

const [groups, each] = [11_000, 91]
export const millions = groups * each

export interface Million {
  readonly groups: readonly Seeded[]
  /** A folder with a copy of it, of which nothing is in memory if `cold`. */
  readonly copy: (cold?: 'cold') => { readonly folder: string; readonly remove: () => void }
  readonly close: () => void
}

/** Makes the system forget what it has of a file in memory, so that it comes from the disk: dd asks for that with posix_fadvise, and needs no rights. */
export function forget(file: string) {
  execFileSync('sync', [file])
  execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none'])
}

export async function openMillion(): Promise<Million> {
  const kept = process.env.BENCH_MILLION
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'rolecall-million-'))
  const list = join(folder, 'groups.json')
  if (!existsSync(list)) writeFileSync(list, JSON.stringify(await fill(folder, { groups, seats: 100_000, rsvps: each })))
  return {
    groups: JSON.parse(readFileSync(list, 'utf8')) as Seeded[],
    copy(cold) {
      const to = mkdtempSync(join(tmpdir(), 'rolecall-million-copy-'))
      copyFileSync(storeFile(folder), storeFile(to))
      if (cold) forget(storeFile(to))
      return { folder: to, remove: () => rmSync(to, { recursive: true, force: true }) }
    },
    close: () => (kept === undefined ? rmSync(folder, { recursive: true, force: true }) : undefined),
  }
}
