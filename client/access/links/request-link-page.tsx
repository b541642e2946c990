// Request access link (/request-token): a magic link by email, instead of a password.
import { useState } from 'react'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { LoginLinks } from '#client/access/login-links.tsx'
import { requestLink } from '#client/access/store.ts'
import { pendingEmail } from '#client/lib/session.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { linkLifeHours } from '#protocol/kernel/limits.ts'
import { CheckEmail } from './check-email.tsx'
import { EmailForm } from './email-form.tsx'

/** The answer never tells whether an account exists (R34). */
export function RequestLinkPage() {
  const [sentTo, setSentTo] = useState('')
  if (sentTo)
    return (
      <CheckEmail
        email={sentTo}
        lead={(address) => (
          <>
            If we know {address}, a sign-in link is on its way. It works for {linkLifeHours} hours.
          </>
        )}
        otherWay="Sign in with password instead"
        onTryAgain={() => setSentTo('')}
        links={<LoginLinks />}
      />
    )
  return (
    <AccessFrame title="Get Access Link" lead="We email you a link that signs you in, without a password." links={<LoginLinks />}>
      <EmailForm
        label="Send Access Link"
        busyLabel="Sending access link..."
        email={pendingEmail()}
        fallback="Failed to send access link. Please try again."
        send={(email) => requestLink({ email })}
        onSent={(email) => {
          toast.success('Access link sent (if account exists)')
          setSentTo(email)
        }}
      />
    </AccessFrame>
  )
}
