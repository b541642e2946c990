// The zone an event's times are meant in: the browser's at first, any other on request (R53).

import { useMemo, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { ownZone, viewerZone, zoneLabel, zoneName } from '#client/lib/dates.ts'
import { serverNow } from '#client/lib/now.ts'
import { Combobox } from '#client/ui/fields/combobox/combobox.tsx'
import type { ComboboxOption } from '#client/ui/fields/combobox/props.ts'
import { Field } from '#client/ui/fields/field.tsx'
import { type EventFields, startOf } from './event-fields.ts'
import type { Zone } from './zone-search.ts'

/** The names of zones are half as heavy as the form: they come when somebody reaches for the list. */
async function loadSearch() {
  const [{ findZones, listZones, noZone }, { default: names }] = await Promise.all([
    import('./zone-search.ts'),
    import('cldr-bcp47/bcp47/timezone.json'),
  ])
  const list = (chosen: string, at: string) => listZones(names.keyword.u.tz, [chosen, viewerZone()], Intl.supportedValuesOf('timeZone'), at)
  return { list, findZones, noZone }
}
type Search = Awaited<ReturnType<typeof loadSearch>>
const isLoaded = (search: Search | 'loading' | 'failed' | null): search is Search => search !== null && typeof search === 'object'

const optionOf = ({ id, label, hint }: Zone): ComboboxOption => ({ value: id, label, hint })

export function TimeZoneField({ control, start }: { control: Control<EventFields>; start: string }) {
  const { field, fieldState } = useController({ control, name: 'timeZone', rules: { deps: ['start', 'end'] } })
  const [now] = useState(() => new Date(serverNow()).toISOString())
  const at = startOf({ start, timeZone: field.value }) || now
  const [search, setSearch] = useState<Search | 'loading' | 'failed' | null>(null)
  const near = () => {
    if (search && search !== 'failed') return
    setSearch('loading')
    loadSearch().then(setSearch, () => setSearch('failed'))
  }
  const zones = useMemo(() => (isLoaded(search) ? search.list(field.value, at) : null), [search, field.value, at])
  const find = (query: string) => (isLoaded(search) && zones ? search.findZones(zones, query).map(optionOf) : [])
  return (
    <Field
      label="Time zone"
      hint={`${zoneName(at, field.value)}${field.value === ownZone() ? ', your time zone' : ''}. Guests elsewhere also see the times in their own time zone.`}
      error={fieldState.error?.message}
    >
      <Combobox
        label="Time zone"
        options={zones?.map(optionOf) ?? [{ value: field.value, label: zoneLabel(field.value, at) }]}
        value={field.value}
        onValue={(zone) => zone && field.onChange(zone)}
        onNear={near}
        find={find}
        loadingText={search === 'loading' ? 'Loading time zones...' : undefined}
        emptyText={isLoaded(search) ? search.noZone : 'The time zones could not be loaded.'}
      />
    </Field>
  )
}
