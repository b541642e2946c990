// When an event ends: by its duration, or by an end set by hand (R22).
import { useFormContext } from 'react-hook-form'
import { formatInstant, zoneName } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { durationHours, durationMinutes } from '#protocol/kernel/limits.ts'
import { ClockField } from './clock-field.tsx'
import { type EventFields, endOf, formatLength, minutesBetween, startOf, toDuration, toManualEnd } from './event-fields.ts'

const hourOptions = Array.from({ length: durationHours.max - durationHours.min + 1 }, (_, at) => ({
  value: String(durationHours.min + at),
  label: `${durationHours.min + at} h`,
}))
const minuteOptions = durationMinutes.map((minutes) => ({ value: String(minutes), label: `${minutes} min` }))

function Outcome({ fields }: { fields: EventFields }) {
  const [start, end] = [startOf(fields), endOf(fields)]
  const minutes = minutesBetween(start, end)
  const ends = end && `Ends ${formatInstant(end, fields.timeZone)} ${zoneName(end, fields.timeZone)}`
  const lasts = minutes !== null && minutes > 0 && `Lasts ${formatLength(minutes)}`
  return (
    <>
      {fields.manualEnd
        ? lasts || 'The duration is worked out from start and end.'
        : ends || 'The end is worked out from the start and the duration.'}
    </>
  )
}

/** Switching between end and duration computes the one from the other. */
export function EndTime({ fields }: { fields: EventFields }) {
  const { setValue, trigger, formState } = useFormContext<EventFields>()
  const error = formState.errors.end?.message
  const turn = (part: Partial<EventFields>) => {
    for (const name of ['end', 'hours', 'minutes', 'manualEnd'] as const) {
      const value = part[name]
      if (value !== undefined) setValue(name, value, { shouldDirty: true })
    }
    if (formState.isSubmitted) void trigger('end')
  }
  return (
    <div className="flex flex-col gap-2">
      {fields.manualEnd ? (
        <ClockField name="end" label="End" hint={<Outcome fields={fields} />} />
      ) : (
        <FieldGroup label="Duration" required error={error} hint={<Outcome fields={fields} />}>
          <div className="grid grid-cols-2 gap-3">
            <Select aria-label="Hours" options={hourOptions} value={fields.hours} onValue={(hours) => turn({ hours: Number(hours) })} />
            <Select
              aria-label="Minutes"
              options={minuteOptions}
              value={fields.minutes}
              onValue={(minutes) => turn({ minutes: Number(minutes) })}
            />
          </div>
        </FieldGroup>
      )}
      <Button
        variant="ghost"
        size="sm"
        className="self-start px-0! text-accent!"
        onClick={() => turn(fields.manualEnd ? toDuration(fields) : toManualEnd(fields))}
      >
        {fields.manualEnd ? 'Use duration instead' : 'Set end time manually'}
      </Button>
    </div>
  )
}
