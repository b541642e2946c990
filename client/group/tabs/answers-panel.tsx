// The tab of the answers.
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { useNamedView } from '#client/group/answers/use-answers-view.ts'
import { mayWrite, seesEmails } from '#client/team/rights.ts'
import type { PanelProps } from './panel-props.ts'

export const AnswersPanel = ({ group, event, assigning, canManage, mayInvite, role }: PanelProps) => {
  useNamedView(group._id)
  return (
    <RsvpList
      group={group}
      place={assigning.is === 'on' ? assigning.place : null}
      canManage={canManage}
      mayInvite={mayInvite}
      mayWrite={mayWrite({ canManage, role })}
      seesEmails={seesEmails({ role })}
      timeZone={event?.timeZone}
    />
  )
}
