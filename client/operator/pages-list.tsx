// A list that comes a page at a time, with its states: loading, failed, empty.
import type { ReactNode } from 'react'
import type { usePages } from '#client/lib/use-pages.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

export const listFailed = { failed: 'This list could not be loaded.' }

interface Props<Row extends { _id: string }> {
  pages: ReturnType<typeof usePages<Row>>
  /** What to say where there is nothing. */
  empty: { title: string; text: string }
  children: (rows: readonly Row[]) => ReactNode
}

export function PagesList<Row extends { _id: string }>({ pages, empty, children }: Props<Row>) {
  const { rows, isComplete, failure, isBusy, retry, more } = pages
  const failed = failure && (
    <Notice tone="danger" live action={<Button onClick={retry}>Try again</Button>}>
      {failure}
    </Notice>
  )
  if (!rows?.length && failed) return failed
  if (!rows)
    return (
      <Loading label="Loading...">
        <Skeleton className="h-40 w-full" />
      </Loading>
    )
  if (rows.length === 0) return <EmptyState title={empty.title}>{empty.text}</EmptyState>
  return (
    <>
      {children(rows)}
      {failed || <LoadMore onMore={more} busy={isBusy} isDone={isComplete} />}
    </>
  )
}
