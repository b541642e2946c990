// One attempt to send an email: in a slot and with a deadline, leased for as long as it is under way, and what became of it.

import type { Logger } from 'pino'
import type { HeldBlock } from '#server/kernel/emails/layout.ts'
import { type Email, emails, emptied, ended } from '#server/kernel/emails/outbox.ts'
import type { Metrics } from '#server/kernel/operations/metrics.ts'
import type { Mailer } from '#server/kernel/ports/mailer.ts'
import type { Collection, Store, Write } from '#server/kernel/store/store.ts'
import { type Wording, worded } from './email-text.ts'
import { afterFailure, isRefused, type Outcome } from './failure.ts'

export const leaseMs = 60_000

export interface Delivery extends Wording {
  /** R251: counts the time of a seat that an email offers from when it leaves. */
  readonly holdSeat: (offer: HeldBlock['heldFor']) => Promise<void>
  readonly store: Store
  readonly mailer: Mailer
  readonly log: Logger
  readonly metrics?: Metrics
}

/** Under way until it is noted what became of it. */
export interface Attempt {
  /** As it was leased last. */
  email: Email
  /** Until it ends, or its deadline is over. */
  hasSlot: boolean
  /** Resolves when nobody who stops the delivery waits for it any more. */
  letGo: Promise<void>
}
/** Names an attempt: the next one of an email, or one of what it says by then, is another. */
export const attemptOf = ({ _id, edition = 1, attempts }: Email) => `${_id} ${edition} ${attempts}`
const isLeased = ({ email: { dueAt = '' } }: Attempt, now: number) => now < Date.parse(dueAt)
export const isOver = ({ state }: Email) => state === 'sent' || state === 'failed'
/** R96: of the last email to somebody whose data was erased nothing stays once it is sent. */
export const writeOf = (email: Email, expectedRev: number): Write => {
  const collection: Collection<never> = emails
  return email.isLast && isOver(email) ? { collection, drop: email, expectedRev } : { collection, put: email, expectedRev }
}

const heldIn = ({ message }: Email) => message?.blocks.flatMap((block) => ('heldFor' in block ? [block] : [])) ?? []

/** Aborts an attempt that takes too long, and goes on waiting for what became of it: an email that was taken late is not sent again. */
async function withDeadline(
  { clock }: Delivery,
  ms: number,
  attempt: (signal: AbortSignal) => Promise<void>,
  whenLate: () => void,
): Promise<void> {
  const cut = new AbortController()
  const cancelTimer = clock.after(ms, () => {
    whenLate()
    cut.abort(new Error(`the mail server took longer than ${ms / 1_000} seconds`))
  })
  try {
    await attempt(cut.signal)
  } catch (error) {
    throw cut.signal.aborted && !isRefused(error) ? cut.signal.reason : error
  } finally {
    cancelTimer()
  }
}

/** Tries to send a leased email, and gives what became of it: nothing where its lease was over before it was sent. `whenLate` is told once it has no slot any more. */
export async function send(services: Delivery, attempt: Attempt, timeoutMs: number, whenLate: () => void): Promise<Outcome | undefined> {
  const { clock, mailer, metrics } = services
  const { email } = attempt
  const late = () => {
    attempt.hasSlot = false
    whenLate()
  }
  try {
    const id = email.edition ? `${email._id}-${email.edition}` : email._id
    for (const { heldFor } of heldIn(email)) await services.holdSeat(heldFor)
    const words = await worded(services, email)
    if (!words) return (one) => ({ ...ended(emptied(one), 'sent'), isLast: true })
    if (!isLeased(attempt, clock.now())) return undefined // this process stood still: another may be sending it
    const outgoing = { to: email.to, id, ...words, ...(email.replyTo && { replyTo: email.replyTo }) }
    await withDeadline(services, timeoutMs, (signal) => mailer.send(outgoing, signal), late)
    metrics?.email('sent')
    return (one) => ended(mailer.keeps ? one : emptied(one), 'sent')
  } catch (error) {
    return afterFailure(services, email, error)
  }
}
