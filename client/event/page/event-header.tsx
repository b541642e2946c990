// The head of an event's page for who doesn't run it: its cover, what, when, where and who invites.
import { tileOf } from '#client/lib/dates.ts'
import { coverPhoto } from '#client/lib/event/cover-photo.ts'
import { coverSeats } from '#client/lib/event/cover-seats.ts'
import { EventStatusBadge, isMoving } from '#client/lib/event/event-status.tsx'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { DateTile } from '#client/ui/date-time.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { Cover } from '#client/ui/seats/cover.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'
import { plainTheme } from '#protocol/seats/theme/theme.ts'
import { EventDetails } from './event-details.tsx'

interface EventHeaderProps {
  /** Null until they are known. */
  roles: readonly RoleCoverage[] | null
  event: PublicEvent
}

export const EventBadges = ({ event: { status } }: Pick<EventHeaderProps, 'event'>) => (
  <span className="inline-flex items-center gap-x-3">
    <EventStatusBadge status={status} />
    {/* Its room is kept: it comes once the line is there, and may not push the head down. */}
    {isMoving(status) && (
      <span className="inline-flex min-h-6 min-w-12 items-center">
        <LiveBadge />
      </span>
    )}
  </span>
)

export function EventHeader({ event, roles }: EventHeaderProps) {
  const { day, month } = tileOf(event.start, event.timeZone)
  return (
    <div className="flex flex-col gap-5">
      {roles ? (
        <Cover theme={plainTheme(event.theme, event._id)} seed={event._id} {...coverSeats(roles)} photo={coverPhoto(event.photo)} />
      ) : (
        <div
          data-cover={plainTheme(event.theme, event._id)}
          className={event.photo ? 'h-60 rounded-lg sm:h-80' : 'h-44 rounded-lg sm:h-52'}
        />
      )}
      <div className="flex items-start gap-4">
        <span className="max-sm:hidden">
          <DateTile month={month} day={day} isPast={!isMoving(event.status)} size="lg" />
        </span>
        <div className="min-w-0 flex-1">
          <PageHeader title={event.name} badge={<EventBadges event={event} />} lead={<EventWhen {...event} />} />
        </div>
      </div>
      <EventDetails event={event} managed={null} />
    </div>
  )
}
