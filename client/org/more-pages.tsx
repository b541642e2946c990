// The members of an organization beyond the first page: read on request, and all of them while one searches.
import { useCallback, useEffect, useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import type { OrgView } from '#protocol/org.ts'
import { loadMembers } from './actions.ts'

/** Reads a page more when asked; every page once `isAllWanted`, since whoever is looked for may be on the last. */
export function useMorePages({ _id, nextCursor }: OrgView, isAllWanted: boolean) {
  const [isReading, setReading] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const read = useCallback(
    (most?: number) => {
      setReading(true)
      setFailure(null)
      loadMembers(_id, most)
        .catch((error: unknown) => setFailure(sentenceOf(error, 'Failed to load members')))
        .finally(() => setReading(false))
    },
    [_id],
  )
  const hasMore = nextCursor !== null
  useEffect(() => {
    if (isAllWanted && hasMore) read()
  }, [isAllWanted, hasMore, read])
  return { isReading, failure, read }
}

interface MorePagesProps extends ReturnType<typeof useMorePages> {
  org: OrgView
}

/** Draws the button that shows more, while there are more. */
export function MorePages({ org, isReading, failure, read }: MorePagesProps) {
  if (org.nextCursor === null) return null
  const left = Math.max(0, org.memberCount - org.members.length)
  return (
    <div className="flex flex-col items-center gap-3">
      <Failure>{failure}</Failure>
      <Button busy={isReading} busyLabel="Loading members..." onClick={() => read(1)}>
        Show more members ({left.toLocaleString('en-US')} left)
      </Button>
    </div>
  )
}
