// The zone an event's times are meant in: the browser's at first, any other on request (R53).
import { useMemo, useState } from 'react'
import { type Control, useController } from 'react-hook-form'
import { viewerZone, zoneName } from '#client/lib/dates.ts'
import { Combobox, type ComboboxOption } from '#client/ui/fields/combobox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { type EventFields, startOf } from './event-fields.ts'

let known: readonly string[] | undefined

/** All zones this browser knows; the chosen one and the browser's are among them whatever their spelling. */
function zones(chosen: string): string[] {
  known ??= Intl.supportedValuesOf('timeZone')
  return [...new Set([chosen, viewerZone(), 'UTC', ...known])].sort()
}

const nameOf = (zone: string) => zone.replaceAll('_', ' ')

/** 'GMT+5:45' for a zone at that moment: what people know of a zone whose city they don't. */
function offsetOf(zone: string, at: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

const optionOf = (zone: string, at: string): ComboboxOption => ({ value: zone, label: `${nameOf(zone)} (${offsetOf(zone, at)})` })

/** Draws the zone with its short name at the event's start. */
export function TimeZoneField({ control, start }: { control: Control<EventFields>; start: string }) {
  const { field, fieldState } = useController({ control, name: 'timeZone', rules: { deps: ['start', 'end'] } })
  const [now] = useState(() => new Date().toISOString())
  const at = startOf({ start, timeZone: field.value }) || now
  const isMine = field.value === viewerZone()
  // Hundreds of offsets take a while to work out, so only who reaches for the list waits for them.
  const [isNear, setNear] = useState(false)
  const options = useMemo(() => (isNear ? zones(field.value) : [field.value]).map((zone) => optionOf(zone, at)), [isNear, field.value, at])
  return (
    <Field
      label="Time zone"
      hint={`${zoneName(at, field.value)}${isMine ? ', your time zone' : ''}. Everyone also sees the times in their own.`}
      error={fieldState.error?.message}
    >
      <Combobox
        options={options}
        value={field.value}
        onValue={(zone) => zone && field.onChange(zone)}
        onNear={() => setNear(true)}
        emptyText="No such time zone."
      />
    </Field>
  )
}
