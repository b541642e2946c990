// The fields of one group of an event while it is typed: its name, its times and place, its roles. Adding one and step 3 of creation share them.
import { useId } from 'react'
import { RolesEditor } from '#client/role/roles-editor.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Heading } from '#client/ui/layout/heading.tsx'
import type { GroupDraft } from './draft.ts'
import { OwnTimes, type OwnTimesProps } from './own-times.tsx'

interface DraftFieldsProps extends OwnTimesProps<GroupDraft> {
  maxRoles: number
  maxPerRole: number
  /** What a role of the list is refused for: '1.name', '1.max'. */
  roleErrors?: Readonly<Record<string, string | undefined>>
}

export function DraftFields({ maxRoles, maxPerRole, roleErrors, ...own }: DraftFieldsProps) {
  const id = useId()
  const { value, onChange, problems } = own
  return (
    <div className="flex flex-col gap-6">
      <Field label="Group name" required error={problems.name}>
        <TextInput
          value={value.name}
          onChange={({ target }) => onChange({ ...value, name: target.value })}
          placeholder="Bar, early shift"
          maxLength={120}
          autoComplete="off"
        />
      </Field>
      <OwnTimes {...own} />
      <section aria-labelledby={`${id}-roles`} className="flex flex-col gap-3">
        <Heading id={`${id}-roles`} level={3} size={15}>
          Roles
        </Heading>
        <RolesEditor
          roles={value.roles}
          onChange={(roles) => onChange({ ...value, roles })}
          maxRoles={maxRoles}
          maxPerRole={maxPerRole}
          errors={{ ...(problems.roles && { '': problems.roles }), ...roleErrors }}
        />
      </section>
    </div>
  )
}
