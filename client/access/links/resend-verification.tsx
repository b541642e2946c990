// Asks for a new verification email.
import { resendVerification } from '#client/access/store.ts'
import { useAction } from '#client/lib/actions/use-action.ts'
import { ownSentence } from '#client/lib/call.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'

export function ResendVerification({ email }: { email: string }) {
  const { run, isBusy } = useAction(() =>
    resendVerification({ email }).then(
      () => toast.success('Verification email resent'),
      (error: unknown) => toast.error(ownSentence(error, 'Failed to resend verification email')),
    ),
  )
  return (
    <Button busy={isBusy} onClick={() => void run()}>
      Resend verification email
    </Button>
  )
}
