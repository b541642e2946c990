// Asks those of the picked answers once more who still owe one: an answer, or a confirmation (R98, R99).
import { useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { sendReminder } from '#client/reminder/actions.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { rsvpIdsPerCall } from '#protocol/kernel/limits.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import type { ReminderKind } from '#protocol/seats/reminder-rules.ts'

/** Whom it would go to, by what they owe. */
export const owing = ({ showConfirmation }: GroupView, rows: readonly RsvpRow[]) => ({
  nudge: rows.filter(({ attending }) => attending === null),
  confirmation: showConfirmation ? rows.filter(({ attending, confirmed }) => attending === true && !confirmed) : [],
})

interface AskDialogProps {
  group: GroupView
  rows: readonly RsvpRow[]
  onClose: () => void
  onDone: () => void
}

/** Sends in so many calls as it takes; gives how many emails that makes. */
async function askAll(groupId: string, kind: ReminderKind, rows: readonly RsvpRow[]) {
  let sent = 0
  for (let at = 0; at < rows.length; at += rsvpIdsPerCall) {
    const some = rows.slice(at, at + rsvpIdsPerCall).map(({ _id }) => _id)
    sent += await sendReminder(groupId, kind, some)
  }
  return sent
}

export function AskDialog({ group, rows, onClose, onDone }: AskDialogProps) {
  const [{ nudge, confirmation }] = useState(() => owing(group, rows))
  const others = rows.length - nudge.length - confirmation.length
  const ask = () =>
    toasted(async () => {
      const asked = await askAll(group._id, 'nudge', nudge)
      const toConfirm = await askAll(group._id, 'confirmation', confirmation)
      toast.success(`On its way to ${peopleText(asked + toConfirm)}`)
      onDone()
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Remind?"
      tone="primary"
      confirmLabel={`Remind ${peopleText(nudge.length + confirmation.length)}`}
      busyLabel="Sending..."
      onConfirm={ask}
    >
      {nudge.length > 0 && `${peopleText(nudge.length)} without an answer will get a reminder. `}
      {confirmation.length > 0 && `${peopleText(confirmation.length)} who said yes will be asked to confirm. `}
      {others > 0 && `${peopleText(others)} have nothing left to answer and get no email. `}
      No one gets the same email twice a day, and no one who was invited within the last days is reminded to answer.
    </ConfirmDialog>
  )
}
