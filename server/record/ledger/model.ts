// What a restore must not bring back (R156): the latest of all that was revoked, reset and erased, by keyed ids and nothing else of anybody.
import type { Collection, Stored } from '#server/kernel/store/store.ts'

export const ledgerKinds = [
  'password',
  'suspension',
  'digest',
  'erased',
  'block',
  'stop',
  'complaint',
  'membership',
  'role',
  'grant',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

/** One per kind and subject: what happened later takes its place. */
export interface LedgerLine extends Stored {
  readonly kind: LedgerKind
  /** The id of the account, answer, member, permission or address it is about. */
  readonly subject: string
  readonly at: string
  /** What is so since: the epoch of the reset, the start of the suspension, the group of the stop or the block, the role; '' where it was taken back. */
  readonly to: string
}
export const ledger: Collection<LedgerLine> = { name: 'ledger', indexes: {} }

export const lineId = ({ kind, subject }: Pick<LedgerLine, 'kind' | 'subject'>) => `${kind}:${subject}`

/** Of each the latest, whichever copy of the ledger it comes from. */
export function latestOf(lines: Iterable<LedgerLine>): LedgerLine[] {
  const latest = new Map<string, LedgerLine>()
  for (const line of lines) if ((latest.get(lineId(line))?.at ?? '') <= line.at) latest.set(lineId(line), line)
  return [...latest.values()]
}
