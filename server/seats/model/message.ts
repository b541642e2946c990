// What is kept of a message to guests: its text once, whom it goes to page by page, and what became of each email.
import type { Audience, DeliveryOutcome, Recipient, WhoCame } from '#protocol/mail/message.ts'
import type { MessageCard } from '#protocol/mail/message-card.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import type { Rsvp } from './rsvp.ts'

export interface Message extends Stored {
  readonly groupId: string
  readonly eventId: string | null
  /** Whose plan it counts for. */
  readonly ownerId: string
  readonly subject: string
  readonly text: string
  /** Where answers go; '' for nowhere. */
  readonly repliesTo: string
  /** Whom it was meant for by role and standing; those who were named are on its pages. */
  readonly audience: Pick<Audience, 'roles' | 'states'>
  /** R110: it went to nobody but those who were named. */
  readonly isToNamed?: true
  /** R164: it went to those who hadn't answered a question. */
  readonly isToUnanswered?: true
  /** R193: it went to those who came, or to those who didn't: it is sent after the end, too. */
  readonly door?: WhoCame
  /** R101g: the names of the groups that it was sent to at once; absent for one. */
  readonly together?: readonly string[]
  /** The names of its roles when it was sent. */
  readonly roleNames: readonly string[]
  readonly recipients: number
  readonly createdAt: string
  readonly pages: number
  /** How many pages of emails are written. */
  readonly queued: number
  /** R119: the organizer in whose turn its emails are written, and since when; absent once all are. */
  readonly tenant?: string
  readonly dueAt?: string
  readonly expiresAt: string
}
export const messages: Collection<Message> = {
  name: 'messages',
  indexes: { group: { fields: ['groupId', 'createdAt'] }, turn: { fields: ['tenant', 'dueAt'] }, expiry: { fields: ['expiresAt'] } },
}

/** Some of those whom it goes to, by the ids of their answers. */
export interface MessagePage extends Stored {
  readonly messageId: string
  readonly nth: number
  readonly rsvpIds: readonly string[]
  readonly expiresAt: string
}
export const messagePages: Collection<MessagePage> = {
  name: 'messagePages',
  indexes: { page: { fields: ['messageId', 'nth'] }, expiry: { fields: ['expiresAt'] } },
}

/** What became of the emails of one page, a letter each. Apart from the page: it changes with every email that is sent. */
export interface MessageTally extends Stored {
  readonly messageId: string
  readonly groupId: string
  readonly nth: number
  readonly outcomes: string
  readonly expiresAt: string
}
export const messageTallies: Collection<MessageTally> = {
  name: 'messageTallies',
  indexes: { page: { fields: ['messageId', 'nth'] }, expiry: { fields: ['expiresAt'] } },
}

const letters: Readonly<Record<DeliveryOutcome, string>> = {
  waiting: '.',
  sent: 'y',
  failed: 'f',
  stopped: 's',
  undeliverable: 'u',
  complained: 'c',
  over: 'o',
}
const outcomeOf = new Map(Object.entries(letters).map(([outcome, letter]) => [letter, outcome as DeliveryOutcome]))
export const tallyText = (outcomes: readonly DeliveryOutcome[]) => outcomes.map((outcome) => letters[outcome]).join('')
export const outcomeAt = ({ outcomes }: MessageTally, at: number): DeliveryOutcome => outcomeOf.get(outcomes[at] ?? '') ?? 'over'

/** The tally with what became of the email at `at`; the same where that is known already. */
export function noted(tally: MessageTally, at: number, outcome: DeliveryOutcome): MessageTally {
  if (tally.outcomes[at] !== letters.waiting) return tally
  const outcomes = `${tally.outcomes.slice(0, at)}${letters[outcome]}${tally.outcomes.slice(at + 1)}`
  return { ...tally, rev: tally.rev + 1, outcomes }
}

/** R114: the same where one that was given up is to be sent again. */
export function reopened(tally: MessageTally, at: number): MessageTally {
  if (tally.outcomes[at] !== letters.failed) return tally
  return { ...tally, rev: tally.rev + 1, outcomes: `${tally.outcomes.slice(0, at)}${letters.waiting}${tally.outcomes.slice(at + 1)}` }
}

/** The same where an email that was taken turned out not to arrive. */
export function corrected(tally: MessageTally, at: number, outcome: 'undeliverable' | 'failed'): MessageTally {
  if (tally.outcomes[at] !== letters.sent) return tally
  const outcomes = `${tally.outcomes.slice(0, at)}${letters[outcome]}${tally.outcomes.slice(at + 1)}`
  return { ...tally, rev: tally.rev + 1, outcomes }
}

function countsOf(tallies: readonly MessageTally[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const tally of tallies)
    for (const letter of tally.outcomes) {
      const outcome = outcomeOf.get(letter) ?? 'over'
      counts[outcome] = (counts[outcome] ?? 0) + 1
    }
  return counts
}

/** For those who manage the group. Its revision grows with whatever is written of it. */
export const messageCard = (message: Message, tallies: readonly MessageTally[]): MessageCard => ({
  _id: message._id,
  rev: message.rev + tallies.reduce((sum, { rev }) => sum + rev, 0),
  groupId: message.groupId,
  subject: message.subject,
  roles: [...message.roleNames],
  states: [...(message.audience.states ?? [])],
  ...(message.isToNamed && { isToNamed: true as const }),
  ...(message.isToUnanswered && { isToUnanswered: true as const }),
  ...(message.door && { door: message.door }),
  ...(message.together && { together: [...message.together] }),
  repliesTo: message.repliesTo,
  createdAt: message.createdAt,
  recipients: message.recipients,
  outcomes: countsOf(tallies),
})

/** An erased answer has no name any more. */
export const recipientRow = (rsvpId: string, rsvp: Rsvp | undefined, outcome: DeliveryOutcome): Recipient => ({
  rsvpId,
  name: rsvp?.name ?? '',
  email: rsvp?.email ?? '',
  outcome,
})
