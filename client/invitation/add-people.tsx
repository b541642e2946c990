// The ways in which people come on the list: pasted, out of a file, or as guests of an earlier event.
import { useCallback, useMemo, useState } from 'react'
import { loadPart } from '#client/lib/load-page.tsx'
import { BringPeople } from '#client/people/bring-people.tsx'
import type { Reading } from '#client/people/use-reading.ts'
import { TabPanel, Tabs } from '#client/ui/actions/tabs.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Table } from '#client/ui/layout/table.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { entriesOf, questionSaid, questionUses } from './entries.ts'
import { addedSentence, type Entry } from './rows.ts'

const looks = { waiting: <Skeleton className="h-28" />, missing: (retry: () => void) => <NotLoaded onRetry={retry} /> }
const EarlierGuests = loadPart(() => import('./earlier-guests.tsx'), 'EarlierGuests', looks)

interface AddPeopleProps {
  group: Pick<GroupView, 'eventId' | 'ownerOrgId' | 'questions' | 'roles'>
  disabled: boolean
  /** Takes people; says how many rows came of them. */
  onAdd: (entries: readonly Entry[], from?: string) => number
}

const ways = [
  { value: 'paste', label: 'Paste' },
  { value: 'csv', label: 'Excel or CSV file' },
  { value: 'earlier', label: 'Earlier event' },
]
const shownRows = 3

/** The first people of a file, as they would be on the list. */
function Sample({ reading, roles }: { reading: Reading; roles: readonly string[] }) {
  const entries = entriesOf(reading, roles)
  const hasAnswers = entries.some(({ answers = [] }) => answers.length > 0)
  return (
    <Table
      caption="The first people of the file"
      headLabel="Email"
      columns={[
        { key: 'name', label: 'Name' },
        { key: 'role', label: 'Suggested role' },
        ...(hasAnswers ? [{ key: 'answers', label: 'Answers' }] : []),
      ]}
      rows={entries.slice(0, shownRows).map(({ email, name, roles: named, answers = [] }, nth) => ({
        key: String(nth),
        head: email || '(empty)',
        cells: { name, role: named.join(', '), answers: answers.map(({ answer }) => answer).join(', ') },
      }))}
    />
  )
}

export function AddPeople({ group, disabled, onAdd }: AddPeopleProps) {
  const [way, setWay] = useState('paste')
  const asked = useMemo(() => group.questions.filter(({ isRetired }) => !isRetired), [group.questions])
  const roles = group.roles.map(({ name }) => name)
  const add = (reading: Reading) => {
    const entries = entriesOf(reading, roles)
    if (entries.length > 0) toast(addedSentence(onAdd(entries)))
    return entries.length > 0
  }
  const usesOf = useCallback((heading: string) => questionSaid(asked, heading), [asked])
  const columns = { more: questionUses(asked), usesOf, without: ['mobile'], disabled, onAdd: add }
  return (
    <Tabs label="How to add people" items={ways} value={way} onValue={setWay}>
      <TabPanel value="paste">
        <BringPeople
          {...columns}
          label="Names and email addresses"
          hint="As you have them: one person per line or with commas between them, copied from a spreadsheet, an email or an address book. Names are optional."
          button="Add to the list"
          placeholder={'Ann Archer <ann@example.com>\nben@example.com, cleo@example.com'}
        />
      </TabPanel>
      <TabPanel value="csv">
        <BringPeople
          {...columns}
          isFile
          label="File"
          hint={`A workbook (.xlsx), CSV or an address book’s file (.vcf): with email addresses and, if you like, names and roles${asked.length > 0 ? ', and a column for each question, with its words on top' : ''}.`}
          button="Add to the list"
        >
          {(reading) => <Sample reading={reading} roles={roles} />}
        </BringPeople>
      </TabPanel>
      <TabPanel value="earlier">
        <EarlierGuests group={group} disabled={disabled} onAdd={onAdd} />
      </TabPanel>
    </Tabs>
  )
}
