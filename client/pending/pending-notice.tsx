// On the dashboard: that events wait to be published, so that nobody has to find the email again.
import { useEffect, useState } from 'react'
import { call } from '#client/lib/call.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { pendingApi } from '#protocol/pending.ts'

/** Draws the notice; nothing while there is none, or while it can't be known. */
export function PendingNotice() {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isHere = true
    call(pendingApi.list, {}).then(
      ({ events }) => isHere && setCount(events.length),
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [])
  if (count === 0) return null
  return (
    <Notice action={<ButtonLink href="/publish">Look at {count === 1 ? 'it' : 'them'}</ButtonLink>}>
      {count === 1 ? 'An event waits' : `${count} events wait`} for you to publish {count === 1 ? 'it' : 'them'}.
    </Notice>
  )
}
