// The shape of the invitee's page while its form is on the way.

import { Loading, Skeleton, SkeletonText } from '#client/ui/feedback/skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'

export const RsvpSkeleton = () => (
  <Page width="narrow" className="gap-6! pt-6! sm:gap-8! sm:pt-10!">
    <Loading label="Loading the invitation..." className="flex flex-col gap-6 sm:gap-8">
      <div className="flex flex-col gap-4">
        <Skeleton className="h-5 w-36" />
        <Skeleton className="h-8 w-4/5" />
        <div className="flex items-center gap-3.5">
          <Skeleton className="size-13" />
          <Skeleton className="h-5 w-52" />
        </div>
        <SkeletonText lines={2} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Skeleton className="h-14" />
        <Skeleton className="h-14" />
      </div>
      <div className="flex flex-col gap-2.5">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-18 w-full" />
        <Skeleton className="h-18 w-full" />
      </div>
    </Loading>
  </Page>
)
