// The organizer's private calendar feed, in the profile (R95): made, copied while it can be seen, ended.
import { CalendarSync } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { call, sentenceOf } from '#client/lib/call.ts'
import { formatInstant, viewerZone } from '#client/lib/dates.ts'
import { useReturn } from '#client/lib/reach.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { CopyField } from '#client/ui/fields/copy-field.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { calendarApi } from '#protocol/calendar.ts'

type Known = { is: 'loading' } | { is: 'failed'; sentence: string } | { is: 'known'; createdAt: string | null; url?: string }
const failed = 'Something went wrong. Please try again.'

function useFeed() {
  const [known, setKnown] = useState<Known>({ is: 'loading' })
  const load = useCallback(() => {
    call(calendarApi.feed, {}).then(
      ({ createdAt }) => setKnown((before) => (before.is === 'known' && before.url ? before : { is: 'known', createdAt })),
      (error: unknown) => setKnown({ is: 'failed', sentence: sentenceOf(error, failed) }),
    )
  }, [])
  useEffect(load, [load])
  useReturn(load)
  const make = async () => {
    try {
      setKnown({ is: 'known', ...(await call(calendarApi.makeFeed, {})) })
    } catch (error) {
      toast.error(sentenceOf(error, failed))
    }
  }
  const end = async () => {
    try {
      await call(calendarApi.endFeed, {})
      setKnown({ is: 'known', createdAt: null })
      toast.success('The calendar feed has ended')
    } catch (error) {
      toast.error(sentenceOf(error, failed))
    }
  }
  return { known, load, make, end }
}

const Present = ({ createdAt, url }: { createdAt: string; url?: string | undefined }) =>
  url ? (
    <CopyField
      label="Address of your feed"
      value={url}
      hint="Add it to your calendar as a subscription. Keep it to yourself: whoever has it sees your events. We show it only now."
    />
  ) : (
    <p className="text-muted">
      There is a feed since {formatInstant(createdAt, viewerZone())}. Its address is not shown again; a new one ends the one before.
    </p>
  )

interface ChoicesProps {
  hasFeed: boolean
  onMake: () => Promise<void>
  onEnd: () => Promise<void>
}
/** Makes the first at once; asks before a present one ends. */
function Choices({ hasFeed, onMake, onEnd }: ChoicesProps) {
  const [asking, setAsking] = useState<'new' | 'end' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const makeFirst = async () => {
    setBusy(true)
    await onMake()
    setBusy(false)
  }
  if (!hasFeed)
    return (
      <Button className="self-start" busy={isBusy} icon={<CalendarSync aria-hidden="true" />} onClick={() => void makeFirst()}>
        Make a calendar feed
      </Button>
    )
  const label = asking === 'end' ? 'End the feed' : 'Make a new address'
  return (
    <div className="flex flex-wrap gap-2.5">
      <Button onClick={() => setAsking('new')}>Make a new address</Button>
      <Button variant="ghost" onClick={() => setAsking('end')}>
        End the feed
      </Button>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={() => setAsking(null)}
        title={`${label}?`}
        confirmLabel={label}
        onConfirm={asking === 'end' ? onEnd : onMake}
      >
        The present address stops working. Calendars that use it no longer show your events.
      </ConfirmDialog>
    </div>
  )
}

/** Draws the section. */
export function FeedSection() {
  const { known, load, make, end } = useFeed()
  return (
    <Section title="Calendar feed" description="Your events in your own calendar, with how their seats fill. Nobody’s name is in it.">
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
        <>
          {known.createdAt && <Present createdAt={known.createdAt} url={known.url} />}
          <Choices hasFeed={known.createdAt !== null} onMake={make} onEnd={end} />
        </>
      )}
    </Section>
  )
}
