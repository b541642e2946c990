// Every part in every state on one page, for eyes and for axe; opened at /dev/ui outside production.
import { type ReactNode, useState } from 'react'
import { TabPanel, Tabs } from '../actions/tabs.tsx'
import { ThemeSwitch } from '../actions/theme-switch.tsx'
import { Announcer } from '../feedback/announcer.tsx'
import { Toaster } from '../feedback/toast.tsx'
import { AppShell } from '../layout/app-shell.tsx'
import { Page, PageHeader } from '../layout/page.tsx'
import { GalleryActions } from './gallery-actions.tsx'
import { GalleryForms } from './gallery-forms.tsx'
import { GalleryInUse } from './gallery-in-use.tsx'
import { GalleryShowing } from './gallery-showing.tsx'
import { GalleryStates } from './gallery-states.tsx'

const views: { value: string; label: string; content: ReactNode }[] = [
  { value: 'in-use', label: 'In use', content: <GalleryInUse /> },
  { value: 'actions', label: 'Actions', content: <GalleryActions /> },
  { value: 'forms', label: 'Forms', content: <GalleryForms /> },
  { value: 'showing', label: 'Showing', content: <GalleryShowing /> },
  { value: 'states', label: 'States', content: <GalleryStates /> },
]

/** ?view= opens one of its tabs. */
export function Gallery() {
  const [view, setView] = useState(() => new URLSearchParams(window.location.search).get('view') ?? 'in-use')
  return (
    <AppShell brand="Gallery" end={<ThemeSwitch />} footer={<p>Parts that could ship in another product.</p>}>
      <Page width="wide">
        <PageHeader title="Every part, every state" lead="What a page may be made of. If it is not here, it does not exist yet." />
        <Tabs label="Kinds of parts" items={views} value={view} onValue={setView}>
          {views.map(({ value, content }) => (
            <TabPanel key={value} value={value}>
              {content}
            </TabPanel>
          ))}
        </Tabs>
      </Page>
      <Toaster />
      <Announcer />
    </AppShell>
  )
}
