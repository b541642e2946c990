// Removes one person from the list: their roles, or the whole answer; it can be taken back for a while (R129, R106).

import { toasted } from '#client/lib/actions/use-action.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { placeToRemove, removeAnswer, removeRoles } from './actions.ts'
import { type Removal, RemovalChoice } from './removal-choice.tsx'

interface RemoveDialogProps {
  group: GroupView
  /** Whose answer is meant. */
  row: RsvpRow
  onClose: () => void
}

export function RemoveDialog({ group, row, onClose }: RemoveDialogProps) {
  const place = placeToRemove(group)
  const hasRoles = place !== null && row.attending !== false && row.roles.length > 0
  const [removal, setRemoval] = useTyped<Removal>(`remove:${row._id}`, { what: hasRoles ? 'roles' : 'answer', isBlocked: false })
  const name = row.name || row.email
  const removeIt = async () => {
    if (removal.what === 'roles' && place) toastUndoable(`The roles of ${name} were taken away`, await removeRoles(place, row))
    else toastUndoable(`${name} was removed`, [await removeAnswer(group._id, row, removal.isBlocked)])
  }
  const remove = () => toasted(removeIt, { failed: 'Failed to remove this person' })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      onConfirm={remove}
    >
      <RemovalChoice rows={[row]} hasRoles={hasRoles} removal={removal} onChange={setRemoval} />
    </ConfirmDialog>
  )
}
