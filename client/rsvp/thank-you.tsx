// After the answer (R86): what was answered, when and where it is, handing the invitation on, and how the roles fill up if the organizer shows it.
import { CalendarCheck, Link as LinkIcon, Pencil } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { shareUrl } from '#client/lib/event/share-path.ts'
import { type Filled, useFilled } from '#client/rsvp/answer/filled.ts'
import { submitAnswer } from '#client/rsvp/answer/submit.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Disclosure } from '#client/ui/actions/disclosure.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { ShareButton } from '#client/ui/actions/share-button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { SeatMark } from '#client/ui/seats/seat-mark.tsx'
import type { FormView } from '#protocol/rsvp.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { CoverageSoFar } from './coverage-so-far.tsx'
import { EventCover } from './event-cover.tsx'
import { EventTime } from './event-glance.tsx'
import { useGuest } from './guest.ts'
import { ownAnswer } from './later.ts'
import { CalendarButtons } from './own/calendar-buttons.tsx'
import { OwnPlaces } from './own-places.tsx'
import { progressToast } from './progress-toast.ts'

function MyRoles({ filled }: { filled: Filled }) {
  const mine = filled.seats.filter((role) => role.isHeld)
  if (mine.length === 0) return null
  return (
    <ul aria-label="Your roles" className="flex flex-wrap gap-2">
      {mine.map((role) => (
        <li key={role._id} className="max-w-full">
          <Badge tone="accent" icon={<SeatMark state="mine" />}>
            {role.name}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

/** R84: only guests whose answer is yes are given it. */
const EventLink = ({ href }: { href: string }) => (
  <p className="flex items-start gap-2.5">
    <LinkIcon aria-hidden="true" className="mt-0.75 size-4.5 shrink-0 text-muted" />
    <Link href={href} target="_blank" rel="noopener noreferrer nofollow" className="min-w-0 wrap-anywhere">
      {href}
    </Link>
  </p>
)

/** Lets somebody who said "Later" confirm, as long as the event asks for it. */
function ConfirmNow({ form, filled }: { form: FormView; filled: Filled }) {
  const [isSending, setSending] = useState(false)
  if (!filled.needsConfirmation || form.status !== 'open') return null
  const confirm = async () => {
    setSending(true)
    const sentence = await submitAnswer(form, filled, true)
    setSending(false)
    if (sentence === null) toast.success('RSVP submitted successfully!', { id: progressToast })
    else toast.error(sentence)
  }
  return (
    <Button variant="primary" busy={isSending} icon={<CalendarCheck aria-hidden="true" />} onClick={() => void confirm()}>
      Confirm now
    </Button>
  )
}

const headline = (attending: boolean | null | undefined) =>
  attending ? 'You are on the list.' : 'The organizer sees that you can’t make it.'

/** Draws the Thank You screen. */
export function ThankYou({ form }: { form: FormView }) {
  const filled = useFilled(form)
  const { saved } = filled
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className="flex flex-col gap-6 sm:gap-8">
      <EventCover form={form} mine={filled.seats.filter((role) => role.isHeld).length} />
      <ClosedNotice status={form.status} />
      <header className="flex animate-rise flex-col items-center gap-3 pt-4 text-center">
        <SeatMark state={saved?.attending ? 'mine' : 'free'} className="size-14" />
        <h1 ref={title} tabIndex={-1} className="max-w-full text-24 font-bold focus:outline-none sm:text-32">
          Thank You{filled.name && `, ${filled.name}`}
        </h1>
        <Text size={17} tone="muted">
          {headline(saved?.attending)}
        </Text>
      </header>
      <OwnPlaces form={form} saved={saved} />
      <Card padding="lg" className="flex flex-col gap-5">
        <div className="flex items-start justify-between gap-4">
          <Heading level={2} size={20} className="min-w-0">
            {form.event?.name || form.name}
          </Heading>
          <Badge tone={saved?.attending ? 'success' : 'neutral'} className="mt-1">
            {saved?.attending ? (saved.confirmed ? 'Yes, confirmed' : 'Yes') : 'No'}
          </Badge>
        </div>
        {form.event && <EventTime event={form.event} hasTile={false} />}
        {form.event && <EventPlace location={form.event.location} />}
        {saved?.link && <EventLink href={saved.link} />}
        <MyRoles filled={filled} />
        {saved && <CalendarButtons form={form} saved={saved} />}
        {form.status === 'open' && (
          <div className="flex flex-col gap-2.5 sm:flex-row">
            <ConfirmNow form={form} filled={filled} />
            <Button icon={<Pencil aria-hidden="true" />} onClick={() => useGuest.setState({ isSent: false })}>
              Change my answer
            </Button>
            <ShareButton title={form.event?.name || form.name} url={shareUrl(form._id, form.eventId)} />
          </div>
        )}
      </Card>
      {saved && (
        <Suspense>
          <ownAnswer.Component form={form} saved={saved} hasCalendar />
        </Suspense>
      )}
      {form.displayRSVPToAll && form.roleCoverage.length > 0 && (
        <Disclosure summary="How the seats fill up">
          <CoverageSoFar form={form} filled={filled} />
        </Disclosure>
      )}
    </div>
  )
}
