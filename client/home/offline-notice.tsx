// Says that Rolecall can't be reached, asks until it can, and says that too.
import { useEffect, useState } from 'react'
import { useRoute } from 'wouter'
import { noteOffline, useReach, useReturn } from '#client/lib/connection.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'

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
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-[max(1rem,var(--bottom-bar,6rem))] z-30 flex justify-center sm:top-17 sm:bottom-auto [body:has([data-says-offline])_&]:hidden"
    >
      {!saysSo && (!isReachable || isBack) && (
        <div className="max-w-narrow animate-rise rounded shadow-pop">
          {isReachable ? (
            <Notice tone="success">You are online again.</Notice>
          ) : (
            <Notice tone="warn">You are offline. What you typed isn’t lost.</Notice>
          )}
        </div>
      )}
    </div>
  )
}
