// What stands under the chart's time axis: days, or within two days times, and never the same twice.
import { formatDay, formatShortDay, formatTime } from '#client/lib/dates.ts'

/** Up to here the axis says times, which may need their day. */
export const twoDays = 2 * 86_400

/** Gives a text for each time (in seconds) of an axis that is `span` seconds long; '' where there would be nothing new to say. */
export function tickTexts(times: readonly number[], span: number, zone: string): string[] {
  const said = new Set<string>()
  return times.map((at) => {
    const iso = new Date(at * 1_000).toISOString()
    const [day, short, time] = [formatDay(iso, zone), formatShortDay(iso, zone), formatTime(iso, zone)]
    const [key, ...wanted] = span > twoDays ? [day, short, day] : [iso, time, `${short}, ${time}`]
    const text = said.has(key) ? '' : (wanted.find((one) => !said.has(one)) ?? '')
    for (const one of [key, text]) said.add(one)
    return text
  })
}
