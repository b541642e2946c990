// Invites somebody to help with an event: by email, as what, where, and until when (R201, R202).

import { type FormEvent, useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { toastWithBack } from '#client/undo/undo-toast.tsx'
import { emailSentence, isEmail } from '#protocol/kernel/texts.ts'
import type { TeamView } from '#protocol/people/team.ts'
import { inviteHelper, takeOff } from './actions.ts'
import { type ChosenRole, endOfDay, RoleFields } from './role-fields.tsx'

interface InviteFormProps {
  eventId: string
  about: TeamView
  onDone: () => void
  /** Reads the team anew. */
  onChange: () => void
}

/** R209: of all events, in how many; nothing for one alone. */
function placesText(asked: number, leftOut: number | undefined) {
  if (leftOut === undefined) return ''
  const left = leftOut > 0 ? `. ${leftOut === 1 ? '1 other has' : `${leftOut} others have`} them on the team already` : ''
  return ` to ${asked === 1 ? '1 event' : `${asked} events`}${left}`
}

export function InviteForm({ eventId, about, onDone, onChange }: InviteFormProps) {
  const [email, setEmail] = useTyped(`team:${eventId}`, '')
  const [chosen, setChosen] = useTyped<ChosenRole>(`team role:${eventId}`, () => ({
    role: 'viewer',
    groupIds: about.isPart ? about.groups.map(({ _id }) => _id) : [],
    day: '',
  }))
  const [isTried, setTried] = useState(false)
  const { run, isBusy, failure, fields } = useAction(async () => {
    const { role, groupIds, day, isInAll } = chosen
    const here = { ...(groupIds.length > 0 && { groupIds: [...groupIds] }), ...(day && { until: endOfDay(day, about) }) }
    const { member, leftOut, ...sent } = await inviteHelper(eventId, {
      email: email.trim(),
      role,
      ...(isInAll && about.allOf ? { allOf: about.allOf._id } : here),
    })
    const asked = sent.asked ?? [{ id: eventId, teamId: member._id }]
    onChange()
    onDone()
    const withdraw = async () => {
      for (const { id, teamId } of asked) await takeOff(id, teamId)
      onChange()
    }
    toastWithBack(`${member.email ?? 'They'} got an invitation${placesText(asked.length, leftOut)}`, member._id, withdraw)
  }, 'Failed to send the invitation')
  const wrong = isTried && !isEmail(email) ? emailSentence : fields.email
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isEmail(email)) void run()
  }
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      {!fields.email && <Failure>{failure}</Failure>}
      <Field label="Email" error={wrong}>
        <TextInput type="email" inputMode="email" value={email} disabled={isBusy} onChange={({ target }) => setEmail(target.value)} />
      </Field>
      {about.allOf && (
        <Checkbox
          label={<span className="wrap-anywhere">{`In all events of ${about.allOf.name} that are to come`}</span>}
          hint="For its members. Each event can be changed separately, and all of them end when they leave."
          checked={chosen.isInAll ?? false}
          disabled={isBusy}
          onValue={(isInAll) => setChosen({ ...chosen, isInAll })}
        />
      )}
      <RoleFields about={about} chosen={chosen} onChoose={setChosen} disabled={isBusy} error={fields.until} />
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Sending...">
          Send the invitation
        </Button>
      </div>
    </form>
  )
}
