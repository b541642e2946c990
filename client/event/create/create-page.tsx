// Three steps from nothing to an event with its group: details, who fills the roles, and whom it is for.
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { loadPart } from '#client/lib/load-page.tsx'
import { accessOf, keepPendingEmail, useSession } from '#client/lib/session.ts'
import { TierSettingsFailure } from '#client/role/tier-settings-failure.tsx'
import { useTierLimits } from '#client/role/use-tier-limits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { LinkToast } from '#client/ui/feedback/link-toast.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { FormSkeleton } from '#client/ui/layout/form-skeleton.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import { CreateSteps } from './create-steps.tsx'
import { refreshStart, startOver, type UnpublishedEvent, useDraft } from './draft.ts'
import { useOrganizationChoice } from './use-organization-choice.ts'

const CheckEmail = loadPart(() => import('./check-email.tsx'), 'CheckEmail', {
  waiting: <FormSkeleton label="Loading..." />,
  missing: (retry) => (
    <Page width="narrow">
      <NotLoaded onRetry={retry} />
    </Page>
  ),
})

/** Loads the plan's limits, then walks through the steps; ends on the dashboard, or at the mailbox (R32). */
export function EventCreatePage() {
  const { state, retry } = useTierLimits(useDraft((held) => held.organisingOrgObj?._id))
  const hasTyped = useDraft(({ fields: { name, description } }) => `${name}${description}`.trim() !== '')
  const waiting = useDraft((held) => held.waiting)
  const [, navigate] = useLocation()
  useEffect(refreshStart, [])
  const isSignedIn = useSession(accessOf) !== 'none'
  const isChecking = useSession((now) => now.checking)
  const { isKnown, choice } = useOrganizationChoice()

  function finish(created: UnpublishedEvent, isPublished: boolean) {
    if (!isPublished) keepPendingEmail(created.email)
    startOver(isPublished ? null : created)
    if (!isPublished) return
    toast.success(<LinkToast text="Event created." link={created.link} />, { duration: 12_000 })
    navigate('/dashboard')
  }

  if (waiting) return <CheckEmail {...waiting} />
  // What is asked depends on who asks: fields that came or went later would move the others.
  if (state.is === 'loading' || isChecking || !isKnown) return <FormSkeleton label="Loading..." />
  if (state.is === 'unreadable') return <TierSettingsFailure onRetry={retry} hasTyped={hasTyped} />
  return (
    <CreateSteps
      limits={state.limits}
      isSignedIn={isSignedIn}
      choice={choice}
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
    We couldn’t load your plan’s limits. For now, you can add up to {limits.maxRolesPerEventGroup} roles of {limits.maxParticipantsPerRole}{' '}
    seats.
  </Notice>
)
