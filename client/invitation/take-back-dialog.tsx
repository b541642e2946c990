// The organizer's way to take an invitation back while it is unanswered (R97).
import { ActionDialog, type RowDialogProps } from '#client/lib/actions/action-dialog.tsx'
import { call } from '#client/lib/call.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'

/** Asks once; the person is not told. */
export const TakeBackDialog = ({ groupId, row, onClose }: RowDialogProps) => (
  <ActionDialog
    about={row}
    onClose={onClose}
    work={({ _id }) => call(invitationApi.takeBack, { id: groupId, rsvpId: _id })}
    done="Invitation withdrawn"
    title="Withdraw this invitation?"
    confirmLabel="Withdraw"
    busyLabel="Withdrawing..."
  >
    {row?.name || row?.email} will be removed from the list, and their link stops working. They aren’t told.
  </ActionDialog>
)
