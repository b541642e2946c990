// When an event is: on its own clock, and on the reader's where that shows another time (R53).

import { formatBoth, formatEnd } from '#client/lib/dates.ts'
import { DateTime } from '#client/ui/date-time.tsx'

export interface Span {
  /** ISO. */
  start: string
  end: string
  timeZone: string
}

/** Says until when: the clock alone where it ends on the day it starts. */
export const untilText = ({ start, end, timeZone }: Span) => `until ${formatEnd(start, end, timeZone)}`

/** On a narrow card 'PM' doesn't stand on a line of its own. */
const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

export function EventWhen(span: Span) {
  const { there, here } = formatBoth(span.start, span.timeZone)
  return <DateTime iso={span.start} text={`${there}, ${unbroken(untilText(span))}`} below={here ? `${here} your time` : undefined} />
}
