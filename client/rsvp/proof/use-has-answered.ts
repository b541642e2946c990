// Asks, once the typing has stopped, whether an email has answered before (R16: after 800 ms).
import { useEffect, useState } from 'react'
import { guestCalls } from '#client/rsvp/later.ts'
import { debounceMs } from '#protocol/limits.ts'
import { isEmail } from '#protocol/texts.ts'

/** Says whether `email` has answered already; false until that is known, and for what isn't an email. */
export function useHasAnswered(email: string): boolean {
  const [known, setKnown] = useState({ email: '', isThere: false })
  useEffect(() => {
    if (!isEmail(email)) return
    const abort = new AbortController()
    const ask = async () => {
      const isThere = await guestCalls().then(
        ({ hasAnswered }) => hasAnswered(email, abort.signal),
        () => null,
      )
      if (!abort.signal.aborted) setKnown({ email, isThere: isThere === true })
    }
    const timer = setTimeout(() => void ask(), debounceMs.emailCheck)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [email])
  return known.isThere && known.email === email
}
