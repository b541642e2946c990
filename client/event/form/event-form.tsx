// The form of an event: step 1 of its creation, and the 'Update Event' form.

import { type ReactNode, useEffect } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { ClockField } from './clock-field.tsx'
import { type EventErrors, type EventFacts, eventErrors } from './event-errors.ts'
import type { EventFields } from './event-fields.ts'
import { HostField } from './host-field.tsx'

export interface EventFormProps {
  initial: EventFields
  facts: Omit<EventFacts, 'now'>
  /** What the server said of single fields; the first of them gets the focus. */
  refused?: EventErrors
  onChange: (fields: EventFields) => void
  onDone: (fields: EventFields) => void
  /** R85: whether to ask at once for the name that guests read. */
  asksHost?: boolean
  /** Choosing another organization clears start and end. */
  organization?: ReactNode
  /** The fields that few fill in at first. */
  more: ReactNode
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
export function EventForm({ initial, facts, refused, asksHost = false, onChange, onDone, organization, more, children }: EventFormProps) {
  const form = useForm<EventFields>({ defaultValues: initial, resolver: resolverFor(facts) })
  const { register, formState, subscribe, setError } = form
  const { errors } = formState

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
        <ClockField name="start" label="Start" hint={`Up to ${facts.windowDays} days ahead on your plan.`} />
        {organization}
        {facts.needsEmail && (
          <Field label="Your email" required error={errors.organizerEmail?.message} hint="We send a code there. No account, no password.">
            <TextInput type="email" autoComplete="email" inputMode="email" {...register('organizerEmail')} />
          </Field>
        )}
        {asksHost && <HostField />}
        {more}
        {children}
      </Form>
    </FormProvider>
  )
}
