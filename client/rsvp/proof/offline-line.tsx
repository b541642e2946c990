// What a bar says while the server can't be reached, in the place of the notice over the page (R124g).
import { useReach } from '#client/lib/connection.ts'
import { formatDay, formatInstant, formatTime, viewerZone } from '#client/lib/dates.ts'
import { serverNow } from '#client/lib/now.ts'
import { Text } from '#client/ui/layout/heading.tsx'

/** This part comes with the page, while the server is there. */
let lostAt = serverNow()
useReach.subscribe((now, before) => {
  if (before.isReachable && !now.isReachable) lostAt = serverNow()
})

/** The clock alone where it was today. */
export function asOfText(at: number, now: number, zone: string): string {
  const [then, today] = [new Date(at).toISOString(), new Date(now).toISOString()]
  return (formatDay(then, zone) === formatDay(today, zone) ? formatTime : formatInstant)(then, zone)
}

export function OfflineLine() {
  const isReachable = useReach((now) => now.isReachable)
  if (isReachable) return null
  return (
    <Text data-says-offline size={13} className="mb-2.5 rounded bg-fill px-3 py-2">
      You’re offline. What you typed is kept. Seats are as of {asOfText(lostAt, serverNow(), viewerZone())}, and you have one only once you
      send.
    </Text>
  )
}
