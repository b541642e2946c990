// When a group takes place: on the clock of the event's zone, and on the reader's where that shows another time (R151).
import { formatBoth, formatDay, formatInstant, formatTime, formatWeekday, useReader } from '#client/lib/dates.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'

type Times = Pick<PublicEvent, 'start' | 'end' | 'timeZone'>

/** "2:00 – 4:00 PM"; the end's day only if it is another one. */
export function timesOf({ start, end, timeZone }: Times, locale: string): string {
  const isOneDay = formatDay(start, timeZone, locale) === formatDay(end, timeZone, locale)
  return `${formatTime(start, timeZone, locale)} – ${isOneDay ? formatTime(end, timeZone, locale) : formatInstant(end, timeZone, locale)}`
}

/** "Friday, Dec 5, 2026": groups of one day stand together under it. */
export const dayOf = ({ start, timeZone }: Times, locale: string) =>
  `${formatWeekday(start, timeZone, locale)}, ${formatDay(start, timeZone, locale)}`

export function GroupTimes({ event }: { event: Times }) {
  const { zone, locale } = useReader(event.timeZone)
  const { here } = formatBoth(event.start, event.timeZone, zone, locale)
  return (
    <span className="tabular">
      <time dateTime={event.start}>{timesOf(event, locale)}</time>
      {here && <span className="text-13 text-muted"> ({here})</span>}
    </span>
  )
}
