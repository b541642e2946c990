// Three steps from nothing to an event with its group: details, who fills the roles, and whom it is for.
import { useState } from 'react'
import { useLocation } from 'wouter'
import { accessOf, keepPendingEmail, useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { toast } from '#client/ui/toast.tsx'
import type { TierLimits } from '#protocol/limits.ts'
import { CheckEmail, type Unpublished } from './check-email.tsx'
import { CreateSteps } from './create-steps.tsx'
import { startOver, useDraft } from './draft.ts'
import { FormSkeleton } from './form-skeleton.tsx'
import { TierSettingsFailure } from './tier-settings-failure.tsx'
import { useTierLimits } from './use-tier-limits.ts'

/** Loads the plan's limits, then walks through the steps; ends on the dashboard, or at the mailbox (R32). */
export function EventCreatePage() {
  const { state, retry } = useTierLimits(useDraft((held) => held.organisingOrgObj?._id))
  const [unpublished, setUnpublished] = useState<Unpublished | null>(null)
  const [, navigate] = useLocation()
  const isSignedIn = useSession(accessOf) !== 'none'

  function finish(created: Unpublished, isPublished: boolean) {
    if (!isPublished) keepPendingEmail(created.email)
    startOver()
    if (!isPublished) return setUnpublished(created)
    toast.success('Event created. Open it to share its link.', { duration: 4000 })
    navigate('/dashboard')
  }

  if (unpublished) return <CheckEmail {...unpublished} onAnother={() => setUnpublished(null)} />
  if (state.is === 'loading') return <FormSkeleton label="Loading..." />
  if (state.is === 'unreadable') return <TierSettingsFailure onRetry={retry} />
  return (
    <CreateSteps
      limits={state.limits}
      isSignedIn={isSignedIn}
      notice={state.isAssumed && <AssumedLimits limits={state.limits} onRetry={retry} />}
      onDone={finish}
    />
  )
}

const AssumedLimits = ({ limits, onRetry }: { limits: TierLimits; onRetry: () => void }) => (
  <Notice
    tone="warn"
    action={
      <Button size="sm" onClick={onRetry}>
        Try Again
      </Button>
    }
  >
    What your plan allows could not be read. Until then this form takes up to {limits.maxRolesPerEventGroup} roles of{' '}
    {limits.maxParticipantsPerRole} seats.
  </Notice>
)
