// The page of an event: the event itself, and the board of its group, or the list of its groups.
import { useCallback, useMemo, useState } from 'react'
import { useParams } from 'wouter'
import { AccessRequiredPage } from '#client/access/access-required-page.tsx'
import { OwnEvent } from '#client/access/own-event.tsx'
import { GroupsSection } from '#client/event/groups/groups-section.tsx'
import { type Adding, useAdding } from '#client/event/groups/use-adding.tsx'
import { GroupBoard } from '#client/group/board/group-board.tsx'
import { PublicBoard } from '#client/group/board/public-board.tsx'
import { BoardSkeleton, FailedHead, GroupFailure, HeadSkeleton } from '#client/group/group-states.tsx'
import { useBoardGroups, useBoardWatch, useGroupIds } from '#client/group/several/board.ts'
import { allOf, eventAt } from '#client/group/several/fill.ts'
import { WhatToDoInAll } from '#client/group/todo/what-to-do.tsx'
import { type GroupPageState, useGroupPage } from '#client/group/use-group-page.ts'
import { EventCurve } from '#client/history/fill-curve.tsx'
import { CallFailed, call, errorText } from '#client/lib/call.ts'
import { CanceledState, canceledOf } from '#client/lib/event/canceled.tsx'
import { useTimely } from '#client/lib/event/event-status.tsx'
import { PeopleHere } from '#client/presence/people-here.tsx'
import { useForgetPresence } from '#client/presence/store.ts'
import { isManagedEvent, useEvents } from '#client/records/events.ts'
import { isInside, isManaged, useGroups } from '#client/records/groups.ts'
import { useFormView } from '#client/rsvp/form-room.ts'
import { mayAssign } from '#client/team/rights.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { eventApi, type PublicEvent } from '#protocol/seats/event.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { EventBoardHead } from './event-board-head.tsx'
import { EventHeader } from './event-header.tsx'
import { type OpenedEvent, useEventOpening } from './event-opening.ts'

interface EventGroupProps {
  groupId: string
  state: GroupPageState
  form: FormView | null
  event: PublicEvent
}

/** The board of the event's group: for those who manage it or assign in it the same as on the group's own page. */
function EventGroup({ groupId, state, form, event }: EventGroupProps) {
  const others = useGroups((held) => held.publicById[groupId])
  if (state.is === 'failed') return <GroupFailure groupId={groupId} error={state.error} onRetry={state.retry} event={event.name} />
  if (state.is !== 'ready') return <BoardSkeleton />
  if (isInside(state.page))
    return (
      <GroupBoard groupId={groupId} event={event} membersOnly={form?.membersOnly} canManage={state.page.canManage} role={state.page.role} />
    )
  return others ? <PublicBoard group={others} form={form} /> : null
}

const none: readonly never[] = []

interface OpenProps {
  opening: OpenedEvent
  /** Reads it anew. */
  onOtherRole: () => void
  adding: Adding
}

function SeveralEvent({ opening, onOtherRole, adding, groupIds }: OpenProps & { groupIds: readonly string[] }) {
  const { event } = opening
  const [isEnded, setEnded] = useState(false)
  const form = useFormView(groupIds[0] ?? null, event._id)
  const held = useEvents((now) => now.byId[event._id])
  const groups = useBoardGroups(groupIds)
  const seen = useMemo(() => groups.filter(isManaged), [groups])
  const isInside = seen.length > 0
  useBoardWatch(
    event._id,
    groupIds,
    isInside,
    useCallback(
      () =>
        void call(eventApi.read, { id: event._id }).then(
          ({ canManage, groups = [] }) => (canManage || groups.some(isManaged) ? onOtherRole() : setEnded(true)),
          () => setEnded(true),
        ),
      [event._id, onOtherRole],
    ),
  )
  useForgetPresence()
  const all = useMemo(() => allOf(groups), [groups])
  // What a group's form says of the event is with that group's name, times and place.
  const current = held ?? event
  const shown = useTimely(form?.event?.status === 'cancelled' ? { ...current, status: 'cancelled' as const } : current)
  if (isEnded) return <AccessRequiredPage />
  const inside = seen.map((group) => ({ group, event: eventAt(shown, group) }))
  const managed = opening.canManage && isManagedEvent(current) && shown.status !== 'cancelled' ? current : null
  return (
    <Page width={isInside ? 'wide' : 'normal'}>
      <title>{`${shown.name} · Rolecall`}</title>
      {isInside ? (
        <EventBoardHead
          event={shown}
          managed={managed}
          groupId={groupIds[0]}
          all={all && { ...all, _id: event._id }}
          limits={opening.tierLimits}
          role={opening.role}
        />
      ) : (
        <EventHeader event={shown} roles={groups.flatMap(({ roleCoverage }) => roleCoverage)} />
      )}
      {opening.canManage && <PeopleHere groupId={event._id} roles={none} />}
      {isInside && mayAssign(opening) && <WhatToDoInAll all={inside} canManage={managed !== null} />}
      <GroupsSection event={shown} managed={managed} groups={isInside ? seen : groups} adding={adding} />
      {isInside ? (
        <div className="print:hidden">
          <EventCurve event={shown} groups={seen} />
        </div>
      ) : (
        <OwnEvent eventId={event._id} />
      )}
    </Page>
  )
}

