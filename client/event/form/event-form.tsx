// The form of an event: step 1 of its creation, and the 'Update Event' form.

import { type ReactNode, useEffect } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { Field } from '#client/ui/fields/field.tsx'
import { FieldRow, Form } from '#client/ui/fields/form.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { ClockField } from './clock-field.tsx'
import { EndTime } from './end-time.tsx'
import { type EventErrors, type EventFacts, eventErrors } from './event-errors.ts'
import type { EventFields } from './event-fields.ts'
import { type BrandOf, ThemeField } from './theme-field.tsx'
import { TimeZoneField } from './time-zone-field.tsx'

export interface EventFormProps {
  initial: EventFields
  facts: Omit<EventFacts, 'now'>
  /** What the server said of single fields; the first of them gets the focus. */
  refused?: EventErrors
  onChange: (fields: EventFields) => void
  onDone: (fields: EventFields) => void
  /** Decides which seats of the cover are taken: the event's id, or the draft's key. */
  seed: string
  /** R85: whether to ask for the name that guests read. */
  asksHost?: boolean
  /** Whose brand it may use. */
  brandOf: BrandOf
  /** Under the description: choosing another organization clears start and end. */
  organization?: ReactNode
  /** The buttons at its foot. */
  children: ReactNode
}

const fieldNames = ['name', 'description', 'location', 'link', 'hostName', 'start', 'end', 'timeZone', 'organizerEmail'] as const

const resolverFor =
  (facts: EventFormProps['facts']): Resolver<EventFields> =>
  (values) => {
    const found = Object.entries(eventErrors(values, facts))
    if (found.length === 0) return { values, errors: {} }
    return { values: {}, errors: Object.fromEntries(found.map(([name, message]) => [name, { type: 'check', message }])) }
  }

/** `onChange` gets every keystroke, `onDone` only what passed the checks. */
export function EventForm({
  initial,
  facts,
  refused,
  seed,
  asksHost = false,
  brandOf,
  onChange,
  onDone,
  organization,
  children,
}: EventFormProps) {
  const form = useForm<EventFields>({ defaultValues: initial, resolver: resolverFor(facts) })
  const { register, formState, subscribe, setError } = form
  const { errors } = formState
  const fields = form.watch()

  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) }), [subscribe, onChange])
  useEffect(() => {
    const named = fieldNames.filter((name) => refused?.[name])
    for (const [at, name] of named.entries()) setError(name, { type: 'server', message: refused?.[name] }, { shouldFocus: at === 0 })
  }, [refused, setError])

  return (
    <FormProvider {...form}>
      <Form onSubmit={form.handleSubmit(onDone)}>
        <Field label="Event name" required error={errors.name?.message}>
          <TextInput {...register('name')} autoComplete="off" />
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          <TextArea {...register('description')} rows={4} />
        </Field>
        {organization}
        {asksHost && (
          <Field
            label="Your name"
            optional
            error={errors.hostName?.message}
            hint="Guests see this name as the organizer. They never see your email."
          >
            <TextInput {...register('hostName')} autoComplete="name" />
          </Field>
        )}
        {facts.needsEmail && (
          <Field
            label="Organizer email"
            required
            error={errors.organizerEmail?.message}
            hint="We send a code there to publish the event. You need no account."
          >
            <TextInput type="email" autoComplete="email" inputMode="email" {...register('organizerEmail')} />
          </Field>
        )}
        <FieldRow>
          <ClockField name="start" label="Start" hint={`Up to ${facts.windowDays} days ahead on your plan.`} />
          <EndTime fields={fields} />
        </FieldRow>
        <TimeZoneField control={form.control} start={fields.start} />
        <FieldRow>
          <Field label="Place" optional error={errors.location?.message}>
            <TextInput {...register('location')} autoComplete="off" placeholder="Address or name" />
          </Field>
          <Field label="Link" optional error={errors.link?.message} hint="Shown only to guests who said yes.">
            <TextInput type="url" inputMode="url" {...register('link')} autoComplete="off" placeholder="https://" />
          </Field>
        </FieldRow>
        <Field label="Dress code" optional error={errors.dressCode?.message}>
          <TextInput {...register('dressCode')} autoComplete="off" placeholder="Casual, black tie…" />
        </Field>
        <ThemeField control={form.control} seed={seed} brandOf={brandOf} />
        {children}
      </Form>
    </FormProvider>
  )
}
