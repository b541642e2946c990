// What one may say of an event beside its name and start: how long, where, what it is, and its cover.
import { useFormContext } from 'react-hook-form'
import { doorsText } from '#client/lib/event/doors-text.ts'
import { Field } from '#client/ui/fields/field.tsx'
import { FieldRow } from '#client/ui/fields/form.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { EndTime } from './end-time.tsx'
import type { EventFields } from './event-fields.ts'
import { type BrandOf, ThemeField } from './theme-field.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

export interface MoreFieldsProps {
  /** Decides which seats of the cover are taken: the event's id, or the draft's key. */
  seed: string
  /** Whose brand it may use. */
  brandOf: BrandOf
}

const usual = [0, 15, 30, 45, 60, 90, 120, 180, 240]
/** With the one that is set, which may be any. */
const doors = (set: number) =>
  [...new Set([...usual, set])].sort((a, b) => a - b).map((minutes) => ({ value: String(minutes), label: doorsText(minutes) }))

export function MoreFields({ seed, brandOf }: MoreFieldsProps) {
  const { register, control, watch, setValue, formState } = useFormContext<EventFields>()
  const { errors } = formState
  const fields = watch()
  return (
    <div className="flex flex-col gap-5">
      <FieldRow>
        <EndTime fields={fields} />
        <TimeZoneField control={control} start={fields.start} />
      </FieldRow>
      <FieldRow>
        <Field label="Place" optional error={errors.location?.message}>
          <TextInput {...register('location')} autoComplete="off" placeholder="Address or name" />
        </Field>
        <Field label="Link" optional error={errors.link?.message} hint="Shown only to guests who said yes.">
          <TextInput type="url" inputMode="url" {...register('link')} autoComplete="off" placeholder="https://" />
        </Field>
      </FieldRow>
      <Field label="Description" optional error={errors.description?.message}>
        <TextArea {...register('description')} rows={4} />
      </Field>
      <FieldRow>
        <Field label="Dress code" optional error={errors.dressCode?.message}>
          <TextInput {...register('dressCode')} autoComplete="off" placeholder="Casual, black tie…" />
        </Field>
        <Field label="Doors open" hint="Passes are let in from then on.">
          <Select
            options={doors(fields.doorsOpen)}
            value={String(fields.doorsOpen)}
            onValue={(minutes) => setValue('doorsOpen', Number(minutes), { shouldDirty: true })}
          />
        </Field>
      </FieldRow>
      <ThemeField control={control} seed={seed} brandOf={brandOf} />
    </div>
  )
}
