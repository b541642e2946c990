// The members of an organization beyond the first page: read on request, and all of them while one searches.
import { useCallback } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useMissing } from '#client/records/use-missing.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import type { OrgView } from '#protocol/people/org.ts'
import { loadMembers } from './actions.ts'

const failed = 'Failed to load members'

/** Reads a page more when asked; every page once `isAllWanted`, since whoever is looked for may be on the last. */
export function useMorePages({ _id, nextCursor }: OrgView, isAllWanted: boolean) {
  const readAll = useCallback(() => loadMembers(_id), [_id])
  const all = useMissing(isAllWanted && nextCursor !== null, readAll, failed)
  const one = useAction(() => loadMembers(_id, 1), failed)
  return { isReading: all.isBusy || one.isBusy, failure: all.failure ?? one.failure, read: one.run }
}

interface MorePagesProps extends ReturnType<typeof useMorePages> {
  org: OrgView
}

export function MorePages({ org, isReading, failure, read }: MorePagesProps) {
  if (org.nextCursor === null) return null
  const left = Math.max(0, org.memberCount - org.members.length)
  return (
    <div className="flex flex-col items-center gap-3">
      <Failure>{failure}</Failure>
      <Button busy={isReading} busyLabel="Loading members..." onClick={() => void read()}>
        Show more members ({left.toLocaleString('en-US')} left)
      </Button>
    </div>
  )
}
