// Sends the verification code and says how that went.
import { useState } from 'react'
import { errorText } from '#client/lib/call-failed.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { guestCalls } from '#client/rsvp/lazy-parts.ts'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import { toast } from '#client/ui/feedback/toast.tsx'

const sendFailed = 'Failed to send verification code. Please try again.'

/** Gives `send`, and the sentence of the last failure. */
export function useSendCode(email: string) {
  const [failure, setFailure] = useState('')
  const send = async () => {
    if (useGuest.getState().isBusy) return
    setFailure('')
    useGuest.setState({ isBusy: true })
    try {
      const isLink = await (await guestCalls()).sendCode(email)
      const what = isLink ? 'Please open the link we sent you' : 'Verification code sent to your email'
      toast.success(what, { id: progressToast })
    } catch (error) {
      setFailure(errorText(error, sendFailed))
    }
    useGuest.setState({ isBusy: false })
  }
  return { send, failure }
}
