// The fields of a group that its own forms and step 3 of event creation share.
import { useId } from 'react'
import { AttendingOrgs } from '#client/assign/attending-orgs.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import type { GroupFieldsValue } from './group-values.ts'
import { SharedSettings } from './shared-settings.tsx'

export interface GroupFieldsProps {
  value: GroupFieldsValue
  onChange: (value: GroupFieldsValue) => void
  /** One sentence per field. */
  errors?: Readonly<Partial<Record<keyof GroupFieldsValue, string>>>
  /** What an empty name becomes: 'Group for {event name}' or 'My Group'. Without it a name is needed. */
  nameFallback?: string
  /** Whether it asks for the name; not where several groups have one each. */
  isNamed?: boolean
  /** R26: Members Only takes effect only where an organization owns or attends. */
  ownerOrgId?: string | null
  /** Enterprise: organizations may attend. */
  hasAttending?: boolean
}

const accessOptions = (hasOrganization: boolean) =>
  [
    {
      value: 'members',
      label: 'Members Only',
      hint: hasOrganization ? 'Members of the organization' : 'Needs an organization',
    },
    { value: 'open', label: 'Open Event', hint: 'Anyone with the link' },
  ] as const

/** The first organization preselects Members Only, and without the last one the event is open again. */
const accessFor = (before: readonly string[], after: readonly string[], ownerOrgId: string | null) =>
  ownerOrgId === null && (before.length === 0) !== (after.length === 0) ? { limitToMembers: after.length > 0 } : {}

export function GroupFields({
  value,
  onChange,
  errors = {},
  nameFallback,
  isNamed = true,
  ownerOrgId = null,
  hasAttending = false,
}: GroupFieldsProps) {
  const id = useId()
  const hasOrganization = ownerOrgId !== null || value.attendingOrgIds.length > 0
  const set = (part: Partial<GroupFieldsValue>) => onChange({ ...value, ...part })
  return (
    <div className="flex flex-col gap-6">
      {isNamed && (
        <Field label="Group name" required={nameFallback === undefined} optional={nameFallback !== undefined} error={errors.name}>
          <TextInput
            value={value.name}
            onChange={(event) => set({ name: event.target.value })}
            placeholder={nameFallback}
            maxLength={120}
            autoComplete="off"
          />
        </Field>
      )}
      <Field label="Description" optional error={errors.description}>
        <TextArea value={value.description} onChange={(event) => set({ description: event.target.value })} maxLength={2000} />
      </Field>
      {(hasAttending || value.attendingOrgIds.length > 0) && (
        <AttendingOrgs
          value={value.attendingOrgIds}
          ownerOrgId={ownerOrgId}
          error={errors.attendingOrgIds}
          onValue={(attendingOrgIds) => set({ attendingOrgIds, ...accessFor(value.attendingOrgIds, attendingOrgIds, ownerOrgId) })}
        />
      )}
      <Segmented
        look="cards"
        name={`${id}-access`}
        label="Event access"
        options={accessOptions(hasOrganization)}
        value={value.limitToMembers ? 'members' : 'open'}
        onValue={(chosen) => set({ limitToMembers: chosen === 'members' })}
        error={errors.limitToMembers}
      />
      <SharedSettings value={value} onChange={set} errors={errors} />
    </div>
  )
}
