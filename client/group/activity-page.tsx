// The activity of a group on a page of its own (/group/:groupId/activity), for those who manage it (R105).
import { useParams } from 'wouter'
import { AccessRequiredPage } from '#client/access/access-required-page.tsx'
import { ActivityPanel } from '#client/activity/activity-panel.tsx'
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { isInside, useGroups } from '#client/records/groups.ts'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import type { GroupPage } from '#protocol/group.ts'
import { BoardSkeleton, FailedHead, GroupFailure, HeadSkeleton } from './group-states.tsx'
import { useFormView, useGroupPage } from './use-group-page.ts'

function OpenActivity({ page }: { page: GroupPage }) {
  const id = page.group._id
  const group = useGroups((held) => held.byId[id])
  const form = useFormView(id, page.group.eventId)
  const managed = useManagedEvent(page.group.eventId)
  const event = form?.event ?? managed ?? undefined
  if (!group) return null
  const occasion = event?.name ?? group.name
  return (
    <>
      <title>{`Activity · ${occasion} · Rolecall`}</title>
      <PageHeader
        title="Activity"
        badge={<LiveBadge />}
        lead={<span className="wrap-anywhere">{occasion}</span>}
        back={{ href: group.eventId ? `/event/${group.eventId}` : `/group/${id}`, label: 'Back' }}
      />
      <ActivityPanel group={group} event={event} />
    </>
  )
}

/** Draws the page: not for those who only assign in the group. */
export function ActivityPage() {
  const { groupId } = useParams<{ groupId?: string }>()
  const state = useGroupPage(groupId)
  if (state.is === 'ended' || (state.is === 'ready' && !(isInside(state.page) && state.page.canManage))) return <AccessRequiredPage />
  return (
    <Page>
      {state.is === 'loading' && (
        <>
          <HeadSkeleton />
          <BoardSkeleton />
        </>
      )}
      {state.is === 'failed' && (
        <>
          <FailedHead title="Activity" />
          <GroupFailure groupId={groupId} error={state.error} onRetry={state.retry} />
        </>
      )}
      {state.is === 'ready' && <OpenActivity page={state.page} />}
    </Page>
  )
}
