// What the pages behind emailed links share: that they are loading, that a link is over or for another address (R255a), and the choice between yes and no.
import type { ReactNode } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { DeadLink } from '#client/ui/dead-link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { logOut } from './store.ts'
import type { LinkFailure } from './use-link.ts'

/** Whether the link still counts isn't known. */
const cantOpen = 'This link can’t be opened now'

export const LinkLoading = () => (
  <p role="status" className="flex items-center gap-3">
    <Spinner /> Loading...
  </p>
)

interface LinkFailedProps {
  failed: LinkFailure
  onRetry: () => void
  /** Where one may go otherwise; home by default. */
  next?: { readonly href: string; readonly label: string }
  /** What can be done instead, once trying again is no use. */
  children?: ReactNode
}
export const LinkFailed = ({
  failed: { title = cantOpen, sentence, canRetry },
  onRetry,
  next = { href: '/', label: 'Go to the home page' },
  children,
}: LinkFailedProps) => (
  <DeadLink
    title={title}
    action={
      canRetry ? (
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      ) : (
        <ButtonLink variant="primary" href={next.href}>
          {next.label}
        </ButtonLink>
      )
    }
  >
    <p>{sentence}</p>
    {!canRetry && children}
  </DeadLink>
)

interface AcceptOrDeclineProps {
  /** E.g. "Accept". */
  accept: string
  /** Which of the two is being sent. */
  busy: 'accept' | 'decline' | null
  onAnswer: (accepts: boolean) => void
}
export const AcceptOrDecline = ({ accept, busy, onAnswer }: AcceptOrDeclineProps) => (
  <div className="flex flex-wrap gap-3">
    <Button
      variant="primary"
      busy={busy === 'accept'}
      busyLabel="Accepting..."
      disabled={busy === 'decline'}
      onClick={() => onAnswer(true)}
    >
      {accept}
    </Button>
    <Button busy={busy === 'decline'} busyLabel="Declining..." disabled={busy === 'accept'} onClick={() => onAnswer(false)}>
      Decline
    </Button>
  </div>
)

/** Stays on the page, which goes on for whoever the link was sent to. */
export function LogOutHere({ onDone }: { onDone?: () => void }) {
  const { run, isBusy } = useAction(async () => {
    await logOut()
    onDone?.()
  })
  return (
    <Button size="sm" busy={isBusy} busyLabel="Logging out..." onClick={() => void run()}>
      Log out and go on
    </Button>
  )
}

interface OtherAddressProps {
  /** What was sent: "invitation". */
  what: string
  /** Where it was sent. */
  email: string
  hereAs: string | undefined
  /** What accepting all the same means. */
  children: ReactNode
  /** They are logged out now: the link is to be read again. */
  onLoggedOut: () => void
}

/** Said before anything is accepted; nothing where the address is the same, or nobody's is known. */
export function OtherAddress({ what, email, hereAs, children, onLoggedOut }: OtherAddressProps) {
  const isSignedIn = useSession((now) => accessOf(now) !== 'none')
  if (hereAs === undefined) return null
  return (
    <Notice tone="warn" action={isSignedIn && <LogOutHere onDone={onLoggedOut} />}>
      <p className="wrap-anywhere">
        This {what} is for {email}. {isSignedIn ? `You are logged in as ${hereAs}.` : `In this browser you have verified ${hereAs}.`}
      </p>
      <p>{children}</p>
    </Notice>
  )
}
