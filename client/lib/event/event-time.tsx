// When an event is, on its own clock and on the viewer's.
import { formatDay, formatWeekday, formatZones, tileOf, timesParts, useReader } from '#client/lib/dates.ts'
import { cx } from '#client/ui/cx.ts'
import { DateTile, DateTime } from '#client/ui/date-time.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'

interface EventTimeProps {
  event: PublicEvent
  hasTile?: boolean
  /** Keeps the line for the zones, whose reader the server can't know when it draws the page: nothing moves when it comes or goes. */
  keepsRoom?: boolean
}

/** Draws when the event is, on its own clock and on the viewer's if that differs (R53). */
export function EventTime({ event, hasTile = true, keepsRoom = false }: EventTimeProps) {
  const { start, end, timeZone } = event
  const { zone: viewer, clock } = useReader()
  const { day, month } = tileOf(start, timeZone, clock)
  const { from, half, until } = timesParts(start, end, timeZone, clock)
  const zones = formatZones(start, timeZone, viewer, clock)
  return (
    <div className={cx('flex gap-3.5', keepsRoom ? '-mb-2 items-start' : 'items-center')}>
      {hasTile && <DateTile month={month} day={day} isPast={event.status === 'over' || event.status === 'cancelled'} />}
      <div className={cx(event.status === 'cancelled' && '*:line-through')}>
        <Text size={13} tone="muted">
          {formatWeekday(start, timeZone, clock)}
        </Text>
        <DateTime
          text={
            <>
              {`${formatDay(start, timeZone, clock)}, ${from}`}
              {half && <span className="sr-only">{half}</span>}
              {' – '}
              {/* A line that the fallback font just holds would break, and move the page, once the font is there. */}
              <span className={until.includes(',') ? 'max-sm:block' : undefined}>{until}</span>
            </>
          }
          iso={start}
          below={zones || keepsRoom ? zones : undefined}
          className="font-medium"
        />
      </div>
    </div>
  )
}
