// The page behind an emailed invitation (/invitation?token=): says who invites, and answers at a click only (R116, R117).
import { useCallback, useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { AcceptOrDecline, LinkFailed, LinkLoading } from '#client/access/link-states.tsx'
import { CallFailed, sentenceOf } from '#client/lib/call.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import type { Invitation } from '#protocol/member.ts'
import { refusals } from '#protocol/refusals.ts'
import { answerByLink, readInvitation } from './actions.ts'

type State =
  | { is: 'loading' }
  /** Trying again helps only where the server did not say no. */
  | { is: 'failed'; sentence: string; canRetry: boolean }
  | { is: 'asking'; invitation: Invitation; busy: 'accept' | 'decline' | null; sentence: string | null }
  | { is: 'done'; sentence: string; isMember: boolean }

const fallback = 'Something went wrong. Please try again.'
const accepted = (organization: string) => `You are a member of “${organization}” now.`

const isInvalid = (error: unknown) => error instanceof CallFailed && error.code === 'invitation-invalid'

function useInvitation(token: string) {
  const [state, setState] = useState<State>({ is: 'loading' })
  const load = useCallback(() => {
    setState({ is: 'loading' })
    if (!token) return setState({ is: 'failed', sentence: refusals['invitation-invalid'][1], canRetry: false })
    readInvitation(token).then(
      (invitation) =>
        setState(
          invitation.isAccepted
            ? { is: 'done', sentence: accepted(invitation.organization), isMember: true }
            : { is: 'asking', invitation, busy: null, sentence: null },
        ),
      (error: unknown) => setState({ is: 'failed', sentence: sentenceOf(error, fallback), canRetry: !isInvalid(error) }),
    )
  }, [token])
  useEffect(load, [load])
  const answer = async (invitation: Invitation, accept: boolean) => {
    setState({ is: 'asking', invitation, busy: accept ? 'accept' : 'decline', sentence: null })
    try {
      await answerByLink(token, accept)
      const declined = 'You declined the invitation. The organization sees nothing of your account.'
      setState({ is: 'done', sentence: accept ? accepted(invitation.organization) : declined, isMember: accept })
      focusMain()
    } catch (error) {
      setState({ is: 'asking', invitation, busy: null, sentence: sentenceOf(error, fallback) })
    }
  }
  return { state, load, answer }
}

/** Draws the page. */
export function InvitationPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { state, load, answer } = useInvitation(token)
  return (
    <AccessFrame title="Invitation">
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'failed' && <LinkFailed {...state} onRetry={load} />}
      {state.is === 'asking' && <Question {...state} onAnswer={(accept) => void answer(state.invitation, accept)} />}
      {state.is === 'done' && (
        <>
          <Notice tone="success" live>
            {state.sentence}
          </Notice>
          {state.isMember ? <Next /> : <ButtonLink href="/">Go to Rolecall</ButtonLink>}
        </>
      )}
    </AccessFrame>
  )
}

/** Where a member goes from here; membership itself needs no account. */
function Next() {
  const hasAccount = useSession((now) => accessOf(now) === 'account')
  if (hasAccount) return <ButtonLink href="/profile">See your organizations</ButtonLink>
  return (
    <p className="text-muted">
      You need no account for that. To manage its events, or to leave, <Link href="/login">log in</Link> or{' '}
      <Link href="/signup">sign up</Link> with this email.
    </p>
  )
}

type QuestionProps = Extract<State, { is: 'asking' }> & { onAnswer: (accept: boolean) => void }

const Question = ({ invitation: { organization, maskedEmail }, busy, sentence, onAnswer }: QuestionProps) => (
  <>
    <p>
      The organization <strong className="font-semibold break-words">{organization}</strong> invites {maskedEmail} to be a member.
    </p>
    <p className="text-muted">
      If you accept, it can see your name and username, and its admins may let you manage its events. You can leave at any time.
    </p>
    <Failure>{sentence}</Failure>
    <AcceptOrDecline accept="Accept" busy={busy} onAnswer={onAnswer} />
  </>
)
