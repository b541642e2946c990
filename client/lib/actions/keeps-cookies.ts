// R229: whether this browser keeps what says who somebody is. Where it doesn't, or something in between takes it away, they prove it again and again.
import { CallFailed, errorText } from '#client/lib/call-failed.ts'
import { isKeptIn, useSession } from '#client/lib/session.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { SaysWho } from '#protocol/kernel/endpoint.ts'

export const cookieLost =
  'Your browser keeps no cookies from this site, so it forgets who you are right away. Please allow them in its settings, or use another browser, and begin again.'

function keepsCookies(): boolean {
  const trial = 'rolecall_trial=1'
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and isn't everywhere
    document.cookie = `${trial}; Path=/; SameSite=Lax`
    const isKept = document.cookie.includes(trial)
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${trial}; Path=/; SameSite=Lax; Expires=Thu, 01 Jan 1970 00:00:00 GMT`
    return isKept
  } catch {
    return false // it is forbidden to ask
  }
}

/** It stands until it is put away. */
export const sayLost = () => toast.error(cookieLost, { id: 'cookie-lost', duration: Number.POSITIVE_INFINITY })

/** What a call gives holds for hours: what is missing so soon was never kept. */
const soonMs = 60_000
let givenAt = Number.NEGATIVE_INFINITY

/** A session was begun that didn't get here; whoever is logged in needs none. */
const isMissing = () => useSession.getState().token === null && !isKeptIn()

/** A call has just said who somebody is from now on. */
export function noteGiven(saysWho: SaysWho) {
  givenAt = performance.now()
  if (!keepsCookies() || (saysWho === 'session' && isMissing())) sayLost()
}

/** Whether a proof that is missing was given just now. */
export const wasLost = () => performance.now() - givenAt < soonMs

/** Why an answer wasn't taken. */
export const refusedSentence = (error: unknown, own: string) =>
  error instanceof CallFailed && error.code === 'proof-missing' && wasLost() ? cookieLost : errorText(error, own)
