// What goes into a guest's calendar, and with which number. Pure.

import { along } from '#protocol/seats/companions/companion.ts'
import { type CalendarEntry, sequenceOf } from '#server/kernel/calendar/model.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import { companionsOf } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group, Role } from '#server/seats/model/group.ts'
import { whosePass } from '#server/seats/model/pass.ts'
import { isErased, type Rsvp } from '#server/seats/model/rsvp.ts'

/** R84: where it is, and where to join; absent in older events. */
type Placed = GroupEvent & { readonly location?: string | null; readonly link?: string | null }

export interface Sender {
  readonly publicUrl: string
  /** SUPPORT_EMAIL */
  readonly supportEmail: string
}

/** What an entry is made from of a group. */
interface Named extends Pick<Group, '_id'> {
  readonly roles: readonly Pick<Role, '_id' | 'name'>[]
}
export interface Entered {
  readonly group: Named
  readonly event: Placed
  readonly rsvp: Rsvp
  readonly now: number
}
const roleNames = (group: Named, { roleIds }: Rsvp) => group.roles.filter(({ _id }) => roleIds.includes(_id)).map(({ name }) => name)

const urlOf = ({ publicUrl }: Sender, { group, event }: Entered) => `${publicUrl}/rsvp/${group._id}?eventId=${event._id}`

/** The text of an entry, line by line. */
function linesOf(sender: Sender, entered: Entered) {
  const { group, event, rsvp } = entered
  const roles = roleNames(group, rsvp)
  return {
    roles: roles.length > 0 ? `Your roles: ${roles.join(', ')}` : '',
    party: companionsOf(rsvp).length > 0 ? `You come${along(companionsOf(rsvp).length).slice(1)}` : '',
    dressCode: event.dressCode ? `Dress code: ${event.dressCode}` : '',
    link: event.link ? `Join: ${event.link}` : '',
    answer: `Your answer: ${urlOf(sender, entered)}`,
  }
}

/** R95: this guest's entry. It names no other guest, and its link opens nothing by itself: calendars are shared. */
export function guestEntry(sender: Sender, method: CalendarEntry['method'], entered: Entered): CalendarEntry {
  const { event, rsvp, now } = entered
  return {
    method,
    uid: `${rsvp._id}@${new URL(sender.publicUrl).hostname}`,
    sequence: sequenceOf(rsvp, event),
    at: iso(now),
    title: event.name,
    description: Object.values(linesOf(sender, entered)).filter(Boolean).join('\n'),
    location: event.location || null,
    start: event.start,
    end: event.end,
    timeZone: event.timeZone,
    url: urlOf(sender, entered),
    organizer: { name: event.organizerName || 'Rolecall', email: sender.supportEmail },
    ...(method !== 'PUBLISH' && { attendee: { name: rsvp.name, email: rsvp.email } }), // what is published has none (RFC 5546)
  }
}

const nowhere: Sender = { publicUrl: 'http://localhost', supportEmail: '' }
/** R250: all that this guest's entry shows; not how and when it was made. */
function shownIn(entered: Omit<Entered, 'now'>) {
  const all = { ...entered, now: 0 }
  const { method: _, sequence: __, at: ___, description: ____, ...shown } = guestEntry(nowhere, 'PUBLISH', all)
  return { ...shown, ...linesOf(nowhere, all) }
}
type EntryFields = ReturnType<typeof shownIn>

/** R250: what an email calls each part of an entry that its organizer can change; '' for what they can't. */
export const entryNouns: Readonly<Record<keyof EntryFields, string>> = {
  uid: '',
  title: 'the name',
  location: 'the place',
  start: 'the start',
  end: 'the end',
  timeZone: 'the time zone',
  url: '',
  organizer: 'the host',
  attendee: '',
  roles: 'the name of your role',
  party: '',
  dressCode: 'the dress code',
  link: 'the link',
  answer: '',
}

/** An event and its group, as an entry is made from them. */
export type Entering = Pick<Entered, 'group' | 'event'>
/** R250: what this guest's entry shows otherwise than before. */
export function changesFor(rsvp: Rsvp, before: Entering, after: Entering): readonly (keyof EntryFields)[] {
  const [was, is] = [shownIn({ ...before, rsvp }), shownIn({ ...after, rsvp })]
  return (Object.keys(entryNouns) as (keyof EntryFields)[]).filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
}
export const nounsOf = (changes: readonly (keyof EntryFields)[]): readonly string[] => changes.map((key) => entryNouns[key]).filter(Boolean)

const somebody = { _id: 'guest', rev: 0, name: '', email: '', attending: true } as Rsvp
/** R250: whether the entry of any guest would show something else: of who has no role, or any one of them. */
export const showsElse = (before: Entering, after: Entering): boolean =>
  [[], ...after.group.roles.map(({ _id }) => [_id])].some(
    (roleIds) =>
      before.group.roles.filter(({ _id }) => roleIds.includes(_id)).length === roleIds.length &&
      changesFor({ ...somebody, roleIds }, before, after).length > 0,
  )

/** R250: what this guest's entry shows, as one short text to compare. */
export const shownKey = ({ secrets }: { readonly secrets: Secrets }, entered: Omit<Entered, 'now'>) =>
  secrets.keyedHash('shown', JSON.stringify(shownIn(entered)))

/** R180, R180b: the same with the way to the passes of the guest's party, the guest's first. It names no companion: calendars are shared, and emailed (R174). */
export const withPasses = (entry: CalendarEntry, passes: readonly { readonly url: string }[]): CalendarEntry => ({
  ...entry,
  description: [entry.description, ...passes.map(({ url }, nth) => `${whosePass(nth, passes.length - 1)} pass for the door: ${url}`)].join(
    '\n',
  ),
})

interface RsvpChange {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly before: Rsvp | undefined
  readonly after: Rsvp
  readonly now: number
}

/** R95: what goes with the email about a change: the invitation to who comes, its cancellation to who came before; nothing to others, or without an event. */
export function calendarOfChange(sender: Sender, { group, event, before, after, now }: RsvpChange): CalendarEntry | undefined {
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
