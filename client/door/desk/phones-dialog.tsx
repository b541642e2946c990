// The doors of an event, for whoever manages it: the way to its door page, and the phones that stand there (R182, R182b).

import { useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { formatDay, formatThere, formatTime, viewerZone } from '#client/lib/dates.ts'
import { serverNow } from '#client/lib/now.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { type DoorPhone, doorApi } from '#protocol/seats/door/door.ts'
import { type DoorOf, type Made, NewLink, NewPhone } from './new-phone.tsx'
import { DoorsNow } from './now.tsx'
import { usePhones } from './phones.ts'

/** With its day, where that isn't today. */
function seenText(iso: string): string {
  const zone = viewerZone()
  const isToday = formatDay(iso, zone) === formatDay(new Date(serverNow()).toISOString(), zone)
  return isToday ? `at ${formatTime(iso, zone)}` : `on ${formatThere(iso, zone)}`
}
const stateOf = ({ pairedAt, seenAt }: DoorPhone) =>
  pairedAt ? `Last heard of ${seenText(seenAt ?? pairedAt)}` : 'Its link was not opened yet'

function PhoneRow({ phone, groups, onEnd }: { phone: DoorPhone; groups: readonly DoorOf[]; onEnd: () => void }) {
  const names = groups.filter(({ _id }) => phone.groupIds.includes(_id)).map(({ name }) => name)
  return (
    <li className="flex min-h-14 items-center justify-between gap-3 border-t border-line py-2 first:border-0">
      <div className="min-w-0">
        <Text className="font-medium wrap-anywhere">
          <span dir="auto">{phone.name}</span>
        </Text>
        <Text size={13} tone="muted">
          {stateOf(phone)}
        </Text>
        {names.length > 0 && (
          <Text size={13} tone="muted" className="wrap-anywhere">
            <span>Only for </span>
            <span dir="auto">{names.join(', ')}</span>
          </Text>
        )}
      </div>
      <Button size="sm" aria-label={`Cut off ${phone.name}`} onClick={onEnd}>
        Cut off
      </Button>
    </li>
  )
}

function Phones({ eventId }: { eventId: string }) {
  const { phones, groups, failure, read } = usePhones(eventId)
  const [made, setMade] = useState<Made | null>(null)
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
      <Failure>{failure}</Failure>
      {made && <NewLink {...made} />}
      {phones.length > 0 && (
        <ul aria-label="Phones">
          {phones.map((phone) => (
            <PhoneRow key={phone._id} phone={phone} groups={groups} onEnd={() => void end(phone)} />
          ))}
        </ul>
      )}
      <NewPhone
        eventId={eventId}
        groups={groups}
        onMade={async (one) => {
          setMade(one)
          await read()
        }}
      />
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
