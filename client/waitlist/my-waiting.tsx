// A guest's own places in line and the seats that are held for them, followed while the page is open (R91, R92).
import { useState } from 'react'
import { call, sentenceOf } from '#client/lib/call.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { FormView, OwnRsvp } from '#protocol/rsvp.ts'
import { waitlistApi } from '#protocol/waitlist.ts'
import { usePlaces } from './lines.ts'
import { timeLeft } from './wait-words.ts'

export interface MyWaitingProps {
  form: FormView
  rsvp: OwnRsvp
  /** Take in what the server says of the form and of one's own answer. */
  putForm: (form: FormView) => void
  putRsvp: (rsvp: OwnRsvp, form: FormView) => void
}

type Offer = NonNullable<OwnRsvp['offers']>[number]

function HeldSeat({ offer: { role, until }, form, putForm, putRsvp }: { offer: Offer } & Omit<MyWaitingProps, 'rsvp'>) {
  const now = useNow(1000)
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)
  const left = Date.parse(until) - now
  const answer = async (accept: boolean) => {
    setBusy(accept ? 'accept' : 'decline')
    try {
      const reply = await call(waitlistApi.offer, { groupId: form._id, eventId: form.eventId, role, accept })
      putForm(reply.form)
      putRsvp(reply.rsvp, reply.form)
      toast.success(accept ? `You are ${role}.` : 'The seat goes to the next person.')
    } catch (error) {
      toast.error(sentenceOf(error, 'Your answer did not get through. Please try again.'))
    }
    setBusy(null)
  }
  if (left <= 0) return <Notice tone="warn" title={`The offer of a seat as ${role} has ended.`} />
  return (
    <Notice
      tone="success"
      live
      title={`A seat as ${role} is held for you.`}
      action={
        <span className="flex flex-wrap gap-2.5">
          <Button variant="primary" busy={busy === 'accept'} disabled={busy !== null} onClick={() => void answer(true)}>
            Accept
          </Button>
          <Button busy={busy === 'decline'} disabled={busy !== null} onClick={() => void answer(false)}>
            Decline
          </Button>
        </span>
      }
    >
      <span role="timer">{timeLeft(left)} left</span>, then it goes to the next person.
    </Notice>
  )
}

/** Draws the places and the offers; nothing where there are none. */
export function MyWaiting(props: MyWaitingProps) {
  const { form, rsvp } = props
  const { waiting: told = [], offers = [] } = rsvp
  const waiting = usePlaces(form._id, told)
  if (form.status !== 'open') return null
  return (
    <>
      {offers.map((offer) => (
        <HeldSeat key={offer.role} offer={offer} {...props} />
      ))}
      {waiting.length > 0 && (
        <Card className="flex flex-col gap-2">
          <Heading level={2} size={17}>
            You are on the waitlist
          </Heading>
          <ul className="flex flex-col gap-1" aria-live="polite">
            {waiting.map(({ role, position }) => (
              <li key={role} className="flex flex-wrap justify-between gap-x-4">
                <span className="font-medium">{role}</span>
                <Text as="span" tone="muted" className="tabular">
                  {position === 1 ? 'You are next' : `${position - 1} before you`}
                </Text>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}
