// The organizer's way to take an invitation back while it is unanswered (R97).
import { call } from '#client/lib/call.ts'
import { type OfRow, RowDialog } from '#client/lib/row-dialog.tsx'
import { invitationApi } from '#protocol/invitation.ts'

/** Asks once; the person is not told. */
export const TakeBackDialog = ({ groupId, row, onClose }: OfRow) => (
  <RowDialog
    row={row}
    onClose={onClose}
    work={({ _id }) => call(invitationApi.takeBack, { id: groupId, rsvpId: _id })}
    done={() => 'Invitation taken back'}
    title="Take this invitation back?"
    confirmLabel="Take back"
    busyLabel="Taking back..."
  >
    {row?.name || row?.email} leaves the list, and their link stops working. They are not told.
  </RowDialog>
)
