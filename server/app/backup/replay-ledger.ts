// Does again what was revoked, reset and erased since the backup (R156): by the product's own rules, over the store that was just filled.

import { consequences, derived } from '#server/app/consequences.ts'
import type { Installation } from '#server/app/store/collections.ts'
import type { Config } from '#server/kernel/config.ts'
import { systemClock } from '#server/kernel/ports/clock.ts'
import { noPayments } from '#server/kernel/ports/payments-off.ts'
import { keptSecret } from '#server/kernel/ports/secret-file.ts'
import { createPasswords, createSecrets, newSecret } from '#server/kernel/ports/secrets.ts'
import { createSignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import { readFormerIds } from '#server/kernel/store/former-ids.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { byItself } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { redo } from '#server/record/ledger/actions.ts'
import { ledgerIn, readLedger } from '#server/record/ledger/file.ts'
import { type LedgerKind, type LedgerLine, latestOf } from '#server/record/ledger/model.ts'
import { dataErased } from '#server/seats/guest/follows.ts'
import { removalEmails } from '#server/seats/removal/follows.ts'
import { type Consequence, followBy } from '#server/seats/seating/follow.ts'
import { BackupRefused, isOfFile } from './file.ts'
import type { Trust } from './read.ts'

/** What the copies of the ledger hold, which of them there are, and how many of their lines are somebody else's. */
export interface LedgerCopies {
  readonly lines: readonly LedgerLine[]
  readonly paths: readonly string[]
  readonly refused: number
}

const refused = (path: string) => (error: unknown) => {
  throw isOfFile(error) ? new BackupRefused(`${path} can't be read (${error.code}).`, { cause: error }) : error
}
/** Looks for copies in DATA_DIR, in BACKUP_DIR and beside the backup. */
export async function findLedger({ dataDir, backups, previousSecret }: Config, folder: string, trust: Trust): Promise<LedgerCopies> {
  const secrets = trust === 'unsigned' ? trust : [trust.secret, previousSecret].filter((one) => one !== undefined)
  const paths = [...new Set([dataDir, ...(backups ? [backups.folder] : []), folder].map(ledgerIn))]
  const read = await Promise.all(paths.map(async (path) => ({ path, ...(await readLedger(path, secrets).catch(refused(path))) })))
  return {
    lines: read.flatMap(({ lines }) => lines),
    paths: read.filter(({ lines }) => lines.length > 0).map(({ path }) => path),
    refused: read.reduce((sum, { refused }) => sum + refused, 0),
  }
}

const asleep = { wake: () => {}, stop: async () => {} }
/** They have heard that their data is erased, and that their answer was taken away. */
const heard: readonly Consequence['adds'][] = [dataErased, removalEmails]
/** What the product needs to decide; whatever is to be sent waits for the server. */
async function servicesOver(store: Store, config: Config, { idKey, bearerEra }: Partial<Installation>): Promise<Services> {
  const secret = (await keptSecret(config)) ?? newSecret()
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
  return {
    store,
    queues: new Map(),
    actor: byItself,
    ...derived,
    besides: [],
    follow: followBy(consequences.filter(({ adds }) => !heard.includes(adds))),
    clock: systemClock,
    secrets: createSecrets(secret, idKey ?? newSecret(), bearerEra, await readFormerIds(store)),
    signedTokens: createSignedTokens({ clock: systemClock, publicUrl, secrets: [secret], era: bearerEra }),
    passwords: createPasswords(),
    makePicture: () => Promise.reject(new Error('Nobody uploads anything while a restore is under way')),
    payments: noPayments,
    delivery: asleep,
    jobs: asleep,
    publicUrl,
    supportEmail: config.supportEmail,
    rateLimits: config.rateLimits,
    retentionDays: config.retentionDays,
  }
}

export type Redone = Partial<Record<LedgerKind, number>>
/** Gives how much of each kind wasn't so in what was restored. */
export const redoLedger = async (store: Store, config: Config, installation: Partial<Installation>, lines: readonly LedgerLine[]) =>
  redo(await servicesOver(store, config, installation), latestOf(lines))
