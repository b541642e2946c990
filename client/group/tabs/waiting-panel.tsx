// The tab of those who wait: for a seat, or for somebody to accept theirs.
import { PendingHandOvers } from '#client/handover/pending-panel.tsx'
import { putGroup } from '#client/records/groups.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { WaitlistPanel } from '#client/waitlist/waitlist-panel.tsx'
import type { PanelProps } from './panel-props.ts'

export function WaitingPanel({ group, event }: PanelProps) {
  const hasWaiting = group.roleCoverage.some((role) => role.waiting || role.held)
  return (
    <div className="flex flex-col gap-10">
      {hasWaiting ? (
        <WaitlistPanel group={group} timeZone={event?.timeZone ?? 'UTC'} onGroup={putGroup} />
      ) : (
        <Section title="Waitlist">
          <EmptyState title="No one is waiting yet">
            {group.waitlist
              ? 'Where a role is full, people can wait for it. They appear here in their order, and the next in line gets any free seat.'
              : 'The waitlist is off. Turn it on in Settings.'}
          </EmptyState>
        </Section>
      )}
      <PendingHandOvers groupId={group._id} timeZone={event?.timeZone ?? 'UTC'} />
    </div>
  )
}
