// The doors of an event, for whoever manages it: the way to its door page, and the phones that stand there (R182).

import { useEffect, useState } from 'react'
import { toasted, useAction } from '#client/lib/actions/use-action.ts'
import { call, errorText } from '#client/lib/call.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { formatTime, viewerZone } from '#client/lib/dates.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { CopyButton } from '#client/ui/actions/copy-button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { QrCode } from '#client/ui/qr-code.tsx'
import { type DoorPhone, doorApi } from '#protocol/seats/door/door.ts'
import { DoorsNow } from './now.tsx'

const timeAt = (iso: string) => formatTime(iso, viewerZone())
const stateOf = ({ pairedAt, seenAt }: DoorPhone) =>
  pairedAt ? `Last heard of at ${timeAt(seenAt ?? pairedAt)}` : 'Its link was not opened yet'

function PhoneRow({ phone, onEnd }: { phone: DoorPhone; onEnd: () => void }) {
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 border-t border-line py-2 first:border-0">
      <div className="min-w-0">
        <Text className="font-medium wrap-anywhere">
          <span dir="auto">{phone.name}</span>
        </Text>
        <Text size={13} tone="muted">
          {stateOf(phone)}
        </Text>
      </div>
      <Button size="sm" aria-label={`Cut off ${phone.name}`} onClick={onEnd}>
        Cut off
      </Button>
    </li>
  )
}

interface Made {
  readonly name: string
  readonly link: string
  readonly until: string
}
const NewLink = ({ name, link, until }: Made) => (
  <div className="flex flex-col items-start gap-3" role="status">
    <Text>
      Open this on the phone for “<span dir="auto">{name}</span>”. It works once, until {timeAt(until)}.
    </Text>
    <QrCode text={link} label={`Link for ${name}, as a QR code`} size={196} />
    <CopyButton text={link} label="Copy link" />
  </div>
)

function Phones({ eventId }: { eventId: string }) {
  const [phones, setPhones] = useState<readonly DoorPhone[]>([])
  const [unread, setUnread] = useState<string | null>(null)
  const [name, setName] = useTyped(`phone:${eventId}`, '')
  const [made, setMade] = useState<Made | null>(null)
  const read = () =>
    call(doorApi.phones, { eventId }).then(
      (reply) => {
        setPhones(reply.phones)
        setUnread(null)
      },
      (error: unknown) => setUnread(errorText(error, 'The phones could not be loaded')),
    )
  useEffect(() => {
    void call(doorApi.phones, { eventId }).then(
      (reply) => setPhones(reply.phones),
      (error: unknown) => setUnread(errorText(error, 'The phones could not be loaded')),
    )
  }, [eventId])
  const { run, isBusy, failure, fields } = useAction(async () => {
    const { link, until } = await call(doorApi.makePhone, { eventId, name })
    setMade({ name: name.trim(), link, until })
    setName('')
    await read()
  })
  const end = (phone: DoorPhone) =>
    toasted(
      async () => {
        await call(doorApi.endPhone, { eventId, phoneId: phone._id })
        setMade(null)
        await read()
      },
      { done: `${phone.name} was cut off` },
    )
  return (
    <div className="flex flex-col gap-5">
      <Failure>{unread ?? (fields.name ? null : failure)}</Failure>
      {made && <NewLink {...made} />}
      {phones.length > 0 && (
        <ul aria-label="Phones">
          {phones.map((phone) => (
            <PhoneRow key={phone._id} phone={phone} onEnd={() => void end(phone)} />
          ))}
        </ul>
      )}
      <form
        noValidate
        className="flex flex-col gap-3"
        onSubmit={(sent) => {
          sent.preventDefault()
          void run()
        }}
      >
        <Field label="Another phone" hint="For helpers: it sees the guests without their emails, and needs no account." error={fields.name}>
          <TextInput value={name} placeholder="North door" onChange={(changed) => setName(changed.target.value)} />
        </Field>
        <Button type="submit" busy={isBusy} busyLabel="Making its link...">
          Make a link
        </Button>
      </form>
    </div>
  )
}

interface PhonesDialogProps {
  eventId: string
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}
export const PhonesDialog = ({ eventId, isOpen, onOpenChange }: PhonesDialogProps) => (
  <Dialog
    open={isOpen}
    onOpenChange={onOpenChange}
    title="Door"
    description="Scan the passes of your guests, or find them by name."
    footer={
      <ButtonLink href={`/door/${eventId}`} variant="primary">
        Open the door here
      </ButtonLink>
    }
  >
    {isOpen && (
      <div className="flex flex-col gap-6">
        <DoorsNow eventId={eventId} />
        <Phones eventId={eventId} />
        <div className="flex flex-wrap gap-3 border-t border-line pt-5">
          <ButtonLink href={`/event/${eventId}/practice`}>Make ten test passes</ButtonLink>
          <ButtonLink href={`/event/${eventId}/passes`}>Print passes</ButtonLink>
        </div>
      </div>
    )}
  </Dialog>
)
