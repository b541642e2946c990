// The head of an event's page for who runs it or assigns in it: the board's, with the name to be edited where it stands (R130).

import type { OpenedEvent } from '#client/event/edit/open-event.ts'
import type { Adding } from '#client/event/groups/use-adding.tsx'
import type { Answered } from '#client/group/board/answer-line.tsx'
import { BoardHead, linkOnceAnswered } from '#client/group/board/board-head.tsx'
import { RenameButton, useRenaming } from '#client/group/rename/use-renaming.tsx'
import { isMoving } from '#client/lib/event/event-status.tsx'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { loadPage } from '#client/lib/load-page.tsx'
import { useGroups } from '#client/records/groups.ts'
import { LongText } from '#client/ui/layout/long-text.tsx'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import type { TeamRole } from '#protocol/people/team-roles.ts'
import type { EventView, PublicEvent } from '#protocol/seats/event.ts'
import { EventDetails } from './event-details.tsx'
import { EventBadges } from './event-header.tsx'
import { EventOptions } from './event-options.tsx'

const nameEditor = loadPage(() => import('#client/event/edit/event-name.tsx'), 'EventNameEditor')

interface EventBoardHeadProps {
  event: PublicEvent
  /** Null for those who don't manage it. */
  managed: EventView | null
  groupId: string | undefined
  /** R140: all of its groups as one, where there are several. */
  all?: Answered | undefined
  /** Of the plan, where that of the group isn't known. */
  limits?: TierLimits | undefined
  /** Where it has one group. */
  adding?: Adding | undefined
  /** R200: of the one who looks, in the event's team. */
  role: TeamRole | undefined
}

export function EventBoardHead({ event, managed, groupId = '', all, limits: ofPlan, adding, role }: EventBoardHeadProps) {
  const group = useGroups((held) => held.byId[groupId])
  const limits = useGroups((held) => held.limitsById[groupId]) ?? ofPlan
  const renaming = useRenaming(nameEditor.ready)
  const opened: OpenedEvent | null | undefined | false = managed && group && limits && { event: managed, group, limits }
  return (
    <BoardHead
      title={event.name}
      editor={renaming.isOn && opened && <nameEditor.Component opened={opened} onClose={renaming.end} />}
      rename={managed && !renaming.isOn && <RenameButton renaming={renaming} label="Rename the event" />}
      badge={<EventBadges event={event} />}
      when={<EventWhen {...event} />}
      actions={managed && <EventOptions event={managed} adding={adding} isOwners={role === undefined} />}
      link={managed && managed.groupIds.length < 2 && isMoving(event.status) ? linkOnceAnswered(group) : undefined}
      group={event.status === 'cancelled' ? null : (all ?? group)}
      event={event}
      details={
        <div className="flex flex-col gap-4">
          <EventDetails event={event} managed={managed} />
          {!all && group?.description && <LongText text={group.description} />}
        </div>
      }
    />
  )
}
