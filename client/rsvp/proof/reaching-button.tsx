// A button that needs the server: while that can't be reached it says what it waits for, and can't be pressed (R124g).
import { useReach } from '#client/lib/connection.ts'
import { Button, type ButtonProps } from '#client/ui/actions/button.tsx'

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
