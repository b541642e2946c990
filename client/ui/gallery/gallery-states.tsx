// The gallery's states: loading, empty, failed, announced, live.
import { useState } from 'react'
import { Button, ButtonLink } from '../actions/button.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { Glow } from '../feedback/glow.tsx'
import { LiveDot } from '../feedback/live-dot.tsx'
import { Banner, Notice } from '../feedback/notice.tsx'
import { withReference } from '../feedback/reference.ts'
import { Loading, Skeleton, SkeletonText } from '../feedback/skeleton.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import { Card } from '../layout/card.tsx'
import { Seats } from '../seats/seats.tsx'
import { Sheet, Sheets } from './gallery-sheet.tsx'

function Glowing() {
  const [taken, setTaken] = useState(2)
  return (
    <>
      <Glow rev={taken}>
        <Card>
          <p className="mb-2 font-semibold">Speaker</p>
          <Seats label="Speaker" total={8} taken={taken} />
        </Card>
      </Glow>
      <Button onClick={() => setTaken(taken === 8 ? 0 : taken + 1)}>Somebody takes a seat</Button>
    </>
  )
}

export const GalleryStates = () => (
  <Sheets>
    <Sheet title="Loading" column>
      <Loading label="Loading your profile..." isShown>
        <Card>
          <div className="flex items-center gap-4">
            <Skeleton className="size-14" />
            <div className="flex-1">
              <Skeleton className="mb-2.5 h-5 w-40" />
              <SkeletonText lines={2} />
            </div>
          </div>
        </Card>
      </Loading>
      <p className="flex items-center gap-2">
        <Spinner /> Verifying token…
      </p>
    </Sheet>
    <Sheet title="Empty" column>
      <EmptyState
        title="No events yet"
        action={
          <ButtonLink variant="primary" href="/create">
            Create Event
          </ButtonLink>
        }
      >
        An event holds your roles and their seats. Create one and share its link.
      </EmptyState>
    </Sheet>
    <Sheet title="Failed" column>
      <ErrorState title="Error Loading Profile" onRetry={() => undefined} retryLabel="Try Again">
        {withReference('Something went wrong. Please try again.', '7f3a91c2')}
      </ErrorState>
    </Sheet>
    <Sheet title="Notices" column>
      <Notice title="You are signed in with an access link">Log out to create an account.</Notice>
      <Notice tone="success">Your group was created successfully. Please check your email for a link to access it.</Notice>
      <Notice tone="warn" title="Payment Issue" action={<Button size="sm">Contact support</Button>}>
        Your payment is past due.
      </Notice>
      <Notice tone="danger" onClose={() => undefined}>
        Role "Speaker" is already full.
      </Notice>
    </Sheet>
    <Sheet title="Banner" column>
      <Banner tone="warn" action={<Button size="sm">Reactivate</Button>}>
        Your subscription ends on 21 Dec 2026.
      </Banner>
    </Sheet>
    <Sheet title="Live">
      <LiveDot state="live" />
      <LiveDot state="reconnecting" />
      <LiveDot state="offline" />
    </Sheet>
    <Sheet title="Glow" column>
      <Glowing />
    </Sheet>
  </Sheets>
)
