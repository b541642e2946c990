// When the server was last heard over the line that keeps a page live: once it is gone, what is shown is as of then (R124g).
import { formatDay, formatInstant, formatTime } from '#client/lib/dates.ts'
import { clockOffset, serverNow } from '#client/lib/now.ts'

/** The page itself came first. */
let heard = performance.timeOrigin
export function noteHeard(at = Date.now()) {
  heard = at
}

/** The clock alone where it was today. */
export function asOfText(at: number, now: number, zone: string): string {
  const [then, today] = [new Date(at).toISOString(), new Date(now).toISOString()]
  return (formatDay(then, zone) === formatDay(today, zone) ? formatTime : formatInstant)(then, zone)
}
export const heardText = (zone: string) => asOfText(heard + clockOffset(), serverNow(), zone)
