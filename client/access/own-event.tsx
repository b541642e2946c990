// The question whether an event is the reader's own; the form behind it comes when it is asked for.
import { useState } from 'react'
import { loadPart } from '#client/lib/load-page.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'

const OwnEventForm = loadPart(() => import('./links/own-event-form.tsx'), 'OwnEventForm', {
  waiting: <Skeleton className="h-48" />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

export function OwnEvent({ eventId }: { eventId: string }) {
  const [isAsked, setAsked] = useState(false)
  return isAsked ? (
    <OwnEventForm eventId={eventId} />
  ) : (
    <Button variant="ghost" className="self-center text-accent! underline" onClick={() => setAsked(true)}>
      Is this your event? Email me a sign-in link
    </Button>
  )
}
