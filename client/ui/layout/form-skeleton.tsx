// The shape of an event form, while what it needs is on its way.

import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Page } from './page.tsx'

const field = (height: string) => (
  <span className="flex flex-col gap-2">
    <Skeleton className="h-3.5 w-24" />
    <Skeleton className={height} />
  </span>
)

export const FormSkeleton = ({ label }: { label: string }) => (
  <Page>
    <Loading label={label} isPage className="flex flex-col gap-8">
      <Skeleton className="h-7 w-full" />
      <Skeleton className="h-9 w-56" />
      <div className="flex flex-col gap-5">
        {field('h-11')}
        {field('h-29')}
        <div className="grid gap-5 sm:grid-cols-2">
          {field('h-11')}
          {field('h-11')}
        </div>
        {field('h-11')}
      </div>
      <Skeleton className="h-11 w-20" />
    </Loading>
  </Page>
)
