// Emails as records: written in the commit that causes them, and delivered afterwards (`mail/delivery`).

import type { NoticeKind } from '#protocol/mail/notice.ts'
import type { AddressFault } from '#protocol/seats/group.ts'
import { fileOf, icsOf } from '#server/kernel/calendar/ics.ts'
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import { type Clock, iso } from '#server/kernel/ports/clock.ts'
import type { Attachment } from '#server/kernel/ports/mailer.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import type { EmailContent } from './layout.ts'

/** What makes an email a notice: one that a guest did not ask for. */
export interface Notice {
  readonly kind: NoticeKind
  /** R99: the occasion, for which nobody gets two emails: the time it falls due (ISO 8601), the day it was asked for by hand, or the id of a message or invitation. */
  readonly due: string
  readonly groupId: string
  readonly eventId: string | null
  /** R99: somebody asked for it now, so it is sent at any hour. */
  readonly isByHand?: true
  /** R193: to those who came, or didn't: it is as true once the event is over. */
  readonly isAfter?: true
}

/** Where in a tally an email is counted. */
export interface Receipt {
  readonly tallyId: string
  readonly at: number
}

/** Why a notice was not sent: its recipient wants none about this event, can't be reached or complained; or it is no longer true. */
export type Unsent = 'stopped' | AddressFault | 'over'

/** An email to be sent. `urgent` ones (codes, links) go first; `secret` ones are kept encrypted until they are sent, and then emptied. */
export interface EmailDraft {
  readonly to: string
  readonly message: EmailContent
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
  readonly tells?: EventFacts
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
  /** R217: the group it is about, where that can't be told by its answer: there may be none yet. */
  readonly groupId?: string
  /** R251: what it brings works so many hours: an email that hasn't left by then isn't sent any more. */
  readonly hoursGood?: number
  /** Only the newest of this id counts, and it says this (`replace-email.ts`). */
  readonly latest?: { readonly id: string; readonly says: string }
}
/** What an email says of an event: its start, or what its recipient's entry in a calendar shows of it (R250). */
interface EventFacts {
  readonly eventId: string
  /** R142: the group whose times and place they are; absent in emails of the releases before. */
  readonly groupId?: string
  readonly start?: string
  readonly shown?: string
}

/** An email that is written when it is sent, by whoever `writer` names, from the records as they are then: all that is kept is whose answer it is about. */
export interface LateDraft {
  readonly writer: 'answer'
  /** Its id as well, so that it is found by it: of those about one answer only the newest counts. */
  readonly rsvpId: string
  /** The revision of the answer that is confirmed, or a later one. */
  readonly rsvpRev: number
  readonly to: string
  readonly tenant: string
  /** R95: their calendar may have the event already. */
  readonly isEntered: boolean
  /** R153: their answers in other groups of the event that the same email is about. */
  readonly besides?: readonly string[]
}

