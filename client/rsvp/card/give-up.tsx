// Asks whether a yes is meant to become a no: a seat may be handed over instead (R94), a plain yes is only taken back.
import { GiveUpDialog } from '#client/handover/give-up-dialog.tsx'
import { toasted } from '#client/lib/actions/use-action.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { decline, takeIn } from './acts.ts'

interface GiveUpProps {
  form: FormView
  saved: SavedAnswer
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function GiveUp({ form, saved, open, onOpenChange }: GiveUpProps) {
  const hasBegun = useNow(30_000) >= Date.parse(form.event?.start ?? '9999-01-01')
  if (saved.roles.length > 0)
    return (
      <GiveUpDialog
        form={form}
        saved={saved}
        onDone={takeIn}
        mayHandOver={form.handOver === true && !hasBegun}
        hasBegun={hasBegun}
        open={open}
        onOpenChange={onOpenChange}
      />
    )
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="You can’t make it?"
      confirmLabel="I can’t make it"
      busyLabel="Sending..."
      tone="primary"
      onConfirm={() => toasted(() => decline(form, saved), { failed: 'That couldn’t be sent. Please try again.' })}
    >
      The organizer sees it. You can come after all, as long as there is room.
    </ConfirmDialog>
  )
}
