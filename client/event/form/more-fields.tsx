// What one may say of an event beside its name and start: how long, where and what it is; then what few change.
import type { ReactNode } from 'react'
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

/** What is changed most beside name and start. */
export function MainFields() {
  const { register, watch, formState } = useFormContext<EventFields>()
  const { errors } = formState
  return (
    <>
      <FieldRow>
        <EndTime fields={watch()} />
        <Field label="Place" optional error={errors.location?.message}>
          <TextInput {...register('location')} autoComplete="off" placeholder="Address or name" />
        </Field>
      </FieldRow>
      <Field label="Description" optional error={errors.description?.message}>
        <TextArea {...register('description')} rows={4} />
      </Field>
    </>
  )
}

export function RareFields({ seed, brandOf, children }: MoreFieldsProps & { children?: ReactNode }) {
  const { register, control, watch, setValue, formState } = useFormContext<EventFields>()
  const { errors } = formState
  const { start, doorsOpen } = watch()
  return (
    <div className="flex flex-col gap-5">
      <FieldRow>
        <TimeZoneField control={control} start={start} />
        <Field label="Link" optional error={errors.link?.message} hint="Shown only to guests who said yes.">
          <TextInput type="url" inputMode="url" {...register('link')} autoComplete="off" placeholder="https://" />
        </Field>
      </FieldRow>
      <FieldRow>
        <Field label="Dress code" optional error={errors.dressCode?.message}>
          <TextInput {...register('dressCode')} autoComplete="off" placeholder="Casual, black tie…" />
        </Field>
        <Field label="Doors open" hint="Passes are let in from then on.">
          <Select
            options={doors(doorsOpen)}
            value={String(doorsOpen)}
            onValue={(minutes) => setValue('doorsOpen', Number(minutes), { shouldDirty: true })}
          />
        </Field>
      </FieldRow>
      {children}
      <ThemeField control={control} seed={seed} brandOf={brandOf} />
    </div>
  )
}

/** Both, as creation folds them away. */
export const MoreFields = (props: MoreFieldsProps) => (
  <div className="flex flex-col gap-5">
    <MainFields />
    <RareFields {...props} />
  </div>
)