export interface Email extends Stored {
  readonly to: string
  /** Absent where it is written when it is sent; null once nothing of it is kept. */
  readonly message?: EmailContent | null
  readonly sealed?: string | null
  /** See `LateDraft`. */
  readonly writer?: LateDraft['writer'] | undefined
  readonly rsvpRev?: number
  readonly isEntered?: true | undefined
  readonly besides?: readonly string[]
  /** Absent where there is a `writer`: see `createdAtOf`. */
  readonly createdAt?: string
  /** 'urgent' or 'normal' until delivered, then 'sent'; 'failed' after the last attempt. */
  readonly state: 'urgent' | 'normal' | 'sent' | 'failed'
  readonly attempts: number
  /**
   * When it may be tried (again). While it is leased, the end of the lease: if the sender dies, another takes over. Absent once it is over: only what
   * waits is in the queue.
   */
  readonly dueAt?: string | undefined
  /** Of one that is over and `tells`: the end of its last lease. */
  readonly leasedTo?: string | undefined
  /** All are kept equally long, so this also orders them by age. */
  readonly expiresAt: string
  readonly isUnasked?: true
  readonly isAskedFor?: true
  /** R119: absent in records of the release before, and in a confirmation that is over; together they take turns as one tenant. */
  readonly tenant?: string
  readonly tells?: EventFacts
  readonly rsvpId?: string
  readonly isLast?: true
  readonly calendar?: CalendarEntry
  readonly notice?: Notice
  readonly digestOf?: string
  readonly receipt?: Receipt
  readonly replyTo?: string
  readonly groupId?: string
  /** R251: from then on it isn't sent any more. */
  readonly goodUntil?: string
  /** R114: when the latest attempt failed, and why, without anybody's address; absent before the first, while one is under way, and once it is sent. */
  readonly failedAt?: string | undefined
  readonly why?: string | undefined
  /** R102: why it was given up and not sent. */
  readonly unsent?: Unsent
  /** The kind of a notice and its group: whether some of them still wait. */
  readonly occasion?: string
  /** Of those of which only the newest counts: what it says. */
  readonly says?: string
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

const keptMs = 7 * 86_400_000
export const occasionOf = ({ kind, groupId }: Pick<Notice, 'kind' | 'groupId'>) => `${kind} ${groupId}`

export interface EmailDeps {
  readonly clock: Clock
  readonly secrets: Secrets
}

/** What a record takes over from a draft, where it says so. */
const abouts = ['isAskedFor', 'tells', 'rsvpId', 'isLast', 'calendar', 'notice', 'digestOf', 'receipt', 'replyTo', 'groupId'] as const
type About = (typeof abouts)[number]
function said(draft: Pick<EmailDraft, About>): Pick<Email, About> {
  const about: Partial<Record<About, unknown>> = {}
  for (const key of abouts) if (draft[key]) about[key] = draft[key]
  return about as Pick<Email, About>
}

export function emailRecord(
  { clock, secrets }: EmailDeps,
  { to, message, secret = false, isDecoy = false, isUnasked = false, tenant = to, ...rest }: EmailDraft,
): Email {
  const now = clock.now()
  return {
    ...said(rest),
    _id: secrets.risingId(now),
    rev: 1,
    to,
    message: secret ? null : message,
    sealed: secret ? secrets.seal(JSON.stringify(message)) : null,
    createdAt: iso(now),
    state: isDecoy ? 'sent' : secret && !isUnasked ? 'urgent' : 'normal',
    attempts: 0,
    dueAt: iso(now),
    expiresAt: iso(now + keptMs),
    ...(isUnasked && { isUnasked: true }),
    tenant,
    ...(rest.notice && { occasion: occasionOf(rest.notice) }),
    ...(rest.hoursGood && { goodUntil: iso(now + rest.hoursGood * 3_600_000) }),
    ...(rest.latest && { says: rest.latest.says }),
  }
}

export const lateRecord = ({ clock }: Pick<EmailDeps, 'clock'>, { isEntered, rsvpId: _id, ...draft }: LateDraft): Email => {
  const now = clock.now()
  return {
    _id,
    rev: 1,
    ...draft,
    ...(isEntered && { isEntered }),
    state: 'normal',
    attempts: 0,
    dueAt: iso(now),
    expiresAt: iso(now + keptMs),
  }
}

/** The answer it is about. */
export const rsvpIdOf = ({ writer, _id, rsvpId }: Email) => (writer ? _id : rsvpId)

export const createdAtOf = ({ createdAt, expiresAt }: Email) => createdAt ?? iso(Date.parse(expiresAt) - keptMs)

/** It is over, and waits for nothing; of a crowd's confirmations not even whose turn it was is kept. */
export const ended = ({ dueAt, tenant, ...email }: Email, state: 'sent' | 'failed'): Email => ({
  ...email,
  ...(!email.writer && { tenant }),
  state,
  ...(email.tells && { leasedTo: dueAt }),
})
/** Whether its recipient has it, as far as can be known. */
export const hasLeft = ({ state, unsent }: Email) => state === 'sent' && unsent === undefined
/** Without what it says; one that has a writer says it anew each time. */
export const emptied = (email: Email): Email => (email.writer ? email : { ...email, message: null, sealed: null })
/** Whether it could be sent again. */
export const hasWords = ({ writer, message, sealed }: Email) => Boolean(writer ?? message ?? sealed)

interface EmailAttachments {
  readonly calendar: CalendarEntry | undefined
  /** R153 */
  readonly entries?: readonly CalendarEntry[] | undefined
}
/** R95: the invitation or cancellation that goes with an email; R153: or all entries in one file that invites to none by itself. */
export function attachmentsOf({ calendar, entries = [] }: EmailAttachments): Attachment[] {
  if (entries.length > 0) return [{ filename: 'calendar.ics', contentType: 'text/calendar; charset=utf-8', text: fileOf(entries) }]
  return calendar
    ? [{ filename: 'invite.ics', contentType: `text/calendar; charset=utf-8; method=${calendar.method}`, text: icsOf(calendar) }]
    : []
}

export const messageOf = ({ secrets }: Pick<EmailDeps, 'secrets'>, email: Email): EmailContent =>
  email.sealed ? (JSON.parse(secrets.unseal(email.sealed)) as EmailContent) : (email.message ?? { subject: '', blocks: [] })
