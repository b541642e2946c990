// What a bar says while the server can't be reached, in the place of the notice over the page (R124g).
import { useReach } from '#client/lib/connection.ts'
import { viewerZone } from '#client/lib/dates.ts'
import { heardText } from '#client/lib/live/heard.ts'
import { Text } from '#client/ui/layout/heading.tsx'

export function OfflineLine() {
  const isReachable = useReach((now) => now.isReachable)
  if (isReachable) return null
  return (
    <Text data-says-offline size={13} className="mb-2.5 rounded bg-fill px-3 py-2">
      You’re offline. What you typed is kept. Seats are as of {heardText(viewerZone())}, and you have one only once you send.
    </Text>
  )
}
