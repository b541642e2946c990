// Emails as records: written in the commit that causes them, and delivered afterwards (`delivery.ts`).

import { type Clock, iso } from '../ports/clock.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Collection, Store, Stored } from '../store/store.ts'
import { type Message, renderEmail } from './layout.ts'

/** An email to be sent. `urgent` ones (codes, links) go first; `secret` ones are kept encrypted until they are sent, and then emptied. */
export interface EmailDraft {
  readonly to: string
  readonly message: Message
  readonly secret?: boolean
  /** R34: costs the same work as any other and is sent to nobody. */
  readonly isDecoy?: boolean
  /** Caused by somebody else, who could repeat it: nobody gets more than `unaskedPerHour` of these. */
  readonly isUnasked?: boolean
  /** R119: the organizer it is sent for, by account: organizers take turns. Without one, its recipient has asked for it. */
  readonly tenant?: string
  /** The email is not sent if by then this event starts at another time, or takes place elsewhere, or is canceled. */
  readonly tells?: Told
}
/** What an email says of an event: its start, or its place (R84). */
interface Told {
  readonly eventId: string
  readonly start?: string
  readonly place?: string
}

export interface Email extends Stored {
  readonly to: string
  readonly message: Message | null
  readonly sealed: string | null
  readonly createdAt: string
  /** 'urgent' or 'normal' until delivered, then 'sent'; 'failed' after the last attempt. */
  readonly state: 'urgent' | 'normal' | 'sent' | 'failed'
  readonly attempts: number
  /** When it may be tried (again). While it is leased, the end of the lease: if the sender dies, another takes over. */
  readonly dueAt: string
  /** All are kept equally long, so this also orders them by age. */
  readonly expiresAt: string
  readonly isUnasked?: true
  /** R119: absent in records of the release before; together they take turns as one tenant. */
  readonly tenant?: string
  readonly tells?: Told
  /** How often it was rewritten to say something newer; absent in the first version. */
  readonly edition?: number
}
export const emails: Collection<Email> = {
  name: 'emails',
  indexes: {
    due: { fields: ['state', 'dueAt'] },
    turn: { fields: ['state', 'tenant', 'dueAt'] },
    recipient: { fields: ['to', 'createdAt'] },
    expiry: { fields: ['expiresAt'] },
  },
}

const keptDays = 7

export interface With {
  readonly clock: Clock
  readonly secrets: Secrets
}

export function emailRecord(
  { clock, secrets }: With,
  { to, message, secret = false, isDecoy = false, isUnasked = false, tenant = to, tells }: EmailDraft,
): Email {
  const now = clock.now()
  return {
    _id: secrets.randomId(),
    rev: 1,
    to,
    message: secret ? null : message,
    sealed: secret ? secrets.seal(JSON.stringify(message)) : null,
    createdAt: iso(now),
    state: isDecoy ? 'sent' : secret && !isUnasked ? 'urgent' : 'normal',
    attempts: 0,
    dueAt: iso(now),
    expiresAt: iso(now + keptDays * 86_400_000),
    ...(isUnasked && { isUnasked: true }),
    tenant,
    ...(tells && { tells }),
  }
}

export const messageOf = ({ secrets }: Pick<With, 'secrets'>, email: Email): Message =>
  email.sealed ? (JSON.parse(secrets.unseal(email.sealed)) as Message) : (email.message ?? { subject: '', blocks: [] })

/** An email sealed under an earlier TOKEN_SECRET can't be read any more. */
const readableOf = (services: With, email: Email): Message => {
  try {
    return messageOf(services, email)
  } catch {
    return { subject: 'Sealed under another TOKEN_SECRET', blocks: [] }
  }
}

/** The newest emails, rendered, for the development outbox (R63); `to` narrows them. */
export async function readOutbox(services: With & { store: Store }, to?: string, limit = 50) {
  const found = to
    ? await services.store.find(emails, { index: 'recipient', where: { to }, descending: true, limit })
    : await services.store.find(emails, { index: 'expiry', descending: true, limit })
  return found
    .filter(({ to: someone, message, sealed }) => someone !== '' && (message ?? sealed) !== null)
    .map((email) => ({ _id: email._id, to: email.to, createdAt: email.createdAt, ...renderEmail(readableOf(services, email)) }))
}
