// The profile (/profile): who one is here, and what can be changed about it.
import { ArrowLeft, CalendarPlus, LayoutDashboard, Tag } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { FeedSection } from '#client/calendar/feed-section.tsx'
import { sentenceOf } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/reach.ts'
import { useSession } from '#client/lib/session.ts'
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

type Opening = { is: 'loading' } | { is: 'ready' } | { is: 'failed'; sentence: string }

function useOpening() {
  const [opening, setOpening] = useState<Opening>({ is: 'loading' })
  const open = useCallback(() => {
    setOpening({ is: 'loading' })
    loadProfile().then(
      () => setOpening({ is: 'ready' }),
      (error: unknown) => setOpening({ is: 'failed', sentence: sentenceOf(error, 'Failed to load profile information') }),
    )
  }, [])
  useEffect(open, [open])
  useReturn(useCallback(() => opening.is === 'failed' && open(), [opening.is, open]))
  return { opening, open }
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
    <div className="flex flex-wrap gap-3">
      <ButtonLink href="/dashboard" icon={<LayoutDashboard aria-hidden="true" />}>
        View Dashboard
      </ButtonLink>
      <ButtonLink href="/create" icon={<CalendarPlus aria-hidden="true" />}>
        Create Event
      </ButtonLink>
      <ButtonLink href="/pricing" icon={<Tag aria-hidden="true" />}>
        View Plans
      </ButtonLink>
    </div>
  </Section>
)

/** Draws the page. */
export function ProfilePage() {
  const { opening, open } = useOpening()
  const user = useSession((session) => session.user)
  return (
    <Page>
      <title>Profile · Rolecall</title>
      <PageHeader
        title="Profile"
        actions={
          <ButtonLink href="/dashboard" icon={<ArrowLeft aria-hidden="true" />}>
            Back to Dashboard
          </ButtonLink>
        }
      />
      {opening.is === 'failed' && (
        <ErrorState title="Error Loading Profile" onRetry={open} retryLabel="Try Again">
          {opening.sentence}
        </ErrorState>
      )}
      {opening.is === 'loading' && <ProfileSkeleton />}
      {opening.is === 'ready' && user && (
        <>
          <PlanBanner user={user} />
          <AccountCard user={user} />
          <PlanAndBilling user={user} />
          <OrganizationsSection />
          <NewsSection user={user} />
          <FeedSection />
          <SessionsSection />
          <QuickActions />
        </>
      )}
    </Page>
  )
}
