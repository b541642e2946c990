// Everything an organizer does with one group: the page of the group and the page of its event show the same board.
import { useAssigning } from '#client/assign/use-assigning.ts'
import { useRowsInStep } from '#client/group/answers/use-rows-in-step.ts'
import { GroupTabs } from '#client/group/tabs/group-tabs.tsx'
import { counted } from '#client/lib/counted.ts'
import { isMoving } from '#client/lib/event/event-status.tsx'
import { PeopleHere } from '#client/presence/people-here.tsx'
import { useForgetPresence } from '#client/presence/store.ts'
import { useGroups } from '#client/records/groups.ts'
import { Stat, Stats } from '#client/ui/layout/stat.tsx'
import type { PublicEvent } from '#protocol/event.ts'
import type { GroupView } from '#protocol/group.ts'
import { RiskNotice } from './risk-notice.tsx'

function AnswerStats({ group: { answers, roleCoverage } }: { group: GroupView }) {
  const taken = roleCoverage.reduce((sum, one) => sum + one.count, 0)
  const total = roleCoverage.reduce((sum, one) => sum + one.total, 0)
  return (
    <Stats>
      <Stat label="Yes" value={counted(answers.yes)} />
      <Stat label="No" value={counted(answers.no)} />
      <Stat label="No response" value={counted(answers.none)} />
      <Stat label="Seats taken" value={counted(taken)} of={`of ${counted(total)}`} />
    </Stats>
  )
}

interface GroupBoardProps {
  groupId: string
  /** The event it belongs to, once it is known. */
  event?: PublicEvent | null
  /** What invitees see, once it is known: whether only members may answer (R26). */
  membersOnly?: boolean
  /** Otherwise they may assign roles and nothing else (R39). */
  canManage: boolean
}

/** Draws the board: the figures, and under them a tab for each thing one does here. */
export function GroupBoard({ groupId, event, membersOnly = false, canManage }: GroupBoardProps) {
  const group = useGroups((held) => held.byId[groupId])
  return group ? <Board group={group} event={event ?? undefined} membersOnly={membersOnly} canManage={canManage} /> : null
}

interface BoardProps {
  group: GroupView
  event: PublicEvent | undefined
  membersOnly: boolean
  canManage: boolean
}

function Board({ group, event, membersOnly, canManage }: BoardProps) {
  useForgetPresence()
  const assigning = useAssigning(group, event, canManage)
  useRowsInStep(group, event?.start)
  const takesAnswers = group.eventId === null || isMoving(event?.status)
  return (
    <div className="flex flex-col gap-6">
      <RiskNotice group={group} event={event} />
      {canManage && <PeopleHere groupId={group._id} roles={group.roles} />}
      <AnswerStats group={group} />
      <GroupTabs
        group={group}
        event={event}
        membersOnly={membersOnly}
        canManage={canManage}
        assigning={assigning}
        mayInvite={canManage && takesAnswers}
      />
    </div>
  )
}
