// Asks, once the typing has stopped, whether an email has answered before (R16: after 800 ms).
import { useEffect } from 'react'
import { useGuest } from '#client/rsvp/guest.ts'
import { guestCalls } from '#client/rsvp/lazy-parts.ts'
import { debounceMs } from '#protocol/kernel/limits.ts'
import { isEmail } from '#protocol/kernel/texts.ts'

/** Notes it where `email` has answered already; not for what isn't an email. */
export function useAskIfAnswered(email: string) {
  useEffect(() => {
    if (!isEmail(email)) return
    const abort = new AbortController()
    const ask = async () => {
      const isThere = await guestCalls().then(
        ({ hasAnswered }) => hasAnswered(email, abort.signal),
        () => null,
      )
      if (isThere && !abort.signal.aborted) useGuest.setState({ answeredEmail: email })
    }
    const timer = setTimeout(() => void ask(), debounceMs.emailCheck)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [email])
}
