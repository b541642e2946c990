// The page a magic link opens (/token?token=): keeps the token for this session and goes to the dashboard, or to the event that waits to be published.
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { LinkFailed } from '#client/access/link-states.tsx'
import { openLink } from '#client/access/store.ts'
import { CallFailed, errorText } from '#client/lib/call.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { DeadLink } from '#client/ui/dead-link.tsx'
import { Spinner } from '#client/ui/feedback/spinner.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { linkLifeHours } from '#protocol/kernel/limits.ts'
import { linkRefusals } from '#protocol/kernel/link-refusals.ts'
import { refusals } from '#protocol/kernel/refusals.ts'
import { forgetLinkToken, linkGoal, linkToken, takeLinkToken } from './link-token.ts'

type State = { name: 'verifying' } | { name: 'invalid' } | { name: 'unanswered'; sentence: string }

/** A link is invalid when the server says so; being offline and a failing server are no verdict. */
const isVerdict = (error: unknown) => !(error instanceof CallFailed) || (error.status >= 400 && error.status < 500 && error.status !== 429)

export function OpenLinkPage() {
  const [, navigate] = useLocation()
  const [state, setState] = useState<State>({ name: 'verifying' })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    takeLinkToken()
    const token = linkToken()
    if (!token) return setState({ name: 'invalid' })
    setState({ name: 'verifying' })
    const goal = linkGoal()
    openLink(token).then(
      () => navigate(goal, { replace: true }),
      (error: unknown) => {
        if (!isVerdict(error)) return setState({ name: 'unanswered', sentence: errorText(error, refusals.internal[1]) })
        forgetLinkToken()
        toast.error(linkRefusals['link-invalid'][1])
        setState({ name: 'invalid' })
      },
    )
  }, [navigate, tries])
  if (state.name === 'invalid')
    return (
      <DeadLink
        title="Invalid or expired access link."
        action={
          <ButtonLink href="/request-token" variant="primary">
            Get a new access link
          </ButtonLink>
        }
      >
        {`A link works for ${linkLifeHours} hours. We email you a new one.`}
      </DeadLink>
    )
  if (state.name === 'unanswered') return <LinkFailed failed={{ ...state, canRetry: true }} onRetry={() => setTries(tries + 1)} />
  return (
    <AccessFrame title="Your sign-in link">
      <p role="status" className="flex items-center gap-3">
        <Spinner /> Verifying token…
      </p>
    </AccessFrame>
  )
}
