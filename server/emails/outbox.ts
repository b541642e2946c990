// Emails as records: written in the commit that causes them, and delivered afterwards (`delivery.ts`).

import { type CalendarEntry, icsOf } from '../calendar/model.ts'
import type { Receipt } from '../message/model.ts'
import type { Notice } from '../notice/model.ts'
import type { Unsent } from '../notice/rules.ts'
import { type Clock, iso } from '../ports/clock.ts'
import type { Attachment } from '../ports/mailer.ts'
import type { Secrets } from '../ports/secrets.ts'
import type { Collection, Stored } from '../store/store.ts'
import { finished } from './finish.ts'
import type { Message } from './layout.ts'
import type { Addressing } from './personal.ts'

/** An email to be sent. `urgent` ones (codes, links) go first; `secret` ones are kept encrypted until they are sent, and then emptied. */
export interface EmailDraft {
  readonly to: string
  readonly message: Message
  readonly secret?: boolean
  /** R34: costs the same work as any other and is sent to nobody. */
  readonly isDecoy?: boolean
  /** Caused by somebody else, who could repeat it: nobody gets more than `unaskedPerHour` of these. */
  readonly isUnasked?: boolean
  /** R102: its recipient asked for it just now, so it is sent whatever became of emails to them before. */
  readonly isAskedFor?: boolean
  /** R119: the organizer it is sent for, by account: organizers take turns. Without one, its recipient has asked for it. */
  readonly tenant?: string
  /** The email is not sent if by then this event starts at another time, or takes place elsewhere, or is canceled. */
  readonly tells?: Told
  /** R96: the answer it is about, where a guest gets it as one: it goes when they erase their data. */
  readonly rsvpId?: string
  /** R96: dropped once it is sent: nothing may be left of its recipient. */
  readonly isLast?: boolean
  /** R95: what goes into the recipient's calendar, or out of it. */
  readonly calendar?: CalendarEntry
  /** R99, R102: it is an email they didn't ask for, and dropped if it is no longer true by then; `rsvpId` says whom it is about. */
  readonly notice?: Notice
  /** R100, R102: the account whose digest it is: one click stops those, and it is not sent once they are off. */
  readonly digestOf?: string
  /** R101: where it is counted what became of it, and where replies go. */
  readonly receipt?: Receipt
  readonly replyTo?: string
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
  readonly isAskedFor?: true
  /** R119: absent in records of the release before; together they take turns as one tenant. */
  readonly tenant?: string
  readonly tells?: Told
  readonly rsvpId?: string
  readonly isLast?: true
  readonly calendar?: CalendarEntry
  readonly notice?: Notice
  readonly digestOf?: string
  readonly receipt?: Receipt
  readonly replyTo?: string
  /** R114: when the latest attempt failed, and why, without anybody's address; absent before the first, while one is under way, and once it is sent. */
  readonly failedAt?: string | undefined
  readonly why?: string | undefined
  /** R102: why it was given up and not sent. */
  readonly unsent?: Unsent
  /** The kind of a notice and its group: whether some of them still wait. */
  readonly occasion?: string
  /** How often it was rewritten to say something newer; absent in the first version. */
  readonly edition?: number
}
export const emails: Collection<Email> = {
  name: 'emails',
  indexes: {
    due: { fields: ['state', 'dueAt'] },
    turn: { fields: ['state', 'tenant', 'dueAt'] },
    occasion: { fields: ['occasion', 'state'] },
    failing: { fields: ['failedAt'] },
    recipient: { fields: ['to', 'createdAt'] },
    expiry: { fields: ['expiresAt'] },
  },
}

const keptDays = 7
export const occasionOf = ({ kind, groupId }: Pick<Notice, 'kind' | 'groupId'>) => `${kind} ${groupId}`

export interface With {
  readonly clock: Clock
  readonly secrets: Secrets
}

/** What a record takes over from a draft, where it says so. */
const abouts = ['isAskedFor', 'tells', 'rsvpId', 'isLast', 'calendar', 'notice', 'digestOf', 'receipt', 'replyTo'] as const
type About = (typeof abouts)[number]
function said(draft: Pick<EmailDraft, About>): Pick<Email, About> {
  const about: Partial<Record<About, unknown>> = {}
  for (const key of abouts) if (draft[key]) about[key] = draft[key]
  return about as Pick<Email, About>
}

export function emailRecord(
  { clock, secrets }: With,
  { to, message, secret = false, isDecoy = false, isUnasked = false, tenant = to, ...rest }: EmailDraft,
): Email {
  const now = clock.now()
  return {
    ...said(rest),
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
    ...(rest.notice && { occasion: occasionOf(rest.notice) }),
  }
}

/** R95: the invitation or cancellation that goes with an email. */
export const attachmentsOf = ({ calendar }: Pick<Email, 'calendar'>): Attachment[] =>
  calendar
    ? [{ filename: 'invite.ics', contentType: `text/calendar; charset=utf-8; method=${calendar.method}`, text: icsOf(calendar) }]
    : []

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
export async function readOutbox(services: With & Addressing, to?: string, limit = 50) {
  const found = to
    ? await services.store.find(emails, { index: 'recipient', where: { to }, descending: true, limit })
    : await services.store.find(emails, { index: 'expiry', descending: true, limit })
  const kept = found.filter(({ to: someone, message, sealed }) => someone !== '' && (message ?? sealed) !== null)
  const shown = kept.map(async (email) => {
    const message = await finished(services, email, readableOf(services, email))
    const { _id, to: someone, createdAt } = email
    return message ? [{ _id, to: someone, createdAt, ...message, attachments: attachmentsOf(email) }] : []
  })
  return (await Promise.all(shown)).flat()
}
