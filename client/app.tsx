// The table of contents of the client: which page is where, who may open it, and what stands around it.
import { Suspense, useCallback, useEffect } from 'react'
import { matchRoute, Route, Switch, useLocation, useRouter } from 'wouter'
import { type LoadedPage, loadPage as page } from '#client/lib/load-page.tsx'
import { noteSilence } from '#client/lib/reach.ts'
import { accessOf, followOtherTabs, useSession } from '#client/lib/session.ts'
import { Announcer } from '#client/ui/feedback/announcer.tsx'
import { Toaster } from '#client/ui/feedback/toast.tsx'
import { AppShell } from '#client/ui/layout/app-shell.tsx'
import { Door } from './home/door.tsx'
import { ErrorBoundary } from './home/error-boundary.tsx'
import { LoadingNotice } from './home/loading-notice.tsx'
import { OfflineNotice } from './home/offline-notice.tsx'
import { TextLinks } from './home/text-links.tsx'
import { useArrival } from './home/use-arrival.ts'
import { usePreload } from './home/use-preload.ts'

interface Entry {
  path: string
  page: LoadedPage
  /** organizer: nobody is sent to the login; account: a magic link isn't enough either; dashboard: nobody sees its closed door. */
  door?: 'organizer' | 'account' | 'dashboard'
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
  { path: '/publish', page: page(() => import('./pending/publish-page.tsx'), 'PublishPage'), door: 'organizer' },
  { path: '/prove-email', page: page(() => import('#client/rsvp/proof/prove-email-page.tsx'), 'ProveEmailPage') },
  { path: '/my-answers', page: page(() => import('./guest/my-answers-page.tsx'), 'MyAnswersPage') },
  { path: '/unsubscribe', page: page(() => import('./notice/unsubscribe-page.tsx'), 'UnsubscribePage') },
  { path: '/hand-over', page: page(() => import('./handover/hand-over-page.tsx'), 'HandOverPage') },
  { path: '/create', page: page(() => import('#client/event/create/create-page.tsx'), 'EventCreatePage') },
  { path: '/event/:eventId', page: page(() => import('#client/event/page/event-page.tsx'), 'EventPage') },
  { path: '/event/:eventId/edit', page: page(() => import('#client/event/edit/edit-page.tsx'), 'EventEditPage'), door: 'organizer' },
  { path: '/dashboard', page: page(() => import('#client/event/dashboard/dashboard-page.tsx'), 'DashboardPage'), door: 'dashboard' },
  { path: '/org-setup', page: page(() => import('#client/org/setup/org-setup-page.tsx'), 'OrgSetupPage'), door: 'account' },
  { path: '/member-setup', page: page(() => import('#client/org/setup/member-setup-page.tsx'), 'MemberSetupPage'), door: 'account' },
  { path: '/invitation', page: page(() => import('./member/invitation-page.tsx'), 'InvitationPage') },
  { path: '/createGroup', page: page(() => import('#client/group/settings/create-page.tsx'), 'GroupCreatePage'), door: 'organizer' },
  { path: '/group/:groupId', page: page(() => import('./group/group-page.tsx'), 'GroupPage') },
  { path: '/group/:groupId/edit', page: page(() => import('#client/group/settings/edit-page.tsx'), 'GroupEditPage'), door: 'organizer' },
  { path: '/group/:groupId/roster', page: page(() => import('#client/group/roster/roster-page.tsx'), 'RosterPage'), door: 'organizer' },
  { path: '/group/:groupId/messages', page: page(() => import('./message/messages-page.tsx'), 'MessagesPage'), door: 'organizer' },
  { path: '/group/:groupId/activity', page: page(() => import('./group/activity-page.tsx'), 'ActivityPage'), door: 'organizer' },
  { path: '/group/:groupId/invite', page: page(() => import('./group/invite-page.tsx'), 'InvitePage'), door: 'organizer' },
  { path: '/pricing', page: page(() => import('./plan/pricing-page.tsx'), 'PricingPage') },
  { path: '/payment', page: page(() => import('./plan/upgrade-group-page.tsx'), 'UpgradeGroupPage'), door: 'account' },
  { path: '/payment/:groupId', page: page(() => import('./plan/upgrade-group-page.tsx'), 'UpgradeGroupPage'), door: 'account' },
  { path: '/subscription/success', page: page(() => import('./plan/success-page.tsx'), 'SubscriptionSuccessPage'), door: 'account' },
  { path: '/user-guide', page: page(() => import('./guide/guide-page.tsx'), 'GuidePage') },
  { path: '/privacy', page: page(() => import('./home/texts/privacy-page.tsx'), 'PrivacyPage') },
  { path: '/terms', page: page(() => import('./home/texts/terms-page.tsx'), 'TermsPage') },
  { path: '/help', page: page(() => import('./home/texts/help-page.tsx'), 'HelpPage') },
  { path: '/admin', page: page(() => import('./operator/admin-page.tsx'), 'AdminPage') },
  { path: '/profile', page: page(() => import('./account/profile-page.tsx'), 'ProfilePage'), door: 'account' },
]
const invitation: Entry = { path: '/rsvp/:groupId', page: page(() => import('./rsvp/rsvp-page.tsx'), 'RsvpPage') }
const all = [invitation, ...entries]
const closedDashboard = page(() => import('#client/access/access-required-page.tsx'), 'ClosedDashboard')
const accessError = page(() => import('#client/access/access-required-page.tsx'), 'AccessError')
const notFound = page(() => import('./home/not-found-page.tsx'), 'NotFoundPage')
const siteShell = page(() => import('./home/site-shell.tsx'), 'SiteShell')

