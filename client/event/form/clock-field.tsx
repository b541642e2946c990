// A date and time on the clock of the event's zone, moved in sight where that clock skips it (R135).
import { useFormContext } from 'react-hook-form'
import { formatLong, fromLocalInput } from '#client/lib/dates.ts'
import { useSkipped } from '#client/lib/event/use-skipped.ts'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import type { EventFields } from './event-fields.ts'

interface ClockFieldProps {
  readonly name: 'start' | 'end'
  readonly label: string
  readonly hint?: React.ReactNode
}

export function ClockField({ name, label, hint }: ClockFieldProps) {
  const { register, setValue, watch, formState } = useFormContext<EventFields>()
  const [text, zone] = watch([name, 'timeZone'])
  const { said, settle } = useSkipped(text, zone, (moved) =>
    setValue(name, moved, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
  )
  const at = fromLocalInput(text, zone)
  return (
    <Field
      label={label}
      required
      error={formState.errors[name]?.message}
      hint={
        <>
          {said ? <span role="status">{said}</span> : at && <span>{formatLong(at, zone)}.</span>} {hint}
        </>
      }
    >
      <TextInput type="datetime-local" {...register(name, { ...(name === 'start' && { deps: ['end'] }), onBlur: settle })} />
    </Field>
  )
}
