// Moves chosen roles from one person to another: each in one step, so that a full role can be moved too (R40).
import { type FormEvent, useId, useState } from 'react'
import { useGroups } from '#client/records/groups.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { cx } from '#client/ui/cx.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import { reassignMissing } from '#protocol/assign.ts'
import type { RsvpRow } from '#protocol/group.ts'
import { eachInTurn, type Place, partialText, quoted, reassignFailed, reassignRole } from './actions.ts'
import { usePersonChoice } from './person.ts'
import { PersonFields } from './person-fields.tsx'
import { holdsRole, warnDuplicate } from './warn-duplicate.ts'

interface ReassignDialogProps {
  place: Place
  from: RsvpRow
  /** Those of the chosen roles that `from` still holds. */
  roleNames: readonly string[]
  onClose: () => void
  /** All of them are moved. */
  onDone: () => void
}

/** Draws the dialog, open. */
export function ReassignDialog({ place, from, roleNames, onClose, onDone }: ReassignDialogProps) {
  const formId = useId()
  const choice = usePersonChoice(place.orgIds)
  const [named] = useState(roleNames)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const reassign = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const { person } = choice
    if (!person || roleNames.length === 0) return setFailure(reassignMissing)
    const rows = useGroups.getState().answered[place.groupId]?.rows ?? []
    const held = roleNames.find((roleName) => holdsRole(rows, person.email, roleName))
    if (held) return warnDuplicate(person.name, held)
    setFailure(null)
    setBusy(true)
    const outcome = await eachInTurn(roleNames, (roleName) => reassignRole(place, from, person, roleName), reassignFailed)
    setBusy(false)
    if (outcome.done.length > 0) toastUndoable(`${quoted(outcome.done)} reassigned to ${person.name}`, outcome.acts)
    if (outcome.failed.length === 0) return onDone()
    setFailure(partialText(outcome, 'reassigned'))
  }
  const footer = (
    <>
      <Button onClick={onClose} disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={isBusy} busyLabel="Reassigning...">
        Reassign
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Reassign role"
      description={`${quoted(named)} from ${from.name || from.email} to somebody else. Both get an email.`}
      footer={footer}
    >
      {/* Room for what the member search finds. */}
      <form id={formId} onSubmit={reassign} noValidate className={cx('flex flex-col gap-4', choice.isMember && 'min-h-72')}>
        <PersonFields choice={choice} />
        {failure && !(failure === reassignMissing && choice.person) && (
          <Notice tone="danger" live>
            {failure}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
