// What goes into a calendar, as a record.
import { type Collection, eraOf, type Stored } from '#server/kernel/store/store.ts'

/** R95: one entry of a calendar. It is kept with the email it goes out with, as things stood then. */
export interface CalendarEntry {
  readonly method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  readonly uid: string
  /** Rises with every change; calendars take the highest. */
  readonly sequence: number
  /** When it was made. */
  readonly at: string
  readonly title: string
  readonly description: string
  readonly location: string | null
  readonly start: string
  readonly end: string
  readonly timeZone: string
  readonly url: string
  /** Mail programs ask for an address; it is the installation's, never the host's own (R85). */
  readonly organizer: { readonly name: string; readonly email: string }
  /** The one guest it is for. */
  readonly attendee?: { readonly name: string; readonly email: string }
}

/** The private feed of one person's events; its secret is kept as a hash. */
export interface CalendarFeed extends Stored {
  readonly hash: string
  readonly createdAt: string
}
export const calendarFeeds: Collection<CalendarFeed> = {
  name: 'calendarFeeds',
  indexes: { secret: { fields: ['hash'], unique: true } },
}

/** R33: what ends every way into an account ends its feed. */
export const endOfFeed = (feed: CalendarFeed | undefined) => (feed ? [{ collection: calendarFeeds, drop: feed }] : [])

const revsPerMinute = 60 * 2 ** 20
const inEra = (rev: number) => rev - eraOf(rev)
/**
 * Rises with every change of the answer and of the event, since each raises a revision; calendars want a small number. R122: after a restore
 * revisions begin anew in an era of later minutes, so the number goes on beyond all that was sent before.
 */
export const sequenceOf = (one: { readonly rev: number }, other: { readonly rev: number }): number =>
  Math.floor(Math.max(eraOf(one.rev), eraOf(other.rev)) / revsPerMinute) + inEra(one.rev) + inEra(other.rev)
