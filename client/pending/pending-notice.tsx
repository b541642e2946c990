// On the dashboard: that events wait to be published, so that nobody has to find the email again.
import { useEffect, useState } from 'react'
import { call } from '#client/lib/call.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { pendingApi } from '#protocol/seats/pending.ts'

/** Gives how many wait; null while that isn't known, 0 where it can't be. */
export function usePending(): number | null {
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let isHere = true
    call(pendingApi.list, {}).then(
      ({ events }) => isHere && setCount(events.length),
      () => isHere && setCount(0),
    )
    return () => {
      isHere = false
    }
  }, [])
  return count
}

export function PendingNotice({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice action={<ButtonLink href="/publish">Review</ButtonLink>}>
      {count === 1 ? '1 event is' : `${count} events are`} not published yet.
    </Notice>
  )
}
