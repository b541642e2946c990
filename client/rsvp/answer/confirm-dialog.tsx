// Asks once whether a yes is meant.
import { useState } from 'react'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'

interface ConfirmDialogProps {
  form: FormView
  busy: boolean
  onAnswer: (confirmed: boolean) => void
  onClose: () => void
}

/** Closed in any other way it leaves the form as it is. */
export function ConfirmDialog({ form, busy, onAnswer, onClose }: ConfirmDialogProps) {
  const [answer, setAnswer] = useState<boolean | null>(null)
  const give = (confirmed: boolean) => {
    setAnswer(confirmed)
    onAnswer(confirmed)
  }
  const footer = (
    <>
      <Button size="lg" className="sm:flex-1" busy={busy && answer === false} onClick={() => give(false)}>
        Send, confirm later
      </Button>
      <Button data-first variant="primary" size="lg" className="sm:flex-1" busy={busy && answer === true} onClick={() => give(true)}>
        Send and confirm
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title="Can you confirm?"
      description="The organizer plans with confirmed guests. Not sure yet? Your seat stays yours, and you can confirm later."
      footer={footer}
    >
      {form.event && <EventTime event={form.event} hasTile={false} />}
    </Dialog>
  )
}
