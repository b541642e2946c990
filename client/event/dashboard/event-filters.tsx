// The tools over one's events: a search, what is ahead or past, an organization, their order and how closely they stand; on a phone all but the search behind one button.
import { LayoutList, Rows3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isManaged } from '#client/org/member-rules.ts'
import { useOrgs } from '#client/org/store.ts'
import { FilterFold } from '#client/ui/fields/filter-fold.tsx'
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
const orderWords: Readonly<Record<EventOrder, string>> = { attention: 'Needs attention first', start: 'Soonest first' }
/** So long typing must rest before the server is asked. */
const typingMs = 250

interface EventFiltersProps {
  filter: EventFilter
  onChange: (part: Partial<EventFilter>) => void
  density: Density
  onDensity: (density: Density) => void
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

export function EventFilters({ filter, onChange, density, onDensity }: EventFiltersProps) {
  const organizations = useOrgs((held) => held.mine)?.filter(isManaged) ?? []
  return (
    <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center sm:[&>:first-child]:min-w-52 sm:[&>:first-child]:flex-1 sm:max-lg:[&>:first-child]:basis-full">
      <FilterFold count={activeCount(filter)} first={<Search value={filter.search} onChange={(search) => onChange({ search })} />}>
        {(organizations.length > 0 || filter.organization !== '') && (
          <Select
            aria-label="Whose events"
            className="min-w-44 sm:max-lg:min-w-36 sm:max-lg:flex-1 sm:max-lg:basis-0"
            value={filter.organization}
            onValue={(organization) => onChange({ organization })}
            options={[
              { value: '', label: 'All organizations' },
              { value: ownEvents, label: 'Only my own' },
              ...organizations.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
          />
        )}
        <Select
          aria-label="Order of events"
          className="min-w-52 sm:max-lg:min-w-36 sm:max-lg:flex-1 sm:max-lg:basis-0"
          value={filter.order}
          onValue={(order) => onChange({ order: eventOrders.find((one) => one === order) ?? everyEvent.order })}
          options={eventOrders.map((value) => ({ value, label: orderWords[value] }))}
        />
        <Segmented
          name="time"
          label="When"
          hideLabel
          value={filter.time}
          onValue={(time) => onChange({ time })}
          options={eventTimes.map((value) => ({ value, label: timeWords[value] }))}
        />
        <Segmented
          name="density"
          label="Layout"
          hideLabel
          iconsOnly
          value={density}
          onValue={onDensity}
          options={[
            { value: 'cards', label: 'Cards', icon: <LayoutList aria-hidden="true" /> },
            { value: 'rows', label: 'Rows', icon: <Rows3 aria-hidden="true" /> },
          ]}
        />
      </FilterFold>
    </div>
  )
}
