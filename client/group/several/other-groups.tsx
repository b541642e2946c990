// The other groups of an event, to be chosen as well: for a message or an invitation that goes to several at once (R97j, R101g).
import { useMemo } from 'react'
import { isManaged } from '#client/records/groups.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import type { GroupView } from '#protocol/seats/group.ts'
import { useBoardGroups, useGroupIds } from './board.ts'

const none: readonly string[] = []

/** Those that are here, in the event's order. */
export function useOtherGroups({ _id, eventId }: Pick<GroupView, '_id' | 'eventId'>): readonly GroupView[] {
  const all = useBoardGroups(useGroupIds(eventId ?? '', none))
  return useMemo(() => all.filter((one): one is GroupView => isManaged(one) && one._id !== _id), [all, _id])
}
/** Of the chosen those that are still there. */
export const stillThere = (others: readonly Pick<GroupView, '_id'>[], chosen: readonly string[]): string[] =>
  chosen.filter((id) => others.some(({ _id }) => _id === id))

interface OtherGroupsProps {
  others: readonly Pick<GroupView, '_id' | 'name'>[]
  /** Ids. */
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  disabled?: boolean
}

export function OtherGroups({ others, chosen, onChoose, disabled }: OtherGroupsProps) {
  if (others.length === 0) return null
  const all = others.map(({ _id }) => _id)
  return (
    <FieldGroup label="Also in these groups" hint="Each person gets one email, in however many of the groups they are.">
      <div className="grid gap-x-6 sm:grid-cols-2">
        {others.map(({ _id, name }) => (
          <Checkbox
            key={_id}
            label={name}
            disabled={disabled}
            checked={chosen.includes(_id)}
            onValue={(isOn) => onChoose(all.filter((id) => (id === _id ? isOn : chosen.includes(id))))}
          />
        ))}
      </div>
      {others.length > 1 && (
        <Button size="sm" variant="ghost" className="-ml-3.5 self-start" disabled={disabled} onClick={() => onChoose(all)}>
          All groups
        </Button>
      )}
    </FieldGroup>
  )
}
