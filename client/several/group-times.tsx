// When a group takes place: on the clock of the event's zone, and on the reader's where that shows another time (R151).
import { formatDay, formatHere, formatTimes, formatWeekday, useReader } from '#client/lib/dates.ts'
import type { Clock } from '#protocol/kernel/time/clocks.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'

type Times = Pick<PublicEvent, 'start' | 'end' | 'timeZone'>

/** "2:00 – 4:00 PM"; the end's day only if it is another one. */
export const timesOf = ({ start, end, timeZone }: Times, clock: Clock) => formatTimes(start, end, timeZone, clock)

/** "Friday, 5 Dec 2026": groups of one day stand together under it. */
export const dayOf = ({ start, timeZone }: Times, clock: Clock) =>
  `${formatWeekday(start, timeZone, clock)}, ${formatDay(start, timeZone, clock)}`

export function GroupTimes({ event }: { event: Times }) {
  const { zone, clock } = useReader()
  const here = formatHere(event.start, event.timeZone, zone, clock)
  return (
    <span className="tabular">
      <time dateTime={event.start} className="inline-block">
        {timesOf(event, clock)}
      </time>
      {here && <span className="text-13 whitespace-nowrap text-muted"> ({here})</span>}
    </span>
  )
}
