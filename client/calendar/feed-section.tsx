// The organizer's private calendar feed, in the profile (R95): made, copied while it can be seen, ended.
import { CalendarSync } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { toasted, useAction, wentWrong } from '#client/lib/actions/use-action.ts'
import { call, errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { formatInstant, viewerZone } from '#client/lib/dates.ts'
import { useSession } from '#client/lib/session.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { CopyField } from '#client/ui/fields/copy-field.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { calendarApi } from '#protocol/seats/calendar.ts'

type LoadState =
  | { is: 'loading' }
  | { is: 'failed'; sentence: string }
  | { is: 'known'; createdAt: string | null; url?: string; webUrl?: string }

function useFeed() {
  const [known, setKnown] = useState<LoadState>({ is: 'loading' })
  const load = useCallback(() => {
    call(calendarApi.feed, {}).then(
      ({ createdAt }) =>
        setKnown((before) => (before.is === 'known' && before.url && before.createdAt === createdAt ? before : { is: 'known', createdAt })),
      (error: unknown) => setKnown({ is: 'failed', sentence: errorText(error, wentWrong) }),
    )
  }, [])
  // Logging out everywhere else ends the feed too, and changes the account.
  const rev = useSession(({ user }) => user?.rev)
  useEffect(load, [load, rev])
  useReturn(load)
  const make = () => toasted(async () => setKnown({ is: 'known', ...(await call(calendarApi.makeFeed, {})) }))
  const end = () =>
    toasted(() => call(calendarApi.endFeed, {}).then(() => setKnown({ is: 'known', createdAt: null })), {
      done: 'Calendar feed turned off',
    })
  return { known, load, make, end }
}

const CurrentFeed = ({ createdAt, url, webUrl = '' }: { createdAt: string; url?: string | undefined; webUrl?: string | undefined }) =>
  url ? (
    <>
      <ButtonLink variant="primary" href={url} className="self-start" icon={<CalendarSync aria-hidden="true" />}>
        Open in my calendar
      </ButtonLink>
      <CopyField
        label="Or add this address as a subscription"
        value={webUrl}
        hint="Keep it private: anyone who has it can see your events. It is shown only once."
      />
    </>
  ) : (
    <p className="text-muted">
      Created on {formatInstant(createdAt, viewerZone())}. Its address isn’t shown again. If you create a new one, the old one stops
      working.
    </p>
  )

interface ChoicesProps {
  hasFeed: boolean
  onMake: () => Promise<void>
  onEnd: () => Promise<void>
}
/** Makes the first at once; asks before a current one ends. */
function Choices({ hasFeed, onMake, onEnd }: ChoicesProps) {
  const [asking, setAsking] = useState<'new' | 'end' | null>(null)
  const { run, isBusy } = useAction(onMake)
  if (!hasFeed)
    return (
      <Button className="self-start" busy={isBusy} icon={<CalendarSync aria-hidden="true" />} onClick={() => void run()}>
        Create a calendar feed
      </Button>
    )
  const label = asking === 'end' ? 'Turn off the feed' : 'Create a new address'
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button onClick={() => setAsking('new')}>Create a new address</Button>
      <Button variant="ghost" onClick={() => setAsking('end')}>
        Turn off the feed
      </Button>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={`${label}?`}
        confirmLabel={label}
        onConfirm={asking === 'end' ? onEnd : onMake}
      >
        The current address stops working. Calendars that use it no longer show your events.
      </ConfirmDialog>
    </div>
  )
}

export function FeedSection() {
  const { known, load, make, end } = useFeed()
  return (
    <Section
      title="Calendar feed"
      description="See your events in your own calendar app, with how many seats are taken. No names are in it."
    >
      {known.is === 'loading' && (
        <Loading label="Loading your calendar feed...">
          <Skeleton className="h-11 w-56" />
        </Loading>
      )}
      {known.is === 'failed' && (
        <Notice tone="danger" action={<Button onClick={load}>Try Again</Button>}>
          {known.sentence}
        </Notice>
      )}
      {known.is === 'known' && (
        <Card padding="lg" className="flex flex-col gap-4">
          {known.createdAt && <CurrentFeed createdAt={known.createdAt} url={known.url} webUrl={known.webUrl} />}
          <Choices hasFeed={known.createdAt !== null} onMake={make} onEnd={end} />
        </Card>
      )}
    </Section>
  )
}
