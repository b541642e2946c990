// After the answer: what was answered, when it is, and how the roles fill up if the organizer shows it.
import { CalendarCheck, Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Filled, useFilled } from '#client/rsvp/answer/filled.ts'
import { submitAnswer } from '#client/rsvp/answer/submit.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { SeatMark } from '#client/ui/seats/seat-mark.tsx'
import type { FormView } from '#protocol/rsvp.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { CoverageSoFar } from './coverage-so-far.tsx'
import { EventTime } from './event-glance.tsx'
import { useGuest } from './guest.ts'
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
        <MyRoles filled={filled} />
        {form.status === 'open' && (
          <div className="flex flex-col gap-2.5 sm:flex-row">
            <ConfirmNow form={form} filled={filled} />
            <Button icon={<Pencil aria-hidden="true" />} onClick={() => useGuest.setState({ isSent: false })}>
              Change my answer
            </Button>
          </div>
        )}
      </Card>
      <CoverageSoFar form={form} filled={filled} />
    </div>
  )
}
