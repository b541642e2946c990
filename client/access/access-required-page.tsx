// What says that a page is not for whoever asks: the access-required page (/access), the dashboard to nobody, and a page for accounts to somebody with a link.
import { accessOf, useSession } from '#client/lib/session.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { formRefusals } from '#protocol/kernel/form-refusals.ts'
import { organizerRefusals } from '#protocol/kernel/organizer-refusals.ts'
import { SignInNeeded } from './sign-in-needed.tsx'

/** R136: whoever is here already is led on, and not asked to log in. */
export function AccessRequiredPage() {
  const isSomebody = useSession((now) => accessOf(now) !== 'none')
  return isSomebody ? <NotYours /> : <SignInNeeded title="Access required" sentence={formRefusals['sign-in-needed'][1]} />
}

const NotYours = () => (
  <Page width="narrow">
    <title>No access · Rolecall</title>
    <h1 className="sr-only">No access</h1>
    <EmptyState
      title={organizerRefusals['not-yours'][1]}
      action={
        <ButtonLink href="/dashboard" variant="primary">
          Go to Dashboard
        </ButtonLink>
      }
    >
      Your access may have just ended. Ask the person who manages it.
    </EmptyState>
  </Page>
)

export const ClosedDashboard = () => (
  <SignInNeeded title="Dashboard" sentence="Login or use the link emailed to you to access your dashboard." />
)

/** R30: what an access link doesn't open. */
export const AccessError = () => <SignInNeeded title="Access Error" sentence={organizerRefusals['account-needed'][1]} isTitleShown />
