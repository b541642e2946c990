// On the page of an event that isn't theirs: a sign-in link for whoever says it is (R127). The answer is the same for every address (R34).
import { useState } from 'react'
import { requestLink } from '#client/access/store.ts'
import { pendingEmail } from '#client/lib/session.ts'
import { Card } from '#client/ui/layout/card.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import { linkLifeHours } from '#protocol/kernel/limits.ts'
import { EmailForm } from './email-form.tsx'

export function OwnEventForm({ eventId }: { eventId: string }) {
  const [sentTo, setSentTo] = useState('')
  return (
    <Card className="flex flex-col gap-4">
      <Text role="status">
        {sentTo ? (
          <>
            If we know <strong className="wrap-anywhere">{sentTo}</strong>, a sign-in link is on its way. It works for {linkLifeHours} hours
            and leads back here.
          </>
        ) : (
          'Enter the email address that you created it with. The link needs no password.'
        )}
      </Text>
      {!sentTo && (
        <EmailForm
          label="Email me a sign-in link"
          busyLabel="Sending sign-in link..."
          email={pendingEmail()}
          fallback="Failed to send sign-in link. Please try again."
          send={(email) => requestLink({ email, eventId })}
          onSent={setSentTo}
        />
      )}
    </Card>
  )
}
