// Publish (/publish?event=): what was created with one's email while signed out. A click publishes it; opening this page does not (R116).
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { tellOtherTabs } from '#client/lib/actions/other-tabs.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { CallFailed, call, errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { formatInstant, viewerZone } from '#client/lib/dates.ts'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { linkFor } from '#client/lib/event/share-path.ts'
import { upgradeLinkFor } from '#client/lib/upgrade-link.tsx'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LinkToast } from '#client/ui/feedback/link-toast.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Facts } from '#client/ui/layout/facts.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { refusals } from '#protocol/kernel/refusals.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { type PendingEvent, pendingApi } from '#protocol/seats/pending.ts'

type PendingGroup = PendingEvent['groups'][number]
const seatsText = (max: number) => (max === 1 ? '1 seat' : `${max} seats`)
const rolesText = ({ roles }: PendingGroup) => roles.map(({ name, max }) => `${name} (${seatsText(max)})`).join(', ')

/** What is about to be published; where there are several groups, each by its name. */
const PendingFacts = ({ event }: { event: PendingEvent }) => (
  <Facts
    items={[
      { label: 'When', value: <EventWhen {...event} /> },
      ...(event.location ? [{ label: 'Where', value: event.location }] : []),
      ...event.groups.map((group, nth) => ({
        key: `${nth}`,
        label: event.groups.length > 1 ? group.name : 'Roles',
        value: rolesText(group),
      })),
    ]}
  />
)

/** A no (a full plan) stays beside it, and the event goes on waiting. */
function PendingEventCard({ event }: { event: PendingEvent }) {
  const [, navigate] = useLocation()
  const { run, isBusy, failure } = useAction(async () => {
    const { event: made, groups } = await call(pendingApi.publish, { id: event._id })
    tellOtherTabs({ is: 'published', eventId: event._id })
    toast.success(<LinkToast text="Your event is published" link={linkFor(made, groups)} />, { duration: 12_000 })
    navigate(`/event/${event._id}`, { replace: true })
  })
  return (
    <Card as="li" padding="lg" className="flex flex-col gap-3">
      <Heading level={2} size={20} className="wrap-anywhere">
        {event.name}
      </Heading>
      <PendingFacts event={event} />
      {failure && (
        <Notice tone="danger" live action={upgradeLinkFor(failure)}>
          {failure}
        </Notice>
      )}
      <Button variant="primary" size="lg" className="self-start max-w-full wrap-anywhere" busy={isBusy} onClick={() => void run()}>
        Publish {event.name}
      </Button>
      <Text size={13} tone="muted">
        {`You can edit it right after publishing, before you send the link. Removed on ${formatInstant(event.expiresAt, viewerZone())} unless you publish it.`}
      </Text>
    </Card>
  )
}

type State = { is: 'loading' } | { is: 'failed'; sentence: string } | { is: 'known'; events: readonly PendingEvent[] }

function List({ state, onRetry }: { state: State; onRetry: () => void }) {
  if (state.is === 'failed')
    return (
      <ErrorState title="Failed to load events" onRetry={onRetry}>
        {state.sentence}
      </ErrorState>
    )
  if (state.is === 'loading')
    return (
      <Loading label="Loading events...">
        <Skeleton className="h-32" />
      </Loading>
    )
  if (state.events.length === 0)
    return (
      <EmptyState title="Nothing to publish" action={<ButtonLink href="/dashboard">Go to the dashboard</ButtonLink>}>
        Your published events are on your dashboard.
      </EmptyState>
    )
  return (
    <ul className="flex flex-col gap-3">
      {state.events.map((event) => (
        <PendingEventCard key={event._id} event={event} />
      ))}
    </ul>
  )
}

/** R127: whoever opens the link again is led to what they have published. */
const isThere = (id: string) =>
  call(eventApi.read, { id }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CallFailed && error.status === 404) return false
      throw error
    },
  )

const leadOver = (count: number) =>
  count === 1
    ? 'This event was created with your email address. Publish it if it is yours. Otherwise no one sees it, and it is removed automatically.'
    : 'These events were created with your email address. Publish the ones that are yours. No one sees the others, and they are removed automatically.'

export function PublishPage() {
  const meant = new URLSearchParams(useSearch()).get('event')
  const [, navigate] = useLocation()
  const [state, setState] = useState<State>({ is: 'loading' })
  const load = useCallback(async () => {
    try {
      const { events } = await call(pendingApi.list, {})
      if (meant && !events.some(({ _id }) => _id === meant) && (await isThere(meant))) return navigate(`/event/${meant}`, { replace: true })
      const first = events.filter(({ _id }) => _id === meant)
      setState({ is: 'known', events: [...first, ...events.filter((event) => !first.includes(event))] })
    } catch (error) {
      setState({ is: 'failed', sentence: errorText(error, refusals.internal[1]) })
    }
  }, [meant, navigate])
  useEffect(() => void load(), [load])
  useReturn(useCallback(() => void (state.is === 'failed' && load()), [state, load]))
  const count = state.is === 'known' ? state.events.length : 0
  return (
    <Page width="narrow">
      <title>Publish · Rolecall</title>
      <PageHeader title={count > 1 ? 'Publish your events' : 'Publish your event'} lead={count > 0 && leadOver(count)} />
      <List state={state} onRetry={() => void load()} />
    </Page>
  )
}
