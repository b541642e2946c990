// What is kept of a code until the email that it was sent to is proven.
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import type { ChargedRequest } from './access.ts'

type Code = Pick<ProofCode, 'hash' | 'codeExpiresAt' | 'triesBy'>

/** R15, R227: the last two codes of an email and group; only their keyed hashes are kept. */
export interface ProofCode extends Stored {
  readonly hash: string | null
  readonly sentAt: string
  readonly codeExpiresAt: string
  /** Wrong tries at this code, by a hash of the address they came from: nobody uses up another's (R118). Absent where release 0.1.0 sent it, as is what concerns links. */
  readonly triesBy?: Readonly<Record<string, number>>
  /** R227: the code sent before, which holds for its own ten minutes too. */
  readonly earlier?: Code | null
  /** Sent within the hour that began at `hourSince`. */
  readonly hourSince: string
  readonly sentInHour: number
  /** Links sent in the place of a locked code, likewise. */
  readonly linksSince?: string
  readonly linksInHour?: number
  /** Wrong tries within the day that began at `daySince`: not reset by a new code. */
  readonly daySince: string
  readonly failuresInDay: number
  /** R228: who asked for what was sent since the email was proven last. */
  readonly asked?: readonly ChargedRequest[]
  /** R15b: how it stands for each who asked, by a hash of their address, as if nobody else had: the last of them. */
  readonly askers?: Readonly<Record<string, Omit<ProofCode, 'askers'>>>
  readonly expiresAt: string
}
export const proofCodes: Collection<ProofCode> = { name: 'proofCodes', indexes: { expiry: { fields: ['expiresAt'] } } }
