// All that an action may use.

import type { Loop } from './jobs/loop.ts'
import type { Installation } from './operations/installation.ts'
import type { Metrics } from './operations/metrics.ts'
import type { Rounds } from './operations/rounds.ts'
import type { Clock } from './ports/clock.ts'
import type { EmailEvents } from './ports/email-events.ts'
import type { Payments } from './ports/payments.ts'
import type { Passwords, Secrets } from './ports/secrets.ts'
import type { SignedTokens } from './ports/signed-tokens.ts'
import type { Store } from './store/store.ts'
import type { ActivityOf, Actor, Queues } from './write/outcome.ts'

export interface Services {
  readonly store: Store
  readonly queues: Queues
  /** R105: who asks; `byItself` but for what comes in over a call. */
  readonly actor: Actor
  readonly activityOf: ActivityOf
  /** This process's name among those that share the store; absent where there is no other. */
  readonly process?: string
  readonly clock: Clock
  readonly secrets: Secrets
  readonly signedTokens: SignedTokens
  /** R102: absent where the email provider reports nothing. */
  readonly emailEvents?: EmailEvents
  readonly passwords: Passwords
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
  /** RATE_LIMITS: whether wrong logins make one wait. */
  readonly rateLimits: boolean
  /** RETENTION_DAYS: how long after the end of an event its guests are known by name (R96). */
  readonly retentionDays: number
}