function SingleEvent({ opening, onOtherRole, adding, groupId }: OpenProps & { groupId: string | undefined }) {
  const { event } = opening
  const state = useGroupPage(groupId, { onOtherRole })
  const form = useFormView(groupId ?? null, event._id)
  const held = useEvents((now) => now.byId[event._id])
  // The live view knows of a move before anything else on this page does.
  const shown = useTimely(form?.event ?? held ?? event)
  if (state.is === 'ended') return <AccessRequiredPage />
  const hasBoard = opening.canManage || (state.is === 'ready' && isInside(state.page))
  const managed = isManagedEvent(event) && shown.status !== 'cancelled' ? (held ?? event) : null
  return (
    <Page width={hasBoard ? 'wide' : 'normal'}>
      <title>{`${shown.name} · Rolecall`}</title>
      {hasBoard ? (
        <EventBoardHead
          event={shown}
          managed={managed}
          groupId={groupId}
          limits={opening.tierLimits}
          adding={adding}
          role={state.is === 'ready' ? state.page.role : undefined}
        />
      ) : (
        <EventHeader event={shown} roles={form?.roleCoverage ?? null} />
      )}
      {groupId && <EventGroup groupId={groupId} state={state} form={form} event={shown} />}
    </Page>
  )
}

/** Which of the two it is can change while it is open, also while a group is added. */
function OpenEvent({ opening, onOtherRole }: Omit<OpenProps, 'adding'>) {
  const { _id } = opening.event
  const groupIds = useGroupIds(_id, opening.event.groupIds)
  const [first, ...more] = groupIds
  const event = useEvents((held) => held.byId[_id]) ?? opening.event
  const limits = useGroups((held) => held.limitsById[first ?? '']) ?? opening.tierLimits
  const managed = opening.canManage && isManagedEvent(event) && event.status !== 'cancelled' ? event : null
  const adding = useAdding(managed, limits, useBoardGroups(groupIds))
  return (
    <>
      {more.length > 0 ? (
        <SeveralEvent {...{ opening, onOtherRole, adding, groupIds }} />
      ) : (
        <SingleEvent {...{ opening, onOtherRole, adding }} groupId={first} />
      )}
      {adding.dialogs}
    </>
  )
}

export function EventPage() {
  const { eventId } = useParams<{ eventId: string }>()
  const { opening, retry } = useEventOpening(eventId)
  const canceled = opening.is === 'failed' && canceledOf(opening.error)
  const isUnknown = opening.is === 'failed' && opening.error instanceof CallFailed && opening.error.status === 404
  if (opening.is === 'open') return <OpenEvent key={eventId} opening={opening} onOtherRole={retry} />
  return (
    <Page width={opening.is === 'loading' ? 'wide' : 'narrow'}>
      {opening.is === 'loading' ? (
        <>
          <HeadSkeleton />
          <BoardSkeleton />
        </>
      ) : (
        <>
          <FailedHead title="Event" />
          {canceled ? (
            <CanceledState canceled={canceled} />
          ) : (
            <ErrorState
              title={errorText(opening.error, 'Failed to load event')}
              onRetry={isUnknown ? undefined : retry}
              action={<ButtonLink href="/dashboard">Go to Dashboard</ButtonLink>}
            >
              {isUnknown ? 'Check the link you opened. It may also have been deleted.' : 'Check the link you opened, or try again.'}
            </ErrorState>
          )}
          {/* One that isn't published yet is as unknown as one that isn't there. */}
          {isUnknown && <OwnEvent eventId={eventId} />}
        </>
      )}
    </Page>
  )
}
