// Shown instead of the create flow when the plan's limits can't be made sense of.
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'

export const TierSettingsFailure = ({ onRetry, hasTyped = false }: { onRetry: () => void; hasTyped?: boolean }) => (
  <Page>
    <ErrorState
      title="Unable to load tier settings"
      onRetry={onRetry}
      retryLabel="Try Again"
      action={<ButtonLink href="/dashboard">Return to Dashboard</ButtonLink>}
    >
      We couldn’t load your plan’s limits.{hasTyped && ' What you typed is still here.'}
    </ErrorState>
  </Page>
)
