// The first calls of a page, asked while the page's own code still comes (client/early.js): on a slow connection their replies are there by then (decision 0126).
import { noteTime } from './now.ts'
import { credentials } from './session.ts'

/** An older reply is not used: the call is made again. */
const freshMs = 10_000

/** An answer as far as a call looks at it; `body` is null where it is no JSON. */
export interface Reply {
  readonly ok: boolean
  readonly status: number
  readonly body: unknown
  readonly etag?: string
}

export interface EarlyCall {
  /** By whom, as the call says it. */
  readonly as: string
  readonly at: number
  readonly method: string
  readonly reply: Promise<Reply & { readonly date: string | null }>
}

declare global {
  interface Window {
    askedEarly?: Record<string, EarlyCall>
  }
}

/** Whether such a call was made early, and its reply not used yet. */
export const isAskedEarly = (path: string) => window.askedEarly?.[path] !== undefined

/** Gives the reply to a call of `path` without a body, once, if it was asked for by the same person; nothing else was. */
export function takeEarly(path: string, method: string): Promise<Reply> | undefined {
  const asked = window.askedEarly?.[path]
  if (asked?.method !== method) return undefined
  delete window.askedEarly?.[path]
  const { as, at, reply } = asked
  if (as !== JSON.stringify(credentials()) || performance.now() - at >= freshMs) return undefined
  return reply.then((told) => {
    noteTime(Date.parse(told.date ?? ''), Date.now() - performance.now() + at)
    return told
  })
}
