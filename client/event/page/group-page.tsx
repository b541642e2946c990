// The page of a group, headed as its event where it is the only one: the board for those who manage it or assign roles in it, the public view for everyone else.
import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod/mini'
import { BoardHead, linkOnceAnswered } from '#client/group/board/board-head.tsx'
import { GroupBoard } from '#client/group/board/group-board.tsx'
import { PublicBoard } from '#client/group/board/public-board.tsx'
import { GroupFrame } from '#client/group/group-frame.tsx'
import { RenameButton, useRenaming } from '#client/group/rename/use-renaming.tsx'
import { useGoesByEvent } from '#client/group/several/board-path.ts'
import { StepGroups } from '#client/group/several/step-groups.tsx'
import { isMoving, useTimely } from '#client/lib/event/event-status.tsx'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { loadPage } from '#client/lib/load-page.tsx'
import { useEvents } from '#client/records/events.ts'
import { isInside, useGroups } from '#client/records/groups.ts'
import { useFormView } from '#client/rsvp/form-room.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { LongText } from '#client/ui/layout/long-text.tsx'
import { PageHeader } from '#client/ui/layout/page.tsx'
import { atGroup } from '#protocol/kernel/time/times.ts'
import type { GroupView, GroupPage as OpenedGroup, PublicGroup } from '#protocol/seats/group.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { EventBoardHead } from './event-board-head.tsx'

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

interface EventLineProps {
  group: GroupView | PublicGroup
  event: NonNullable<FormView['event']>
  isManager: boolean
  /** The title has its name. */
  isTitle: boolean
}

function EventLine({ group, event, isManager, isTitle }: EventLineProps) {
  if (isTitle) return <EventWhen {...event} />
  return (
    <>
      {isManager && group.eventId ? <Link href={`/event/${group.eventId}`}>{event.name}</Link> : event.name}
      <span className="mt-1 block text-15">
        <EventWhen {...event} />
      </span>
    </>
  )
}

interface HeadProps {
  event: FormView['event'] | undefined
  goesByEvent: boolean
}

/** Read only, for everyone else. */
function OthersGroup({ group, event, form, goesByEvent }: HeadProps & { group: PublicGroup; form: FormView | null }) {
  const description = form?.description ?? group.description
  return (
    <>
      <PageHeader
        title={goesByEvent && event ? event.name : (form?.name ?? group.name)}
        badge={isMoving(event?.status) && <LiveBadge />}
        lead={event ? <EventLine group={group} event={event} isManager={false} isTitle={goesByEvent} /> : undefined}
      />
      {description && <LongText text={description} />}
      <PublicBoard group={group} form={form} />
    </>
  )
}

const nameEditor = loadPage(() => import('#client/group/rename/group-name.tsx'), 'GroupNameEditor')

/** The board's head: the event leads to its own page, the name is edited where it stands. */
function GroupHead({ group, event, goesByEvent, canManage }: HeadProps & { group: GroupView; canManage: boolean }) {
  const renaming = useRenaming(nameEditor.ready)
  return (
    <BoardHead
      title={goesByEvent && event ? event.name : group.name}
      editor={renaming.isOn && <nameEditor.Component group={group} onClose={renaming.end} />}
      rename={canManage && !goesByEvent && !renaming.isOn && <RenameButton renaming={renaming} label="Rename the group" />}
      badge={isMoving(event?.status) && <LiveBadge />}
      when={event ? <EventLine group={group} event={event} isManager isTitle={goesByEvent} /> : undefined}
      actions={
        canManage && (
          <ButtonLink href={`/group/${group._id}/edit`} icon={<Settings2 aria-hidden="true" />}>
            <span className="max-sm:sr-only">Edit group</span>
          </ButtonLink>
        )
      }
      link={canManage && isMoving(event?.status) ? linkOnceAnswered(group) : undefined}
      group={group}
      event={event ?? undefined}
      details={group.description && <LongText text={group.description} />}
    />
  )
}

function OpenGroup({ page }: { page: OpenedGroup }) {
  const id = page.group._id
  const managed = useGroups((held) => held.byId[id])
  const others = useGroups((held) => held.publicById[id])
  const inside = isInside(page)
  const group = inside ? managed : others
  const form = useFormView(id, page.group.eventId)
  const read = useEvents((held) => (page.group.eventId ? held.byId[page.group.eventId] : undefined))
  const timely = useTimely(form?.event ?? (read && group ? atGroup(read, managed ?? {}) : undefined))
  const event = timely && { ...timely, name: read?.name ?? timely.name }
  const goesByEvent = useGoesByEvent(group ?? page.group, event?.name)
  if (!group) return null
  return (
    <>
      <title>{`${goesByEvent && event ? event.name : group.name} · Rolecall`}</title>
      <CreatedNotice isManager={inside} />
      {managed && inside ? (
        <>
          {managed.eventId && <StepGroups eventId={managed.eventId} groupId={id} />}
          {goesByEvent && event && read ? (
            <EventBoardHead event={event} managed={read} groupId={id} role={page.role} />
          ) : (
            <GroupHead group={managed} event={event} goesByEvent={goesByEvent} canManage={page.canManage} />
          )}
          <GroupBoard groupId={id} event={timely} membersOnly={form?.membersOnly} canManage={page.canManage} role={page.role} />
        </>
      ) : (
        others && <OthersGroup group={others} event={event} form={form} goesByEvent={goesByEvent} />
      )}
    </>
  )
}

/** Draws the page: everyone may see it, the board only those who are inside. */
export const GroupPage = () => (
  <GroupFrame title="Group" withEvent widthOf={(page) => (page && !isInside(page) ? 'normal' : 'wide')}>
    {(page) => <OpenGroup page={page} />}
  </GroupFrame>
)
