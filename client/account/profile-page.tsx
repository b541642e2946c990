// The profile (/profile): who one is here, and what can be changed about it.
import { CalendarPlus, LayoutDashboard, Tag } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { BrandSection } from '#client/brand/brand-section.tsx'
import { FeedSection } from '#client/calendar/feed-section.tsx'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useSession } from '#client/lib/session.ts'
import { Invitations } from '#client/member/invitations.tsx'
import { OrganizationsSection } from '#client/member/organizations-section.tsx'
import { PlanAndBilling, PlanBanner } from '#client/plan/plan-and-billing.tsx'
import { loadProfile } from '#client/records/user.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { AccountCard } from './account-card.tsx'
import { NewsSection } from './news-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

type LoadState = { is: 'loading' } | { is: 'ready' } | { is: 'failed'; sentence: string }

function useProfile() {
  const [state, setState] = useState<LoadState>({ is: 'loading' })
  const open = useCallback(() => {
    setState({ is: 'loading' })
    loadProfile().then(
      () => setState({ is: 'ready' }),
      (error: unknown) => setState({ is: 'failed', sentence: errorText(error, 'Failed to load profile information') }),
    )
  }, [])
  useEffect(open, [open])
  useReturn(useCallback(() => state.is === 'failed' && open(), [state.is, open]))
  return { state, open }
}

const ProfileSkeleton = () => (
  <Loading label="Loading your profile..." isShown>
    <Card padding="lg" className="flex items-center gap-4">
      <Skeleton className="size-14" />
      <span className="flex flex-col gap-2">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-4 w-56" />
      </span>
    </Card>
    <Skeleton className="mt-4 h-44 w-full" />
  </Loading>
)

const QuickActions = () => (
  <Section title="Quick Actions">
    <Card padding="lg" className="flex flex-wrap gap-3">
      <ButtonLink href="/dashboard" icon={<LayoutDashboard aria-hidden="true" />}>
        View Dashboard
      </ButtonLink>
      <ButtonLink href="/create" icon={<CalendarPlus aria-hidden="true" />}>
        Create Event
      </ButtonLink>
      <ButtonLink href="/pricing" icon={<Tag aria-hidden="true" />}>
        View Plans
      </ButtonLink>
    </Card>
  </Section>
)

export function ProfilePage() {
  const { state, open } = useProfile()
  const user = useSession((session) => session.user)
  return (
    <Page>
      <title>Profile · Rolecall</title>
      <PageHeader title="Profile" back={{ href: '/dashboard', label: 'Back to Dashboard' }} />
      {state.is === 'failed' && (
        <ErrorState title="Error Loading Profile" onRetry={open} retryLabel="Try Again">
          {state.sentence}
        </ErrorState>
      )}
      {state.is === 'loading' && <ProfileSkeleton />}
      {state.is === 'ready' && user && (
        <>
          <Invitations />
          <PlanBanner user={user} />
          <AccountCard user={user} />
          <PlanAndBilling user={user} />
          <OrganizationsSection />
          <BrandSection />
          <NewsSection user={user} />
          <FeedSection />
          <SessionsSection />
          <QuickActions />
        </>
      )}
    </Page>
  )
}
