// The tab of who did what.
import { ActivityPanel } from '#client/activity/activity-panel.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { PanelProps } from './panel-props.ts'

export const ActivityTab = ({ group, event }: PanelProps) => (
  <Section title="Activity">
    <ActivityPanel group={group} event={event} />
  </Section>
)
