// The organizer's way to end a guest's personal links and send a new one (R87).
import { sentenceOf } from '#client/lib/call.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { RsvpRow } from '#protocol/group.ts'
import { sendNewLink } from './actions.ts'

interface Props {
  groupId: string
  /** Whose link is meant; null while nobody's is. */
  row: RsvpRow | null
  onClose: () => void
}

/** Asks once; the guest gets the link, the organizer doesn't see it. */
export function NewLinkDialog({ groupId, row, onClose }: Props) {
  const send = async () => {
    if (!row) return
    try {
      await sendNewLink(groupId, row._id)
      toast.success(`${row.name} gets a new link`)
    } catch (error) {
      toast.error(sentenceOf(error, 'Something went wrong. Please try again.'))
    }
  }
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Send a new link?"
      confirmLabel="Send a new link"
      busyLabel="Sending..."
      tone="primary"
      onConfirm={send}
    >
      {row?.email} gets an email with a new personal link to their answer. The links sent before stop working.
    </ConfirmDialog>
  )
}
