// The organizer's way to end a guest's personal links and send a new one (R87).
import { ActionDialog, type RowDialogProps } from '#client/lib/actions/action-dialog.tsx'
import { sendNewLink } from './actions.ts'

/** Asks once; the guest gets the link, the organizer doesn't see it. */
export const NewLinkDialog = ({ groupId, row, onClose }: RowDialogProps) => (
  <ActionDialog
    about={row}
    onClose={onClose}
    work={({ _id }) => sendNewLink(groupId, _id)}
    done={({ name, email }) => `${name || email} gets a new link`}
    title="Send a new link?"
    confirmLabel="Send a new link"
    busyLabel="Sending..."
    tone="primary"
  >
    {row?.email} gets an email with a new link to their answer. Links they got before stop working.
  </ActionDialog>
)
