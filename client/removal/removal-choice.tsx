// What is taken away: the roles alone or the whole answer, whether the address may answer again, and who hears of it (R129).

import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'

export interface Removal {
  readonly what: 'roles' | 'answer'
  readonly isBlocked: boolean
}

/** Whether somebody hears that their answer is gone: nobody is told about an answer they never gave. */
export const hears = (row: RsvpRow) =>
  row.attending === true || (row.attending === null && row.roles.length > 0) || row.waitingFor !== undefined || row.offered !== undefined

const emailNote = (rows: readonly RsvpRow[]) => {
  const count = rows.filter(hears).length
  const [one] = rows
  if (rows.length === 1 && one) return count === 0 ? 'They get no email.' : `${one.name || one.email} gets an email.`
  return count === 0
    ? 'No one gets an email.'
    : count === rows.length
      ? 'They get an email.'
      : `${count} of them get an email; the others didn’t say yes and aren’t told.`
}

interface RemovalChoiceProps {
  rows: readonly RsvpRow[]
  /** Whether there are roles that can be taken alone. */
  hasRoles: boolean
  removal: Removal
  onChange: (removal: Removal) => void
}

export function RemovalChoice({ rows, hasRoles, removal: { what, isBlocked }, onChange }: RemovalChoiceProps) {
  const isWhole = what === 'answer'
  return (
    <div className="flex flex-col gap-4">
      {hasRoles && (
        <Segmented
          name="removal"
          label="Take away"
          options={[
            { value: 'roles', label: 'Roles only' },
            { value: 'answer', label: rows.length === 1 ? 'The whole answer' : 'Whole answers' },
          ]}
          value={what}
          onValue={(next) => onChange({ what: next === 'roles' ? 'roles' : 'answer', isBlocked: next === 'answer' && isBlocked })}
        />
      )}
      <p aria-live="polite">
        {isWhole
          ? `${emailNote(rows)} Their seats go to people on the waitlist, and the event is removed from their calendar. You can undo it for ${undoSeconds} seconds.`
          : `${emailNote(rows.filter((row) => row.roles.length > 0))} The answer stays. Their seats go to people on the waitlist. You can undo it for ${undoSeconds} seconds.`}
      </p>
      {isWhole && (
        <Checkbox
          label={rows.length === 1 ? 'Don’t let this address answer again' : 'Don’t let these addresses answer again'}
          hint="You can undo this in Settings. They aren’t told of it."
          checked={isBlocked}
          onValue={(next) => onChange({ what, isBlocked: next })}
        />
      )}
    </div>
  )
}
