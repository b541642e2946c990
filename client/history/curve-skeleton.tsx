// The curve in grey, as high as it will be.
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

export const CurveSkeleton = () => (
  <Loading label="Loading the chart..." className="flex flex-col gap-4">
    <Skeleton className="h-7 w-32" />
    <Skeleton className="h-72 w-full rounded-lg sm:h-96" />
  </Loading>
)
