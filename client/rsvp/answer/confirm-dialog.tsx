// Asks once whether a yes is meant. The browser's own dialog: the invitee's page loads no dialog library.
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'

interface ConfirmDialogProps {
  form: FormView
  busy: boolean
  onAnswer: (confirmed: boolean) => void
  onClose: () => void
}

/** Escape, a click outside and the × leave the form as it is. */
export function ConfirmDialog({ form, busy, onAnswer, onClose }: ConfirmDialogProps) {
  const box = useRef<HTMLDialogElement>(null)
  const [answer, setAnswer] = useState<boolean | null>(null)
  useEffect(() => {
    const opener = document.activeElement
    box.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  const give = (confirmed: boolean) => {
    setAnswer(confirmed)
    onAnswer(confirmed)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes it; the keyboard has Escape, which the dialog brings
    <dialog
      ref={box}
      aria-labelledby="confirm-title"
      onClose={onClose}
      onClick={(event) => event.target === box.current && !busy && onClose()}
      className="m-auto w-full max-w-sm animate-rise rounded-lg border border-line bg-surface p-0 text-ink shadow-pop backdrop:bg-scrim max-sm:mb-4 max-sm:w-[calc(100%-2rem)]"
    >
      <div className="flex flex-col gap-5 p-5 sm:p-7">
        <div className="flex items-start justify-between gap-4">
          <Heading level={2} size={20} id="confirm-title">
            Will you really be there?
          </Heading>
          <IconButton label="Close" icon={<X aria-hidden="true" />} size="sm" className="-mt-1 -mr-2" onClick={onClose} />
        </div>
        {form.event && <EventTime event={form.event} hasTile={false} />}
        <Text tone="muted">The organizer counts on those who confirm. Not sure yet? Your seat stays yours, and you can confirm later.</Text>
        <div className="flex flex-col gap-2.5 sm:flex-row-reverse">
          <Button variant="primary" size="lg" className="sm:flex-1" autoFocus busy={busy && answer === true} onClick={() => give(true)}>
            Confirm now
          </Button>
          <Button size="lg" className="sm:flex-1" busy={busy && answer === false} onClick={() => give(false)}>
            Later
          </Button>
        </div>
      </div>
    </dialog>
  )
}
