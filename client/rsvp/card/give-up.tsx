// Asks whether a yes is meant to become a no: a seat may be handed over instead (R94), a plain yes is only taken back.
import { GiveUpDialog } from '#client/handover/give-up-dialog.tsx'
import { toasted } from '#client/lib/actions/use-action.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { serverNow } from '#client/lib/now.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { namedHost } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { offersOpen } from '#protocol/seats/standing/standing.ts'
import { decline, declineOffer as sendDecline, takeIn } from './acts.ts'

const failed = 'That couldn’t be sent. Please try again.'

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
      onConfirm={() => toasted(() => decline(form, saved), { failed })}
    >
      {namedHost(form.event?.organizer ?? '') || 'The organizer'} sees it. You can come after all, as long as there is room.
    </ConfirmDialog>
  )
}

/** R91: the seat is gone at once, so it is asked first. One that is held no longer is refused in the server's words. */
export function DeclineOffer({ form, saved, open, onOpenChange }: GiveUpProps) {
  // The one that the card names.
  const [held = saved.offers?.[0]] = offersOpen(saved, serverNow())
  const role = held?.role ?? ''
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Decline the seat as ${role}?`}
      confirmLabel="Decline the seat"
      busyLabel="Sending..."
      tone="primary"
      onConfirm={() => toasted(() => sendDecline(form, role), { failed })}
    >
      It goes to the next person on the waitlist.
    </ConfirmDialog>
  )
}
