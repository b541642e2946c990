// The tab of the settings that take effect at once: of the group, its questions, its reminders, of who may assign.
import { GrantsPanel } from '#client/assign/grants-panel.tsx'
import { QuestionsSection } from '#client/group/questions/questions-section.tsx'
import { GroupSettings } from '#client/group/settings/group-settings.tsx'
import { ReminderSettings } from '#client/reminder/reminder-settings.tsx'
import { BlockedPanel } from '#client/removal/blocked-panel.tsx'
import { TeamPanel } from '#client/team/team-panel.tsx'
import type { PanelProps } from './panel-props.ts'

export const SettingsPanel = ({ group, event, assigning, canManage }: PanelProps) => (
  <div className="grid items-start gap-10 lg:grid-flow-row-dense lg:grid-cols-2 lg:gap-x-8">
    <GroupSettings group={group} />
    {event?.status === 'active' && <ReminderSettings group={group} timeZone={event.timeZone} start={event.start} />}
    {canManage && <QuestionsSection group={group} />}
    {canManage && <BlockedPanel group={group} />}
    {canManage && event?.status === 'active' && group.eventId && (
      <TeamPanel eventId={group.eventId} isOrganizations={group.ownerOrgId !== null} />
    )}
    {assigning.is === 'on' && assigning.ownerOrgId !== null && <GrantsPanel place={assigning.place} ownerOrgId={assigning.ownerOrgId} />}
  </div>
)
