// The event in one glance: who invites, to what, when there and here, and whether this page is live.
import { useState, useSyncExternalStore } from 'react'
import { formatBoth, formatDay, formatInstant, toLocalInput, viewerZone } from '#client/lib/dates.ts'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { TextWithLinks } from '#client/lib/event/text-with-links.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { cx } from '#client/ui/cx.ts'
import { DateTile, DateTime } from '#client/ui/date-time.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { PublicEvent } from '#protocol/event.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { EventCover } from './event-cover.tsx'
import { ForMembersOnly } from './members-only.tsx'

/** Says from when to when in one zone; the end's day only if it is another one. */
function spanText(event: PublicEvent) {
  const [start, end] = [formatInstant(event.start, event.timeZone), formatInstant(event.end, event.timeZone)]
  const isOneDay = formatDay(event.start, event.timeZone) === formatDay(event.end, event.timeZone)
  return `${start} – ${isOneDay ? end.slice(end.indexOf(',') + 2) : end}`
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekday = ({ start, timeZone }: PublicEvent) => weekdays[new Date(`${toLocalInput(start, timeZone)}Z`).getUTCDay()]

const never = () => () => {}

interface EventTimeProps {
  event: PublicEvent
  hasTile?: boolean
  /** Keeps a line for the viewer's own clock, which the server can't know when it draws the page: nothing moves when it comes. */
  keepsRoom?: boolean
}

/** Draws when the event is, on its own clock and on the viewer's if that differs (R53). */
export function EventTime({ event, hasTile = true, keepsRoom = false }: EventTimeProps) {
  const [day = '', month = ''] = formatDay(event.start, event.timeZone).split(' ')
  const viewer = useSyncExternalStore(never, viewerZone, () => event.timeZone)
  const { there, here } = formatBoth(event.start, event.timeZone, viewer)
  const zone = there.slice(formatInstant(event.start, event.timeZone).length + 1)
  return (
    <div className={cx('flex gap-3.5', keepsRoom ? '-mb-2 min-h-16 items-start' : 'items-center')}>
      {hasTile && <DateTile month={month} day={day} isPast={event.status === 'over' || event.status === 'cancelled'} />}
      <div>
        <Text size={13} tone="muted">
          {weekday(event)}
        </Text>
        <DateTime text={spanText(event)} iso={event.start} zone={zone} local={here ?? undefined} className="font-medium" />
      </div>
    </div>
  )
}

const longText = 260

function Description({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > longText || text.split('\n').length > 5
  return (
    <div>
      <Text className={`whitespace-pre-line ${isLong && !isOpen ? 'line-clamp-4 noscript:line-clamp-none' : ''}`}>
        <TextWithLinks text={text} />
      </Text>
      {isLong && (
        <Button variant="ghost" size="sm" className="-ml-3.5 noscript:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

/** Draws the head of the page. */
export function EventGlance({ form }: { form: FormView }) {
  const { event } = form
  const description = event?.description || form.description
  return (
    <header className="flex flex-col gap-4">
      <EventCover form={form} />
      <div className="flex items-start justify-between gap-4">
        <Text tone="muted" className="min-w-0">
          {event?.organizer ? `${event.organizer} invites you` : 'You are invited'}
        </Text>
        {form.status === 'open' && (
          <span className="min-h-6 min-w-28 text-right">
            <LiveBadge />
          </span>
        )}
      </div>
      <Heading level={1} size={32} className="-mt-2.5">
        {event?.name || form.name}
      </Heading>
      {event && <EventTime event={event} keepsRoom />}
      {event && <EventPlace location={event.location} />}
      {form.membersOnly && <ForMembersOnly />}
      {description && <Description text={description} />}
    </header>
  )
}
