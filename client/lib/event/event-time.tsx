// When an event is, on its own clock and on the viewer's.
import { formatBoth, formatDay, formatWeekday, tileOf, timesParts, useReader, zoneName } from '#client/lib/dates.ts'
import { cx } from '#client/ui/cx.ts'
import { DateTile, DateTime } from '#client/ui/date-time.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'

interface EventTimeProps {
  event: PublicEvent
  hasTile?: boolean
  /** Keeps a line for the viewer's own clock, which the server can't know when it draws the page: nothing moves when it comes. */
  keepsRoom?: boolean
}

/** Draws when the event is, on its own clock and on the viewer's if that differs (R53). */
export function EventTime({ event, hasTile = true, keepsRoom = false }: EventTimeProps) {
  const { start, end, timeZone } = event
  const { zone: viewer, clock } = useReader()
  const { day, month } = tileOf(start, timeZone, clock)
  const { here } = formatBoth(start, timeZone, viewer, clock)
  const { from, half, until } = timesParts(start, end, timeZone, clock)
  // On a phone its span takes two lines, and that clock one more.
  const isOverDays = formatDay(start, timeZone, clock) !== formatDay(end, timeZone, clock)
  return (
    <div
      className={cx(
        'flex gap-3.5',
        keepsRoom ? '-mb-2 min-h-16 items-start' : 'items-center',
        keepsRoom && isOverDays && 'max-sm:min-h-22',
      )}
    >
      {hasTile && <DateTile month={month} day={day} isPast={event.status === 'over' || event.status === 'cancelled'} />}
      <div>
        <Text size={13} tone="muted">
          {formatWeekday(start, timeZone, clock)}
        </Text>
        <DateTime
          text={
            <>
              {`${formatDay(start, timeZone, clock)}, ${from}`}
              {half && <span className="sr-only">{half}</span>}
              {` – ${until}`}
            </>
          }
          iso={start}
          zone={here || viewer === null ? zoneName(start, timeZone, clock) : undefined}
          local={here ?? undefined}
          className="font-medium"
        />
      </div>
    </div>
  )
}
