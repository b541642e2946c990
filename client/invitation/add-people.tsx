// The ways in which people come on the list: pasted, out of a file, or as guests of an earlier event.
import { lazy, Suspense, useState } from 'react'
import { TabPanel, Tabs } from '#client/ui/actions/tabs.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { GroupView } from '#protocol/group.ts'
import { PastePeople } from './paste-people.tsx'
import type { Entry } from './people.ts'

const CsvPeople = lazy(() => import('./csv-people.tsx').then(({ CsvPeople: Part }) => ({ default: Part })))
const EarlierGuests = lazy(() => import('./earlier-guests.tsx').then(({ EarlierGuests: Part }) => ({ default: Part })))

interface AddPeopleProps {
  group: Pick<GroupView, 'eventId' | 'ownerOrgId'>
  disabled: boolean
  /** Takes people; says how many rows came of them. */
  onAdd: (entries: readonly Entry[], from?: string) => number
}

const ways = [
  { value: 'paste', label: 'Paste' },
  { value: 'csv', label: 'CSV file' },
  { value: 'earlier', label: 'Earlier event' },
]

export function AddPeople({ group, disabled, onAdd }: AddPeopleProps) {
  const [way, setWay] = useState('paste')
  return (
    <Tabs label="How to add people" items={ways} value={way} onValue={setWay}>
      <TabPanel value="paste">
        <PastePeople disabled={disabled} onAdd={onAdd} />
      </TabPanel>
      <TabPanel value="csv">
        <Suspense fallback={<Skeleton className="h-28" />}>
          <CsvPeople disabled={disabled} onAdd={onAdd} />
        </Suspense>
      </TabPanel>
      <TabPanel value="earlier">
        <Suspense fallback={<Skeleton className="h-28" />}>
          <EarlierGuests group={group} disabled={disabled} onAdd={onAdd} />
        </Suspense>
      </TabPanel>
    </Tabs>
  )
}
