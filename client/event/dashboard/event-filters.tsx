// The tools over one's events: a search, and one button for what is ahead or past, an organization, their order and how closely they stand.
import { LayoutList, Rows3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCount } from '#client/lib/format-count.ts'
import { isManaged } from '#client/org/member-rules.ts'
import { useOrgs } from '#client/org/store.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { FilterButton } from '#client/ui/fields/filter-fold.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import { searchLength } from '#protocol/kernel/limits.ts'
import {
  type EventFilter,
  type EventOrder,
  type EventTimes,
  eventOrders,
  eventTimes,
  everyEvent,
  ownEvents,
} from '#protocol/seats/event.ts'
import type { Density } from './use-event-filter.ts'

const timeWords: Readonly<Record<EventTimes, string>> = { all: 'All', active: 'Now and next', past: 'Past' }
const orderWords: Readonly<Record<EventOrder, string>> = { attention: 'Attention first', start: 'Soonest first' }
/** So long typing must rest before the server is asked. */
const typingMs = 250

interface EventFiltersProps {
  filter: EventFilter
  onChange: (part: Partial<EventFilter>) => void
  density: Density
  onDensity: (density: Density) => void
  /** How many the filter leaves; null while that isn't known. */
  shown: number | null
}

function Search({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const isTyped = text !== value
  useEffect(() => {
    if (!isTyped) return
    const timer = setTimeout(() => onChange(text), typingMs)
    return () => clearTimeout(timer)
  }, [text, isTyped, onChange])
  return (
    <SearchInput
      aria-label="Search events by name or place"
      placeholder="Search events"
      data-shortcut="search"
      maxLength={searchLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  )
}

/** How many filters are set to something else than at first. */
const activeCount = ({ time, organization, order }: EventFilter) =>
  [time !== everyEvent.time, organization !== everyEvent.organization, order !== everyEvent.order].filter(Boolean).length

export function EventFilters(props: EventFiltersProps) {
  const { filter, onChange } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex min-w-0 gap-2">
      <div className="min-w-0 flex-1 lg:w-70">
        <Search value={filter.search} onChange={(search) => onChange({ search })} />
      </div>
      <FilterButton count={activeCount(filter)} className="shrink-0" aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <FilterSheet {...props} isOpen={isOpen} onOpenChange={setOpen} />
    </div>
  )
}

const shownText = (count: number | null) =>
  count === null ? 'Show events' : `Show ${formatCount(count)} ${count === 1 ? 'event' : 'events'}`

interface FilterSheetProps extends EventFiltersProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}
/** What is chosen takes effect at once; on a phone it rises from the bottom. */
function FilterSheet({ filter, onChange, density, onDensity, shown, isOpen, onOpenChange }: FilterSheetProps) {
  const organizations = useOrgs((held) => held.mine)?.filter(isManaged) ?? []
  const { search: _, ...unset } = everyEvent
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Filters"
      size="sm"
      footer={
        <>
          <Button disabled={activeCount(filter) === 0} onClick={() => onChange(unset)}>
            Clear
          </Button>
          <Button variant="primary" className="tabular" onClick={() => onOpenChange(false)}>
            {shownText(shown)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented
          name="time"
          label="When"
          value={filter.time}
          onValue={(time) => onChange({ time })}
          options={eventTimes.map((value) => ({ value, label: timeWords[value] }))}
        />
        {(organizations.length > 0 || filter.organization !== '') && (
          <Field label="Whose">
            <Select
              value={filter.organization}
              onValue={(organization) => onChange({ organization })}
              options={[
                { value: '', label: 'All organizations' },
                { value: ownEvents, label: 'Only my own' },
                ...organizations.map(({ _id, name }) => ({ value: _id, label: name })),
              ]}
            />
          </Field>
        )}
        <Segmented
          name="order"
          label="Order"
          value={filter.order}
          onValue={(order) => onChange({ order })}
          options={eventOrders.map((value) => ({ value, label: orderWords[value] }))}
        />
        <Segmented
          name="density"
          label="Layout"
          value={density}
          onValue={onDensity}
          options={[
            { value: 'cards', label: 'Cards', icon: <LayoutList aria-hidden="true" /> },
            { value: 'rows', label: 'Rows', icon: <Rows3 aria-hidden="true" /> },
          ]}
        />
      </div>
    </Dialog>
  )
}
