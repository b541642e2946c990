// The ways in which people come on the list: pasted, out of a file, or as guests of an earlier event.
import { useState } from 'react'
import { loadPart } from '#client/lib/load-page.tsx'
import { TabPanel, Tabs } from '#client/ui/actions/tabs.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { PastePeople } from './paste-people.tsx'
import type { Entry } from './people.ts'

const looks = { waiting: <Skeleton className="h-28" />, missing: (retry: () => void) => <NotLoaded onRetry={retry} /> }
const CsvPeople = loadPart(() => import('./csv-people.tsx'), 'CsvPeople', looks)
const EarlierGuests = loadPart(() => import('./earlier-guests.tsx'), 'EarlierGuests', looks)

interface AddPeopleProps {
  group: Pick<GroupView, 'eventId' | 'ownerOrgId' | 'questions'>
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
        <CsvPeople questions={group.questions} disabled={disabled} onAdd={onAdd} />
      </TabPanel>
      <TabPanel value="earlier">
        <EarlierGuests group={group} disabled={disabled} onAdd={onAdd} />
      </TabPanel>
    </Tabs>
  )
}
