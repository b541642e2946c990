// Who did what in a group (R105), live, with a way back for a moment (R106): the tab and the page show the same.
import { useState } from 'react'
import { viewerZone } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { ActivityFilters } from './activity-filters.tsx'
import { ActivityRows } from './activity-rows.tsx'
import { everything } from './store.ts'
import { useActivity } from './use-activity.ts'

interface ActivityPanelProps {
  group: GroupView
  /** Times are shown in its zone; without one in the viewer's. */
  event: PublicEvent | undefined
}

const rows = ['first', 'second', 'third', 'fourth']
const ActivitySkeleton = () => (
  <Loading label="Loading the activity..." className="flex flex-col gap-2">
    {rows.map((row) => (
      <Skeleton key={row} className="h-12 w-full rounded" />
    ))}
  </Loading>
)

export function ActivityPanel({ group, event }: ActivityPanelProps) {
  const [filter, setFilter] = useState(everything)
  const { lines, isComplete, failure, isBusy, load } = useActivity(group._id, filter)
  const isFiltered = filter.person !== '' || filter.kind !== ''
  const timeZone = event?.timeZone ?? viewerZone()
  const isEmpty = lines?.length === 0
  return (
    <div className="flex flex-col gap-5">
      <ActivityFilters
        groupId={group._id}
        groupName={group.name}
        timeZone={timeZone}
        isAsked={group.showConfirmation}
        filter={filter}
        onChange={setFilter}
      />
      {lines && lines.length > 0 && <ActivityRows lines={lines} timeZone={timeZone} />}
      {!lines && (failure ? <ErrorState title={failure} onRetry={() => void load()} busy={isBusy} /> : <ActivitySkeleton />)}
      {isEmpty && isComplete && !isFiltered && (
        <EmptyState title="Nothing has happened yet">Every answer and every change shows up here, with the person who made it.</EmptyState>
      )}
      {isEmpty && isComplete && isFiltered && (
        <EmptyState title="No matches" action={<Button onClick={() => setFilter(everything)}>Clear filters</Button>}>
          Nothing of this kind was done by or to the person you chose.
        </EmptyState>
      )}
      {lines && failure && (
        <Notice tone="danger" live action={<Button onClick={() => void load()}>Try again</Button>}>
          {failure}
        </Notice>
      )}
      {lines && !failure && <LoadMore onMore={() => void load()} busy={isBusy} isDone={isComplete} />}
    </div>
  )
}
