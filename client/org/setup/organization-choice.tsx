// Where the members go: an organization one manages, or a new one.

import { type Mine, mineFailed, noneFound } from '#client/org/use-mine.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { organizerRefusals } from '#protocol/kernel/organizer-refusals.ts'
import type { MyOrganization } from '#protocol/people/org.ts'
import { oneEach, teamOnly } from './founding.ts'

export const optionOf = ({ _id, name, isActive }: MyOrganization) => ({
  value: _id,
  label: isActive ? name : `${name} (${organizerRefusals['team-plan-needed'][1]})`,
  disabled: !isActive,
})

interface ExistingProps {
  mine: Mine
  orgId: string
  onOrg: (orgId: string) => void
  disabled: boolean
}

function Existing({ mine: { mine, managed, failure, reload }, orgId, onOrg, disabled }: ExistingProps) {
  if (failure && !mine)
    return (
      <Notice tone="danger" live title={mineFailed} action={<Button onClick={reload}>Try again</Button>}>
        {failure.detail !== mineFailed && failure.detail}
      </Notice>
    )
  if (!mine)
    return (
      <Loading label="Loading organizations...">
        <Skeleton className="h-17 w-full" />
      </Loading>
    )
  if (managed.length === 0) return <Text tone="muted">{noneFound}</Text>
  return (
    <Field label="Existing organization">
      <Select placeholder="Select an organization" options={managed.map(optionOf)} value={orgId} onValue={onOrg} disabled={disabled} />
    </Field>
  )
}

export interface NewNameProps {
  name: string
  onName: (name: string) => void
  /** Why none can be founded; the box is then closed. */
  why: string | undefined
  disabled?: boolean
  error?: string | undefined
  label: string
}

export const NewName = ({ name, onName, why, disabled, error, label }: NewNameProps) => (
  <Field label={label} hint={why ?? oneEach} error={error}>
    <TextInput
      autoComplete="organization"
      maxLength={120}
      placeholder="e.g. City Choir"
      value={name}
      disabled={why !== undefined || disabled}
      onChange={(event) => onName(event.target.value)}
    />
  </Field>
)

const NeedsTeam = () => (
  <div className="flex flex-col items-start gap-2">
    <Text tone="muted">{teamOnly}</Text>
    <Link href="/pricing?plan=team">See the Team plan</Link>
  </div>
)

type Props = ExistingProps & Omit<NewNameProps, 'label'>

export const OrganizationChoice = ({ name, onName, why, error, ...existing }: Props) => (
  <div className="grid items-start gap-5 sm:grid-cols-2">
    <Existing {...existing} />
    {why === teamOnly ? (
      <NeedsTeam />
    ) : (
      <NewName label="New organization name" name={name} onName={onName} why={why} error={error} disabled={existing.disabled} />
    )}
  </div>
)
