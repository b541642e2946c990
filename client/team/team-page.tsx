// The page behind an emailed invitation to help with an event (/team?token=): says as what, and accepts at a click only (R116, R201).
import { type FormEvent, useState } from 'react'
import { useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { loginHref } from '#client/access/came-from.ts'
import { LinkFailed, LinkLoading, LogOutHere, OtherAddress } from '#client/access/link-states.tsx'
import { useLink } from '#client/access/use-link.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { PasswordInput } from '#client/ui/fields/password-input.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { Password, passwordSentence } from '#protocol/kernel/fields.ts'
import type { TeamInvitation } from '#protocol/people/team.ts'
import { needsNoAccount } from '#protocol/people/team-roles.ts'
import { acceptInvitation, openInvitation } from './actions.ts'
import { helperPath, roleText, teamDoes } from './role-words.ts'

const link = {
  read: openInvitation,
  over: {
    codes: ['invitation-invalid'],
    title: 'This invitation is no longer valid',
    sentence: 'Ask the person who invited you for a new one.',
  },
  changed: ['account-there'],
}

interface AcceptResult {
  readonly invitation: TeamInvitation
  readonly eventId: string
  readonly email: string
}
function useInvitation(token: string) {
  const { answer, ...rest } = useLink<TeamInvitation, 'accept', AcceptResult>(token, link)
  const accept = (invitation: TeamInvitation, password?: string) =>
    answer(invitation, 'accept', async () => {
      const { eventId, member } = await acceptInvitation(token, password)
      focusMain()
      return { is: 'done', done: { invitation, eventId, email: member.email ?? '' } }
    })
  return { ...rest, accept }
}

export function TeamPage() {
  const token = new URLSearchParams(useSearch()).get('token') ?? ''
  const { state, load, accept } = useInvitation(token)
  if (state.is === 'failed') return <LinkFailed failed={state} onRetry={load} />
  return (
    <AccessFrame title="Help with an event">
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'asking' && <Question {...state} onLoggedOut={load} onAccept={(password) => void accept(state.view, password)} />}
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

/** Who answered or published by emailed links alone has none yet. */
const NoPassword = () => (
  <>
    If you have no password yet, <Link href="/forgot-password">set one</Link>.
  </>
)

function Next({ invitation: { role, maskedEmail, hereAs }, eventId, email }: AcceptResult) {
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
      To open it,{' '}
      <Link href={loginHref(path)} state={{ email }}>
        log in
      </Link>{' '}
      with {maskedEmail}. <NoPassword />
    </p>
  )
}

interface AcceptingProps {
  view: TeamInvitation
  isBusy: boolean
  onAccept: (password?: string) => void
}

/** R201a: what the account needs besides the address, which the link proves. */
function NewAccount({ view: { maskedEmail }, isBusy, onAccept }: AcceptingProps) {
  const [password, setPassword] = useState('')
  const [isTried, setTried] = useState(false)
  const wrong = Password.safeParse(password).success ? undefined : passwordSentence
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!wrong) onAccept(password)
  }
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <p className="text-muted">You need an account. Choose a password for {maskedEmail}.</p>
      <Field label="Password" hint="At least 8 characters" error={isTried && wrong}>
        <PasswordInput
          value={password}
          autoComplete="new-password"
          disabled={isBusy}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" busy={isBusy} busyLabel="Accepting...">
        Accept and sign up
      </Button>
    </form>
  )
}

/** R203: an event is taken over by an account, of that very address. */
function Accepting(props: AcceptingProps) {
  const { role, maskedEmail, hereAs, isAccepted, makesAccount } = props.view
  const isSignedIn = useSession((now) => accessOf(now) === 'account')
  const search = useSearch()
  if (makesAccount && !isSignedIn) return <NewAccount {...props} />
  if (role !== 'owner' || (isSignedIn && hereAs === undefined))
    return (
      <div>
        <Button variant="primary" busy={props.isBusy} busyLabel="Accepting..." onClick={() => props.onAccept()}>
          {isAccepted ? 'Open it in this browser' : 'Accept'}
        </Button>
      </div>
    )
  if (isSignedIn) return null
  return (
    <p>
      To accept, <Link href={`/login?from=${encodeURIComponent(`/team?${search}`)}`}>log in</Link> with {maskedEmail}. <NoPassword />
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
  onAccept: (password?: string) => void
}

function Question({ view, busy, sentence, onLoggedOut, onAccept }: QuestionProps) {
  const { event, moreEvents = 0, invitedBy, role, maskedEmail, until, groups, timeZone, hereAs } = view
  return (
    <>
      <p>
        {invitedBy ? (
          <strong dir="auto" className="font-semibold break-words">
            {invitedBy}
          </strong>
        ) : (
          'The organizer'
        )}{' '}
        {role === 'owner' ? 'offers' : 'asks'} {maskedEmail} {role !== 'owner' && 'to help with '}
        <strong dir="auto" className="font-semibold break-words">
          {event}
        </strong>
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
      <Accepting view={view} isBusy={busy !== null} onAccept={onAccept} />
      <p className="text-13 text-muted">If you don’t want to, you can ignore the email: nothing happens.</p>
    </>
  )
}
