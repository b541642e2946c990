// Sends the verification code and says how that went.
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call-failed.ts'
import { guestCalls } from '#client/rsvp/later.ts'
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
      const isLink = await (await guestCalls()).sendCode(email)
      const what = isLink ? 'Please open the link we sent you' : 'Verification code sent to your email'
      toast.success(what, { id: progressToast })
    } catch (error) {
      setFailure(sentenceOf(error, sendFailed))
    }
    setSending(false)
  }
  return { send, isSending, failure }
}
