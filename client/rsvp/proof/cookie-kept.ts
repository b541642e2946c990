// R229: whether the cookie that says who somebody is has stayed: a browser may refuse it, and something in between may take it away.
import { allowCookies, keepsCookies } from '#client/lib/actions/keeps-cookies.ts'
import { CallFailed, sentenceOf } from '#client/lib/call-failed.ts'

export const cookieLost = `Your email is verified, but your browser doesn’t keep the cookie that says so. ${allowCookies}, and begin again.`

/** A proof holds for two hours: one that is missing so soon was never kept. */
const soonMs = 60_000
let provenAt = Number.NEGATIVE_INFINITY

/** Notes that the server has just proven an email; false where that can't last. */
export function noteProof(): boolean {
  provenAt = performance.now()
  return keepsCookies()
}

/** Whether a proof that is missing was given just now. */
export const wasLost = () => performance.now() - provenAt < soonMs

/** Why an answer wasn't taken. */
export const refusedSentence = (error: unknown, own: string) =>
  error instanceof CallFailed && error.code === 'proof-missing' && wasLost() ? cookieLost : sentenceOf(error, own)
