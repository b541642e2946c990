// The board of an organizer: their events with how the seats fill, or their groups; and the members of their organizations.
import { useSearchParams } from 'wouter'
import { useSession } from '#client/lib/session.ts'
import { MembersView } from '#client/org/members/members-view.tsx'
import { TabPanel, Tabs } from '#client/ui/actions/tabs.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { EventsView } from './events-view.tsx'
import { GroupsView } from './groups-view.tsx'

/** Groups has no tab of its own. */
const tabs = [
  { value: 'events', label: 'Events' },
  { value: 'members', label: 'Members' },
]

/** Draws the dashboard; nobody but an organizer gets here (the door is in app.tsx). */
export function DashboardPage() {
  const [search, setSearch] = useSearchParams()
  const session = useSession((now) => now.token ?? now.organizerToken)
  const view = ['groups', 'members'].find((one) => one === search.get('view')) ?? 'events'
  return (
    <Page width="wide">
      <title>Dashboard · Rolecall</title>
      <PageHeader title="Dashboard" />
      <Tabs label="Dashboard" items={tabs} value={view} onValue={(next) => setSearch(next === 'events' ? {} : { view: next })}>
        {view === 'groups' && <GroupsView key={session} />}
        <TabPanel value="events">
          <EventsView key={session} />
        </TabPanel>
        <TabPanel value="members">
          <MembersView key={session} />
        </TabPanel>
      </Tabs>
    </Page>
  )
}
