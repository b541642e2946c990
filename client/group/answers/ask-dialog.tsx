// Asks those of the picked answers once more who still owe one: an answer, or a confirmation (R98, R99).
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { counted } from '#client/lib/counted.ts'
import { sendReminder } from '#client/reminder/actions.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { GroupView, RsvpRow } from '#protocol/group.ts'
import { rsvpIdsPerCall } from '#protocol/limits.ts'
import type { ReminderKind } from '#protocol/reminder-rules.ts'

const people = (count: number) => `${counted(count)} ${count === 1 ? 'person' : 'people'}`

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

/** Draws the question, open. */
export function AskDialog({ group, rows, onClose, onDone }: AskDialogProps) {
  const [{ nudge, confirmation }] = useState(() => owing(group, rows))
  const others = rows.length - nudge.length - confirmation.length
  const ask = async () => {
    try {
      const asked = await askAll(group._id, 'nudge', nudge)
      const toConfirm = await askAll(group._id, 'confirmation', confirmation)
      toast.success(`On its way to ${people(asked + toConfirm)}`)
      onDone()
    } catch (error) {
      toast.error(sentenceOf(error, 'Something went wrong. Please try again.'))
    }
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Ask again?"
      tone="primary"
      confirmLabel={`Ask ${people(nudge.length + confirmation.length)}`}
      busyLabel="Sending..."
      onConfirm={ask}
    >
      {nudge.length > 0 && `${people(nudge.length)} without an answer will be asked for one. `}
      {confirmation.length > 0 && `${people(confirmation.length)} who said yes will be asked to confirm. `}
      {others > 0 && `${people(others)} owe nothing and get no email. `}
      Nobody gets the same email twice a day, and who was invited within the last days is left alone.
    </ConfirmDialog>
  )
}
