// Every date a person reads or types, in the event's zone and in theirs (R53). No date library: the invitee's page loads none.
import { useSyncExternalStore } from 'react'
import { aheadAt, type Clock, type DrawnClock, distanceName, isKnownZone, ownClock } from '#protocol/kernel/time/clocks.ts'
import { formatDay, formatInstant, formatShortDay, formatThere, formatTime, zoneName } from '#protocol/kernel/time/dates.ts'

export { fromLocalInput, toLocalInput } from '#protocol/kernel/time/clocks.ts'
export * from '#protocol/kernel/time/dates.ts'

/** R231: the zone this browser says it is in, null where it doesn't, or by a name that isn't known here: nothing is "your time" then. */
export function ownZone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return isKnownZone(timeZone) ? timeZone : null
}
/** The zone that a time without one of its own is written in; a new event starts with it. */
export const viewerZone = () => ownZone() ?? 'UTC'

/** What the server's clock said for each time it drew into a page (R234). */
let drawn: DrawnClock = { ahead: {}, names: {} }
/** Begins a page: with what the server noted of it, or on the server with what it will note it in. */
export function beginClock(said: DrawnClock = { ahead: {}, names: {} }) {
  drawn = said
}
/** The server's clock: there it notes what it says, and here it says that again, so that what is taken over is as it was drawn. */
const drawnClock: Clock = {
  ahead: (zone, ms) => (drawn.ahead[`${zone} ${ms}`] ??= ownClock.ahead(zone, ms)),
  name: (zone, ms) => (drawn.names[`${zone} ${ms}`] ??= ownClock.name(zone, ms)),
}

const never = () => () => {}
/**
 * The reader's zone, and the clock that times are drawn by, for what the server draws as well: at first no zone, since it knows none, and its own clock;
 * from then on the browser's, whose data of zones may be newer.
 */
export const useReader = (): { zone: string | null; clock: Clock } => ({
  zone: useSyncExternalStore(never, ownZone, () => null),
  clock: useSyncExternalStore(
    never,
    () => ownClock,
    () => drawnClock,
  ),
})

/** Zones that browsers still list under an old name: by that name, the current one (R135). */
const currentNames: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho Chi Minh City',
  'Asia/Ho_Chi_Minh': 'Asia/Ho Chi Minh City',
  'Europe/Kiev': 'Europe/Kyiv',
  'America/Godthab': 'America/Nuuk',
  'America/Buenos_Aires': 'America/Buenos Aires',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
}
/** A zone as people read it: 'Asia/Kolkata', 'America/New York'. */
export const zonePlace = (zone: string) => currentNames[zone] ?? zone.replaceAll('_', ' ')

/** 'Asia/Kathmandu (GMT+5:45)': the distance is what people know of a zone whose city they don't. */
export const zoneLabel = (zone: string, at: string, name = zone) => `${zonePlace(name)} (${distanceName(aheadAt(zone, Date.parse(at)))})`

/** R53, R241: `there` on the event's clock, with its zone unless the viewer's shows the same, and `here` on the viewer's if it shows another time. */
export function formatBoth(
  iso: string,
  zone: string,
  viewer: string | null = ownZone(),
  clock = ownClock,
): { there: string; here: string | null } {
  const isSame = viewer !== null && formatInstant(iso, zone, clock) === formatInstant(iso, viewer, clock)
  if (isSame) return { there: formatInstant(iso, zone, clock), here: null }
  return { there: formatThere(iso, zone, clock), here: viewer === null ? null : formatThere(iso, viewer, clock) }
}

/** R53, R241: the time where the viewer is, with the day if that is another one: '7:00 AM EST'; '' where both zones show the same. */
export function formatHere(iso: string, zone: string, viewer: string | null, clock: Clock): string {
  if (viewer === null || formatBoth(iso, zone, viewer, clock).here === null) return ''
  const day = formatDay(iso, zone, clock) === formatDay(iso, viewer, clock) ? '' : `${formatShortDay(iso, viewer, clock)}, `
  return `${day}${formatTime(iso, viewer, clock)} ${zoneName(iso, viewer, clock)}`
}

/** The zone that a time is written in, and the time where the viewer is: 'CET · 7:00 AM EST your time'; '' where both zones show the same. */
export function formatZones(iso: string, zone: string, viewer: string | null, clock: Clock): string {
  const there = zoneName(iso, zone, clock)
  if (viewer === null) return there
  const here = formatHere(iso, zone, viewer, clock)
  return here && `${there} · ${here} your time`
}

/** Writes times of a zone into sentences that the server draws as well. */
export function useWritten(zone: string): (iso: string) => string {
  const { zone: viewer, clock } = useReader()
  return (iso) => formatBoth(iso, zone, viewer, clock).there
}
