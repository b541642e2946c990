// The tools over one's events: a search, what is ahead or past, an organization, and how closely they stand.
import { LayoutList, Rows3 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isManaged } from '#client/org/member-rules.ts'
import { useOrgs } from '#client/org/store.ts'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { SearchInput } from '#client/ui/fields/text-input.tsx'
import { type EventFilter, type EventOrder, type EventTimes, eventOrders, eventTimes, everyEvent, ownEvents } from '#protocol/event.ts'
import { searchLength } from '#protocol/limits.ts'
import type { Density } from './use-event-filter.ts'

const timeWords: Readonly<Record<EventTimes, string>> = { all: 'All', active: 'Now and next', past: 'Past' }
const orderWords: Readonly<Record<EventOrder, string>> = { attention: 'Needs attention first', start: 'Soonest first' }
/** A word is typed faster than it is asked for. */
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

/** Draws the tools in one row, or in three on a phone. */
export function EventFilters({ filter, onChange, density, onDensity }: EventFiltersProps) {
  const organizations = useOrgs((held) => held.mine)?.filter(isManaged) ?? []
  return (
    <div className="flex flex-wrap items-center gap-3">
      <div className="min-w-52 flex-1">
        <Search value={filter.search} onChange={(search) => onChange({ search })} />
      </div>
      {(organizations.length > 0 || filter.organization !== '') && (
        <Select
          aria-label="Whose events"
          className="min-w-44 max-sm:w-full"
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
        className="min-w-52 max-sm:w-full"
        value={filter.order}
        onValue={(order) => onChange({ order: eventOrders.find((one) => one === order) ?? everyEvent.order })}
        options={eventOrders.map((value) => ({ value, label: orderWords[value] }))}
      />
      <div className="max-sm:flex-1">
        <Segmented
          name="time"
          label="When"
          hideLabel
          value={filter.time}
          onValue={(time) => onChange({ time })}
          options={eventTimes.map((value) => ({ value, label: timeWords[value] }))}
        />
      </div>
      <Segmented
        name="density"
        label="How closely they stand"
        hideLabel
        iconsOnly
        value={density}
        onValue={onDensity}
        options={[
          { value: 'cards', label: 'Cards', icon: <LayoutList aria-hidden="true" /> },
          { value: 'rows', label: 'Rows', icon: <Rows3 aria-hidden="true" /> },
        ]}
      />
    </div>
  )
}
