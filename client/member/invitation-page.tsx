// The page behind an emailed invitation (/invitation?token=): says who invites, and answers at a click only (R116, R117).
import { useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { AcceptOrDecline, LinkFailed, LinkLoading, LogOutHere, OtherAddress } from '#client/access/link-states.tsx'
import { useLink } from '#client/access/use-link.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import type { OrgInvitation } from '#protocol/people/member.ts'
import { answerByLink, readInvitation } from './actions.ts'

const link = {
  read: readInvitation,
  over: {
    codes: ['invitation-invalid'],
    title: 'This invitation is no longer valid',
    sentence: 'Ask the person who invited you for a new one.',
  },
}

interface AcceptResult {
  readonly organization: string
  readonly isMember: boolean
  readonly hereAs: string | undefined
}
const doneWith = ({ organization, hereAs }: OrgInvitation, isMember: boolean): AcceptResult => ({ organization, isMember, hereAs })

function useInvitation(token: string) {
  const { answer: send, ...rest } = useLink<OrgInvitation, 'accept' | 'decline', AcceptResult>(token, link)
  const answer = (invitation: OrgInvitation, accept: boolean) =>
    send(invitation, accept ? 'accept' : 'decline', async () => {
      await answerByLink(token, accept)
      focusMain()
      return { is: 'done', done: doneWith(invitation, accept) }
    })
  return { ...rest, answer }
}

function titleOf(state: ReturnType<typeof useInvitation>['state'], done: AcceptResult | false): string {
  if (done) return done.isMember ? `You’re a member of ${done.organization}` : 'You declined the invitation'
  return state.is === 'asking' ? `Join ${state.view.organization}` : 'Invitation'
}

export function InvitationPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { state, load, answer } = useInvitation(token)
  const wasAccepted = state.is === 'asking' && state.view.isAccepted
  const done = wasAccepted ? doneWith(state.view, true) : state.is === 'done' && state.done
  if (state.is === 'failed') return <LinkFailed failed={state} onRetry={load} />
  return (
    <AccessFrame title={titleOf(state, done)}>
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'asking' && !wasAccepted && (
        <Question {...state} onLoggedOut={load} onAnswer={(accept) => void answer(state.view, accept)} />
      )}
      {done && (done.isMember ? <Next hereAs={done.hereAs} /> : <Declined />)}
    </AccessFrame>
  )
}

const Declined = () => (
  <>
    <p className="text-muted">The organization sees nothing of your account.</p>
    <ButtonLink href="/">Go to Rolecall</ButtonLink>
  </>
)

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
    <>
      <p className="text-muted">
        You need no account to be a member. To manage its events, or to leave, sign up or log in with the email that was invited.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/signup" variant="primary">
          Sign up
        </ButtonLink>
        <ButtonLink href="/login">Log in</ButtonLink>
      </div>
    </>
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
    <div>
      <p>
        <strong dir="auto" className="font-semibold break-words">
          {invitedBy || organization}
        </strong>{' '}
        invites you to be a member.
      </p>
      {hereAs === undefined && <p className="text-muted wrap-anywhere">{`Sent to ${maskedEmail}`}</p>}
    </div>
    <p className="text-muted">
      If you accept, the organization can see your name and username, and its admins may let you manage its events. You can leave at any
      time.
    </p>
    <OtherAddress what="invitation" email={maskedEmail} hereAs={hereAs} onLoggedOut={onLoggedOut}>
      If you accept it, the person with that address is the member, and {hereAs} isn’t.
    </OtherAddress>
    <Failure>{sentence}</Failure>
    <AcceptOrDecline accept="Accept" busy={busy} onAnswer={onAnswer} />
  </>
)
