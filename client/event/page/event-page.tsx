// The page of an event: the event itself, and the board of its first group.
import { useParams } from 'wouter'
import { AccessRequiredPage } from '#client/access/access-required-page.tsx'
import { GroupBoard } from '#client/group/board/group-board.tsx'
import { PublicBoard } from '#client/group/board/public-board.tsx'
import { BoardSkeleton, FailedHead, GroupFailure, HeadSkeleton } from '#client/group/group-states.tsx'
import { type GroupPageState, useFormView, useGroupPage } from '#client/group/use-group-page.ts'
import { sentenceOf } from '#client/lib/call.ts'
import { useTimely } from '#client/lib/event/event-status.tsx'
import { isManagedEvent, useEvents } from '#client/records/events.ts'
import { isInside, useGroups } from '#client/records/groups.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import type { PublicEvent } from '#protocol/event.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { EventHeader } from './event-header.tsx'
import { type EventOpening, useEventOpening } from './event-opening.ts'

interface EventGroupProps {
  groupId: string
  state: GroupPageState
  form: FormView | null
  event: PublicEvent
}

/** The board of the event's group: for those who manage it or assign in it the same as on the group's own page. */
function EventGroup({ groupId, state, form, event }: EventGroupProps) {
  const others = useGroups((held) => held.publicById[groupId])
  if (state.is === 'failed') return <GroupFailure groupId={groupId} error={state.error} onRetry={state.retry} />
  if (state.is !== 'ready') return <BoardSkeleton />
  if (isInside(state.page))
    return <GroupBoard groupId={groupId} event={event} membersOnly={form?.membersOnly} canManage={state.page.canManage} />
  return others ? <PublicBoard group={others} form={form} /> : null
}

function OpenEvent({ opening }: { opening: Extract<EventOpening, { is: 'open' }> }) {
  const { event } = opening
  const groupId = event.groupIds[0]
  const state = useGroupPage(groupId)
  const form = useFormView(groupId ?? null, event._id)
  const held = useEvents((now) => now.byId[event._id])
  // The live view knows of a move before anything else on this page does.
  const shown = useTimely(form?.event ?? held ?? event)
  if (state.is === 'ended') return <AccessRequiredPage />
  return (
    <Page width={opening.canManage || (state.is === 'ready' && isInside(state.page)) ? 'wide' : 'normal'}>
      <title>{`${shown.name} · Rolecall`}</title>
      <EventHeader event={shown} managed={isManagedEvent(event) ? (held ?? event) : null} roles={form?.roleCoverage ?? null} />
      {groupId && <EventGroup groupId={groupId} state={state} form={form} event={shown} />}
    </Page>
  )
}

export function EventPage() {
  const { eventId } = useParams<{ eventId: string }>()
  const { opening, retry } = useEventOpening(eventId)
  if (opening.is === 'open') return <OpenEvent key={eventId} opening={opening} />
  return (
    <Page width="wide">
      {opening.is === 'loading' ? (
        <>
          <HeadSkeleton />
          <BoardSkeleton />
        </>
      ) : (
        <>
          <FailedHead title="Event" />
          <ErrorState
            title={sentenceOf(opening.error, 'Failed to load event')}
            onRetry={retry}
            action={<ButtonLink href="/dashboard">Go to Dashboard</ButtonLink>}
          >
            Check the link you opened, or try again.
          </ErrorState>
        </>
      )}
    </Page>
  )
}
