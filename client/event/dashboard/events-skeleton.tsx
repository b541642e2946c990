// The events of the dashboard in grey, as they will stand.
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card } from '#client/ui/layout/card.tsx'

export const EventsSkeleton = () => (
  <Loading label="Loading events..." isPage className="flex flex-col gap-3">
    {['first', 'second', 'third'].map((place) => (
      <Card key={place} className="flex gap-4">
        <Skeleton className="size-13 rounded" />
        <div className="flex flex-1 flex-col gap-2.5 pt-1">
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-3.5 w-full" />
          <Skeleton className="h-9" />
        </div>
      </Card>
    ))}
  </Loading>
)
