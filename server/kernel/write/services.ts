// All that an action may use.

import type { Loop } from '#server/kernel/jobs/loop.ts'
import type { Installation } from '#server/kernel/operations/installation.ts'
import type { Metrics } from '#server/kernel/operations/metrics.ts'
import type { Rounds } from '#server/kernel/operations/rounds.ts'
import type { ZoneDoubts } from '#server/kernel/operations/zone-doubts.ts'
import type { Clock } from '#server/kernel/ports/clock.ts'
import type { EmailEvents } from '#server/kernel/ports/email-events.ts'
import type { Payments } from '#server/kernel/ports/payments.ts'
import type { MakePicture } from '#server/kernel/ports/pictures.ts'
import type { Passwords, Secrets } from '#server/kernel/ports/secrets.ts'
import type { SignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import type { Store } from '#server/kernel/store/store.ts'
import type { Actor, AlsoWritten, Follow, Queues } from './outcome.ts'

export interface Services {
  readonly store: Store
  readonly queues: Queues
  /** R105: who asks; `byItself` for all that no call has caused. */
  readonly actor: Actor
  readonly activityOf: AlsoWritten
  /** What else is written about a commit: the ledger (R156), short links (R128). */
  readonly besides: readonly AlsoWritten[]
  /** R138: what follows from a changed seat or answer. */
  readonly follow: Follow<Services>
  /** This process's name among those that share the store; absent where there is no other. */
  readonly process?: string
  readonly clock: Clock
  readonly secrets: Secrets
  readonly signedTokens: SignedTokens
  /** R102: absent where the email provider reports nothing. */
  readonly emailEvents?: EmailEvents
  readonly passwords: Passwords
  /** R214, R224: writes an uploaded picture anew. */
  readonly makePicture: MakePicture
  readonly payments: Payments
  readonly delivery: Loop
  readonly jobs: Loop
  /** The operator's figures; absent where nobody counts. */
  readonly metrics?: Metrics
  /** PUBLIC_URL, without a slash at the end: the start of every link. */
  readonly publicUrl: string
  /** R75: where help, trials and Enterprise are asked for. */
  readonly supportEmail: string
  /** R114: ADMIN_EMAILS, whose people run this installation; absent for nobody. */
  readonly adminEmails?: ReadonlySet<string>
  /** R114: what is known of this process and where its data lies; absent where nobody asks. */
  readonly installation?: Installation
  /** R114: the latest round of each thing that happens by itself; absent where nobody asks. */
  readonly rounds?: Rounds
  /** R234: absent where nobody asks. */
  readonly zoneDoubts?: ZoneDoubts
  /** RATE_LIMITS: whether wrong logins make one wait. */
  readonly rateLimits: boolean
  /** R228: what the email brought was used: gives its point back. Absent where nobody called. */
  readonly giveBack?: (asked: { readonly by: string; readonly limit: 'code' | 'email' | 'signUp' | 'create' }) => Promise<void>
  /** RETENTION_DAYS: how long after the end of an event its guests are known by name (R96). */
  readonly retentionDays: number
}
