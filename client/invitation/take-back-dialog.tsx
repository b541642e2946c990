// The organizer's way to take an invitation back while it is unanswered (R97).
import { call, sentenceOf } from '#client/lib/call.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { RsvpRow } from '#protocol/group.ts'
import { invitationApi } from '#protocol/invitation.ts'

interface Props {
  groupId: string
  /** Whose invitation is meant; null while nobody's is. */
  row: RsvpRow | null
  onClose: () => void
}

export function TakeBackDialog({ groupId, row, onClose }: Props) {
  const take = async () => {
    if (!row) return
    try {
      await call(invitationApi.takeBack, { id: groupId, rsvpId: row._id })
      toast.success('Invitation taken back')
    } catch (error) {
      toast.error(sentenceOf(error, 'Something went wrong. Please try again.'))
    }
  }
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Take this invitation back?"
      confirmLabel="Take back"
      busyLabel="Taking back..."
      onConfirm={take}
    >
      {row?.name || row?.email} leaves the list, and their link stops working. They are not told.
    </ConfirmDialog>
  )
}
