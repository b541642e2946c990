// Three steps from nothing to an event with its group: details, who fills the roles, and whom it is for.
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { accessOf, keepPendingEmail, useSession } from '#client/lib/session.ts'
import { TierSettingsFailure } from '#client/role/tier-settings-failure.tsx'
import { useTierLimits } from '#client/role/use-tier-limits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { LinkToast } from '#client/ui/feedback/link-toast.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { FormSkeleton } from '#client/ui/layout/form-skeleton.tsx'
import type { TierLimits } from '#protocol/limits.ts'
import { CheckEmail, type Created } from './check-email.tsx'
import { CreateSteps } from './create-steps.tsx'
import { refreshStart, startOver, useDraft } from './draft.ts'

/** Loads the plan's limits, then walks through the steps; ends on the dashboard, or at the mailbox (R32). */
export function EventCreatePage() {
  const { state, retry } = useTierLimits(useDraft((held) => held.organisingOrgObj?._id))
  const [unpublished, setUnpublished] = useState<Created | null>(null)
  const [, navigate] = useLocation()
  useEffect(refreshStart, [])
  const isSignedIn = useSession(accessOf) !== 'none'

  function finish(created: Created, isPublished: boolean) {
    if (!isPublished) keepPendingEmail(created.email)
    startOver()
    if (!isPublished) return setUnpublished(created)
    toast.success(<LinkToast text="Event created." link={created.link} />, { duration: 12_000 })
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
