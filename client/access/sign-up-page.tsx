// Sign up (/signup): a new account, to be verified by email.
import { useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { ResendVerification } from '#client/access/links/resend-verification.tsx'
import { accessOf, useSession } from '#client/lib/session.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { FormActions } from '#client/ui/fields/form.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'
import { AccessFrame } from './access-frame.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { type AccessState, logOut, useAccess } from './store.ts'

function LinkSessionNotice() {
  const leave = async () => {
    await logOut()
    toast('Logged out', { duration: 3000 })
  }
  return (
    <Notice
      tone="warn"
      title="You’re signed in by email"
      action={
        <Button size="sm" onClick={leave}>
          Logout to continue
        </Button>
      }
    >
      To create an account, log out first. Your events stay with your email address.
    </Notice>
  )
}

/** After signing up: the email still has to be verified. */
function VerificationSent({ email, maskedEmail }: NonNullable<AccessState['pending']>) {
  const sentence = maskedEmail
    ? `Verification email sent to ${maskedEmail}. Please check your inbox.`
    : 'Signup successful. Please check your email.'
  useEffect(() => focusMain(), [])
  return (
    <>
      <Notice tone="success" live>
        {sentence}
      </Notice>
      <p className="text-muted">No email after a minute? Check your spam folder, or let us send it again.</p>
      <FormActions>
        <ResendVerification email={email} />
        <Button size="sm" variant="ghost" onClick={() => useAccess.setState({ pending: null })}>
          Try different email
        </Button>
      </FormActions>
    </>
  )
}

/** Signing up is blocked while a magic-link session is active. */
export function SignUpPage() {
  const access = useSession(accessOf)
  const pending = useAccess((state) => state.pending)
  const [wasIn] = useState(access === 'account')
  // The emailed link was opened in another tab, which has logged in this one as well (R127).
  if (access === 'account' && (wasIn || pending)) return <Redirect to="/dashboard" replace />
  return (
    <AccessFrame
      title={pending ? 'Check your email' : 'Create your account'}
      lead={!pending && 'Your guests never need one.'}
      links={
        <p>
          Already have an account? <Link href="/login">Log in</Link>
        </p>
      }
    >
      {access === 'organizer' && <LinkSessionNotice />}
      {pending ? <VerificationSent {...pending} /> : <SignUpForm isBlocked={access === 'organizer'} />}
    </AccessFrame>
  )
}
