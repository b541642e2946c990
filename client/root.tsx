// What the client begins with: the invitation, which stands alone, and around all pages what may come up on any of them.
import { Suspense, useContext, useEffect } from 'react'
import { Route, useLocation } from 'wouter'
import { noteOffline } from '#client/lib/connection.ts'
import { loadPage } from '#client/lib/load-page.tsx'
import { accessOf, followOtherTabs, useSession } from '#client/lib/session.ts'
import { supportMail } from '#client/lib/settings.ts'
import { drawnForms, FirstViewContext } from '#client/rsvp/first-view.ts'
import { Link } from '#client/ui/actions/link.tsx'
import { Announcer } from '#client/ui/feedback/announcer.tsx'
import { Toaster } from '#client/ui/feedback/toast.tsx'
import { BrandShell } from './brand/brand-shell.tsx'
import { ErrorBoundary } from './home/error-boundary.tsx'
import { LoadingNotice } from './home/loading-notice.tsx'
import { OfflineNotice } from './home/offline-notice.tsx'
import { TextLinks } from './home/text-links.tsx'
import { useArrival } from './home/use-arrival.ts'
import { usePreload } from './home/use-preload.ts'

const invitation = { path: '/rsvp/:groupId', page: loadPage(() => import('./rsvp/rsvp-page.tsx'), 'RsvpPage') }
/** R151: that to all groups of an event. */
const several = { path: '/rsvp/event/:eventId', page: loadPage(() => import('./several/several-page.tsx'), 'SeveralPage') }
/** All other pages: whoever opens an invitation needs neither them nor the names of their files. */
const site = loadPage(() => import('./app.tsx'), 'Site')

const isInvitation = (path: string) => /^\/rsvp\/(?:event\/)?[^/]+\/?$/i.test(path)
const invitationAt = (path: string) => (/^\/rsvp\/event\/[^/]/i.test(path) ? several : invitation)

const isSomebody = (now = useSession.getState()) => accessOf(now) !== 'none'
const authCheck = () => import('#client/lib/auth-check.ts')

/** Resolves when the page at `path` can be drawn in one go, as the server draws it (R81). */
export async function readyToDraw(path: string): Promise<unknown> {
  if (isInvitation(path)) return invitationAt(path).page.ready()
  // Its file, with the schemas of an organizer's pages, is run while the page's own file still comes.
  if (isSomebody()) void authCheck().catch(() => {})
  const [{ pageAt }] = await Promise.all([import('./app.tsx'), site.ready()])
  return pageAt(path)?.ready()
}

/** Fetches the files of the page at `path`; one that doesn't come is asked for again when it is opened. */
const preload = (path: string) => void readyToDraw(path).catch(() => {})

/** Finds out who is here. Nobody needs no check, nor the schemas of its call: an invitation that a stranger opens waits for neither. */
function useAuthCheck() {
  const isHere = useSession(isSomebody)
  useEffect(followOtherTabs, [])
  useEffect(() => {
    if (!isHere) return
    let stop: (() => void) | undefined
    let isOver = false
    void authCheck().then(({ startAuthCheck }) => {
      if (!isOver) stop = startAuthCheck()
    }, noteOffline)
    return () => {
      isOver = true
      stop?.()
    }
  }, [isHere])
}

/** R220: whatever stands on it, a brand or a photo, can be reported; the address says where. */
const GuestLinks = ({ path }: { path: string }) => (
  <>
    <TextLinks />
    <Link href={supportMail(`Report: ${path}`)} tone="quiet" className="hit py-1.5">
      Report abuse
    </Link>
  </>
)

/** An invitee's page stands alone, without the navigation. */
const InvitationShell = ({ path }: { path: string }) => (
  <BrandShell drawn={drawnForms(useContext(FirstViewContext))[0]?.brand?.face} links={<GuestLinks path={path} />}>
    <ErrorBoundary at={path}>
      <Suspense fallback={<LoadingNotice />}>
        <Route path={invitation.path}>
          <invitation.page.Component />
        </Route>
        <Route path={several.path}>
          <several.page.Component />
        </Route>
      </Suspense>
    </ErrorBoundary>
  </BrandShell>
)

export function App() {
  const [path] = useLocation()
  useAuthCheck()
  useArrival()
  usePreload(preload)
  return (
    <>
      <OfflineNotice />
      <ErrorBoundary at={path}>
        {isInvitation(path) ? (
          <InvitationShell path={path} />
        ) : (
          <Suspense fallback={<LoadingNotice />}>
            <site.Component />
          </Suspense>
        )}
      </ErrorBoundary>
      <Toaster />
      <Announcer />
    </>
  )
}
