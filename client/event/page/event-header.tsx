// The head of an event's page: what, when, who invites, its state, and what can be done with it.

import { formatDay } from '#client/lib/dates.ts'
import { EventStatusBadge } from '#client/lib/event-status.tsx'
import { EventWhen } from '#client/lib/event-when.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { DateTile } from '#client/ui/date-time.tsx'
import { LongText } from '#client/ui/layout/long-text.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { EventView, PublicEvent } from '#protocol/event.ts'
import { EventOptions } from './event-options.tsx'

interface EventHeaderProps {
  event: PublicEvent
  /** Null for those who don't manage it. */
  managed: EventView | null
}

export function EventHeader({ event, managed }: EventHeaderProps) {
  const [day = '', month = ''] = formatDay(event.start, event.timeZone).split(' ')
  return (
    <div className="flex flex-col gap-5">
      <div className="flex items-start gap-4">
        <span className="max-sm:hidden">
          <DateTile month={month} day={day} isPast={event.status === 'over'} size="lg" />
        </span>
        <div className="min-w-0 flex-1">
          <PageHeader
            title={event.name}
            badge={
              <>
                <EventStatusBadge status={event.status} />
                <LiveBadge />
              </>
            }
            lead={<EventWhen {...event} />}
          />
        </div>
        {managed && <EventOptions event={managed} />}
      </div>
      <p className="flex items-center gap-2.5 text-muted">
        <Avatar name={event.organizer} size="sm" />
        <span className="min-w-0">Organized by {event.organizer}</span>
      </p>
      {event.description && <LongText text={event.description} />}
    </div>
  )
}
