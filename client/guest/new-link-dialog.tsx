// The organizer's way to end a guest's personal links and send a new one (R87).
import { type OfRow, RowDialog } from '#client/lib/row-dialog.tsx'
import { sendNewLink } from './actions.ts'

/** Asks once; the guest gets the link, the organizer doesn't see it. */
export const NewLinkDialog = ({ groupId, row, onClose }: OfRow) => (
  <RowDialog
    row={row}
    onClose={onClose}
    work={({ _id }) => sendNewLink(groupId, _id)}
    done={({ name, email }) => `${name || email} gets a new link`}
    title="Send a new link?"
    confirmLabel="Send a new link"
    busyLabel="Sending..."
    tone="primary"
  >
    {row?.email} gets an email with a new personal link to their answer. The links sent before stop working.
  </RowDialog>
)
