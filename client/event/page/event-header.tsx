// The head of an event's page: what, when, who invites, its state, and what can be done with it.

import { Link as LinkIcon } from 'lucide-react'
import { formatDay } from '#client/lib/dates.ts'
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { EventStatusBadge, isMoving } from '#client/lib/event/event-status.tsx'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { TextWithLinks } from '#client/lib/event/text-with-links.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { DateTile } from '#client/ui/date-time.tsx'
import { LongText } from '#client/ui/layout/long-text.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import type { EventView, PublicEvent } from '#protocol/event.ts'
import type { RoleCoverage } from '#protocol/group.ts'
import { EventOptions } from './event-options.tsx'

interface EventHeaderProps {
  /** Null until they are known. */
  roles: readonly RoleCoverage[] | null
  event: PublicEvent
  /** Null for those who don't manage it. */
  managed: EventView | null
}

export function EventHeader({ event, managed, roles }: EventHeaderProps) {
  const [day = '', month = ''] = formatDay(event.start, event.timeZone).split(' ')
  return (
    <div className="flex flex-col gap-5">
      {roles ? (
        <Cover theme={event.theme} seed={event._id} {...coverSeats(roles)} />
      ) : (
        <div data-cover={event.theme} className="h-44 rounded-lg sm:h-52" />
      )}
      <div className="flex items-start gap-4">
        <span className="max-sm:hidden">
          <DateTile month={month} day={day} isPast={!isMoving(event.status)} size="lg" />
        </span>
        <div className="min-w-0 flex-1">
          <PageHeader
            title={event.name}
            badge={
              <>
                <EventStatusBadge status={event.status} />
                {isMoving(event.status) && <LiveBadge />}
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
      <EventPlace location={event.location} />
      {managed?.link && (
        <p className="flex items-start gap-2.5">
          <LinkIcon aria-hidden="true" className="mt-0.75 size-4.5 shrink-0 text-muted" />
          <span className="min-w-0">
            <Link href={managed.link} target="_blank" rel="noopener noreferrer nofollow" className="wrap-anywhere">
              {managed.link}
            </Link>{' '}
            <span className="text-13 text-muted">Shown only to guests who said yes</span>
          </span>
        </p>
      )}
      {event.description && (
        <LongText text={event.description}>
          <TextWithLinks text={event.description} />
        </LongText>
      )}
    </div>
  )
}
