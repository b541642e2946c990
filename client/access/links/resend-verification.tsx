// Asks for a new verification email.
import { useState } from 'react'
import { resendVerification } from '#client/access/store.ts'
import { ownSentence } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'

/** Draws the button that sends it to `email`. */
export function ResendVerification({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    await resendVerification({ email }).then(
      () => toast.success('Verification email resent'),
      (error: unknown) => toast.error(ownSentence(error, 'Failed to resend verification email')),
    )
    setBusy(false)
  }
  return (
    <Button size="sm" busy={isBusy} onClick={resend}>
      Resend verification email
    </Button>
  )
}
