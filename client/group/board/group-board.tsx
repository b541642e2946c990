// Everything an organizer does with one group: the page of the group and the page of its event show the same board.
import type { ReactNode } from 'react'
import { AssignRole } from '#client/assign/assign-role.tsx'
import { GrantsPanel } from '#client/assign/grants-panel.tsx'
import { type Assigning, useAssigning } from '#client/assign/use-assigning.ts'
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { useRowsInStep } from '#client/group/answers/use-rows-in-step.ts'
import { GroupSettings } from '#client/group/settings/group-settings.tsx'
import { PendingHandOvers } from '#client/handover/pending-panel.tsx'
import { InvitationsPanel } from '#client/invitation/invitations-panel.tsx'
import { counted } from '#client/lib/counted.ts'
import { isMoving } from '#client/lib/event/event-status.tsx'
import { putGroup, useGroups } from '#client/records/groups.ts'
import { ReminderSettings } from '#client/reminder/reminder-settings.tsx'
import { teamPlanNeeded } from '#client/role/assignment.ts'
import { CoverageList } from '#client/role/coverage-list.tsx'
import { cx } from '#client/ui/cx.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { Stat, Stats } from '#client/ui/layout/stat.tsx'
import { WaitlistPanel } from '#client/waitlist/waitlist-panel.tsx'
import type { PublicEvent } from '#protocol/event.ts'
import type { GroupView } from '#protocol/group.ts'
import { RiskNotice } from './risk-notice.tsx'
import { RoleManager } from './role-manager.tsx'
import { ShareLink } from './share-link.tsx'

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

/** Draws the board: link and invitations, roles and who waits, settings, answers; where there is room, link and settings stand beside the rest. */
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
  const assigning = useAssigning(group, event, canManage)
  useRowsInStep(group, event?.start)
  const takesAnswers = group.eventId === null || isMoving(event?.status)
  const mayInvite = canManage && takesAnswers
  const answers = <Answers group={group} assigning={assigning} canManage={canManage} mayInvite={mayInvite} />
  return (
    <div className="flex flex-col gap-8">
      <RiskNotice group={group} event={event} />
      <AnswerStats group={group} />
      {canManage ? (
        <ManagedBoard group={group} event={event} membersOnly={membersOnly} assigning={assigning} answers={answers} mayInvite={mayInvite} />
      ) : (
        <AssignBoard group={group} answers={answers} />
      )}
    </div>
  )
}

interface AnswersProps {
  group: GroupView
  assigning: Assigning
  canManage: boolean
  mayInvite: boolean
}

/** The answers, under what gives out roles. */
const Answers = ({ group, assigning, canManage, mayInvite }: AnswersProps) => (
  <div className="flex flex-col gap-10">
    {assigning.is === 'on' && <AssignRole place={assigning.place} group={group} />}
    {assigning.is === 'plan' && <Notice title="Role assignment is paused">{teamPlanNeeded}</Notice>}
    <RsvpList group={group} place={assigning.is === 'on' ? assigning.place : null} canManage={canManage} mayInvite={mayInvite} />
  </div>
)

/** R39: the roles to look at, the answers to assign in. */
const AssignBoard = ({ group, answers }: { group: GroupView; answers: ReactNode }) => (
  <>
    <Section title="Role Summary">
      <Card>
        <CoverageList coverage={group.roleCoverage} />
      </Card>
    </Section>
    {answers}
  </>
)

interface ManagedBoardProps extends Pick<BoardProps, 'group' | 'event' | 'membersOnly'> {
  assigning: Assigning
  answers: ReactNode
  mayInvite: boolean
}

/** Floats let each column be as long as its own parts, while the document keeps the order of a phone for keyboards and screen readers. */
const side = 'flex flex-col gap-10 lg:float-right lg:clear-right lg:w-80'
const main = 'flex min-w-0 flex-col gap-10 lg:w-[calc(100%-22rem)]'

function ManagedBoard({ group, event, membersOnly, assigning, answers, mayInvite }: ManagedBoardProps) {
  const limits = useGroups((held) => held.limitsById[group._id])
  const hasGrants = assigning.is === 'on' && assigning.ownerOrgId !== null
  return (
    <div className="flex flex-col gap-10 lg:flow-root">
      <div className={side}>
        <ShareLink url={group.shareLink} title={event?.name ?? group.name} status={event?.status} membersOnly={membersOnly} />
        {mayInvite && <InvitationsPanel group={group} />}
      </div>
      <div className={cx(main, 'lg:float-left')}>
        <RoleManager group={group} limits={limits} />
        {group.roleCoverage.some((role) => role.waiting) && <WaitlistPanel group={group} onGroup={putGroup} />}
        <PendingHandOvers groupId={group._id} timeZone={event?.timeZone ?? 'UTC'} />
      </div>
      <div className={cx(side, 'lg:pt-10')}>
        <GroupSettings group={group} />
        {event?.status === 'active' && <ReminderSettings group={group} timeZone={event.timeZone} start={event.start} />}
        {hasGrants && <GrantsPanel place={assigning.place} ownerOrgId={assigning.ownerOrgId ?? ''} />}
      </div>
      <div className={cx(main, 'lg:clear-left lg:pt-10')}>{answers}</div>
    </div>
  )
}
