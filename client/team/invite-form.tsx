// Invites somebody to help with an event: by email, as what, and until when (R201, R202).

import { type FormEvent, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import { emailSentence, isEmail } from '#protocol/kernel/texts.ts'
import { TeamRole } from '#protocol/people/team.ts'
import { inviteHelper, takeOff } from './actions.ts'
import { teamDoes, teamNames } from './role-words.ts'

/** What can be chosen. */
export const offered = (mayMakeManagers: boolean): TeamRole[] => [
  ...(mayMakeManagers ? (['manager'] as const) : []),
  'assigner',
  'messenger',
  'viewer',
  'door',
]

interface InviteFormProps {
  eventId: string
  mayMakeManagers: boolean
  onDone: () => void
  /** Reads the team anew. */
  onChange: () => void
}

export function InviteForm({ eventId, mayMakeManagers, onDone, onChange }: InviteFormProps) {
  const [email, setEmail] = useTyped(`team:${eventId}`, '')
  const [role, setRole] = useTyped<TeamRole>(`team role:${eventId}`, 'viewer')
  const [day, setDay] = useTyped(`team until:${eventId}`, '')
  const [isTried, setTried] = useState(false)
  const { run, isBusy, failure, fields } = useAction(async () => {
    const until = day ? { until: new Date(`${day}T23:59:59`).toISOString() } : {}
    const { member } = await inviteHelper(eventId, { email: email.trim(), role, ...until })
    onChange()
    onDone()
    toastWithBack(`${member.email ?? 'They'} got an invitation`, member._id, () => takeOff(eventId, member._id).then(onChange))
  }, 'Failed to send the invitation')
  const wrong = isTried && !isEmail(email) ? emailSentence : fields.email
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isEmail(email)) void run()
  }
  const choose = (value: string) => {
    const chosen = TeamRole.safeParse(value)
    if (chosen.success) setRole(chosen.data)
  }
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {!fields.email && <Failure>{failure}</Failure>}
      <Field label="Email" error={wrong}>
        <TextInput type="email" inputMode="email" value={email} disabled={isBusy} onChange={({ target }) => setEmail(target.value)} />
      </Field>
      <Field label="Role" hint={teamDoes[role]}>
        <Select
          options={offered(mayMakeManagers).map((value) => ({ value, label: teamNames[value] }))}
          value={role}
          disabled={isBusy}
          onValue={choose}
        />
      </Field>
      <Field label="Last day" optional hint="Without one it ends a week after the event." error={fields.until}>
        <TextInput type="date" value={day} disabled={isBusy} onChange={({ target }) => setDay(target.value)} />
      </Field>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Sending...">
          Send the invitation
        </Button>
      </div>
    </form>
  )
}
