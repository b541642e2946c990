// The zone an event's times are meant in: the browser's at first, any other on request (R53).
import { type Control, useController } from 'react-hook-form'
import { viewerZone, zoneName } from '#client/lib/dates.ts'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { type EventFields, startOf } from './event-fields.ts'

let known: readonly string[] | undefined

/** All zones this browser knows; the chosen one and the browser's are among them whatever their spelling. */
function zones(chosen: string): string[] {
  known ??= Intl.supportedValuesOf('timeZone')
  return [...new Set([chosen, viewerZone(), 'UTC', ...known])].sort()
}

const nameOf = (zone: string) => zone.replaceAll('_', ' ')

/** Draws the zone with its short name at the event's start. */
export function TimeZoneField({ control, start }: { control: Control<EventFields>; start: string }) {
  const { field, fieldState } = useController({ control, name: 'timeZone', rules: { deps: ['start', 'end'] } })
  const at = startOf({ start, timeZone: field.value }) || new Date().toISOString()
  const isMine = field.value === viewerZone()
  return (
    <Field
      label="Time zone"
      hint={`${zoneName(at, field.value)}${isMine ? ', your time zone' : ''}. Everyone also sees the times in their own.`}
      error={fieldState.error?.message}
    >
      <Select {...field} options={zones(field.value).map((zone) => ({ value: zone, label: nameOf(zone) }))} />
    </Field>
  )
}
