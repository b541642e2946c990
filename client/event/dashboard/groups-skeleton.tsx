// The groups of the dashboard in grey.
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

export const GroupsSkeleton = () => (
  <Loading label="Loading groups..." isPage className="grid gap-3 md:grid-cols-2">
    {['first', 'second', 'third', 'fourth'].map((place) => (
      <Skeleton key={place} className="h-44 rounded-lg" />
    ))}
  </Loading>
)
