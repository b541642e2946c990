// E-mails as records: written in the commit that causes them, delivered afterwards, with leases and retries.
import type { Logger } from 'pino'
import { type Loop, openLoop } from '../jobs/loop.ts'
import type { Metrics } from '../operations/metrics.ts'
import { type Clock, iso } from '../ports/clock.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { Secrets } from '../ports/secrets.ts'
import { type Collection, RevisionConflict, type Store, type Stored } from '../store/store.ts'
import { type Message, renderEmail } from './layout.ts'
import { sampleEmails } from './samples.ts'

/** An e-mail to be sent. `urgent` ones (codes, links) go first; `secret` ones are kept encrypted until they are sent, and then emptied. */
export interface EmailDraft {
  readonly to: string
  readonly message: Message
  readonly secret?: boolean
  /** R34: takes the same work as any other, and goes to nobody. */
  readonly isDecoy?: boolean
  /** Somebody else's doing, who could do it over and over: nobody gets more than `unaskedPerHour` of these. */
  readonly isUnasked?: boolean
}

interface Email extends Stored {
  readonly to: string
  readonly message: Message | null
  readonly sealed: string | null
  readonly createdAt: string
  /** 'urgent' or 'normal' until delivered, then 'sent'; 'failed' after the last attempt. */
  readonly state: 'urgent' | 'normal' | 'sent' | 'failed'
  readonly attempts: number
  /** When it may be tried (again); a sender that dies leaves it to the next one from then on. */
  readonly dueAt: string
  /** All are kept equally long, so this orders them by age as well. */
  readonly expiresAt: string
  readonly isUnasked?: true
}
export const emails: Collection<Email> = {
  name: 'emails',
  indexes: {
    due: { fields: ['state', 'dueAt'] },
    recipient: { fields: ['to', 'createdAt'] },
    expiry: { fields: ['expiresAt'] },
  },
}

const keptDays = 7
const leaseMs = 60_000
const waitsMs = [10_000, 60_000, 600_000, 3_600_000, 4 * 3_600_000]
const perRound = 40
const hourMs = 3_600_000
export const unaskedPerHour = 20

interface With {
  readonly clock: Clock
  readonly secrets: Secrets
}

export function emailRecord(
  { clock, secrets }: With,
  { to, message, secret = false, isDecoy = false, isUnasked = false }: EmailDraft,
): Email {
  const now = clock.now()
  return {
    _id: secrets.randomId(),
    rev: 1,
    to,
    message: secret ? null : message,
    sealed: secret ? secrets.seal(JSON.stringify(message)) : null,
    createdAt: iso(now),
    state: isDecoy ? 'sent' : secret ? 'urgent' : 'normal',
    attempts: 0,
    dueAt: iso(now),
    expiresAt: iso(now + keptDays * 86_400_000),
    ...(isUnasked && { isUnasked: true }),
  }
}

const messageOf = ({ secrets }: Pick<With, 'secrets'>, email: Email): Message =>
  email.sealed ? (JSON.parse(secrets.unseal(email.sealed)) as Message) : (email.message ?? { subject: '', blocks: [] })

/** What was sealed under a TOKEN_SECRET of before can't be read any more. */
const readableOf = (services: With, email: Email): Message => {
  try {
    return messageOf(services, email)
  } catch {
    return { subject: 'Sealed under another TOKEN_SECRET', blocks: [] }
  }
}

/** The newest e-mails, rendered, for the development outbox (R63); `to` narrows them. */
export async function readOutbox(services: With & { store: Store }, to?: string, limit = 50) {
  const found = to
    ? await services.store.find(emails, { index: 'recipient', where: { to }, descending: true, limit })
    : await services.store.find(emails, { index: 'expiry', descending: true, limit })
  return found
    .filter(({ to: someone }) => someone !== '')
    .map((email) => ({ _id: email._id, to: email.to, createdAt: email.createdAt, ...renderEmail(readableOf(services, email)) }))
}

