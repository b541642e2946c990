// The page behind an emailed invitation to help with an event (/team?token=): says as what, and accepts at a click only (R116, R201).
import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { LinkFailed, LinkLoading, LogOutHere, OtherAddress } from '#client/access/link-states.tsx'
import { useLink } from '#client/access/use-link.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { refusals } from '#protocol/kernel/refusals.ts'
import { needsNoAccount, type TeamInvitation } from '#protocol/people/team.ts'
import { acceptInvitation, openInvitation } from './actions.ts'
import { helperPath, roleText, teamDoes } from './role-words.ts'

const link = { read: openInvitation, over: { codes: ['invitation-invalid'], sentence: refusals['invitation-invalid'][1] } }

interface AcceptResult {
  readonly invitation: TeamInvitation
  readonly eventId: string
}
function useInvitation(token: string) {
  const { answer, ...rest } = useLink<TeamInvitation, 'accept', AcceptResult>(token, link)
  const accept = (invitation: TeamInvitation) =>
    answer(invitation, 'accept', async () => {
      const { eventId } = await acceptInvitation(token)
      focusMain()
      return { is: 'done', done: { invitation, eventId } }
    })
  return { ...rest, accept }
}

export function TeamPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { state, load, accept } = useInvitation(token)
  return (
    <AccessFrame title="Help with an event">
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'failed' && <LinkFailed {...state} onRetry={load} />}
      {state.is === 'asking' && <Question {...state} onLoggedOut={load} onAccept={() => void accept(state.view)} />}
      {state.is === 'done' && (
        <>
          <Notice tone="success" live>
            {state.done.invitation.role === 'owner'
              ? `“${state.done.invitation.event}” is yours now.`
              : `You help with “${state.done.invitation.event}” now.`}
          </Notice>
          <Next {...state.done} />
        </>
      )}
    </AccessFrame>
  )
}

/** A document of its own is opened, so that the page and its live line begin with the new cookie. */
const open = (path: string) => window.location.assign(path)

function Next({ invitation: { role, maskedEmail, hereAs }, eventId }: AcceptResult) {
  const isSignedIn = useSession((now) => accessOf(now) === 'account')
  const path = helperPath(eventId, role)
  const button = (
    <Button variant="primary" onClick={() => open(path)}>
      {role === 'door' ? 'Open the door' : 'Open the event'}
    </Button>
  )
  if (needsNoAccount(role) || (isSignedIn && hereAs === undefined)) return button
  if (isSignedIn)
    return (
      <>
        <p className="text-muted">
          To open it, log in with {maskedEmail}: you are logged in as {hereAs}.
        </p>
        <div>
          <LogOutHere />
        </div>
      </>
    )
  return (
    <p className="text-muted">
      To open it, <Link href={`/login?from=${encodeURIComponent(path)}`}>log in</Link> or <Link href="/signup">sign up</Link> with{' '}
      {maskedEmail}.
    </p>
  )
}

/** R203: an event is taken over by an account, of that very address. */
function Accepting({
  role,
  maskedEmail,
  hereAs,
  children,
}: Pick<TeamInvitation, 'role' | 'maskedEmail' | 'hereAs'> & { children: ReactNode }) {
  const isSignedIn = useSession((now) => accessOf(now) === 'account')
  const search = useSearch()
  if (role !== 'owner' || (isSignedIn && hereAs === undefined)) return <div>{children}</div>
  if (isSignedIn) return null
  return (
    <p>
      To accept, <Link href={`/login?from=${encodeURIComponent(`/team?${search}`)}`}>log in</Link> with {maskedEmail}. If you have no
      account yet, <Link href="/signup">sign up</Link> with this address first, and open the link of the email again.
    </p>
  )
}

/** R255a: what accepting means for somebody else than the person with that address. */
function sharedSentence(role: TeamInvitation['role'], hereAs = '') {
  if (role === 'owner') return 'Only the person with that address can accept it.'
  const helps = 'If you accept it, the person with that address helps with the event'
  return needsNoAccount(role) ? `${helps}, and this browser opens it.` : `${helps}, and ${hereAs} doesn’t.`
}

interface QuestionProps {
  view: TeamInvitation
  busy: 'accept' | null
  sentence: string | null
  onLoggedOut: () => void
  onAccept: () => void
}

const Question = ({
  view: { event, moreEvents = 0, invitedBy, role, maskedEmail, until, groups, timeZone, isAccepted, hereAs },
  busy,
  sentence,
  onLoggedOut,
  onAccept,
}: QuestionProps) => (
  <>
    <p>
      {invitedBy ? <strong className="font-semibold break-words">{invitedBy}</strong> : 'The organizer'}{' '}
      {role === 'owner' ? 'offers' : 'asks'} {maskedEmail} {role !== 'owner' && 'to help with '}
      <strong className="font-semibold break-words">{event}</strong>
      <span>{moreEvents > 0 && ` and ${moreEvents} more ${moreEvents === 1 ? 'event' : 'events'}`}.</span>
    </p>
    <p>
      <span className="font-semibold wrap-anywhere">
        {roleText({ role, until, groupIds: groups.map(({ _id }) => _id) }, { groups, timeZone })}
      </span>
      <span className="block text-muted">{teamDoes[role]}</span>
    </p>
    <OtherAddress what={role === 'owner' ? 'offer' : 'invitation'} email={maskedEmail} hereAs={hereAs} onLoggedOut={onLoggedOut}>
      {sharedSentence(role, hereAs)}
    </OtherAddress>
    <Failure>{sentence}</Failure>
    <Accepting role={role} maskedEmail={maskedEmail} hereAs={hereAs}>
      <Button variant="primary" busy={busy !== null} busyLabel="Accepting..." onClick={onAccept}>
        {isAccepted ? 'Open it in this browser' : 'Accept'}
      </Button>
    </Accepting>
    <p className="text-13 text-muted">If you don’t want to, you can ignore the email: nothing happens.</p>
  </>
)
