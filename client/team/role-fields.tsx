// What is chosen of somebody's role in a team: which, in which groups, and until which day; asked alike of whoever is invited and is changed (R202).
import { fromLocalInput, toLocalInput } from '#client/lib/dates.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field, FieldGroup } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import type { Teammate, TeamView } from '#protocol/people/team.ts'
import { TeamRole } from '#protocol/people/team-roles.ts'
import { teamDoes, teamNames } from './role-words.ts'

export interface ChosenRole {
  readonly role: TeamRole
  /** None for all of the event's. */
  readonly groupIds: readonly string[]
  /** '' for a week after the event. */
  readonly day: string
  /** R209: in all events of the organization. */
  readonly isInAll?: boolean
}
type Ends = Pick<TeamView, 'timeZone'>

/** A day is over when the event's own clock says so, wherever it was chosen. */
export const endOfDay = (day: string, { timeZone }: Ends) => fromLocalInput(`${day}T23:59:59`, timeZone)

export const chosenOf = ({ role, groupIds, until, isUntilChosen }: Teammate, { timeZone }: Ends): ChosenRole => ({
  role: role === 'owner' ? 'manager' : role,
  groupIds,
  day: isUntilChosen ? toLocalInput(until, timeZone).slice(0, 10) : '',
})

const offered = (mayMakeManagers: boolean, held: TeamRole): TeamRole[] => [
  ...(mayMakeManagers || held === 'manager' ? (['manager'] as const) : []),
  'assigner',
  'messenger',
  'viewer',
  'door',
]

interface RoleFieldsProps {
  about: TeamView
  chosen: ChosenRole
  onChoose: (chosen: ChosenRole) => void
  disabled: boolean
  /** What is wrong with the last day. */
  error?: string | undefined
}

export function RoleFields({ about: { groups, mayMakeManagers, isPart }, chosen, onChoose, disabled, error }: RoleFieldsProps) {
  const { role, groupIds, day } = chosen
  const choose = (value: string) => {
    const one = TeamRole.safeParse(value)
    if (one.success) onChoose({ ...chosen, role: one.data })
  }
  const tick = (id: string, isOn: boolean) =>
    onChoose({ ...chosen, groupIds: isOn ? [...groupIds, id] : groupIds.filter((one) => one !== id) })
  return (
    <>
      <Field label="Role" hint={teamDoes[role]}>
        <Select
          options={offered(mayMakeManagers, role).map((value) => ({ value, label: teamNames[value] }))}
          value={role}
          disabled={disabled}
          onValue={choose}
        />
      </Field>
      {groups.length > 1 && !chosen.isInAll && (
        <FieldGroup
          label={isPart ? 'In these groups' : 'Only in these groups'}
          optional={!isPart}
          hint={isPart ? 'Those that you manage.' : 'Without a choice in all of them, also those you add later.'}
        >
          {groups.map(({ _id, name }) => (
            <Checkbox
              key={_id}
              label={<span className="wrap-anywhere">{name}</span>}
              checked={groupIds.includes(_id)}
              // Of some it is never none: that would be all.
              disabled={disabled || (isPart && groupIds.length === 1 && groupIds.includes(_id))}
              onValue={(isOn) => tick(_id, isOn)}
            />
          ))}
        </FieldGroup>
      )}
      {!chosen.isInAll && (
        <Field label="Last day" optional hint="In the event’s time zone. Without one it ends a week after the event." error={error}>
          <TextInput type="date" value={day} disabled={disabled} onChange={({ target }) => onChoose({ ...chosen, day: target.value })} />
        </Field>
      )}
    </>
  )
}
