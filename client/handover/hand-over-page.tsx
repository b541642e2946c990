// The page behind an emailed offer of a seat (/hand-over?token=): shows it, and answers at a click only (R94, R116).
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { AcceptOrDecline, LinkFailed, LinkLoading } from '#client/access/link-states.tsx'
import { CallFailed, sentenceOf } from '#client/lib/call.ts'
import { formatBoth } from '#client/lib/dates.ts'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { takeToken } from '#client/lib/link-token.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { HandOverView } from '#protocol/handover.ts'
import { refusals } from '#protocol/refusals.ts'
import { acceptHandOver, declineHandOver, openHandOver } from './actions.ts'
import { rolesInWords } from './roles-in-words.ts'

type State =
  | { is: 'loading' }
  /** Trying again helps only where the server did not say no. */
  | { is: 'failed'; sentence: string; canRetry: boolean }
  | { is: 'asking'; offer: HandOverView; busy: 'accept' | 'decline' | null; sentence: string | null }
  | { is: 'declined' }

const fallback = 'Something went wrong. Please try again.'
const ended = `${refusals['hand-over-over'][1]} It was answered, taken back, or its time is over.`
const sentenceFor = (error: unknown) =>
  error instanceof CallFailed && error.code === 'hand-over-over' ? ended : sentenceOf(error, fallback)
const isFinal = (error: unknown) => error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429

function useOffer() {
  const [token] = useState(takeToken)
  const [, navigate] = useLocation()
  const [state, setState] = useState<State>({ is: 'loading' })
  const load = useCallback(() => {
    if (!token) return setState({ is: 'failed', sentence: ended, canRetry: false })
    setState({ is: 'loading' })
    openHandOver(token).then(
      (offer) => setState({ is: 'asking', offer, busy: null, sentence: null }),
      (error: unknown) => setState({ is: 'failed', sentence: sentenceFor(error), canRetry: !isFinal(error) }),
    )
  }, [token])
  useEffect(load, [load])
  const answer = async (offer: HandOverView, accepts: boolean) => {
    setState({ is: 'asking', offer, busy: accepts ? 'accept' : 'decline', sentence: null })
    try {
      if (accepts) {
        const { groupId, eventId } = await acceptHandOver(token, offer.replaces.length > 0)
        toast.success('The seat is yours')
        return navigate(`/rsvp/${groupId}${eventId ? `?eventId=${eventId}` : ''}`, { replace: true })
      }
      await declineHandOver(token)
      setState({ is: 'declined' })
      focusMain()
    } catch (error) {
      if (isFinal(error)) setState({ is: 'failed', sentence: sentenceFor(error), canRetry: false })
      else setState({ is: 'asking', offer, busy: null, sentence: sentenceOf(error, fallback) })
    }
  }
  return { state, load, answer }
}

/** Draws the page. */
export function HandOverPage() {
  const { state, load, answer } = useOffer()
  return (
    <AccessFrame title="A seat for you">
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'failed' && (
        <LinkFailed {...state} onRetry={load} next={{ href: '/my-answers', label: 'Get the links of my answers' }} />
      )}
      {state.is === 'asking' && <Offer {...state} onAnswer={(accepts) => void answer(state.offer, accepts)} />}
      {state.is === 'declined' && (
        <>
          <Notice tone="success" live>
            You declined. The seat stays where it is, and we forget your email here.
          </Notice>
          <ButtonLink href="/">Go to Rolecall</ButtonLink>
        </>
      )}
    </AccessFrame>
  )
}

type OfferProps = Extract<State, { is: 'asking' }> & { onAnswer: (accepts: boolean) => void }

function Offer({ offer, busy, sentence, onAnswer }: OfferProps) {
  const { giver, email, roles, until, event, group, replaces } = offer
  const zone = event?.timeZone ?? 'UTC'
  const when = event && formatBoth(event.start, zone)
  return (
    <>
      <div className="flex flex-col gap-2">
        <Heading level={2} size={20} className="wrap-anywhere">
          {event?.name || group}
        </Heading>
        {when && (
          <Text>
            {when.there}
            {when.here && <span className="block text-13 text-muted">{when.here}</span>}
          </Text>
        )}
        {event && <EventPlace location={event.location} />}
      </div>
      <p className="wrap-anywhere">
        <strong className="font-semibold">{giver}</strong> can’t make it, and offers you their seat as{' '}
        <strong className="font-semibold">{rolesInWords(roles)}</strong>.
      </p>
      {replaces.length > 0 && <Notice tone="warn">You give back your seat as {rolesInWords(replaces)}: here everyone has one role.</Notice>}
      <Text tone="muted" className="wrap-anywhere">
        If you accept, you answer yes as {email}. The offer ends {formatBoth(until, zone).there}.
      </Text>
      <Failure>{sentence}</Failure>
      <AcceptOrDecline accept="Accept the seat" busy={busy} onAnswer={onAnswer} />
    </>
  )
}
