// What the features' emails are made of (R66): who they are for, how they begin and end; `layout.ts` makes text and HTML of it.
import { formatThere } from '#protocol/dates.ts'
import { linkLifeHours, shareSource } from '#protocol/limits.ts'
import type { Block } from './layout.ts'
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
export const secret = (to: string, subject: string, blocks: Block[]): EmailDraft => ({ to, secret: true, message: { subject, blocks } })
export const plain = (to: string, subject: string, blocks: Block[]): EmailDraft => ({ to, message: { subject, blocks } })
/** R119: an email that an organizer causes or that goes to their guests; `ownerId` is the organizer. */
export const ofOrganizer = (ownerId: string, draft: EmailDraft): EmailDraft => ({ ...draft, tenant: ownerId })
/** An email that somebody else causes, and could cause again and again. */
export const unasked = (to: string, subject: string, blocks: Block[]): EmailDraft => ({ ...plain(to, subject, blocks), isUnasked: true })
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

export const formLink = (url: string, group: Place) =>
  `${url}/rsvp/${group._id}?${group.eventId ? `eventId=${group.eventId}&` : ''}code=${shareSource}`
