// The door of an event (/door/:eventId): who is expected, and who comes in. Made for one hand, in the dark.
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import { takeFragment } from '#client/lib/link-token.ts'
import { useSession } from '#client/lib/session.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { DeadLink } from '#client/ui/dead-link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { useWorker } from './install.ts'
import { useLiveDoor } from './live.ts'
import { OpenDoor } from './open-door.tsx'
import { PairPhone } from './pair-phone.tsx'
import { openDoor, readDoor, tryAgain } from './reading.ts'
import { peopleOf, useDoor } from './store.ts'

const refreshMs = 15_000
/** A long list is more work for all. */
const longRefreshMs = 60_000
const isLong = 1_000
/** R189: how often a phone without a network looks whether there is one. */
const againMs = 3_000

/** Reads the list, and again while the page is in sight; without a network, tries again. */
function useList(eventId: string, isOn: boolean) {
  const mode = useDoor((door) => door.mode)
  const refresh = useDoor((door) => (peopleOf(door).length > isLong ? longRefreshMs : refreshMs))
  useEffect(() => {
    if (isOn) void openDoor(eventId)
  }, [eventId, isOn])
  useEffect(() => {
    if (!isOn) return
    const look = () => (mode === 'offline' ? tryAgain(eventId) : readDoor(eventId))
    const timer = setInterval(() => document.visibilityState === 'visible' && void look(), mode === 'offline' ? againMs : refresh)
    const back = () => void tryAgain(eventId)
    window.addEventListener('online', back)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', back)
    }
  }, [eventId, isOn, mode, refresh])
}

function Ended({ isLeft }: { isLeft: boolean }) {
  const isLoggedIn = useSession(({ token, organizerToken }) => Boolean(token ?? organizerToken))
  if (!isLeft)
    return (
      <DeadLink
        title="This phone can’t check in guests"
        action={
          <ButtonLink href={isLoggedIn ? '/dashboard' : '/'} variant="primary">
            {isLoggedIn ? 'Go to Dashboard' : 'Go to the home page'}
          </ButtonLink>
        }
      >
        Ask the organizer for a new door link.
      </DeadLink>
    )
  return (
    <Page width="narrow">
      <title>Door · Rolecall</title>
      <PageHeader title="Door" />
      <EmptyState
        title="This phone has left the door"
        action={isLoggedIn && <Button onClick={() => useDoor.setState({ failure: null })}>Open the door with your account</Button>}
      >
        {isLoggedIn
          ? 'The guest list is no longer on it. If you manage this event or help at its door, your account opens it again.'
          : 'The guest list is no longer on it. To use it here again, ask the organizer for a new link.'}
      </EmptyState>
    </Page>
  )
}

export function DoorPage() {
  const { eventId } = useParams<{ eventId: string }>()
  const [token, setToken] = useState(takeFragment)
  const { event, failure } = useDoor()
  useList(eventId, !token && failure !== 'left')
  useWorker(event !== null)
  useLiveDoor(eventId, event !== null)
  if (token) return <PairPhone token={token} onPaired={() => setToken('')} />
  if (failure === 'ended' || failure === 'left') return <Ended isLeft={failure === 'left'} />
  if (event) return <OpenDoor eventId={eventId} />
  return (
    <Page width="narrow">
      <PageHeader title="Door" />
      {failure === 'offline' ? (
        <ErrorState title="The list could not be loaded" action={<Button onClick={() => void readDoor(eventId)}>Try again</Button>}>
          Check your connection, then try again.
        </ErrorState>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}
