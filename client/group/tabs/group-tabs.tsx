// The tabs of a group, on its own page and on the page of its event: which there are, and which one the address names.
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { type LoadedPage, loadPage } from '#client/lib/load-page.tsx'
import { type TabItem, TabPanel, Tabs } from '#client/ui/actions/tabs.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { atRest } from '#client/ui/when-idle.ts'
import { answeredIn } from '#protocol/seats/coverage.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import type { PanelProps } from './panel-props.ts'

interface GroupTab {
  /** Stands in the address: `?tab=answers`. The first tab is the address without one. */
  value: string
  label: string
  panel: LoadedPage<PanelProps>
  /** A number beside the label. */
  count?: (group: GroupView) => number
  /** Once it was open it stays, unseen, with what was typed into it. */
  isKept?: true
  /** R39: seen by those who may only assign roles, too. */
  forAssigners?: true
}

/** Who waits, and for whom a seat is held. */
const waitingIn = ({ roleCoverage }: GroupView) => roleCoverage.reduce((sum, { waiting = 0, held = 0 }) => sum + waiting + held, 0)

/** R110: one line for each tab, in the order they are shown in. */
const tabs: readonly GroupTab[] = [
  {
    value: 'roles',
    label: 'Roles',
    panel: loadPage(() => import('./roles-panel.tsx'), 'RolesPanel'),
    isKept: true,
    forAssigners: true,
  },
  {
    value: 'answers',
    label: 'Answers',
    panel: loadPage(() => import('./answers-panel.tsx'), 'AnswersPanel'),
    count: ({ answers }) => answeredIn(answers),
    forAssigners: true,
  },
  { value: 'waiting', label: 'Waiting', panel: loadPage(() => import('./waiting-panel.tsx'), 'WaitingPanel'), count: waitingIn },
  { value: 'activity', label: 'Activity', panel: loadPage(() => import('./activity-tab.tsx'), 'ActivityTab') },
  { value: 'settings', label: 'Settings', panel: loadPage(() => import('./settings-panel.tsx'), 'SettingsPanel') },
]
const [first] = tabs

/** Fetches the panel that the address names while the group itself is still on its way. */
export const preloadNamedTab = () => {
  const named = new URLSearchParams(location.search).get('tab')
  const tab = tabs.find(({ value }) => value === named) ?? first
  tab?.panel.preload()
}

/** Gives which tab the address names, and how to go to another; Back leads to the one before. */
export function useGroupTab(): [value: string, open: (value: string) => void] {
  const [address, setAddress] = useSearchParams()
  const open = useCallback(
    (value: string) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          if (value === first?.value) next.delete('tab')
          else next.set('tab', value)
          return next
        },
        // What the history carries to this page goes along.
        { state: history.state as unknown },
      ),
    [setAddress],
  )
  return [address.get('tab') ?? '', open]
}

const PanelSkeleton = () => (
  <Loading label="Loading..." className="flex flex-col gap-4">
    <Skeleton className="h-7 w-40" />
    <Skeleton className="h-64 w-full rounded-lg" />
  </Loading>
)

const itemOf = ({ value, label, count }: GroupTab, group: GroupView): TabItem => ({ value, label, count: count?.(group) || undefined })

/** The panels of the other tabs are fetched meanwhile. */
export function GroupTabs(props: PanelProps) {
  const { group, canManage } = props
  const [named, open] = useGroupTab()
  const shown = tabs.filter((tab) => canManage || tab.forAssigners)
  const { value } = shown.find((tab) => tab.value === named) ?? { value: 'roles' }
  const [wasOpen, setWasOpen] = useState<ReadonlySet<string>>(new Set())
  if (!wasOpen.has(value)) setWasOpen(new Set([...wasOpen, value]))
  useEffect(
    () =>
      atRest(() => {
        for (const tab of tabs) tab.panel.preload()
      }),
    [],
  )
  return (
    <Tabs label="Views of the group" fit items={shown.map((tab) => itemOf(tab, group))} value={value} onValue={open}>
      {shown.map((tab) => (
        <TabPanel key={tab.value} value={tab.value} keptBehind={tab.isKept && wasOpen.has(tab.value) ? value : undefined}>
          <Suspense fallback={<PanelSkeleton />}>
            <tab.panel.Component {...props} />
          </Suspense>
        </TabPanel>
      ))}
    </Tabs>
  )
}
