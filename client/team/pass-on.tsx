// Passes an event on to another owner (R203): asks to whom, and says what happens.

import { type FormEvent, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import { emailSentence, isEmail } from '#protocol/kernel/texts.ts'
import { team } from '#protocol/people/team.ts'
import { offerEvent, takeOff } from './actions.ts'

interface PassOnProps {
  eventId: string
  /** Reads the team anew. */
  onChange: () => void
}

function PassOnForm({ eventId, onChange, onDone }: PassOnProps & { onDone: () => void }) {
  const [email, setEmail] = useTyped(`pass on:${eventId}`, '')
  const [isTried, setTried] = useState(false)
  const { run, isBusy, failure, fields } = useAction(async () => {
    const { member } = await offerEvent(eventId, email.trim())
    onChange()
    onDone()
    toastWithBack(`You offered this event to ${member.email ?? 'them'}`, member._id, () => takeOff(eventId, member._id).then(onChange))
  }, 'Failed to offer the event')
  const wrong = isTried && !isEmail(email) ? emailSentence : fields.email
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isEmail(email)) void run()
  }
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {!fields.email && <Failure>{failure}</Failure>}
      <Field
        label="Email of the new owner"
        hint="They need an account with this address, on a plan with room for this event."
        error={wrong}
      >
        <TextInput type="email" inputMode="email" value={email} disabled={isBusy} onChange={({ target }) => setEmail(target.value)} />
      </Field>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Offering...">
          Offer the event
        </Button>
      </div>
    </form>
  )
}

export function PassOn(props: PassOnProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-13 text-muted">Someone else becomes its owner, once they accept.</p>
        <Button size="sm" onClick={() => setOpen(true)}>
          Transfer this event
        </Button>
      </div>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Transfer this event"
        description={`They get an email. Once they accept, within ${team.offerHours} hours, the event with its answers is theirs, and you go on managing it.`}
      >
        {isOpen && <PassOnForm {...props} onDone={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}
