// Backups made by themselves (R112): one at a time over all processes, each by a process of its own, read back before it counts; old ones go.
import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createLoop, type Loop } from '#server/kernel/jobs/loop.ts'
import type { Rounds } from '#server/kernel/operations/rounds.ts'
import { type Clock, iso } from '#server/kernel/ports/clock.ts'
import { type Collection, RevisionConflict, type Store, type Stored } from '#server/kernel/store/store.ts'

/** The backups of an installation. Its id is always 'this'. */
interface Backups extends Stored {
  /** When the next is due; while one is made, when another process may try instead. */
  readonly dueAt: string
  /** The last that was made and read back; absent until one was. */
  readonly last?: { readonly at: string; readonly file: string; readonly bytes: number }
  /** Why the latest attempt failed; absent if it didn't. */
  readonly failure?: string
}
export const backups: Collection<Backups> = { name: 'backups', indexes: {} }

export interface BackupPlan {
  readonly folder: string
  readonly everyMs: number
  /** How many stay. */
  readonly keep: number
}

interface BackupDeps {
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
  readonly rounds?: Rounds
}
/** Makes a backup at `path`; rejects with why not. */
type Make = (path: string) => Promise<void>

const minuteMs = 60_000
const leaseMs = 60 * minuteMs
const retryMs = 60 * minuteMs
const pollMs = minuteMs

const nameAt = (now: number) => `rolecall-${iso(now).slice(0, 19).replaceAll(':', '-')}.backup.gz`
const isOurs = (name: string) => /^rolecall-[\dT-]{19}\.backup\.gz$/.test(name)
/** A backup that was not finished, or the copy of the store that it was made from. */
const isDraft = (name: string) => /^rolecall-[\dT-]{19}\.backup\.gz\.\d+\.part(?:-\w+)?$/.test(name)

/** Writes what stands now over `before`; false if another process was quicker. */
async function note({ store }: BackupDeps, before: Backups | undefined, after: Omit<Backups, '_id' | 'rev'>): Promise<Backups | undefined> {
  const expectedRev = before?.rev ?? 0
  const put: Backups = { _id: 'this', rev: expectedRev + 1, ...after }
  try {
    await store.commit([{ collection: backups, put, expectedRev }])
    return put
  } catch (error) {
    if (error instanceof RevisionConflict) return undefined
    throw error
  }
}

/** Removes all but the newest, and what attempts that broke off have left. */
async function prune({ folder, keep }: BackupPlan) {
  const names = (await readdir(folder)).sort()
  const over = names.filter(isOurs).slice(0, -keep)
  await Promise.all([...over, ...names.filter(isDraft)].map((name) => rm(join(folder, name), { force: true, recursive: true })))
}

/** Makes a backup if one is due. True if it made one. */
export async function backUpIfDue(services: BackupDeps, plan: BackupPlan, make: Make): Promise<boolean> {
  const { store, clock, log } = services
  const now = clock.now()
  const before = await store.get(backups, 'this')
  if (before && before.dueAt > iso(now)) return false
  const { last } = before ?? {}
  const leased = await note(services, before, { ...(last && { last }), dueAt: iso(now + leaseMs) })
  if (!leased) return false
  try {
    await mkdir(plan.folder, { recursive: true, mode: 0o700 })
    const file = nameAt(now)
    await make(join(plan.folder, file))
    const { size: bytes } = await stat(join(plan.folder, file))
    await note(services, leased, { last: { at: iso(now), file, bytes }, dueAt: iso(now + plan.everyMs) })
    await prune(plan)
    log.info({ file, bytes }, 'backed up')
    return true
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error)
    log.error({ failure }, 'no backup was made: it is tried again within an hour')
    await note(services, leased, { ...(last && { last }), failure, dueAt: iso(now + Math.min(retryMs, plan.everyMs)) })
    return false
  }
}

/** Runs `npm run backup` as a process of its own, so that reading and compressing the store holds up nothing here. */
export function makeBackupBy(entry: string, signal: AbortSignal): Make {
  return (path) =>
    new Promise((made, failed) => {
      const child = spawn(process.execPath, [...process.execArgv, entry, 'backup', path], { stdio: ['ignore', 'ignore', 'pipe'], signal })
      let complaint = ''
      child.stderr.on('data', (part: Buffer) => (complaint = (complaint + part.toString()).slice(-2_000)))
      child.once('error', failed)
      child.once('close', (code) => (code === 0 ? made() : failed(new Error(complaint.trim() || `the backup ended with code ${code}`))))
    })
}

/** Looks every minute whether a backup is due. */
export function createBackups(services: BackupDeps, plan: BackupPlan, entry: string): Loop {
  const cut = new AbortController()
  const make = makeBackupBy(entry, cut.signal)
  const loop = createLoop('backup', services, { pauseMs: pollMs, pollMs }, () => backUpIfDue(services, plan, make))
  return {
    wake: loop.wake,
    stop() {
      cut.abort()
      return loop.stop()
    },
  }
}
