// The page behind an emailed invitation (/invitation?token=): says who invites, and answers at a click only (R116, R117).
import { useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { AcceptOrDecline, LinkFailed, LinkLoading, LogOutHere, OtherAddress } from '#client/access/link-states.tsx'
import { useLink } from '#client/access/use-link.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import type { OrgInvitation } from '#protocol/people/member.ts'
import { answerByLink, readInvitation } from './actions.ts'

const accepted = (organization: string) => `You are a member of “${organization}” now.`
const link = {
  read: readInvitation,
  over: {
    codes: ['invitation-invalid'],
    title: 'This invitation is no longer valid',
    sentence: 'Ask the person who invited you for a new one.',
  },
}

interface AcceptResult {
  readonly sentence: string
  readonly isMember: boolean
  readonly hereAs: string | undefined
}
function useInvitation(token: string) {
  const { answer: send, ...rest } = useLink<OrgInvitation, 'accept' | 'decline', AcceptResult>(token, link)
  const answer = (invitation: OrgInvitation, accept: boolean) =>
    send(invitation, accept ? 'accept' : 'decline', async () => {
      await answerByLink(token, accept)
      focusMain()
      const declined = 'You declined the invitation. The organization sees nothing of your account.'
      return {
        is: 'done',
        done: { sentence: accept ? accepted(invitation.organization) : declined, isMember: accept, hereAs: invitation.hereAs },
      }
    })
  return { ...rest, answer }
}

export function InvitationPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { state, load, answer } = useInvitation(token)
  const wasAccepted = state.is === 'asking' && state.view.isAccepted
  const done = wasAccepted
    ? { sentence: accepted(state.view.organization), isMember: true, hereAs: state.view.hereAs }
    : state.is === 'done' && state.done
  if (state.is === 'failed') return <LinkFailed failed={state} onRetry={load} />
  return (
    <AccessFrame title="Invitation">
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'asking' && !wasAccepted && (
        <Question {...state} onLoggedOut={load} onAnswer={(accept) => void answer(state.view, accept)} />
      )}
      {done && (
        <>
          <Notice tone="success" live>
            {done.sentence}
          </Notice>
          {done.isMember ? <Next hereAs={done.hereAs} /> : <ButtonLink href="/">Go to Rolecall</ButtonLink>}
        </>
      )}
    </AccessFrame>
  )
}

/** Where a member goes from here; membership itself needs no account. */
function Next({ hereAs }: Pick<AcceptResult, 'hereAs'>) {
  const hasAccount = useSession((now) => accessOf(now) === 'account')
  if (hasAccount && hereAs !== undefined)
    return (
      <>
        <p className="text-muted">
          To manage its events, or to leave, log in with the email that was invited: you are logged in as {hereAs}.
        </p>
        <div>
          <LogOutHere />
        </div>
      </>
    )
  if (hasAccount) return <ButtonLink href="/profile">See your organizations</ButtonLink>
  return (
    <p className="text-muted">
      You need no account for that. To manage its events, or to leave, <Link href="/login">log in</Link> or{' '}
      <Link href="/signup">sign up</Link> with this email.
    </p>
  )
}

interface QuestionProps {
  view: OrgInvitation
  busy: 'accept' | 'decline' | null
  sentence: string | null
  onLoggedOut: () => void
  onAnswer: (accept: boolean) => void
}

const Question = ({ view: { organization, invitedBy, maskedEmail, hereAs }, busy, sentence, onLoggedOut, onAnswer }: QuestionProps) => (
  <>
    <p>
      {invitedBy ? (
        <>
          <strong dir="auto" className="font-semibold break-words">
            {invitedBy}
          </strong>{' '}
          invites {maskedEmail} to be a member of{' '}
          <strong dir="auto" className="font-semibold break-words">
            {organization}
          </strong>
          .
        </>
      ) : (
        <>
          The organization{' '}
          <strong dir="auto" className="font-semibold break-words">
            {organization}
          </strong>{' '}
          invites {maskedEmail} to be a member.
        </>
      )}
    </p>
    <p className="text-muted">
      If you accept, it can see your name and username, and its admins may let you manage its events. You can leave at any time.
    </p>
    <OtherAddress what="invitation" email={maskedEmail} hereAs={hereAs} onLoggedOut={onLoggedOut}>
      If you accept it, the person with that address is the member, and {hereAs} isn’t.
    </OtherAddress>
    <Failure>{sentence}</Failure>
    <AcceptOrDecline accept="Accept" busy={busy} onAnswer={onAnswer} />
  </>
)
