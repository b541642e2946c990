// The activity of a group on a page of its own (/group/:groupId/activity), for those who manage it (R105).
import { ActivityPanel } from '#client/activity/activity-panel.tsx'
import { useManagedEvent } from '#client/assign/use-assigning.ts'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { useGroups } from '#client/records/groups.ts'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { GroupPage } from '#protocol/group.ts'
import { GroupFrame, isManagers } from './group-frame.tsx'
import { useFormView } from './use-group-page.ts'

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
export const ActivityPage = () => (
  <GroupFrame title="Activity" mayOpen={isManagers}>
    {(page) => <OpenActivity page={page} />}
  </GroupFrame>
)
