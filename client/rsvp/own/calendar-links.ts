// Where a guest's entry can be put into a calendar (R95): the file, and the pages of two providers, one with a page for work accounts of its own, which learn of it only when opened.
import type { FormView } from '#protocol/seats/rsvp.ts'

type Event = NonNullable<FormView['event']>

/** '20261205T183000Z' */
const compact = (iso: string) => new Date(iso).toISOString().replace(/[-:]|\.\d+/g, '')
/** Outlook shows a plus as one: a space is %20. */
const address = (base: string, fields: Record<string, string>) => `${base}?${`${new URLSearchParams(fields)}`.replaceAll('+', '%20')}`
const locationOf = (event: Event) => ('location' in event && typeof event.location === 'string' ? event.location : '')

/** The link that everybody has: a personal one must not get into a calendar. */
const invitation = (form: FormView) => `${window.location.origin}/rsvp/${form._id}${form.eventId ? `?eventId=${form.eventId}` : ''}`

export const fileLink = ({ _id, eventId }: FormView) => address('/api/rsvp/calendar.ics', { groupId: _id, eventId: eventId ?? '' })

export const googleLink = (form: FormView, event: Event) =>
  address('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.name,
    dates: `${compact(event.start)}/${compact(event.end)}`,
    ctz: event.timeZone,
    details: invitation(form),
    location: locationOf(event),
  })

/** Private accounts and those of work and school are let in by different hosts. */
export const outlookHosts = { private: 'outlook.live.com', work: 'outlook.office.com' } as const
export const outlookLink = (form: FormView, event: Event, account: keyof typeof outlookHosts) =>
  address(`https://${outlookHosts[account]}/calendar/0/deeplink/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.name,
    startdt: event.start,
    enddt: event.end,
    body: invitation(form),
    location: locationOf(event),
  })
