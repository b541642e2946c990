// What belongs to a guest who has answered: their calendar, the link to come back, their data.
import { useState } from 'react'
import { askNewLink, saveMyData } from '#client/guest/actions.ts'
import { CantMakeIt } from '#client/handover/cant-make-it.tsx'
import { CallFailed, sentenceOf } from '#client/lib/call.ts'
import { dropRsvp, putForm, putRsvp, type SavedAnswer } from '#client/rsvp/store.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { FormView, OwnRsvp } from '#protocol/rsvp.ts'
import { CalendarButtons } from './calendar-buttons.tsx'
import { eraseAnswer } from './erase.ts'
import { useOwnRoom } from './own-room.ts'

interface OwnProps {
  form: FormView
  saved: SavedAnswer
}
const takeReceipt = ({ form, rsvp }: { form: FormView; rsvp: OwnRsvp }) => {
  putForm(form)
  putRsvp(rsvp, form)
}
const failed = 'Something went wrong. Please try again.'

/** Asks before the links sent so far end. */
function NewLink({ form, saved }: OwnProps) {
  const [isAsking, setAsking] = useState(false)
  const send = async () => {
    try {
      await askNewLink(form)
      toast.success('Your new link is on its way')
    } catch (error) {
      toast.error(sentenceOf(error, failed))
    }
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Email me a new link</Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Email you a new link?"
        confirmLabel="Email me a new link"
        busyLabel="Sending..."
        tone="primary"
        onConfirm={send}
      >
        It goes to {saved.maskedEmail}. All links to this answer that we sent before stop working.
      </ConfirmDialog>
    </>
  )
}

function SaveData({ form }: { form: FormView }) {
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await saveMyData(form).catch((error: unknown) => toast.error(sentenceOf(error, failed)))
    setBusy(false)
  }
  return (
    <Button busy={isBusy} busyLabel="Downloading..." onClick={() => void save()}>
      Download my data
    </Button>
  )
}

/** Asks before everything is gone. */
function EraseData({ form, saved }: OwnProps) {
  const [isAsking, setAsking] = useState(false)
  const erase = async () => {
    try {
      await eraseAnswer(form, saved._id)
      toast.success('Your data was erased')
    } catch (error) {
      toast.error(sentenceOf(error, failed))
      if (error instanceof CallFailed && error.code === 'rsvp-unknown') dropRsvp(saved._id)
    }
  }
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Erase my data
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Erase your data?"
        confirmLabel="Erase my data"
        busyLabel="Erasing..."
        onConfirm={erase}
      >
        Your name and email are removed from this event for good, and your seats become free. We email you once to say so. This can’t be
        undone.
      </ConfirmDialog>
    </>
  )
}

/** Draws the section, and keeps the answer live while it is on screen; the calendar only where it doesn't stand above already. */
export function OwnAnswer({ form, saved, hasCalendar = false }: OwnProps & { hasCalendar?: boolean }) {
  useOwnRoom(form)
  return (
    <Section title="Your answer is yours" divided>
      {!hasCalendar && <CalendarButtons form={form} saved={saved} />}
      <CantMakeIt form={form} saved={saved} onDone={takeReceipt} />
      <Text tone="muted">
        We emailed you a personal link to come back to: it opens your answer without a code. If you passed it on by mistake, ask for a new
        one.
      </Text>
      <div className="flex flex-wrap gap-2.5">
        <NewLink form={form} saved={saved} />
        <SaveData form={form} />
        <EraseData form={form} saved={saved} />
      </div>
    </Section>
  )
}
