// Asks where to send somebody who comes along a link of their own, and who gets the seat (R175, R176).
import { type FormEvent, useId, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { emailSentence, isEmail } from '#protocol/kernel/texts.ts'
import { companionLimits } from '#protocol/seats/companions/companion.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { sendLink } from './acts.ts'
import type { AskedAbout } from './party-acts.tsx'

interface Props {
  form: FormView
  linking: AskedAbout
  onClose: () => void
}

export function LinkDialog({ form, linking, onClose }: Props) {
  const id = useId()
  const [to, setTo] = useTyped(`link:${linking._id}`, { name: linking.named, email: '' })
  const [wrong, setWrong] = useState('')
  const { run, isBusy, failure } = useAction(async () => {
    await sendLink(form, linking._id, to)
    toast.success(`We emailed ${to.email.trim()} a link`)
    onClose()
  })
  const change = (next: typeof to) => {
    setTo(next)
    setWrong('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = isEmail(to.email) ? '' : emailSentence
    setWrong(found)
    if (!found) void run()
  }
  const footer = (
    <>
      <Button onClick={onClose} disabled={isBusy}>
        Cancel
      </Button>
      <Button variant="primary" type="submit" form={id} busy={isBusy} busyLabel="Sending...">
        Send the link
      </Button>
    </>
  )
  return (
    <Dialog open onOpenChange={(next) => !next && !isBusy && onClose()} title={`A link for ${linking.name}`} footer={footer}>
      <Form id={id} onSubmit={submit}>
        <Text tone="muted">
          They get an email with your name and a link, can answer for themselves, and change or give back their seat without you.
        </Text>
        <Field label="Their name" optional hint="Another name gives the seat to someone else.">
          <TextInput
            value={to.name}
            maxLength={companionLimits.name}
            autoComplete="off"
            onChange={({ target }) => setTo({ ...to, name: target.value })}
          />
        </Field>
        <Field label="Their email" error={wrong}>
          <TextInput type="email" value={to.email} autoComplete="off" onChange={({ target }) => change({ ...to, email: target.value })} />
        </Field>
        <Text size={13} tone="muted">
          {`The seat stays yours until they accept, within ${companionLimits.linkHours} hours and before the start.`}
        </Text>
        <Failure>{failure}</Failure>
      </Form>
    </Dialog>
  )
}
