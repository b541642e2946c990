// What is known of a running process and of where its data lies, for the operator's page (R114) and the log of its start.
import { readFileSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { SetupGap } from '#protocol/app/operator.ts'

interface Disk {
  /** null where the data lies on another machine. */
  readonly storeBytes: number | null
  /** null where it isn't known. */
  readonly freeBytes: number | null
}
export interface Installation {
  readonly version: string
  readonly startedAt: string
  readonly engine: 'sqlite' | 'mongodb'
  readonly gaps: readonly SetupGap[]
  readonly hasBackups: boolean
  readonly disk: () => Promise<Disk>
}

interface Setup {
  readonly production: boolean
  readonly publicUrl: string | undefined
  readonly sendgridKey: string | undefined
  readonly smtpUrl: string | undefined
  readonly payments: 'off' | 'sandbox' | 'stripe'
  readonly backups: object | undefined
  readonly mongodbUri: string | undefined
  readonly adminEmails: readonly string[]
}

/** What isn't set up. Who chose to sell nothing lacks nothing; a database has backups of its own. */
export function gapsOf(setup: Setup): SetupGap[] {
  const isMissing: Readonly<Record<SetupGap, boolean>> = {
    url: setup.publicUrl === undefined,
    mail: !setup.sendgridKey && !setup.smtpUrl,
    payments: setup.payments === 'sandbox',
    backups: setup.backups === undefined && setup.mongodbUri === undefined,
    admin: setup.adminEmails.length === 0,
  }
  return (Object.keys(isMissing) as SetupGap[]).filter((gap) => isMissing[gap])
}

/** What is missing, by the variable that would set it up, and what follows. */
export const remedies: Readonly<Record<SetupGap, string>> = {
  url: 'PUBLIC_URL is not set: links in emails lead to this machine only',
  mail: 'neither SMTP_URL nor SENDGRID_API_KEY is set: emails reach nobody',
  payments: 'STRIPE_SECRET_KEY is not set: the sandbox takes payments and moves no money; PAYMENTS=off sells nothing',
  backups: 'BACKUP_DIR is not set: no backups are made',
  admin: 'ADMIN_EMAILS is not set: nobody can open /admin',
}

/** Says in the log, one line for each, what isn't set up. */
export function logGaps(gaps: readonly SetupGap[], log: Logger) {
  for (const gap of gaps) log.warn({ gap }, `not set up: ${remedies[gap]}`)
}

/** The version in package.json, above the sources or the build. */
export function versionAbove(folder: string): string {
  for (const up of ['..', '../..']) {
    try {
      const { version } = JSON.parse(readFileSync(join(folder, up, 'package.json'), 'utf8')) as { version?: unknown }
      if (typeof version === 'string') return version
    } catch {
      // It lies one further up.
    }
  }
  return 'unknown'
}

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** How large the embedded store is, its journal with it, and how much is free on the disk of `dataDir`. */
export const diskOf = (dataDir: string, isEmbedded: boolean) => async (): Promise<Disk> => {
  const files = ['rolecall.sqlite', 'rolecall.sqlite-wal'].map((name) => sizeOf(join(dataDir, name)))
  const [sizes, free] = await Promise.all([
    Promise.all(files),
    statfs(dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => null,
    ),
  ])
  return { storeBytes: isEmbedded ? sizes.reduce((sum, size) => sum + size, 0) : null, freeBytes: free }
}

interface Running {
  /** Where the program lies. */
  readonly folder: string
  readonly startedAt: string
  readonly engine: Installation['engine']
}

/** What the operator's page says of this process. */
export function createInstallation(config: Setup & { readonly dataDir: string }, { folder, startedAt, engine }: Running): Installation {
  const gaps = gapsOf(config)
  const disk = diskOf(config.dataDir, engine === 'sqlite')
  return { version: versionAbove(folder), startedAt, engine, gaps, hasBackups: config.backups !== undefined, disk }
}
