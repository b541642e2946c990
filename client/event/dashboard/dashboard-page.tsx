// The board of an organizer: their events with how the seats fill, or their groups; and the members of their organizations.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { loginHref } from '#client/access/came-from.ts'
import { loadPart } from '#client/lib/load-page.tsx'
import { accessOf, useSession } from '#client/lib/session.ts'
import { Invitations } from '#client/member/invitations.tsx'
import { MembersSkeleton } from '#client/member/members-skeleton.tsx'
import { useMine } from '#client/org/use-mine.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { TabPanel, Tabs } from '#client/ui/actions/tabs.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { EventFilters } from './event-filters.tsx'
import { EventsView, notFound } from './events-view.tsx'
import { GroupsSkeleton } from './groups-skeleton.tsx'
import { useDensity, useEventFilter } from './use-event-filter.ts'

const MembersView = loadPart(() => import('#client/member/members-view.tsx'), 'MembersView', {
  waiting: <MembersSkeleton />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})
const GroupsView = loadPart(() => import('./groups-view.tsx'), 'GroupsView', {
  waiting: <GroupsSkeleton />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

const SharedEvents = loadPart(() => import('#client/team/shared-events.tsx'), 'SharedEvents', {
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

/** Groups has no tab of its own. */
const tabs = [
  { value: 'events', label: 'Events' },
  { value: 'members', label: 'Members' },
]

/** R30: a link opens one's own events and groups, so it says what is left out, and how to see it. */
const ByLinkNotice = () => (
  <Notice
    title="You’re signed in by email"
    action={
      <ButtonLink href={loginHref('/dashboard')} size="sm">
        Login
      </ButtonLink>
    }
  >
    You see the events and groups you created yourself. To see those of your organizations too, log in with your password.
  </Notice>
)

const CreateButton = () => (
  <ButtonLink href="/create" variant="primary" className="-mt-2 mb-2 shrink-0" icon={<Plus aria-hidden="true" />}>
    Create event
  </ButtonLink>
)

/** Nobody but an organizer gets here (the guard is in app.tsx). */
export function DashboardPage() {
  const [search, setSearch] = useSearchParams()
  const session = useSession((now) => now.token ?? now.organizerToken)
  const isByLink = useSession((now) => accessOf(now) === 'organizer')
  const { mine, failure } = useMine()
  const { filter, change } = useEventFilter()
  const [density, setDensity] = useDensity()
  const [found, setFound] = useState(notFound)
  // Invitations stand above all else, and would move it if they came later.
  const isKnown = isByLink || mine !== null || failure !== null
  const view = ['groups', 'members'].find((one) => one === search.get('view')) ?? 'events'
  return (
    <Page width="wide" className="max-sm:py-4!">
      <title>Dashboard · Rolecall</title>
      <h1 className="sr-only">Dashboard</h1>
      <Tabs
        label="Dashboard"
        items={tabs}
        value={view === 'groups' ? 'events' : view}
        onValue={(next) => setSearch(next === 'events' ? {} : { view: next })}
        aside={view === 'events' && !found.isEmpty && <CreateButton />}
        tools={
          view === 'events' &&
          found.isWorthFiltering && (
            <EventFilters filter={filter} onChange={change} density={density} onDensity={setDensity} shown={found.count} />
          )
        }
        dense
      >
        {view !== 'members' && !isByLink && <Invitations />}
        {view === 'groups' && <GroupsView key={session} />}
        <TabPanel value="events">
          <EventsView key={session} filter={filter} onFilter={change} density={density} waits={!isKnown} onFound={setFound} />
          {!isByLink && isKnown && <SharedEvents key={`shared ${session}`} />}
        </TabPanel>
        {view !== 'members' && isByLink && <ByLinkNotice />}
        <TabPanel value="members">
          <MembersView key={session} />
        </TabPanel>
      </Tabs>
    </Page>
  )
}
