// What the features' emails are made of (R66): who they are for, how they begin and end; `layout.ts` makes text and HTML of it.
import { formatThere } from '#protocol/dates.ts'
import { linkLifeHours, shareSource } from '#protocol/limits.ts'
import type { CalendarEntry } from '../calendar/model.ts'
import type { Block, LinkBlock, Message } from './layout.ts'
import type { EmailDraft } from './outbox.ts'

export interface Occasion {
  readonly name: string
  readonly start?: string
  readonly timeZone?: string
  readonly location?: string
  readonly organizerName?: string
}

export const linkHint = `The link works for ${linkLifeHours} hours.`
export const ignoreHint = 'If you did not ask for this, you can ignore this email.'
export const secret = (to: string, subject: string, blocks: Message['blocks']): EmailDraft => ({
  to,
  secret: true,
  message: { subject, blocks },
})
export const plain = (to: string, subject: string, blocks: Message['blocks']): EmailDraft => ({ to, message: { subject, blocks } })
/** R119: an email that an organizer causes or that goes to their guests; `ownerId` is the organizer. */
export const ofOrganizer = (ownerId: string, draft: EmailDraft): EmailDraft => ({ ...draft, tenant: ownerId })
/** An email that somebody else causes, and could cause again and again. */
export const unasked = (to: string, subject: string, blocks: Message['blocks']): EmailDraft => ({
  ...plain(to, subject, blocks),
  isUnasked: true,
})
export const withToken = (url: string, path: string, token: string) => `${url}${path}?token=${token}`

/** R53: in the event's zone. A burst of answers writes thousands of emails about one event, so the latest is remembered. */
let latest = { start: '', timeZone: '', text: '' }
export function when({ start, timeZone = 'UTC' }: Occasion): string {
  if (!start) return ''
  if (latest.start !== start || latest.timeZone !== timeZone) latest = { start, timeZone, text: formatThere(start, timeZone) }
  return latest.text
}

/** R84, R85: where it takes place and who invites; nothing of what nobody said. */
export const about = ({ location, organizerName }: Occasion): Block[] => [
  ...(location ? [{ p: `Place: ${location}` }] : []),
  ...(organizerName && !organizerName.includes('@') ? [{ p: `Organized by ${organizerName}` }] : []),
]

/** R84: only in emails to people who said yes. */
export const linkTo = (link: string | undefined): Block[] => (link ? [{ link, label: 'Open the event’s link' }] : [])

/** R85: the event's cover, the same picture for everybody: its address tells nothing about who opens the email. */
export const cover = (url: string, group: Pick<Place, '_id'>): Block => ({ picture: `${url}/og/${group._id}.png` })

/** Where guests answer, and whose guests they are. */
export interface Place {
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
export interface GuestPlace extends Place {
  readonly rsvpId: string
}
export const guestPlace = ({ _id, eventId, ownerId }: Place, rsvp: { readonly _id: string }): GuestPlace => ({
  _id,
  eventId,
  ownerId,
  rsvpId: rsvp._id,
})
/** R87: the guest's personal link, made when the email is sent. */
export const ownLink = (url: string, guest: GuestPlace, label = 'See or change your answer'): LinkBlock => ({
  link: formLink(url, guest),
  label,
  rsvpId: guest.rsvpId,
})

export const formLink = (url: string, group: Place) =>
  `${url}/rsvp/${group._id}?${group.eventId ? `eventId=${group.eventId}&` : ''}code=${shareSource}`
