// The tab of who did what.
import { ActivityPanel } from '#client/activity/activity-panel.tsx'
import type { PanelProps } from './panel-props.ts'

/** Draws the tab. */
export const ActivityTab = ({ group, event }: PanelProps) => <ActivityPanel group={group} event={event} />
