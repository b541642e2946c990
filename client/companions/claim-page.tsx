// The page behind the emailed link of somebody who comes along (/companion?token=): shows their seat, and takes it at a click only (R175, R116).

import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { LinkFailed, LinkLoading, OtherAddress } from '#client/access/link-states.tsx'
import { useLink } from '#client/access/use-link.ts'
import { call } from '#client/lib/call.ts'
import { formatBoth } from '#client/lib/dates.ts'
import { EventPlace } from '#client/lib/event/event-place.tsx'
import { EventTime } from '#client/lib/event/event-time.tsx'
import { takeToken } from '#client/lib/link-token.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Form } from '#client/ui/fields/form.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { nameMissing } from '#protocol/kernel/texts.ts'
import { type ClaimView, companionApi } from '#protocol/seats/claims/claim.ts'
import { rolesInWords } from '#protocol/seats/standing/words.ts'

const over = {
  codes: ['companion-over'],
  title: 'This link is no longer valid',
  sentence: 'It was already used or withdrawn, or it has expired. Ask the person who sent it for a new one.',
}
const link = {
  read: (token: string) => call(companionApi.open, { token }),
  over,
}

function useClaim() {
  const [token] = useState(takeToken)
  const [, navigate] = useLocation()
  const { answer, ...rest } = useLink(token, link)
  const accept = (seat: ClaimView, name: string) =>
    answer(seat, 'accept', async () => {
      const { groupId, eventId } = await call(companionApi.accept, { token, name })
      toast.success('The seat is yours')
      navigate(`/rsvp/${groupId}${eventId ? `?eventId=${eventId}` : ''}`, { replace: true })
      return undefined
    })
  return { ...rest, accept }
}
type State = ReturnType<typeof useClaim>['state']

const seatFor = (roles: readonly string[]) => (roles.length > 0 ? `Your seat as ${rolesInWords(roles)}` : 'Your seat')
const titleOf = (state: State) => (state.is === 'asking' ? seatFor(state.view.roles) : 'Your seat')

export function ClaimPage() {
  const { state, load, accept } = useClaim()
  // Kept here, so that reading the link anew loses nothing that was typed.
  const [name, setName] = useState<string>()
  if (state.is === 'failed') return <LinkFailed failed={state} onRetry={load} />
  return (
    <AccessFrame title={titleOf(state)}>
      {state.is === 'loading' && <LinkLoading />}
      {state.is === 'asking' && (
        <Seat
          {...state}
          name={name ?? state.view.name}
          onName={setName}
          onLoggedOut={load}
          onAccept={(name) => void accept(state.view, name)}
        />
      )}
    </AccessFrame>
  )
}

interface SeatProps extends Extract<State, { is: 'asking' }> {
  name: string
  onName: (name: string) => void
  onLoggedOut: () => void
  onAccept: (name: string) => void
}

function Seat({ view: seat, busy, sentence, name, onName, onLoggedOut, onAccept }: SeatProps) {
  const { giver, email, until, event, group } = seat
  const [wrong, setWrong] = useState('')
  const submit = (sent: FormEvent) => {
    sent.preventDefault()
    const found = name.trim() ? '' : nameMissing
    setWrong(found)
    if (!found) onAccept(name)
  }
  return (
    <>
      <p className="text-17 wrap-anywhere">
        <strong dir="auto" className="font-semibold">
          {giver}
        </strong>{' '}
        keeps a seat for you. Accept it, and you answer for yourself.
      </p>
      <Card className="flex flex-col gap-4">
        <Heading level={2} size={20} className="wrap-anywhere">
          {event?.name || group}
        </Heading>
        {event && <EventTime event={event} />}
        {event && <EventPlace event={event} />}
      </Card>
      <OtherAddress what="seat" email={email} hereAs={seat.hereAs} onLoggedOut={onLoggedOut}>
        If you accept it, the answer is for that address, and in this browser you go on with it.
      </OtherAddress>
      <Form onSubmit={submit}>
        <Field label="Your name" error={wrong}>
          <TextInput value={name} maxLength={100} autoComplete="name" onChange={({ target }) => onName(target.value)} />
        </Field>
        <Text tone="muted" className="wrap-anywhere">
          You answer yes as {email}. Until {formatBoth(until, event?.timeZone ?? 'UTC').there} {giver} keeps the seat for you; if you can’t
          come, you can ignore this.
        </Text>
        <Failure>{sentence}</Failure>
        <Button type="submit" variant="primary" size="lg" busy={busy !== null} busyLabel="Accepting...">
          Accept the seat
        </Button>
      </Form>
    </>
  )
}