/** As the router finds it, for paths like ours: '/group/1' is '/group/:groupId'. */
const leadsTo = (path: string) => {
  const parts = path.split('/')
  return (entry: Entry) => {
    const wanted = entry.path.split('/')
    return wanted.length === parts.length && wanted.every((part, at) => part.startsWith(':') || part === parts[at])
  }
}

/** Resolves when the page at `path` can be drawn in one go, as the server draws it (R81). */
export const readyToDraw = (path: string) =>
  path.startsWith('/rsvp/') ? invitation.page.ready() : Promise.all([siteShell.ready(), entries.find(leadsTo(path))?.page.ready()])

/** Finds out who is here. Nobody needs no check, nor the schemas of its call: an invitation that a stranger opens waits for neither. */
function useAuthCheck() {
  const isSomebody = useSession((now) => accessOf(now) !== 'none')
  useEffect(followOtherTabs, [])
  useEffect(() => {
    if (!isSomebody) return
    let stop: (() => void) | undefined
    let isOver = false
    void import('#client/lib/auth-check.ts').then(({ startAuthCheck }) => {
      if (!isOver) stop = startAuthCheck()
    }, noteSilence)
    return () => {
      isOver = true
      stop?.()
    }
  }, [isSomebody])
}

function Opened({ page: { Component }, door }: Entry) {
  if (!door) return <Component />
  return (
    <Door toNobody={door === 'dashboard' && <closedDashboard.Component />} toLink={door === 'account' && <accessError.Component />}>
      <Component />
    </Door>
  )
}

/** Draws the page of the present address; when it throws, the shell around it stays. */
function Pages() {
  const [path] = useLocation()
  return (
    <ErrorBoundary at={path}>
      <Suspense fallback={<LoadingNotice />}>
        <Switch>
          {all.map((entry) => (
            <Route key={entry.path} path={entry.path}>
              <Opened {...entry} />
            </Route>
          ))}
          <Route>
            <notFound.Component />
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}

const InviteeFoot = () => (
  <nav aria-label="Foot" className="flex flex-wrap gap-x-5 gap-y-1">
    <TextLinks />
  </nav>
)

/** Draws the whole client; an invitee's page stands alone, without the navigation. */
export function App() {
  const [path] = useLocation()
  const { parser } = useRouter()
  const isAt = useCallback((entry: Entry, one: string) => matchRoute(parser, entry.path, one)[0], [parser])
  const isInvitation = isAt(invitation, path)
  useAuthCheck()
  useArrival()
  usePreload(useCallback((one) => all.find((entry) => isAt(entry, one))?.page.preload(), [isAt]))
  return (
    <>
      <ErrorBoundary at={path}>
        {isInvitation ? (
          <AppShell brand="Rolecall" look="bare" footer={<InviteeFoot />}>
            <Pages />
          </AppShell>
        ) : (
          <Suspense fallback={<LoadingNotice />}>
            <siteShell.Component>
              <Pages />
            </siteShell.Component>
          </Suspense>
        )}
      </ErrorBoundary>
      <OfflineNotice />
      <Toaster />
      <Announcer />
    </>
  )
}
