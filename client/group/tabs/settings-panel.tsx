// The tab of the settings that take effect at once: of the group, of its reminders, of who may assign.
import { GrantsPanel } from '#client/assign/grants-panel.tsx'
import { GroupSettings } from '#client/group/settings/group-settings.tsx'
import { ReminderSettings } from '#client/reminder/reminder-settings.tsx'
import type { PanelProps } from './panel-props.ts'

/** Draws the tab. */
export const SettingsPanel = ({ group, event, assigning }: PanelProps) => (
  <div className="grid items-start gap-10 lg:grid-cols-2 lg:gap-x-8">
    <GroupSettings group={group} />
    {event?.status === 'active' && <ReminderSettings group={group} timeZone={event.timeZone} start={event.start} />}
    {assigning.is === 'on' && assigning.ownerOrgId !== null && <GrantsPanel place={assigning.place} ownerOrgId={assigning.ownerOrgId} />}
  </div>
)
