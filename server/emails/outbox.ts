// Emails as records: written in the commit that causes them, and delivered afterwards (`mail-delivery.ts`).

import { type Clock, iso } from '../ports/clock.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Collection, Store, Stored } from '../store/store.ts'
import { type Message, renderEmail } from './layout.ts'

/** An email to be sent. `urgent` ones (codes, links) go first; `secret` ones are kept encrypted until they are sent, and then emptied. */
export interface EmailDraft {
  readonly to: string
  readonly message: Message
  readonly secret?: boolean
  /** R34: takes the same work as any other, and goes to nobody. */
  readonly isDecoy?: boolean
  /** Somebody else's doing, who could do it over and over: nobody gets more than `unaskedPerHour` of these. */
  readonly isUnasked?: boolean
  /** R119: whose emails it takes turns with: an organizer's account; without one, its recipient has asked for it. */
  readonly tenant?: string
  /** It is not sent any more once this event starts at another time, or is canceled. */
  readonly tells?: Start
}
interface Start {
  readonly eventId: string
  readonly start: string
}

export interface Email extends Stored {
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
  /** R119: absent in what the release before wrote, which is of nobody and takes its turn as one. */
  readonly tenant?: string
  readonly tells?: Start
  /** How often it was written anew, to say something newer; absent in the first. */
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

/** What was sealed under a TOKEN_SECRET of before can't be read any more. */
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
