// Publish (/publish?event=): what was created with one's e-mail while signed out. A click publishes it; opening this page does not (R116).
import { useCallback, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { call, sentenceOf } from '#client/lib/call.ts'
import { formatBoth, formatInstant, viewerZone } from '#client/lib/dates.ts'
import { useReturn } from '#client/lib/reach.ts'
import { upgradeLinkFor } from '#client/lib/upgrade-link.tsx'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LinkToast } from '#client/ui/feedback/link-toast.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { type PendingEvent, pendingApi } from '#protocol/pending.ts'
import { refusals } from '#protocol/refusals.ts'

/** Draws one event that waits, with the button that publishes it; a no (a full plan) stays beside it, and the event goes on waiting. */
function Waiting({ event }: { event: PendingEvent }) {
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const publish = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { groups } = await call(pendingApi.publish, { id: event._id })
      toast.success(<LinkToast text="Your event is published" link={groups[0]?.shareLink ?? ''} />, { duration: 12_000 })
      navigate(`/event/${event._id}`, { replace: true })
    } catch (error) {
      setBusy(false)
      setFailure(sentenceOf(error, refusals.internal[1]))
    }
  }
  return (
    <Card as="li" className="flex flex-col gap-3">
      <Heading level={2} size={17} className="wrap-anywhere">
        {event.name}
      </Heading>
      <Text tone="muted">{formatBoth(event.start, event.timeZone).there}</Text>
      {failure && (
        <Notice tone="danger" live action={upgradeLinkFor(failure)}>
          {failure}
        </Notice>
      )}
      <Button variant="primary" className="self-start max-w-full wrap-anywhere" busy={isBusy} onClick={() => void publish()}>
        Publish {event.name}
      </Button>
      <Text size={13} tone="muted">
        Removed on {formatInstant(event.expiresAt, viewerZone())} unless you publish it.
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
      <EmptyState title="Nothing waits to be published" action={<ButtonLink href="/dashboard">Go to the dashboard</ButtonLink>}>
        What is published is on your dashboard.
      </EmptyState>
    )
  return (
    <ul className="flex flex-col gap-3">
      {state.events.map((event) => (
        <Waiting key={event._id} event={event} />
      ))}
    </ul>
  )
}

/** Draws the page: the event of the link first. */
export function PublishPage() {
  const meant = new URLSearchParams(useSearch()).get('event')
  const [state, setState] = useState<State>({ is: 'loading' })
  const load = useCallback(async () => {
    try {
      const { events } = await call(pendingApi.list, {})
      const first = events.filter(({ _id }) => _id === meant)
      setState({ is: 'known', events: [...first, ...events.filter((event) => !first.includes(event))] })
    } catch (error) {
      setState({ is: 'failed', sentence: sentenceOf(error, refusals.internal[1]) })
    }
  }, [meant])
  useEffect(() => void load(), [load])
  useReturn(useCallback(() => void (state.is === 'failed' && load()), [state, load]))
  return (
    <Page width="narrow">
      <title>Publish · Rolecall</title>
      <PageHeader
        title="Waiting to be published"
        lead="Created with your email address. Publish what is yours; nobody sees the rest, and it is removed by itself."
      />
      <List state={state} onRetry={() => void load()} />
    </Page>
  )
}
