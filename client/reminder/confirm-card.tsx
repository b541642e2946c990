// The one button of a request to confirm, first on the guest's own page (R98): looking changes nothing.
import { useState } from 'react'
import type { z } from 'zod/mini'
import { call, sentenceOf } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { type FormView, type OwnRsvp, rsvpApi } from '#protocol/rsvp.ts'

interface ConfirmCardProps {
  form: FormView
  rsvp: OwnRsvp
  /** Takes in what the server says of the form and of one's own answer. */
  onConfirmed: (reply: z.output<typeof rsvpApi.submit.reply>) => void
}

/** Confirms the answer as it is kept; what else is typed on the page stays unsent. */
export function ConfirmCard({ form, rsvp, onConfirmed }: ConfirmCardProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const hasRoles = form.event?.enableRoleSelfSelect ?? true
  const confirm = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { groupId, eventId, name, email } = rsvp
      const roles = hasRoles ? rsvp.roles : [] // R11: without self-selection they stay as they are
      onConfirmed(await call(rsvpApi.submit, { groupId, eventId, name, email, attending: true, roles, confirmed: true }))
    } catch (error) {
      setFailure(sentenceOf(error, 'Your confirmation did not get through. Please try again.'))
      setBusy(false)
    }
  }
  const as = rsvp.roles.length > 0 ? ` as ${rsvp.roles.join(', ')}` : ''
  return (
    <Card className="flex flex-col gap-4">
      <div className="flex flex-col gap-1">
        <Heading level={2} size={20}>
          Will you really be there?
        </Heading>
        <Text tone="muted" className="break-words">
          {rsvp.attending ? `You said yes${as}.` : `You are expected${as}.`} The organizer counts on those who confirm. If you can’t come,
          please change your answer below.
        </Text>
      </div>
      <Failure>{failure}</Failure>
      <Button variant="primary" size="lg" busy={isBusy} busyLabel="Confirming..." onClick={() => void confirm()}>
        Confirm
      </Button>
    </Card>
  )
}
