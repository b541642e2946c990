// Says that Rolecall can't be reached, asks until it can, and says that too: across the top, over nothing of the page.
import { useEffect, useState } from 'react'
import { useRoute } from 'wouter'
import { noteOffline, useReach, useReturn } from '#client/lib/connection.ts'
import { Banner } from '#client/ui/feedback/notice.tsx'

const pingMs = 3000
const backMs = 3000

/** Pages that could not load try again by themselves when the connection returns (useReturn). */
export function OfflineNotice() {
  const isReachable = useReach((reach) => reach.isReachable)
  const [isBack, setBack] = useState(false)
  // A door goes on without, and says so itself.
  const [saysSo] = useRoute('/door/:eventId')
  useReturn(() => setBack(true))
  useEffect(() => {
    window.addEventListener('offline', noteOffline)
    return () => window.removeEventListener('offline', noteOffline)
  }, [])
  useEffect(() => {
    if (isReachable) return
    setBack(false)
    const ask = () => void import('#client/lib/call.ts').then(({ ping }) => ping()).catch(noteOffline)
    const timer = setInterval(ask, pingMs)
    window.addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [isReachable])
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setBack(false), backMs)
    return () => clearTimeout(timer)
  }, [isBack])
  return (
    // A bar that says so itself leaves nothing to say here.
    <div aria-live="polite" className="sticky top-0 z-50 low:static print:hidden [body:has([data-says-offline])_&]:hidden">
      {!saysSo && (!isReachable || isBack) && (
        <div data-top-bar className="text-13 *:min-h-10 *:items-center sm:text-15">
          {isReachable ? (
            <Banner tone="success">You are online again.</Banner>
          ) : (
            <Banner tone="warn">You are offline. What you typed isn’t lost.</Banner>
          )}
        </div>
      )}
    </div>
  )
}
