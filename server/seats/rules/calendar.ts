// What goes into a guest's calendar, and with which number. Pure.

import { along } from '#protocol/seats/companions/companion.ts'
import { type CalendarEntry, sequenceOf } from '#server/kernel/calendar/model.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { companionsOf } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { isErased, type Rsvp } from '#server/seats/model/rsvp.ts'

/** R84: where it is, and where to join; absent in older events. */
type Placed = GroupEvent & { readonly location?: string | null; readonly link?: string | null }

export interface Sender {
  readonly publicUrl: string
  /** SUPPORT_EMAIL */
  readonly supportEmail: string
}

export interface Entered {
  readonly group: Group
  readonly event: Placed
  readonly rsvp: Rsvp
  readonly now: number
}
const roleNames = (group: Group, { roleIds }: Rsvp) => group.roles.filter(({ _id }) => roleIds.includes(_id)).map(({ name }) => name)

/** R95: this guest's entry. It names no other guest, and its link opens nothing by itself: calendars are shared. */
export function guestEntry(sender: Sender, method: CalendarEntry['method'], { group, event, rsvp, now }: Entered): CalendarEntry {
  const url = `${sender.publicUrl}/rsvp/${group._id}?eventId=${event._id}`
  const roles = roleNames(group, rsvp)
  const lines = [
    roles.length > 0 ? `Your roles: ${roles.join(', ')}` : '',
    companionsOf(rsvp).length > 0 ? `You come${along(companionsOf(rsvp).length).slice(1)}` : '',
    event.dressCode ? `Dress code: ${event.dressCode}` : '',
    event.link ? `Join: ${event.link}` : '',
    `Your answer: ${url}`,
  ]
  return {
    method,
    uid: `${rsvp._id}@${new URL(sender.publicUrl).hostname}`,
    sequence: sequenceOf(rsvp, event),
    at: iso(now),
    title: event.name,
    description: lines.filter(Boolean).join('\n'),
    location: event.location || null,
    start: event.start,
    end: event.end,
    timeZone: event.timeZone,
    url,
    organizer: { name: event.organizerName || 'Rolecall', email: sender.supportEmail },
    ...(method !== 'PUBLISH' && { attendee: { name: rsvp.name, email: rsvp.email } }), // what is published has none (RFC 5546)
  }
}

/** R180: the same with the way to the guest's pass. */
export const withPass = (entry: CalendarEntry, pass: string | undefined): CalendarEntry =>
  pass === undefined ? entry : { ...entry, description: `${entry.description}\nYour pass for the door: ${pass}` }

interface Changed {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly before: Rsvp | undefined
  readonly after: Rsvp
  readonly now: number
}

/** R95: what goes with the email about a change: the invitation to who comes, its cancellation to who came before; nothing to others, or without an event. */
export function calendarOfChange(sender: Sender, { group, event, before, after, now }: Changed): CalendarEntry | undefined {
  if (!event) return undefined
  if (after.attending === true) return guestEntry(sender, 'REQUEST', { group, event, rsvp: after, now })
  if (before?.attending !== true || isErased(before)) return undefined
  return guestEntry(sender, 'CANCEL', { group, event, rsvp: { ...before, rev: after.rev }, now })
}

interface Covered {
  readonly _id: string
  readonly rev: number
  readonly name: string
  readonly groupName: string
  readonly start: string
  readonly end: string
  readonly timeZone: string
  readonly location?: string | null
  readonly roleCoverage: readonly { readonly name: string; readonly total: number; readonly count: number }[]
  readonly answers: { readonly yes: number; readonly no: number; readonly none: number }
}
/** R95: an event in its organizer's own calendar: how its seats fill, and nobody's name. */
export function organizerEntry({ publicUrl, supportEmail }: Sender, card: Covered, now: number): CalendarEntry {
  const url = `${publicUrl}/event/${card._id}`
  const coverage = card.roleCoverage.map(({ name, count, total }) => `${name}: ${count} of ${total}`)
  const { yes, no, none } = card.answers
  return {
    method: 'PUBLISH',
    uid: `${card._id}@${new URL(publicUrl).hostname}`,
    sequence: sequenceOf(card, { rev: 0 }),
    at: iso(now),
    title: card.name,
    description: [...coverage, `Yes ${yes}, no ${no}, no response ${none}`, url].join('\n'),
    location: card.location || null,
    start: card.start,
    end: card.end,
    timeZone: card.timeZone,
    url,
    organizer: { name: 'Rolecall', email: supportEmail },
  }
}
