// The page behind an emailed offer of a seat (/hand-over?token=): shows it, and answers at a click only (R94, R116).

import { useState } from 'react'
import { useLocation } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { AcceptOrDecline, LinkFailed, LinkLoading, OtherAddress } from '#client/access/link-states.tsx'
import { useLink } from '#client/access/use-link.ts'
import { formatBoth } from '#client/lib/dates.ts'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { takeToken } from '#client/lib/link-token.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { HandOverView } from '#protocol/seats/handover.ts'
import { rolesInWords } from '#protocol/seats/standing/words.ts'
import { acceptHandOver, declineHandOver, openHandOver } from './actions.ts'

const over = {
  codes: ['hand-over-over'],
  title: 'This offer is no longer valid',
  sentence: 'It was already answered or withdrawn, or it has expired. Ask the person who offered you the seat.',
}
const link = { read: openHandOver, over }

function useOffer() {
  const [token] = useState(takeToken)
  const [, navigate] = useLocation()
  const { answer: send, ...rest } = useLink<HandOverView, 'accept' | 'decline', 'declined'>(token, link)
  const answer = (offer: HandOverView, accepts: boolean) =>
    send(offer, accepts ? 'accept' : 'decline', async () => {
      if (accepts) {
        const { groupId, eventId } = await acceptHandOver(token, offer.replaces.length > 0)
        toast.success('The seat is yours')
        navigate(`/rsvp/${groupId}${eventId ? `?eventId=${eventId}` : ''}`, { replace: true })
        return undefined
      }
      await declineHandOver(token)
      focusMain()
      return { is: 'done', done: 'declined' }
    })
  return { ...rest, answer }
}
type State = ReturnType<typeof useOffer>['state']

function titleOf(state: State): string {
  if (state.is === 'done') return 'You declined'
  if (state.is !== 'asking') return 'A seat for you'
  const { roles } = state.view
  return `${roles.length > 1 ? 'Seats' : 'A seat'} as ${rolesInWords(roles)} for you`
}

export function HandOverPage() {
  const { state, load, answer } = useOffer()
  if (state.is === 'failed') return <LinkFailed failed={state} onRetry={load} />
  return (
    <AccessFrame title={titleOf(state)}>
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'asking' && <Offer {...state} onLoggedOut={load} onAnswer={(accepts) => void answer(state.view, accepts)} />}
      {state.is === 'done' && (
        <>
          <Notice tone="success" live>
            The seat stays with the person who offered it, and we don’t keep your email.
          </Notice>
          <ButtonLink href="/">Go to Rolecall</ButtonLink>
        </>
      )}
    </AccessFrame>
  )
}

type OfferProps = Extract<State, { is: 'asking' }> & { onLoggedOut: () => void; onAnswer: (accepts: boolean) => void }

function Offer({ view: offer, busy, sentence, onLoggedOut, onAnswer }: OfferProps) {
  const { giver, email, roles, until, event, group, replaces } = offer
  const zone = event?.timeZone ?? 'UTC'
  return (
    <>
      <p className="text-17 wrap-anywhere">
        <strong dir="auto" className="font-semibold">
          {giver}
        </strong>{' '}
        can’t make it, and offers you their seat as{' '}
        <strong dir="auto" className="font-semibold">
          {rolesInWords(roles)}
        </strong>
        .
      </p>
      <Card className="flex flex-col gap-4">
        <Heading level={2} size={20} className="wrap-anywhere">
          {event?.name || group}
        </Heading>
        {event && <EventTime event={event} />}
        {event && <EventPlace event={event} />}
      </Card>
      {replaces.length > 0 && (
        <Notice tone="warn">You would give back your seat as {rolesInWords(replaces)}: everyone has only one role at this event.</Notice>
      )}
      <Text tone="muted" className="wrap-anywhere">
        If you accept, you answer yes as {email}. The offer ends {formatBoth(until, zone).there}.
      </Text>
      <OtherAddress what="seat" email={email} hereAs={offer.hereAs} onLoggedOut={onLoggedOut}>
        If you accept it, the answer is for that address, and in this browser you go on with it.
      </OtherAddress>
      <Failure>{sentence}</Failure>
      <AcceptOrDecline accept="Accept the seat" busy={busy} onAnswer={onAnswer} />
    </>
  )
}
