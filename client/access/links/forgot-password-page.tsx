// Forgot password (/forgot-password): a link by email that sets a new one.
import { useState } from 'react'
import { AccessFrame } from '#client/access/access-frame.tsx'
import { LoginLinks } from '#client/access/login-links.tsx'
import { requestPasswordReset } from '#client/access/store.ts'
import { CheckEmail } from './check-email.tsx'
import { EmailForm } from './email-form.tsx'

/** The answer never tells whether an account exists (R34). */
export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState('')
  if (sentTo)
    return (
      <CheckEmail
        email={sentTo}
        lead={(address) => <>If {address} has an account, a link to set a new password is on its way.</>}
        otherWay="Back to Login"
        onTryAgain={() => setSentTo('')}
        links={<LoginLinks />}
      />
    )
  return (
    <AccessFrame title="Forgot your password?" lead="We email you a link to set a new one." links={<LoginLinks />}>
      <EmailForm
        label="Send Reset Link"
        busyLabel="Sending reset link..."
        fallback="Something went wrong. Please try again."
        send={(email) => requestPasswordReset({ email })}
        onSent={setSentTo}
      />
    </AccessFrame>
  )
}
