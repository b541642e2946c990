// When the server was last heard over the line that keeps a page live: once it is gone, what is shown is as of then (R124g).
import { formatDay, formatInstant, formatTime } from '#client/lib/dates.ts'
import { serverNow } from '#client/lib/now.ts'

/** It comes with the page. */
let heard = serverNow()
export function noteHeard(at = serverNow()) {
  heard = at
}

/** The clock alone where it was today. */
export function asOfText(at: number, now: number, zone: string): string {
  const [then, today] = [new Date(at).toISOString(), new Date(now).toISOString()]
  return (formatDay(then, zone) === formatDay(today, zone) ? formatTime : formatInstant)(then, zone)
}
export const heardText = (zone: string) => asOfText(heard, serverNow(), zone)
