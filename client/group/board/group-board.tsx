// Everything an organizer does with one group: the page of the group and the page of its event show the same board.
import { useAssigning } from '#client/assign/use-assigning.ts'
import { useRowsInStep } from '#client/group/answers/use-rows-in-step.ts'
import { GroupTabs } from '#client/group/tabs/group-tabs.tsx'
import { WhatToDo } from '#client/group/todo/what-to-do.tsx'
import { useAnswerable } from '#client/lib/answerable.ts'
import { isMoving } from '#client/lib/event/event-status.tsx'
import { PeopleHere } from '#client/presence/people-here.tsx'
import { useForgetPresence } from '#client/presence/store.ts'
import { useGroups } from '#client/records/groups.ts'
import { MyRole } from '#client/team/my-role.tsx'
import { mayAssign, mayWrite } from '#client/team/rights.ts'
import type { TeamRole } from '#protocol/people/team-roles.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { EmptyBoard } from './empty-board.tsx'

interface GroupBoardProps {
  groupId: string
  /** The event it belongs to, once it is known. */
  event?: PublicEvent | null
  /** What invitees see, once it is known: whether only members may answer (R26). */
  membersOnly?: boolean
  /** Otherwise they may assign roles and nothing else (R39). */
  canManage: boolean
  /** R200: of the one who looks, in the event's team. */
  role?: TeamRole | undefined
}

export function GroupBoard({ groupId, event, membersOnly = false, canManage, role }: GroupBoardProps) {
  const group = useGroups((held) => held.byId[groupId])
  return group ? <Board group={group} event={event ?? undefined} membersOnly={membersOnly} canManage={canManage} role={role} /> : null
}

interface BoardProps {
  group: GroupView
  event: PublicEvent | undefined
  membersOnly: boolean
  canManage: boolean
  role: TeamRole | undefined
}

function Board({ group, event, membersOnly, canManage, role }: BoardProps) {
  useForgetPresence()
  useAnswerable()
  const assigning = useAssigning(group, event, { canManage, canAssign: mayAssign({ role }) })
  useRowsInStep(group, event?.start)
  const mayInvite = mayWrite({ canManage, role }) && (group.eventId === null || isMoving(event?.status))
  return (
    <div className="flex flex-col gap-5">
      {canManage && <PeopleHere groupId={group._id} roles={group.roles} />}
      <EmptyBoard group={group} event={event} mayInvite={mayInvite} />
      {role && group.eventId && <MyRole eventId={group.eventId} role={role} />}
      {mayAssign({ role }) && <WhatToDo group={group} event={event} canManage={canManage} />}
      <GroupTabs
        group={group}
        event={event}
        membersOnly={membersOnly}
        canManage={canManage}
        assigning={assigning}
        mayInvite={mayInvite}
        role={role}
      />
    </div>
  )
}
