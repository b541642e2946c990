// Sends the verification code and says how that went.
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { sendCode } from '#client/rsvp/guest.ts'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import { toast } from '#client/ui/feedback/toast.tsx'

const sendFailed = 'Failed to send verification code. Please try again.'

/** Gives `send`, whether it is under way, and the sentence of the last failure. */
export function useSendCode(email: string) {
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const send = async () => {
    setFailure('')
    setSending(true)
    try {
      await sendCode(email)
      toast.success('Verification code sent to your email', { id: progressToast })
    } catch (error) {
      setFailure(sentenceOf(error, sendFailed))
    }
    setSending(false)
  }
  return { send, isSending, failure }
}
