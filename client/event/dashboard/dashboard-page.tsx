// The board of an organizer: their events with how the seats fill, or their groups; and the members of their organizations.
import { useSearchParams } from 'wouter'
import { loginHref } from '#client/access/came-from.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { MyInvitations } from '#client/member/invitations.tsx'
import { MembersView } from '#client/member/members-view.tsx'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { TabPanel, Tabs } from '#client/ui/actions/tabs.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { EventsView } from './events-view.tsx'
import { GroupsView } from './groups-view.tsx'

/** Groups has no tab of its own. */
const tabs = [
  { value: 'events', label: 'Events' },
  { value: 'members', label: 'Members' },
]

/** R30: a link opens one's own events and groups, so it says what is left out, and how to see it. */
const ByLinkNotice = () => (
  <Notice
    title="You came by an access link"
    action={
      <ButtonLink href={loginHref('/dashboard')} size="sm">
        Login
      </ButtonLink>
    }
  >
    It shows the events and groups you created yourself. To see those of your organizations as well, log in with your password.
  </Notice>
)

/** Draws the dashboard; nobody but an organizer gets here (the door is in app.tsx). */
export function DashboardPage() {
  const [search, setSearch] = useSearchParams()
  const session = useSession((now) => now.token ?? now.organizerToken)
  const isByLink = useSession((now) => accessOf(now) === 'organizer')
  const view = ['groups', 'members'].find((one) => one === search.get('view')) ?? 'events'
  return (
    <Page width="wide">
      <title>Dashboard · Rolecall</title>
      <PageHeader title="Dashboard" />
      <Tabs label="Dashboard" items={tabs} value={view} onValue={(next) => setSearch(next === 'events' ? {} : { view: next })}>
        {view !== 'members' && (isByLink ? <ByLinkNotice /> : <MyInvitations />)}
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
