// What becomes of an email that the other side didn't take: tried again, or given up at once where that can't help (R235); and what the log and the operator read of it.

import type { Logger } from 'pino'
import { type Email, type EmailDeps, emptied, ended } from '#server/kernel/emails/outbox.ts'
import type { Metrics } from '#server/kernel/operations/metrics.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { shortReason, withoutAddresses } from '#server/kernel/refuse.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { noteRefused } from '#server/seats/notices/addresses.ts'

const waitsMs = [10_000, 60_000, 600_000, 3_600_000, 4 * 3_600_000]

/** What an attempt makes of the email, as it was leased last. */
export type Outcome = (email: Email) => Email

interface Failing extends EmailDeps {
  readonly store: Store
  readonly log: Logger
  readonly metrics?: Metrics
}

interface Coded {
  readonly code?: unknown
  readonly responseCode?: unknown
}
/** What the log says of a failed delivery. Mail servers repeat the recipient's address; the log must not hold it. */
function reasonOf(error: unknown, { to }: Email) {
  if (!(error instanceof Error)) return String(error)
  const { code, responseCode } = { ...(error.cause as Coded | undefined), ...(error as Coded) }
  return { name: error.name, message: withoutAddresses(error.message, to), code, responseCode }
}

/** R114: what the operator sees of an attempt: of a refusal its words alone. */
const failure = ({ clock }: Failing, error: unknown, { to }: Email) => ({
  failedAt: iso(clock.now()),
  why: shortReason(isRefused(error) ? error.message : error, to),
})

const isAddressRefused = (error: unknown) => error instanceof Error && error.name === 'AddressRefused'
/** R235: no later attempt would end otherwise. */
export const isRefused = (error: unknown): error is Error =>
  error instanceof Error && (error.name === 'EmailRefused' || isAddressRefused(error))

/** R114: the operator may have it sent again while it is kept. A code or a link is not: whoever asked for it asks again. */
const givenUp = (email: Email): Email => ended(email.state === 'urgent' ? emptied(email) : email, 'failed')

/** R251: whether its code or link works no longer. */
export const isPast = ({ goodUntil }: Email, at: number) => goodUntil !== undefined && goodUntil <= iso(at)
/** R251, R114: what the operator sees of it then. */
export const tooLate = (email: Email, now: number): Email =>
  givenUp({ ...email, failedAt: email.failedAt ?? iso(now), why: email.why ?? 'what it brings no longer works' })

/** What is to be kept of an email that was not taken: tried again later, or given up. */
export async function afterFailure(services: Failing, email: Email, error: unknown): Promise<Outcome> {
  const { clock, log, metrics } = services
  const next = waitsMs[email.attempts - 1]
  const wait = isRefused(error) || next === undefined || isPast(email, clock.now() + next) ? undefined : next
  metrics?.email(wait === undefined ? 'failed' : 'retry')
  const how = { email: email._id, attempts: email.attempts, ...(isRefused(error) && { isFinal: true }) }
  log.warn({ why: reasonOf(error, email), ...how }, 'email not delivered')
  const why = failure(services, error, email)
  if (isAddressRefused(error)) {
    // R102: what the organizer sees of it, too.
    await noteRefused(services, email.to, iso(clock.now())).catch((fault: unknown) =>
      log.error({ err: fault }, 'an address was not marked'),
    )
    return (one) => ({ ...ended(emptied({ ...one, ...why }), 'failed'), unsent: 'undeliverable' })
  }
  if (wait === undefined) return (one) => givenUp({ ...one, ...why })
  const dueAt = iso(clock.now() + wait)
  return (one) => ({ ...one, ...why, dueAt })
}