/** One of every e-mail, rendered, by name, for the preview outside production. */
export const readSamples = (publicUrl: string) =>
  Object.entries(sampleEmails(publicUrl)).map(([name, { message }]) => ({ name, ...renderEmail(message) }))

interface Delivery extends With {
  readonly store: Store
  readonly mailer: Mailer
  readonly log: Logger
  readonly metrics?: Metrics
}

/** Delivers what is due, urgent first. */
export const openMail = (services: Delivery): Loop => {
  const waitOf = openPacing()
  return openLoop('mail', services, { pauseMs: 100, pollMs: 5_000 }, () => deliver(services, waitOf))
}

/** Until when an unasked letter has to wait, if its recipient had too many. Counted by each process: it is against floods, not to the letter. */
type WaitOf = (email: Email, now: number) => number | undefined
function openPacing(): WaitOf {
  const counts = new Map<string, { readonly count: number; readonly until: number }>() // the first of them ends first
  return ({ to, isUnasked, attempts }, now) => {
    if (!isUnasked || attempts > 0) return undefined
    for (const [one, { until }] of counts) {
      if (until > now) break
      counts.delete(one)
    }
    const { count, until } = counts.get(to) ?? { count: 0, until: now + hourMs }
    if (count >= unaskedPerHour) return until
    counts.set(to, { count: count + 1, until })
    return undefined
  }
}

/** What is worth knowing of a failed delivery. Mail servers repeat whom it was for; the log must not. */
function reasonOf(error: unknown) {
  if (!(error instanceof Error)) return String(error)
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = error as object
  return { name: error.name, message: error.message.replace(/[^\s<>"']+@[^\s<>"']+/g, '…@…'), code, responseCode }
}

/** One round: leases, sends, notes. True if there may be more. */
async function deliver({ store, clock, secrets, mailer, log, metrics }: Delivery, waitOf: WaitOf): Promise<boolean> {
  const to = iso(clock.now() + 1)
  const urgent = await store.find(emails, { index: 'due', where: { state: 'urgent' }, to, limit: perRound })
  const due = urgent.length > 0 ? urgent : await store.find(emails, { index: 'due', where: { state: 'normal' }, to, limit: perRound })
  if (due.length === 0) return false
  const dueAt = iso(clock.now() + leaseMs)
  const planned = due.map((email) => ({ ...email, rev: email.rev + 1, waits: waitOf(email, clock.now()) }))
  const held = planned.flatMap(({ waits, ...email }) => (waits === undefined ? [] : [{ ...email, dueAt: iso(waits) }]))
  const leased = planned.flatMap(({ waits, ...email }) => (waits === undefined ? [{ ...email, attempts: email.attempts + 1, dueAt }] : []))
  const isOurs = await store
    .commit([...held, ...leased].map((put) => ({ collection: emails as Collection<never>, put, over: put.rev - 1 })))
    .then(
      () => true,
      (error: unknown) => (error instanceof RevisionConflict ? false : Promise.reject(error as Error)),
    )
  if (!isOurs) return true // another process has leased some of them: look again
  const after = await Promise.all(
    leased.map(async (email): Promise<Email> => {
      try {
        await mailer.send({ to: email.to, id: email._id, ...renderEmail(messageOf({ secrets }, email)) })
        metrics?.email('sent')
        return { ...email, state: 'sent', ...(mailer.keeps ? {} : { message: null, sealed: null }) }
      } catch (error) {
        const wait = waitsMs[email.attempts - 1]
        metrics?.email(wait === undefined ? 'failed' : 'retry')
        log.warn({ why: reasonOf(error), email: email._id, attempts: email.attempts }, 'e-mail not delivered')
        return wait === undefined
          ? { ...email, state: 'failed', message: null, sealed: null }
          : { ...email, dueAt: iso(clock.now() + wait) }
      }
    }),
  )
  await store.commit(
    after.map((email) => ({ collection: emails as Collection<never>, put: { ...email, rev: email.rev + 1 }, over: email.rev })),
  )
  return due.length === perRound || urgent.length > 0
}
