// Asks before a role goes, with the number of those who hold it (R8).
import { useRef } from 'react'
import { removeRole } from '#client/group/actions.ts'
import { sentenceOf } from '#client/lib/call.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { RoleView } from '#protocol/group.ts'

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
    try {
      toastUndoable(`“${role.name}” deleted`, [await removeRole(groupId, role.name)])
      setTimeout(onDeleted, 200)
    } catch (error) {
      toast.error(sentenceOf(error, 'Something went wrong. Please try again.'))
    }
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
        ? `The seats of “${shown?.name}” go away. The answers stay, and everyone who holds a seat gets an email.`
        : `“${shown?.name}” has no attendees.`}
    </ConfirmDialog>
  )
}
