// The operator's page (/admin, R114). To everybody else there is no page at this address.
import { useCallback, useEffect, useState } from 'react'
import { LoadingNotice } from '#client/home/loading-notice.tsx'
import { NotFoundPage } from '#client/home/not-found-page.tsx'
import { CallFailed, call, errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { accessOf, useSession } from '#client/lib/session.ts'
import { TabPanel, Tabs } from '#client/ui/actions/tabs.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { Page, PageHeader } from '#client/ui/layout/page.tsx'
import { type OperatorState, operatorApi } from '#protocol/app/operator.ts'
import { EmailsTab } from './emails-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { Overview } from './overview.tsx'
import { PeopleTab } from './people-tab.tsx'
import { SetupLine } from './setup-notice.tsx'

type LoadState = { is: 'loading' } | { is: 'nothing' } | { is: 'failed'; sentence: string } | { is: 'known'; state: OperatorState }

/** The overview is read anew so often while it is looked at. */
const againMs = 30_000

function useOperatorState() {
  const [known, setKnown] = useState<LoadState>({ is: 'loading' })
  const token = useSession((now) => now.token)
  const load = useCallback(() => {
    call(operatorApi.state, {}).then(
      (state) => setKnown({ is: 'known', state }),
      (error: unknown) => {
        if (error instanceof CallFailed && error.code === 'call-unknown') return setKnown({ is: 'nothing' })
        setKnown((before) =>
          before.is === 'known' ? before : { is: 'failed', sentence: errorText(error, 'This page could not be loaded.') },
        )
      },
    )
  }, [])
  useEffect(() => {
    if (!token) return setKnown({ is: 'nothing' })
    load()
    const timer = setInterval(() => document.visibilityState === 'visible' && load(), againMs)
    return () => clearInterval(timer)
  }, [token, load])
  useReturn(load)
  return { known, load }
}

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'emails', label: 'Emails' },
  { value: 'people', label: 'People' },
  { value: 'log', label: 'Log' },
]

function Operating({ state, onChange }: { state: OperatorState; onChange: () => void }) {
  const [tab, setTab] = useState('overview')
  const others = { emails: <EmailsTab />, people: <PeopleTab onChange={onChange} />, log: <LogTab /> }
  return (
    <Tabs label="Sections" items={tabs} value={tab} onValue={setTab}>
      <TabPanel value="overview">
        <Overview state={state} />
      </TabPanel>
      {Object.entries(others).map(([value, content]) => (
        <TabPanel key={value} value={value}>
          <div className="flex flex-col gap-8">
            <SetupLine gaps={state.gaps} onMore={() => setTab('overview')} />
            {content}
          </div>
        </TabPanel>
      ))}
    </Tabs>
  )
}

export function AdminPage() {
  const { known, load } = useOperatorState()
  const hasAccount = useSession((now) => accessOf(now) === 'account')
  if (!hasAccount || known.is === 'nothing') return <NotFoundPage />
  if (known.is === 'loading') return <LoadingNotice />
  return (
    <Page width="wide">
      <title>Administration · Rolecall</title>
      <PageHeader
        title="Administration"
        lead="How this installation is doing, and what can be done about it. Everything you do is in the log."
      />
      {known.is === 'failed' && (
        <ErrorState title="Administration could not be loaded" onRetry={load}>
          {known.sentence}
        </ErrorState>
      )}
      {known.is === 'known' && <Operating state={known.state} onChange={load} />}
    </Page>
  )
}
