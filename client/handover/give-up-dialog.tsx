// Asks what becomes of the seat: back to those who wait, or to a person one names (R94).

import { type FormEvent, useId, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { handOver } from '#protocol/kernel/limits.ts'
import { emailSentence, isEmail } from '#protocol/kernel/texts.ts'
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'
import { rolesInWords, seatWord } from '#protocol/seats/standing/words.ts'
import { beginHandOver, type Receipt, release } from './actions.ts'

interface Props {
  form: FormView
  saved: OwnRsvp
  mayHandOver: boolean
  /** R91: from the start on nobody who waits gets a seat by itself. */
  hasBegun: boolean
  /** Takes in what the server says of the form and of one's own answer. */
  onDone: (receipt: Receipt) => void
  open: boolean
  onOpenChange: (open: boolean) => void
}
type GiveUpMethod = 'release' | 'name'

/** How many wait for the seats that would become free. */
const waitingFor = (form: FormView, { roles }: OwnRsvp) =>
  form.roleCoverage.reduce((sum, { name, waiting = 0 }) => sum + (roles.includes(name) ? waiting : 0), 0)

const releaseHint = (seat: string, waiting: number) => {
  if (waiting === 0) return seat === 'seat' ? 'It is free for someone else' : 'They are free for others'
  return seat === 'seat' ? 'It goes to the first person on the waitlist' : 'People on the waitlist come first'
}
const releaseSentence = (seat: string, waiting: number) => {
  if (waiting === 0) return `You are then not coming, and your ${seat} ${seat === 'seat' ? 'becomes' : 'become'} free.`
  return seat === 'seat'
    ? 'You are then not coming, and the seat goes to the first person on the waitlist.'
    : 'You are then not coming, and people on the waitlist get your seats first.'
}

const nothingWrong: { name?: string; email?: string } = {}
const wrongIn = ({ name, email }: { name: string; email: string }): typeof nothingWrong => ({
  ...(!name.trim() && { name: 'Please enter their name' }),
  ...(!isEmail(email) && { email: emailSentence }),
})

interface NamingProps {
  seat: string
  to: { name: string; email: string }
  wrong: typeof nothingWrong
  onTo: (to: { name: string; email: string }) => void
}

const Naming = ({ seat, to, wrong, onTo }: NamingProps) => (
  <>
    <Field label="Their name" error={wrong.name}>
      <TextInput value={to.name} maxLength={100} autoComplete="off" onChange={({ target }) => onTo({ ...to, name: target.value })} />
    </Field>
    <Field label="Their email" error={wrong.email}>
      <TextInput type="email" value={to.email} autoComplete="off" onChange={({ target }) => onTo({ ...to, email: target.value })} />
    </Field>
    <Text size={13} tone="muted">
      They get an email with your name and a link. You keep your {seat} until they accept, within {handOver.lifeHours} hours and before the
      start. The organizer sees who you chose.
    </Text>
  </>
)

/** With people waiting, giving the seat back is chosen already. */
export function GiveUpDialog({ form, saved, mayHandOver, hasBegun, onDone, open, onOpenChange }: Props) {
  const id = useId()
  const seat = seatWord(saved.roles)
  const them = seat === 'seat' ? 'it' : 'them'
  const waiting = hasBegun ? 0 : waitingFor(form, saved)
  const [chosen, choose] = useState<GiveUpMethod | null>(null)
  const [to, setTo] = useState({ name: '', email: '' })
  const [wrong, setWrong] = useState(nothingWrong)
  const way: GiveUpMethod = mayHandOver ? (chosen ?? (waiting > 0 ? 'release' : 'name')) : 'release'
  const { run, isBusy, failure } = useAction(async () => {
    onDone(await (way === 'name' ? beginHandOver(form, to) : release(form, saved)))
    toast.success(way === 'name' ? `We emailed ${to.name.trim()} your offer` : 'The organizer sees that you can’t make it')
    onOpenChange(false)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = way === 'name' ? wrongIn(to) : nothingWrong
    setWrong(found)
    if (Object.keys(found).length === 0) void run()
  }
  const footer = (
    <>
      <Button onClick={() => onOpenChange(false)} disabled={isBusy}>
        Cancel
      </Button>
      <Button variant="primary" type="submit" form={id} busy={isBusy} busyLabel={way === 'name' ? 'Sending...' : 'Giving back...'}>
        {way === 'name' ? `Offer my ${seat}` : `Give my ${seat} back`}
      </Button>
    </>
  )
  return (
    <Dialog open={open} onOpenChange={(next) => !isBusy && onOpenChange(next)} title="You can’t make it?" footer={footer}>
      <Form id={id} onSubmit={submit}>
        <Text tone="muted">
          You are {rolesInWords(saved.roles)}. What should happen to your {seat}?
        </Text>
        {mayHandOver && (
          <Segmented
            name={`${id}-way`}
            label={`Your ${seat}`}
            hideLabel
            look="cards"
            options={[
              { value: 'release', label: `Give ${them} back`, hint: releaseHint(seat, waiting) },
              { value: 'name', label: `Hand ${them} over`, hint: 'To someone you choose' },
            ]}
            value={way}
            onValue={choose}
          />
        )}
        {way === 'release' && <Text tone="muted">{releaseSentence(seat, waiting)}</Text>}
        {way === 'name' && <Naming seat={seat} to={to} wrong={wrong} onTo={setTo} />}
        <Failure>{failure}</Failure>
      </Form>
    </Dialog>
  )
}
