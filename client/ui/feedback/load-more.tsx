// Fetches the next rows when the end of a list comes near; a button does the same.
import { useEffect, useRef } from 'react'
import { Button } from '../actions/button.tsx'

export interface LoadMoreProps {
  onMore: () => void
  busy: boolean
  /** True when there is nothing more. */
  isDone: boolean
  label?: string
}

export function LoadMore({ onMore, busy, isDone, label = 'Show more' }: LoadMoreProps) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current || busy || isDone || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '400px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [busy, isDone, onMore])
  if (isDone) return null
  return (
    <div ref={end} className="flex justify-center pt-2">
      <Button variant="ghost" busy={busy} busyLabel="Loading..." onClick={onMore}>
        {label}
      </Button>
    </div>
  )
}
