// The shape of the members while they come.
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

export const MembersSkeleton = () => (
  <Loading label="Loading members..." isPage className="flex flex-col gap-4">
    <Skeleton className="h-11 w-full max-w-sm" />
    <div className="flex flex-col gap-px overflow-hidden rounded-lg border border-line bg-surface">
      {['first', 'second', 'third', 'fourth', 'fifth'].map((place) => (
        <div key={place} className="flex h-17 items-center gap-3 px-5">
          <Skeleton className="size-9" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3.5 w-56 max-w-full" />
          </span>
          <Skeleton className="h-6 w-20" />
        </div>
      ))}
    </div>
  </Loading>
)
