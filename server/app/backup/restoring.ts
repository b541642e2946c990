// What a restore ends and does again (R156), and the words for it.

import type { Installation } from '#server/app/store/collections.ts'
import type { Config } from '#server/kernel/config.ts'
import type { Store, Stored } from '#server/kernel/store/store.ts'
import { type LedgerKind, type LedgerLine, latestOf } from '#server/record/ledger/model.ts'
import { type LedgerCopies, type Redone, redoLedger } from './replay-ledger.ts'
import type { Ended } from './revoke-bearers.ts'

/** R156: what ends with a restore, and what is done again to what came back. */
export interface Restoring {
  readonly ended: Ended
  readonly redo: (store: Store, installation: Stored | undefined, known: readonly LedgerLine[]) => Promise<void>
}

const kindNames: Readonly<Record<LedgerKind, string>> = {
  password: 'old passwords ended',
  suspension: 'suspensions as they are now',
  digest: 'digests stopped',
  erased: 'guests erased',
  block: 'addresses blocked as they are now',
  stop: 'stops of emails as they are now',
  complaint: 'addresses that complained',
  membership: 'memberships ended',
  role: 'roles lowered',
  grant: 'permissions ended',
}
const listed = (counts: Iterable<readonly [string, number]>) => [...counts].map(([name, count]) => `${name} (${count})`).join(', ')

/** Counts what ends and what is done again. */
export function openRestoring(config: Config, found: LedgerCopies) {
  const redone: Redone = {}
  const state = { lines: 0 }
  return {
    ended: { counts: new Map<string, number>(), lines: [] } as Ended,
    redone,
    state,
    async redo(store: Store, installation: Stored | undefined, known: readonly LedgerLine[]) {
      const lines = latestOf([...known, ...found.lines])
      state.lines = lines.length
      Object.assign(redone, await redoLedger(store, config, (installation ?? {}) as Partial<Installation>, lines))
    },
  }
}

/** R156: what didn't come back. */
export function tellEnded({ ended, redone, state }: ReturnType<typeof openRestoring>, { paths, refused }: LedgerCopies): string[] {
  const again = Object.entries(redone).map(([kind, count]) => [kindNames[kind as LedgerKind], count] as const)
  const from = paths.length > 0 ? ` (${paths.join(', ')})` : ''
  return [
    `Ended: ${listed(ended.counts) || 'nothing that was kept'}; and every personal link, hand-over, invitation to an organization`,
    'and proof of an email from before. Whoever had one logs in again, or asks for a new one.',
    state.lines > 0
      ? `Done again, as the ledger says${from}: ${listed(again) || 'nothing, as all of it was so already'}.`
      : 'No ledger was found, so what was revoked, reset or erased since the backup is as it was then: do it again by hand.',
    ...(refused > 0 ? [`${refused} lines of the ledger were left out: they are not signed with the secret of this installation.`] : []),
  ]
}
