// The tab of the answers.
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import type { PanelProps } from './panel-props.ts'

/** Draws the tab. */
export const AnswersPanel = ({ group, event, assigning, canManage, mayInvite }: PanelProps) => (
  <RsvpList
    group={group}
    place={assigning.is === 'on' ? assigning.place : null}
    canManage={canManage}
    mayInvite={mayInvite}
    timeZone={event?.timeZone}
  />
)
