// Says that Rolecall can't be reached, asks until it can, and says that too.
import { useEffect, useState } from 'react'
import { noteSilence, useReach, useReturn } from '#client/lib/reach.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'

const pingMs = 3000
const backMs = 3000

/** Draws nothing while all is well, and never takes a click from what it lies on. Pages that could not load try again by themselves when the connection returns (useReturn). */
export function OfflineNotice() {
  const isReachable = useReach((reach) => reach.isReachable)
  const [isBack, setBack] = useState(false)
  useReturn(() => setBack(true))
  useEffect(() => {
    window.addEventListener('offline', noteSilence)
    return () => window.removeEventListener('offline', noteSilence)
  }, [])
  useEffect(() => {
    if (isReachable) return
    setBack(false)
    const ask = () => void import('#client/lib/call.ts').then(({ ping }) => ping()).catch(noteSilence)
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
    <div aria-live="polite" className="pointer-events-none fixed inset-x-4 bottom-24 z-30 flex justify-center sm:top-17 sm:bottom-auto">
      {(!isReachable || isBack) && (
        <div className="max-w-narrow animate-rise rounded shadow-pop">
          {isReachable ? (
            <Notice tone="success">You are online again.</Notice>
          ) : (
            <Notice tone="warn">You are offline. What you typed is kept.</Notice>
          )}
        </div>
      )}
    </div>
  )
}
