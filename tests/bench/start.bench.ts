// Start: how long the server needs to open a store that has been in use for years until it answers, when nothing of it is in memory, and what it does then.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fill, storeFile } from '#tests/kit/process/seed.ts'
import { forget, millions, openMillion } from './million.ts'
import type { Row } from './row.ts'
import { runServer } from './server.ts'

const limitS = 2
const tries = 5
const watchedS = 20
const ticksPerSecond = 100

const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Infinity
/** What a process has taken of the processors so far, in seconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/\(.*\)/, 'name')
    .split(' ')
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond
}

async function cpuAfterStart({ pid }: { readonly pid: number }): Promise<number> {
  const before = cpuOf(pid)
  await wait(watchedS * 1_000)
  return cpuOf(pid) - before
}

/** Starts over a folder of which nothing is in memory; until the first answer, in seconds. */
async function startIn(folder: string) {
  forget(storeFile(folder))
  const startedAt = performance.now()
  const server = await runServer(folder)
  return { server, seconds: (performance.now() - startedAt) / 1_000 }
}

export default async function start(): Promise<Row[]> {
  const million = await openMillion()
  const { folder, remove } = million.copy()
  const small = mkdtempSync(join(tmpdir(), 'rolecall-small-'))
  await fill(small, { groups: 1, seats: 10 })
  const times: readonly [large: number[], least: number[]] = [[], []]
  const taken: [large: number, least: number] = [Infinity, 0]
  // In turn, so that what else the machine does meets both alike.
  for (let n = 1; n <= tries; n++) {
    for (const [at, store] of [folder, small].entries()) {
      const { server, seconds } = await startIn(store)
      times[at]?.push(seconds)
      if (n === tries) taken[at] = await cpuAfterStart(server)
      await server.stop()
    }
  }
  remove()
  million.close()
  rmSync(small, { recursive: true, force: true })
  const [large, least] = times.map(median) as [number, number]
  return [
    {
      what: `Start on a store of ${millions} RSVPs until the first answer, nothing of it in memory, median of ${tries}; on an almost empty one`,
      measured: `${large.toFixed(2)} s; ${least.toFixed(2)} s`,
      limit: `≤ ${limitS}.00 s`,
      ok: large <= limitS,
    },
    {
      what: `Processor time of the server in the ${watchedS} s after that start, against an almost empty store`,
      measured: `${taken[0].toFixed(2)} s against ${taken[1].toFixed(2)} s`,
      limit: 'at most 0.5 s more',
      ok: taken[0] <= taken[1] + 0.5,
    },
  ]
}
