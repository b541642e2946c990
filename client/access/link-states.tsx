// What the pages behind emailed links share: that they are loading, that a link is over, and the choice between yes and no.
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'

export const LinkLoading = () => (
  <p role="status" className="flex items-center gap-3">
    <Spinner /> Loading...
  </p>
)

interface LinkFailedProps {
  sentence: string
  /** Trying again helps only where the server did not say no. */
  canRetry: boolean
  onRetry: () => void
  /** Where one may go otherwise; home by default. */
  next?: { readonly href: string; readonly label: string }
}
export const LinkFailed = ({ sentence, canRetry, onRetry, next = { href: '/', label: 'Go to Rolecall' } }: LinkFailedProps) => (
  <>
    <Notice tone="danger" live>
      {sentence}
    </Notice>
    {canRetry ? <Button onClick={onRetry}>Try again</Button> : <ButtonLink href={next.href}>{next.label}</ButtonLink>}
  </>
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
