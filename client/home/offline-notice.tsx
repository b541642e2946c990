// Says that Rolecall can't be reached, asks until it can, and says that too: across the top, over nothing of the page.
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRoute } from 'wouter'
import { noteOffline, useReach, useReturn } from '#client/lib/connection.ts'
import { cx } from '#client/ui/cx.ts'

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
  const Icon = isReachable ? CircleCheck : TriangleAlert
  return (
    // A bar that says so itself leaves nothing to say here.
    <div aria-live="polite" className="sticky top-0 z-50 low:static print:hidden [body:has([data-says-offline])_&]:hidden">
      {!saysSo && (!isReachable || isBack) && (
        <p
          data-top-bar
          className={cx(
            'flex h-11 animate-fade items-center justify-center gap-2 px-4 text-13 font-medium sm:text-15',
            isReachable ? 'bg-success-soft' : 'bg-warn-soft',
          )}
        >
          <Icon aria-hidden="true" className={cx('size-5 shrink-0', isReachable ? 'text-success' : 'text-warn')} />
          {isReachable ? 'You are online again.' : 'You are offline. What you typed isn’t lost.'}
        </p>
      )}
    </div>
  )
}
