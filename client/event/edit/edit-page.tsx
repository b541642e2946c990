// Two steps over an event that is there: the 'Update Event' form, then its roles.
import { useCallback, useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { CallFailed, errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { FormSkeleton } from '#client/ui/layout/form-skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { EditSteps } from './edit-steps.tsx'
import { type OpenedEvent, openEvent } from './open-event.ts'

type LoadState = { is: 'loading' } | { is: 'failed'; error: unknown } | { is: 'open'; opened: OpenedEvent }

/** The server's sentence, or the spec's for what the server had no word in. */
const failureSentence = (error: unknown) =>
  error instanceof CallFailed ? errorText(error, 'Failed to fetch event') : 'An unexpected error occurred while loading event data'

/** Asking again would bring the same answer. */
const isFinal = (error: unknown) => error instanceof CallFailed && [400, 403, 404, 410].includes(error.status)

/** Opens the event once; what was typed since is never replaced by a later reading. */
export function EventEditPage() {
  const { eventId } = useParams<{ eventId: string }>()
  const [state, setState] = useState<LoadState>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useReturn(useCallback(() => setAttempt((count) => (state.is === 'failed' ? count + 1 : count)), [state.is]))
  useEffect(() => {
    const leaving = new AbortController()
    setState({ is: 'loading' })
    openEvent(eventId, leaving.signal).then(
      (opened) => setState({ is: 'open', opened }),
      (error: unknown) => !leaving.signal.aborted && setState({ is: 'failed', error }),
    )
    return () => leaving.abort()
  }, [eventId, attempt])

  if (state.is === 'loading') return <FormSkeleton label="Loading event..." />
  if (state.is === 'open') return <EditSteps key={eventId} opened={state.opened} />
  return (
    <Page>
      <title>Update Event · Rolecall</title>
      <h1 className="sr-only">Update Event</h1>
      <ErrorState
        title="Failed to load event data"
        onRetry={isFinal(state.error) ? undefined : retry}
        action={<ButtonLink href="/dashboard">Return to Dashboard</ButtonLink>}
      >
        {failureSentence(state.error)}
      </ErrorState>
    </Page>
  )
}
