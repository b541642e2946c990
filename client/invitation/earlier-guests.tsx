// The guests of an earlier event of one's own, by what they answered there.
import { useEffect, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { call, errorText } from '#client/lib/call.ts'
import { formatDay } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field, FieldGroup } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { type EventCard, eventApi, ownEvents } from '#protocol/seats/event.ts'
import { type GroupView, groupApi, type RsvpRow } from '#protocol/seats/group.ts'
import { addedSentence, type Entry } from './rows.ts'

interface Props {
  /** What people are invited to: its event is none of the earlier ones, and whose it is they must be, too. */
  group: Pick<GroupView, 'eventId' | 'ownerOrgId'>
  disabled: boolean
  onAdd: (entries: readonly Entry[], from?: string) => number
}

const answers = [
  { of: 'yes', label: 'Said yes' },
  { of: 'none', label: 'Have not answered' },
  { of: 'no', label: 'Said no' },
] as const
type Answer = (typeof answers)[number]['of']
const answerOf = ({ attending }: RsvpRow): Answer => (attending === null ? 'none' : attending ? 'yes' : 'no')
const maxPages = 10

/** The events of an organization, or one's own that are of none, the latest first. */
async function readEvents(organization: string): Promise<EventCard[]> {
  const found: EventCard[] = []
  for (let page = 1; page <= maxPages; page++) {
    const { events } = await call(eventApi.mine, { page, limit: 50, organization })
    found.push(...events)
    if (events.length < 50) break
  }
  return found.sort((a, b) => (a.start < b.start ? 1 : -1))
}

/** All guests of a group with these answers, page by page. */
async function readGuests(groupId: string, wanted: ReadonlySet<Answer>): Promise<Entry[]> {
  const found: Entry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { rsvps: RsvpRow[]; nextCursor: string | null } = await call(groupApi.rsvps, { id: groupId, ...(cursor && { cursor }) })
    const rows = page.rsvps.filter((row) => row.email && wanted.has(answerOf(row)))
    found.push(...rows.map(({ email, name }) => ({ email, name, roles: [] })))
    cursor = page.nextCursor
  }
  return found
}

function useEarlier({ eventId, ownerOrgId }: Props['group']) {
  const [events, setEvents] = useState<readonly EventCard[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    setFailure(null)
    readEvents(ownerOrgId ?? ownEvents).then(
      (found) => setEvents(found.filter(({ _id }) => _id !== eventId)),
      (error: unknown) => setFailure(errorText(error, 'Failed to load events')),
    )
  }, [eventId, ownerOrgId, attempt])
  return { events, failure, retry: () => setAttempt(attempt + 1) }
}

export function EarlierGuests({ group, disabled, onAdd }: Props) {
  const { events, failure: unread, retry } = useEarlier(group)
  const [chosen, setChosen] = useState('')
  const [wanted, setWanted] = useState<ReadonlySet<Answer>>(new Set(['yes']))
  const event = events?.find(({ _id }) => _id === chosen)
  const { run, isBusy, failure } = useAction(async () => {
    if (!event) return
    const entries = await readGuests(event.groupId, wanted)
    toast(entries.length === 0 ? 'No one there gave one of these answers.' : addedSentence(onAdd(entries, event._id)))
  }, 'Failed to load group data')
  const toggle = (of: Answer, isWanted: boolean) => setWanted(new Set(isWanted ? [...wanted, of] : [...wanted].filter((one) => one !== of)))
  if (events?.length === 0)
    return <Text tone="muted">There are no earlier events yet. You can invite the guests of this event to the next one.</Text>
  return (
    <Form
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void run()
      }}
    >
      {events ? (
        <Field label="Event">
          <Select
            placeholder="Choose an event"
            value={chosen}
            onValue={setChosen}
            options={events.map(({ _id, name, start, timeZone }) => ({ value: _id, label: `${name}, ${formatDay(start, timeZone)}` }))}
          />
        </Field>
      ) : (
        !unread && <Skeleton className="h-18" />
      )}
      <FieldGroup label="Who">
        <div className="flex flex-wrap gap-x-6">
          {answers.map(({ of, label }) => (
            <Checkbox key={of} label={label} checked={wanted.has(of)} onValue={(isWanted) => toggle(of, isWanted)} />
          ))}
        </div>
      </FieldGroup>
      {unread && (
        <Notice tone="danger" live action={<Button onClick={retry}>Try again</Button>}>
          {unread}
        </Notice>
      )}
      <Failure>{failure}</Failure>
      <Button type="submit" className="self-start" busy={isBusy} busyLabel="Adding..." disabled={disabled || !event || wanted.size === 0}>
        Add to the list
      </Button>
    </Form>
  )
}
