// The table of contents of the client: which page is where, who may open it, and what stands around it. The invitation stands in root.tsx, and brings none of this.
import { Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { Guard } from '#client/home/guard.tsx'
import { type LoadedPage, loadPage as page } from '#client/lib/load-page.tsx'
import type { PagePath } from '#protocol/kernel/pages.ts'
import { ErrorBoundary } from './home/error-boundary.tsx'
import { LoadingNotice } from './home/loading-notice.tsx'
import { SiteShell } from './home/site-shell.tsx'

interface Entry {
  path: PagePath
  page: LoadedPage
  /** organizer: nobody is sent to the login; account: a magic link isn't enough either; dashboard: nobody sees why it is closed. */
  guard?: 'organizer' | 'account' | 'dashboard'
}

const entries: readonly Entry[] = [
  { path: '/', page: page(() => import('./home/landing-page.tsx'), 'LandingPage') },
  { path: '/access', page: page(() => import('#client/access/access-required-page.tsx'), 'AccessRequiredPage') },
  { path: '/login', page: page(() => import('./access/login-page.tsx'), 'LoginPage') },
  { path: '/signup', page: page(() => import('./access/sign-up-page.tsx'), 'SignUpPage') },
  { path: '/logout', page: page(() => import('./access/logout-page.tsx'), 'LogoutPage') },
  { path: '/verify-email', page: page(() => import('#client/access/links/verify-email-page.tsx'), 'VerifyEmailPage') },
  { path: '/request-token', page: page(() => import('#client/access/links/request-link-page.tsx'), 'RequestLinkPage') },
  { path: '/token', page: page(() => import('#client/access/links/open-link-page.tsx'), 'OpenLinkPage') },
  { path: '/forgot-password', page: page(() => import('#client/access/links/forgot-password-page.tsx'), 'ForgotPasswordPage') },
  { path: '/reset-password', page: page(() => import('#client/access/links/reset-password-page.tsx'), 'ResetPasswordPage') },
  { path: '/publish', page: page(() => import('./pending/publish-page.tsx'), 'PublishPage'), guard: 'organizer' },
  { path: '/prove-email', page: page(() => import('#client/rsvp/proof/prove-email-page.tsx'), 'ProveEmailPage') },
  { path: '/my-answers', page: page(() => import('./guest/my-answers-page.tsx'), 'MyAnswersPage') },
  { path: '/unsubscribe', page: page(() => import('./notice/unsubscribe-page.tsx'), 'UnsubscribePage') },
  { path: '/companion', page: page(() => import('./companions/claim-page.tsx'), 'ClaimPage') },
  { path: '/hand-over', page: page(() => import('./handover/hand-over-page.tsx'), 'HandOverPage') },
  { path: '/p', page: page(() => import('./pass/pass-page.tsx'), 'PassPage') },
  { path: '/door/:eventId', page: page(() => import('./door/door-page.tsx'), 'DoorPage') },
  { path: '/create', page: page(() => import('#client/event/create/create-page.tsx'), 'EventCreatePage') },
  { path: '/event/:eventId', page: page(() => import('#client/event/page/event-page.tsx'), 'EventPage') },
  { path: '/event/:eventId/edit', page: page(() => import('#client/event/edit/edit-page.tsx'), 'EventEditPage'), guard: 'organizer' },
  { path: '/dashboard', page: page(() => import('#client/event/dashboard/dashboard-page.tsx'), 'DashboardPage'), guard: 'dashboard' },
  { path: '/org-setup', page: page(() => import('#client/org/setup/org-setup-page.tsx'), 'OrgSetupPage'), guard: 'account' },
  { path: '/member-setup', page: page(() => import('#client/org/setup/member-setup-page.tsx'), 'MemberSetupPage'), guard: 'account' },
  { path: '/invitation', page: page(() => import('./member/invitation-page.tsx'), 'InvitationPage') },
  { path: '/team', page: page(() => import('./team/team-page.tsx'), 'TeamPage') },
  { path: '/createGroup', page: page(() => import('#client/group/settings/create-page.tsx'), 'GroupCreatePage'), guard: 'organizer' },
  { path: '/group/:groupId', page: page(() => import('#client/event/page/group-page.tsx'), 'GroupPage') },
  { path: '/group/:groupId/edit', page: page(() => import('#client/group/settings/edit-page.tsx'), 'GroupEditPage'), guard: 'organizer' },
  { path: '/group/:groupId/roster', page: page(() => import('#client/group/roster/roster-page.tsx'), 'RosterPage'), guard: 'organizer' },
  { path: '/event/:eventId/passes', page: page(() => import('./door/desk/sheet-page.tsx'), 'PassesPage'), guard: 'organizer' },
  { path: '/event/:eventId/practice', page: page(() => import('./door/desk/sheet-page.tsx'), 'PracticePage'), guard: 'organizer' },
  { path: '/group/:groupId/poster', page: page(() => import('./poster/poster-page.tsx'), 'PosterPage'), guard: 'organizer' },
  { path: '/group/:groupId/messages', page: page(() => import('./message/messages-page.tsx'), 'MessagesPage'), guard: 'organizer' },
  { path: '/group/:groupId/activity', page: page(() => import('./group/activity-page.tsx'), 'ActivityPage'), guard: 'organizer' },
  { path: '/group/:groupId/invite', page: page(() => import('./group/invite-page.tsx'), 'InvitePage'), guard: 'organizer' },
  { path: '/pricing', page: page(() => import('./plan/pricing-page.tsx'), 'PricingPage') },
  { path: '/payment', page: page(() => import('./plan/upgrade-group-page.tsx'), 'UpgradeGroupPage'), guard: 'account' },
  { path: '/payment/:groupId', page: page(() => import('./plan/upgrade-group-page.tsx'), 'UpgradeGroupPage'), guard: 'account' },
  { path: '/subscription/success', page: page(() => import('./plan/success-page.tsx'), 'SubscriptionSuccessPage'), guard: 'account' },
  { path: '/user-guide', page: page(() => import('./guide/guide-page.tsx'), 'GuidePage') },
  { path: '/privacy', page: page(() => import('./home/texts/privacy-page.tsx'), 'PrivacyPage') },
  { path: '/terms', page: page(() => import('./home/texts/terms-page.tsx'), 'TermsPage') },
  { path: '/help', page: page(() => import('./home/texts/help-page.tsx'), 'HelpPage') },
  { path: '/admin', page: page(() => import('./operator/admin-page.tsx'), 'AdminPage') },
  { path: '/brand', page: page(() => import('./brand/brand-page.tsx'), 'BrandPage'), guard: 'account' },
  { path: '/profile', page: page(() => import('./account/profile-page.tsx'), 'ProfilePage'), guard: 'account' },
]
const closedDashboard = page(() => import('#client/access/access-required-page.tsx'), 'ClosedDashboard')
const accessError = page(() => import('#client/access/access-required-page.tsx'), 'AccessError')
const notFound = page(() => import('./home/not-found-page.tsx'), 'NotFoundPage')

/** As the router finds it, for paths like ours: '/group/1' is '/group/:groupId'. */
const leadsTo = (path: string) => {
  const parts = path.split('/')
  return (entry: Entry) => {
    const wanted = entry.path.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
  }
}

/** Gives the page at `path`, where there is one. */
export const pageAt = (path: string): LoadedPage | undefined => entries.find(leadsTo(path))?.page

function GuardedPage({ page: { Component }, guard }: Entry) {
  if (!guard) return <Component />
  return (
    <Guard
      isEager={guard === 'dashboard'}
      toNobody={guard === 'dashboard' && <closedDashboard.Component />}
      toLink={guard === 'account' && <accessError.Component />}
    >
      <Component />
    </Guard>
  )
}

/** Every page but the invitee's. When one throws, the shell around it stays. */
export function Site() {
  const [path] = useLocation()
  return (
    <SiteShell>
      <ErrorBoundary at={path}>
        <Suspense fallback={<LoadingNotice />}>
          <Switch>
            {entries.map((entry) => (
              <Route key={entry.path} path={entry.path}>
                <GuardedPage {...entry} />
              </Route>
            ))}
            <Route>
              <notFound.Component />
            </Route>
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </SiteShell>
  )
}
