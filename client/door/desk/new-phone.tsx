// Makes a phone for the doors of an event: its name, the groups it is for where there are several, and the link that pairs it (R182, R182a).
import { useState } from 'react'
import { useAction } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { formatTime, viewerZone } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { doorApi } from '#protocol/seats/door/door.ts'

export interface DoorOf {
  readonly _id: string
  readonly name: string
}

interface ChoiceProps {
  groups: readonly DoorOf[]
  chosen: readonly string[]
  onChoose: (chosen: readonly string[]) => void
}
const GroupChoice = ({ groups, chosen, onChoose }: ChoiceProps) => (
  <fieldset className="flex flex-col">
    <legend className="text-15 font-medium">Whom it lets in</legend>
    <Text size={13} tone="muted">
      The guests of every group, unless you choose some.
    </Text>
    {groups.map(({ _id, name }) => (
      <Checkbox
        key={_id}
        label={name}
        checked={chosen.includes(_id)}
        onValue={(isChosen) => onChoose(isChosen ? [...chosen, _id] : chosen.filter((id) => id !== _id))}
      />
    ))}
  </fieldset>
)

export interface Made {
  readonly phoneId: string
  readonly name: string
  readonly link: string
  readonly until: string
}
export const NewLink = ({ name, link, until }: Made) => (
  <div className="flex flex-col items-start gap-3" role="status">
    <Text>
      Open this on the phone for “<span dir="auto">{name}</span>”. It works once, until {formatTime(until, viewerZone())}.
    </Text>
    <QrCode text={link} label={`Link for ${name}, as a QR code`} size={196} />
    <CopyButton text={link} label="Copy link" />
  </div>
)

interface NewPhoneProps {
  eventId: string
  /** All of the event's. */
  groups: readonly DoorOf[]
  onMade: (made: Made) => Promise<void>
}
export function NewPhone({ eventId, groups, onMade }: NewPhoneProps) {
  const [name, setName] = useTyped(`phone:${eventId}`, '')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { run, isBusy, failure, fields } = useAction(async () => {
    const groupIds = groups.flatMap(({ _id }) => (chosen.includes(_id) ? [_id] : []))
    const { phone, link, until } = await call(doorApi.makePhone, { eventId, name, ...(groupIds.length > 0 && { groupIds }) })
    setName('')
    setChosen([])
    await onMade({ phoneId: phone._id, name: phone.name, link, until })
  })
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(sent) => {
        sent.preventDefault()
        void run()
      }}
    >
      <Failure>{fields.name ? null : failure}</Failure>
      <Field label="Another phone" hint="For helpers: it sees the guests without their emails, and needs no account." error={fields.name}>
        <TextInput value={name} placeholder="North door" onChange={(changed) => setName(changed.target.value)} />
      </Field>
      {groups.length > 1 && <GroupChoice groups={groups} chosen={chosen} onChoose={setChosen} />}
      <Button type="submit" busy={isBusy} busyLabel="Making its link...">
        Make a link
      </Button>
    </form>
  )
}
