// When an event is: on its own clock, and on the reader's where that shows another time (R53).

import { formatDay, formatWeekday, formatZones, ownZone, timesParts } from '#client/lib/dates.ts'
import { DateTime } from '#client/ui/date-time.tsx'
import { ownClock } from '#protocol/kernel/time/clocks.ts'

export interface Span {
  /** ISO. */
  start: string
  end: string
  timeZone: string
}

/** On a narrow card 'PM' doesn't stand on a line of its own. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

export function EventWhen({ start, end, timeZone }: Span) {
  const { from, half, until } = timesParts(start, end, timeZone)
  const text = (
    <>
      {`${formatWeekday(start, timeZone).slice(0, 3)}, ${formatDay(start, timeZone)}, ${from}`}
      {half && <span className="sr-only">{half}</span>}
      {unbroken(` – ${until}`)}
    </>
  )
  return <DateTime iso={start} text={text} below={formatZones(start, timeZone, ownZone(), ownClock) || undefined} />
}
