// The form of a group, new or not: its fields, its roles, and what is wrong with them.
import { type FormEvent, type ReactNode, useState } from 'react'
import { duplicatesAlert, problemAt, rolesProblem } from '#client/role/role-rules.ts'
import { RolesEditor } from '#client/role/roles-editor.tsx'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Form, FormActions } from '#client/ui/fields/form.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { EventTimes } from './answer-times.tsx'
import { GroupFields } from './group-fields.tsx'
import type { GroupEdits } from './group-merge.ts'
import type { GroupRefused } from './group-refused.ts'
import { TimesSection } from './times-section.tsx'

interface GroupFormProps {
  edits: GroupEdits
  /** Once it is there: others may edit it too (R104). */
  groupId?: string
  onChange: (edits: GroupEdits) => void
  refused: GroupRefused
  limits: { maxRoles: number; maxPerRole: number }
  heldByRole?: Readonly<Record<string, number>>
  /** What an empty name becomes; without it a name is needed. */
  nameFallback?: string
  ownerOrgId?: string | null
  /** Enterprise: organizations may attend. */
  hasAttending?: boolean
  submitLabel: string
  busyLabel: string
  isBusy: boolean
  cancelHref: string
  onSubmit: () => void
  /** R141: the event it is one of several groups of. */
  event?: EventTimes | undefined
  /** Above the fields, e.g. that somebody else has changed it. */
  children?: ReactNode
}

export const nameMissing = 'Please enter a name'

export function GroupForm(props: GroupFormProps) {
  const { edits, groupId, onChange, refused, limits, heldByRole, nameFallback, ownerOrgId, hasAttending, submitLabel, busyLabel } = props
  const { isBusy, cancelHref, onSubmit, event: ofEvent, children } = props
  const [problem, setProblem] = useState<{ name?: string; roles?: string }>({})
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = nameFallback === undefined && !edits.fields.name.trim() ? nameMissing : undefined
    const roles = rolesProblem(edits.roles, Math.max(limits.maxRoles, Object.keys(heldByRole ?? {}).length)) ?? undefined
    setProblem({ name, roles })
    if (!name && !roles && !isBusy) onSubmit()
  }
  const hasDuplicates = problem.roles === duplicatesAlert
  return (
    <Form onSubmit={submit} className="gap-10!">
      {children}
      <GroupFields
        value={edits.fields}
        onChange={(fields) => {
          setProblem((now) => ({ roles: now.roles }))
          onChange({ ...edits, fields })
        }}
        errors={problem.name ? { ...refused.fields, name: problem.name } : refused.fields}
        nameFallback={nameFallback}
        ownerOrgId={ownerOrgId}
        hasAttending={hasAttending}
      />
      {ofEvent && (
        <TimesSection event={ofEvent} fields={edits.fields} errors={refused.fields} onChange={(fields) => onChange({ ...edits, fields })} />
      )}
      <Section title="Roles" description="What people can sign up as, and how many seats there are of each." divided>
        <RolesEditor
          roles={edits.roles}
          groupId={groupId}
          onChange={(roles) => {
            setProblem((now) => ({ name: now.name }))
            onChange({ ...edits, roles })
          }}
          {...limits}
          heldByRole={heldByRole}
          errors={{ ...refused.roles, ...problemAt(edits.roles, problem.roles ?? null) }}
        />
      </Section>
      {(hasDuplicates || refused.general) && (
        <Notice tone="danger" live>
          {hasDuplicates ? problem.roles : refused.general}
        </Notice>
      )}
      <FormActions sticky>
        <Button type="submit" variant="primary" size="lg" busy={isBusy} busyLabel={busyLabel}>
          {submitLabel}
        </Button>
        <ButtonLink href={cancelHref} variant="ghost" size="lg">
          Cancel
        </ButtonLink>
      </FormActions>
    </Form>
  )
}
