// Asks before a role goes, with the number of those who hold it (R8).
import { useRef } from 'react'
import { removeRole } from '#client/group/actions.ts'
import { toasted } from '#client/lib/actions/use-action.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { RoleView } from '#protocol/seats/group.ts'

interface DeleteRoleProps {
  groupId: string
  /** Null keeps the question closed. */
  role: RoleView | null
  /** Seats taken, live. */
  held: number
  onClose: () => void
  /** The button that asked is gone by then; focus has to go somewhere. */
  onDeleted: () => void
}

export const deleteRoleQuestion = (held: number) =>
  held > 0 ? `${held} attendee(s) already signed up. Delete anyway?` : 'Delete this role?'

export function DeleteRole({ groupId, role, held, onClose, onDeleted }: DeleteRoleProps) {
  const asked = useRef({ role, held })
  if (role) asked.current = { role, held } // while it closes it still says what it said
  const { role: shown, held: shownHeld } = asked.current
  const confirm = async () => {
    if (!role) return
    await toasted(async () => {
      toastUndoable(`“${role.name}” deleted`, [await removeRole(groupId, role.name)])
      setTimeout(onDeleted, 200)
    })
  }
  return (
    <ConfirmDialog
      open={role !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={deleteRoleQuestion(shownHeld)}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      onConfirm={confirm}
    >
      {shownHeld > 0
        ? `The seats of “${shown?.name}” will be deleted. The answers stay, and everyone who has a seat gets an email.`
        : `“${shown?.name}” has no attendees.`}
    </ConfirmDialog>
  )
}
