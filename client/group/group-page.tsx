// The page of a group: the board for those who manage it or assign roles in it, the public view for everyone else.
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod/mini'
import { GroupBoard } from '#client/group/board/group-board.tsx'
import { PublicBoard } from '#client/group/board/public-board.tsx'
import { isMoving, useTimely } from '#client/lib/event/event-status.tsx'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { isInside, isManaged, useGroups } from '#client/records/groups.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { LongText } from '#client/ui/layout/long-text.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import type { GroupView, GroupPage as OpenedGroup, PublicGroup } from '#protocol/group.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { GroupFrame } from './group-frame.tsx'
import { useFormView } from './use-group-page.ts'

export const groupCreated = 'Your group was created successfully. Please check your email for a link to access it.'

/** What the history carries to this page; its shape is whatever the address was opened with. */
const Carried = z.object({ justCreated: z.literal(true) })

/** Said to whoever has the group open already. */
const manageHere = 'You can also manage it right here.'

function CreatedNotice({ isManager }: { isManager: boolean }) {
  const carried = useHistoryState<unknown>()
  const [isClosed, setClosed] = useState(false)
  if (isClosed || !Carried.safeParse(carried).success) return null
  const close = () => {
    setClosed(true)
    history.replaceState(null, '')
  }
  return (
    <Notice tone="success" live onClose={close}>
      {groupCreated} {isManager && manageHere}
    </Notice>
  )
}

/** The event of the group and when it is. */
function EventLine({
  group,
  event,
  isManager,
}: {
  group: GroupView | PublicGroup
  event: NonNullable<FormView['event']>
  isManager: boolean
}) {
  return (
    <>
      {isManager && group.eventId ? <Link href={`/event/${group.eventId}`}>{event.name}</Link> : event.name}
      <span className="mt-1 block text-15">
        <EventWhen {...event} />
      </span>
    </>
  )
}

function OpenGroup({ page }: { page: OpenedGroup }) {
  const id = page.group._id
  const managed = useGroups((held) => held.byId[id])
  const others = useGroups((held) => held.publicById[id])
  const inside = isInside(page)
  const group = inside ? managed : others
  const form = useFormView(id, page.group.eventId)
  const event = useTimely(form?.event)
  if (!group) return null
  return (
    <>
      <title>{`${group.name} · Rolecall`}</title>
      <CreatedNotice isManager={inside} />
      <PageHeader
        title={isManaged(group) ? group.name : (form?.name ?? group.name)}
        badge={isMoving(event?.status) && <LiveBadge />}
        lead={event ? <EventLine group={group} event={event} isManager={inside} /> : undefined}
        actions={
          page.canManage && (
            <ButtonLink href={`/group/${id}/edit`} icon={<Pencil aria-hidden="true" />}>
              Edit group
            </ButtonLink>
          )
        }
      />
      {group.description && <LongText text={group.description} />}
      {inside ? (
        <GroupBoard groupId={id} event={event} membersOnly={form?.membersOnly} canManage={page.canManage} />
      ) : (
        others && <PublicBoard group={others} form={form} />
      )}
    </>
  )
}

/** Draws the page: everyone may see it, the board only those who are inside. */
export const GroupPage = () => (
  <GroupFrame title="Group" widthOf={(page) => (page && !isInside(page) ? 'normal' : 'wide')}>
    {(page) => <OpenGroup page={page} />}
  </GroupFrame>
)
