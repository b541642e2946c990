// Every date a person reads or types, in the event's zone and in theirs (R53). Intl only: the invitee's page loads no date library.
import { formatInstant, formatThere } from '#protocol/dates.ts'

export { fromLocalInput, toLocalInput } from '#protocol/clocks.ts'
export { formatDay, formatInstant, zoneName } from '#protocol/dates.ts'

/** The zone this browser is in; a new event starts with it. */
export const viewerZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** R53: with the zone's name, `there` on the event's clock, and `here` on the viewer's if it shows another time. */
export function formatBoth(iso: string, zone: string, viewer = viewerZone()): { there: string; here: string | null } {
  const isSame = formatInstant(iso, zone) === formatInstant(iso, viewer)
  return { there: formatThere(iso, zone), here: isSame ? null : formatThere(iso, viewer) }
}
