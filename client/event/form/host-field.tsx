// R85: the name that guests read as the organizer.
import { useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { namelessHost } from '#protocol/kernel/texts.ts'
import type { EventFields } from './event-fields.ts'

export function HostField() {
  const { register, formState } = useFormContext<EventFields>()
  return (
    <Field
      label="Your name"
      optional
      error={formState.errors.hostName?.message}
      hint={`Guests see this name as the organizer; without one, “${namelessHost}”. They never see your email.`}
    >
      <TextInput {...register('hostName')} autoComplete="name" />
    </Field>
  )
}
