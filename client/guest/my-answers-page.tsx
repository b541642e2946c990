// My answers (/my-answers): the personal links of all one's answers, by email (R88).
import { useState } from 'react'
import { useSearch } from 'wouter'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { EmailForm } from '#client/access/links/email-form.tsx'
import { call } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { FormActions } from '#client/ui/fields/form.tsx'
import { EventId, GroupId } from '#protocol/kernel/fields.ts'
import { guestApi } from '#protocol/seats/guest.ts'

/** The invitation whose personal link has ended, if that led here. */
function useEnded(): string | null {
  const query = new URLSearchParams(useSearch())
  const groupId = GroupId.safeParse(query.get('groupId')).data
  const eventId = EventId.safeParse(query.get('eventId')).data
  return groupId ? `/rsvp/${groupId}${eventId ? `?eventId=${eventId}` : ''}` : null
}

const LinkOver = ({ invitation }: { invitation: string }) => (
  <Notice tone="warn" title="This link no longer works. A newer one may have replaced it." live>
    Your answer is safe. Get new links by email, or <Link href={invitation}>open the invitation</Link> and verify your email.
  </Notice>
)

/** It never tells whether there are answers. */
export function MyAnswersPage() {
  const [sentTo, setSentTo] = useState('')
  const ended = useEnded()
  if (sentTo)
    return (
      <AccessFrame
        title="Check your email"
        lead={
          <>
            If there are answers from <strong className="font-semibold wrap-anywhere text-ink">{sentTo}</strong>, links to them are on their
            way.
          </>
        }
      >
        <p className="text-muted">No email after a minute? Check your spam folder, or try the email you answered with.</p>
        <FormActions>
          <Button onClick={() => setSentTo('')}>Try different email</Button>
        </FormActions>
      </AccessFrame>
    )
  return (
    <AccessFrame
      title="My answers"
      lead="Have you answered an invitation? We email you a link to each of your answers, to see, change or confirm it without a code."
    >
      {ended && <LinkOver invitation={ended} />}
      <EmailForm
        label="Get a link to your answer"
        busyLabel="Sending..."
        fallback="Something went wrong. Please try again."
        send={(email) => call(guestApi.links, { email })}
        onSent={setSentTo}
      />
    </AccessFrame>
  )
}
