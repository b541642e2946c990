// The frame of the pages of one group: opens the group of the address, and stands in while it loads, can't be loaded, or isn't theirs to see.
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import { AccessRequiredPage } from '#client/access/access-required-page.tsx'
import { isInside } from '#client/records/groups.ts'
import { Page, type PageWidth } from '#client/ui/layout/page.tsx'
import type { GroupPage } from '#protocol/seats/group.ts'
import { BoardSkeleton, FailedHead, GroupFailure, HeadSkeleton } from './group-states.tsx'
import { type Draft, useLostDraft } from './lost-draft.tsx'
import { useGroupPage } from './use-group-page.ts'

/** Of those who manage it; who only assigns in it doesn't. */
export const isManagers = (page: GroupPage) => isInside(page) && page.canManage

interface GroupFrameProps {
  /** What the page is called while there is no group to name it by. */
  title: string
  /** Whether this visitor may see the page; everyone by default. */
  mayOpen?: (page: GroupPage) => boolean
  /** Of the page before there is a group, too. */
  widthOf?: (page: GroupPage | undefined) => PageWidth
  skeleton?: ReactNode
  /** Whether what it shows goes by the event too. */
  withEvent?: boolean
  /** R205: what is written on it. */
  draft?: Draft
  children: (page: GroupPage) => ReactNode
}

export function GroupFrame({
  title,
  mayOpen = () => true,
  widthOf = () => 'normal',
  skeleton = <BoardSkeleton />,
  withEvent = false,
  draft,
  children,
}: GroupFrameProps) {
  const { groupId } = useParams<{ groupId?: string }>()
  const state = useGroupPage(groupId, { withEvent })
  const page = state.is === 'ready' ? state.page : undefined
  const lost = useLostDraft(groupId, state, draft)
  if (lost) return lost
  if (state.is === 'ended' || (page && !mayOpen(page))) return <AccessRequiredPage />
  return (
    <Page width={state.is === 'failed' ? 'narrow' : widthOf(page)}>
      {state.is === 'loading' && (
        <>
          <HeadSkeleton />
          {skeleton}
        </>
      )}
      {state.is === 'failed' && (
        <>
          <FailedHead title={title} />
          <GroupFailure groupId={groupId} error={state.error} onRetry={state.retry} />
        </>
      )}
      {page && children(page)}
    </Page>
  )
}
