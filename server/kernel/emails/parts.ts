// What the features' emails are made of (R66): who they are for, how they begin and end; `layout.ts` makes text and HTML of it.

import { linkLifeHours, shareSource } from '#protocol/kernel/limits.ts'
import { partsOfPlace } from '#protocol/kernel/place/links.ts'
import { holdsEmail, namedHost } from '#protocol/kernel/texts.ts'
import { formatLong } from '#protocol/kernel/time/dates.ts'
import type { CalendarEntry } from '#server/kernel/calendar/model.ts'
import type { Block, EmailContent, FactsPanel, HeldBlock, LinkBlock } from './layout.ts'
import type { EmailDraft } from './outbox.ts'

export interface EventSummary {
  readonly name: string
  readonly start?: string
  readonly end?: string
  readonly timeZone?: string
  readonly location?: string
  readonly dressCode?: string
  readonly organizerName?: string
}

export const linkHint = `The link works for ${linkLifeHours} hours.`
export const ignoreHint = 'If you didn’t ask for this, you can ignore this email.'
/** `hoursGood`: how long its code or link works (R251). */
export const secret = (to: string, subject: string, blocks: EmailContent['blocks'], hoursGood?: number): EmailDraft => ({
  to,
  secret: true,
  message: { subject, blocks },
  ...(hoursGood && { hoursGood }),
})
export const plain = (to: string, subject: string, blocks: EmailContent['blocks']): EmailDraft => ({ to, message: { subject, blocks } })
/** R119: an email that an organizer causes or that goes to their guests; `ownerId` is the organizer. */
export const ofOrganizer = (ownerId: string, draft: EmailDraft): EmailDraft => ({ ...draft, tenant: ownerId })
/** An email that somebody else causes, and could cause again and again. */
export const unasked = (to: string, subject: string, blocks: EmailContent['blocks']): EmailDraft => ({
  ...plain(to, subject, blocks),
  isUnasked: true,
})
export const withToken = (url: string, path: string, token: string) => `${url}${path}?token=${token}`

/** R53: in the event's zone. */
export const when = ({ start, timeZone = 'UTC' }: EventSummary) => (start ? formatLong(start, timeZone) : '')

/** R131: what an email is about: the event, when, where (R84; a web address comes as the link or not at all, R255), what to wear and who invites (R85); nothing of what nobody said. */
export function facts(occasion: EventSummary): FactsPanel[] {
  const { name, start, location, dressCode, organizerName: host = '' } = occasion
  const rows: FactsPanel['rows'] = [
    ['When', when(occasion)],
    ['Where', partsOfPlace(location ?? '').place],
    ['Dress code', dressCode ?? ''],
    ['Organizer', holdsEmail(host) ? '' : namedHost(host)],
  ]
  return start ? [{ facts: name, rows: rows.filter(([, value]) => value) }] : []
}

/** R84: only in emails to people who said yes. */
export const linkTo = (link: string | undefined): Block[] => (link ? [{ link, label: 'Open the event’s link', isSecond: true }] : [])

/** R85: the event's cover, the same picture for everybody: its address tells nothing about who opens the email. */
export const cover = (url: string, group: Pick<GroupRef, '_id'>): Block => ({ picture: `${url}/og/${group._id}.png`, pictureOf: group._id })

/** R131: an email about one event: its picture, what happened, the event itself, and what to do. */
export const about = (
  url: string,
  group: Pick<GroupRef, '_id'>,
  occasion: EventSummary,
  news: string | HeldBlock,
  ...rest: EmailContent['blocks']
): EmailContent['blocks'] => [
  ...(occasion.start ? [cover(url, group)] : []),
  typeof news === 'string' ? { p: news } : news,
  ...facts(occasion),
  ...rest,
]

/** The same with the event as it is when the email is sent. */
export const aboutThen = (url: string, guest: GuestPlace, news: string, ...rest: EmailContent['blocks']): EmailContent['blocks'] => [
  ...(guest.eventId ? [cover(url, guest)] : []),
  { p: news },
  ...(guest.eventId ? [{ factsOf: guest.eventId, groupId: guest._id, isAsTyped: guest.hasAnswered }] : []),
  ...rest,
]

/** R131a: its title stands under the picture. */
export function headed(title: string, blocks: EmailContent['blocks']): EmailContent['blocks'] {
  const top = blocks.findIndex((block) => !('picture' in block))
  return blocks.toSpliced(top, 0, { title })
}

/** Where guests answer, and whose guests they are. */
export interface GroupRef {
  readonly _id: string
  readonly eventId: string | null
  readonly ownerId: string
}

/** R87, R96: an email to a guest about their answer. */
export const toGuest = (guest: GuestPlace, draft: EmailDraft, calendar?: CalendarEntry): EmailDraft => ({
  ...ofOrganizer(guest.ownerId, draft),
  rsvpId: guest.rsvpId,
  ...(calendar && { calendar }),
})

/** The same with the answer that the email is about. */
export interface GuestPlace extends GroupRef {
  readonly rsvpId: string
  /** R131: nobody is told about an answer they never gave. */
  readonly hasAnswered: boolean
}
export const guestPlace = (
  { _id, eventId, ownerId }: GroupRef,
  rsvp: { readonly _id: string; readonly attending: boolean | null },
): GuestPlace => ({
  _id,
  eventId,
  ownerId,
  rsvpId: rsvp._id,
  hasAnswered: rsvp.attending !== null,
})
/** What is said where something was changed around an answer: nothing to who gave none (R131). */
export const stays = (guest: GuestPlace) => (guest.hasAnswered ? ' Your answer stays as it is.' : '')
/** R87: the guest's personal link, made when the email is sent. */
export const ownLink = (url: string, guest: GuestPlace, label = guest.hasAnswered ? 'See or change your answer' : 'Answer'): LinkBlock => ({
  link: formLink(url, guest),
  label,
  rsvpId: guest.rsvpId,
})

/** R180b: the passes of the guest's party, for those who come. */
export const passLink = (guest: GuestPlace, label = 'Your pass for the door'): LinkBlock => ({
  link: '',
  label,
  rsvpId: guest.rsvpId,
  isPass: true,
})

/** R164: the same, to the questions that are open. */
export const linkToQuestions = (...link: Parameters<typeof ownLink>): LinkBlock => ({ ...ownLink(...link), isToQuestions: true })

/** R153: their way back to all groups of the event. */
export const severalLink = (url: string, guest: GuestPlace): LinkBlock => ({
  link: `${url}/rsvp/event/${guest.eventId ?? ''}?code=${shareSource}`,
  label: 'See or change your answers',
  rsvpId: guest.rsvpId,
  isToEvent: true,
})

/** R153: the same, to what their calendar follows all of them by. */
export const feedLink = (url: string, guest: GuestPlace): LinkBlock => ({
  ...severalLink(url, guest),
  label: 'Add all of it to your calendar',
  isToFeed: true,
  isSecond: true,
})

export const formLink = (url: string, group: GroupRef) =>
  `${url}/rsvp/${group._id}?${group.eventId ? `eventId=${group.eventId}&` : ''}code=${shareSource}`
