// The activity of a group on a page of its own (/group/:groupId/activity), for those who manage it (R105).
import { ActivityPanel } from '#client/activity/activity-panel.tsx'
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { useGroups } from '#client/records/groups.ts'
import { useFormView } from '#client/rsvp/form-room.ts'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { GroupPage } from '#protocol/seats/group.ts'
import { GroupFrame, isManagers } from './group-frame.tsx'
import { backTo, useBoardPath } from './several/board-path.ts'
import { StepGroups } from './several/step-groups.tsx'

function OpenActivity({ page }: { page: GroupPage }) {
  const id = page.group._id
  const board = useBoardPath(page.group)
  const group = useGroups((held) => held.byId[id])
  const form = useFormView(id, page.group.eventId)
  const managed = useManagedEvent(page.group.eventId)
  const event = form?.event ?? managed ?? undefined
  if (!group) return null
  const occasion = event?.name ?? group.name
  return (
    <>
      <title>{`Activity · ${occasion} · Rolecall`}</title>
      {group.eventId && <StepGroups eventId={group.eventId} groupId={id} page="activity" />}
      <PageHeader title="Activity" badge={<LiveBadge />} lead={<span className="wrap-anywhere">{occasion}</span>} back={backTo(board)} />
      {/* The days under it are headings of their own. */}
      <h2 className="sr-only">Day by day</h2>
      <ActivityPanel group={group} event={event} />
    </>
  )
}

/** Draws the page: not for those who only assign in the group. */
export const ActivityPage = () => (
  <GroupFrame title="Activity" mayOpen={isManagers} withEvent>
    {(page) => <OpenActivity page={page} />}
  </GroupFrame>
)
