// Migration: how long a store that has been in use for years is away when a release changes the shape of every RSVP (R111). A server migrates before it
// listens, so nothing is answered meanwhile.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fill } from '#tests/kit/process/seed.ts'
import type { Migrated } from './migrating-child.ts'
import type { Row } from './row.ts'

const groups = 100
const each = 10_000

export default async function migration(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-migration-'))
  await fill(folder, { groups, seats: 100_000, rsvps: each })
  const child = fork('tests/bench/migrating-child.ts', [folder], { execArgv: ['--import', 'tsx'] })
  const { seconds, written, mostMB, beforeMB } = await new Promise<Migrated>((resolve, failed) => {
    child.once('message', (message) => resolve(message as Migrated))
    child.once('exit', (code) => failed(new Error(`The migration ended with ${code}`)))
  })
  rmSync(folder, { recursive: true, force: true })
  return [
    {
      what: `Migration that writes each of ${groups * each} RSVPs: time, memory, answers served meanwhile`,
      measured: `${(seconds / 60).toFixed(1)} min, ${Math.round(mostMB)} MB (${Math.round(beforeMB)} MB before), none`,
      limit: 'each written once, for information',
      ok: written === groups * each,
    },
  ]
}
