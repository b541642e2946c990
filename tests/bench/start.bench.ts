// Start: how long the server needs to open a store that has been in use for years, until it answers.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fill } from '#tests/kit/process/seed.ts'
import type { Row } from './row.ts'
import { runServer } from './server.ts'

const groups = 100
const each = 10_000
const limitS = 2
const tries = 5

export default async function start(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-start-'))
  await fill(folder, { groups, seats: 100_000, rsvps: each })
  const seconds: number[] = []
  for (let n = 0; n < tries; n++) {
    const startedAt = performance.now()
    const server = await runServer(folder)
    seconds.push((performance.now() - startedAt) / 1_000)
    await server.stop()
  }
  rmSync(folder, { recursive: true, force: true })
  const usual = seconds.toSorted((one, other) => one - other)[Math.floor(tries / 2)] ?? Infinity
  return [
    {
      what: `Start on a store of ${groups * each} RSVPs until the first answer, median of ${tries}`,
      measured: `${usual.toFixed(2)} s`,
      limit: `≤ ${limitS}.00 s`,
      ok: usual <= limitS,
    },
  ]
}
