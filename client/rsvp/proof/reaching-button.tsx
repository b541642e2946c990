// A button that needs the server: while that can't be reached it says what it waits for, and can't be pressed (R124g).
import { useReach } from '#client/lib/connection.ts'
import { Button, type ButtonProps } from '#client/ui/actions/button.tsx'
import { Text } from '#client/ui/layout/heading.tsx'

interface ReachingButtonProps extends ButtonProps {
  /** What leads on in the page needs no connection. */
  isLocal?: boolean | undefined
}

export function ReachingButton({ isLocal = false, children, ...rest }: ReachingButtonProps) {
  const isReachable = useReach((now) => now.isReachable)
  const isWaiting = !isReachable && !isLocal
  return (
    <Button {...rest} disabled={isWaiting}>
      <span className="truncate">{isWaiting ? 'Waiting for a connection' : children}</span>
    </Button>
  )
}

/** What a bar with such a button says then, in the place of the notice over the page. */
export function OfflineLine() {
  const isReachable = useReach((now) => now.isReachable)
  if (isReachable) return null
  return (
    <Text data-says-offline size={13} className="mb-2.5 rounded bg-fill px-3 py-2">
      You’re offline. What you typed is kept. The seats may have changed, and you have one only once you send.
    </Text>
  )
}
