// Whose event it is: chosen while it is created, fixed afterwards.
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import type { OrganizationChoice } from '#client/event/create/use-organization-choice.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import type { EventFields } from './event-fields.ts'

interface Organization {
  _id: string
  name: string
}
interface OrganizationFieldProps {
  choice: OrganizationChoice
  value: Organization | null
  onChange: (organization: Organization | null) => void
}

const timesCleared = 'Start and end were cleared, because this organization’s plan may allow other dates.'

function hintOf({ managed, failure }: OrganizationChoice, value: Organization | null) {
  if (failure) return undefined
  if (!managed) return 'Loading organizations...'
  if (managed.length === 0) return 'No organisations found.'
  return value
    ? `The event runs under the plan of ${value.name}, and its admins manage it.`
    : 'Without an organization, only you manage the event.'
}

/** Another choice clears start and end (R22). */
export function OrganizationField({ choice, value, onChange }: OrganizationFieldProps) {
  const { getValues, setValue } = useFormContext<EventFields>()
  const [hasCleared, setCleared] = useState(false)
  const { managed, failure, retry } = choice
  const choose = (id: string) => {
    const next = managed?.find((one) => one._id === id)
    if ((next?._id ?? '') === (value?._id ?? '')) return
    const had = getValues(['start', 'end']).some(Boolean)
    setValue('start', '', { shouldDirty: true })
    setValue('end', '', { shouldDirty: true })
    setCleared(had)
    if (had) announce(timesCleared)
    onChange(next ? { _id: next._id, name: next.name } : null)
  }
  const hint = hintOf(choice, value)
  return (
    <Field
      label="Organizing organization"
      optional
      error={failure ?? undefined}
      hint={hasCleared ? `${timesCleared} ${hint ?? ''}` : hint}
      aside={
        failure && (
          <Button size="sm" variant="ghost" className="-my-2" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      <Select
        value={value?._id ?? ''}
        onValue={choose}
        disabled={!managed}
        placeholder="No organization"
        options={(managed ?? []).map(({ _id, name, isActive }) => ({
          value: _id,
          label: isActive ? name : `${name} (read-only)`,
          disabled: !isActive,
        }))}
      />
    </Field>
  )
}

export const FixedOrganization = ({ name }: { name: string }) => (
  <Field label="Organizing organization" hint="The organization of an event can’t be changed.">
    <TextInput readOnly value={name} />
  </Field>
)
