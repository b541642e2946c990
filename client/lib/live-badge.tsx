// Whether what is on screen is live, as far as both the socket and the calls know.
import { useEffect, useState } from 'react'
import { LiveDot } from '#client/ui/feedback/live-dot.tsx'
import { useLiveState, useReach } from './connection.ts'

/** How long the first connection may take before the page calls itself offline. */
const settleMs = 4000

export function LiveBadge() {
  const { state, isSure } = useLiveState()
  const isReachable = useReach((now) => now.isReachable)
  const [isSettled, setSettled] = useState(state === 'live')
  useEffect(() => {
    if (state === 'live') return setSettled(true)
    const timer = setTimeout(() => setSettled(true), settleMs)
    return () => clearTimeout(timer)
  }, [state])
  // Its place is kept until then, so that nothing moves when it comes; and while the server is asked whether it still hears (R246).
  if (!isSettled || (state === 'live' && !isSure)) return <LiveDot state="live" className="invisible print:hidden" />
  return <LiveDot state={isReachable ? state : 'offline'} className="print:hidden" />
}
