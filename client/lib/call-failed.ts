// What a call that failed leaves behind, and the sentence to show for it. Without the schemas of calls, so that the invitation needs none to be drawn.
import { withReference } from '#client/ui/feedback/reference.ts'
import type { RefusalBody } from '#protocol/kernel/refusal-body.ts'
import { planSentence } from './settings.ts'

/** What the server said no with. `message` is the sentence to show; `status` 0 means that no answer came. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly body: RefusalBody
  constructor(status: number, body: RefusalBody, cause?: unknown) {
    super(planSentence(body.error), { cause })
    this.status = status
    this.body = body
  }
  get code() {
    return this.body.code
  }
  /** One sentence per bad field, by field name. */
  get fields(): Record<string, string> {
    return this.body.fields ?? {}
  }
}

/** It was asked whether something is meant, and it isn't: nothing failed, so nothing is to be said. */
export class NotMeant extends Error {
  override name = 'NotMeant'
}

/** For what was to be sent. */
export const offlineSentence = 'We can’t reach Rolecall. Check your connection; what you typed is still here.'
/** For what was to be read: nothing was typed for it. */
export const unreadSentence = 'We can’t reach Rolecall. Check your connection.'

export const unknownError = 'Unknown error'

/** By which the operator finds a fault in the log; a refusal needs none. */
const referenceOf = (error: unknown) => (error instanceof CallFailed && error.status === 500 ? error.body.requestId : undefined)

/** Where the spec has a sentence whatever the server says: that one, with the reference of a fault (R59). */
export const ownSentence = (error: unknown, own: string) => withReference(own, referenceOf(error))

/** The sentence to show for anything that was thrown: the server's word, else `own`; with the reference of a fault (R59). */
export const errorText = (error: unknown, own: string = unknownError) =>
  ownSentence(error, error instanceof CallFailed && error.code !== 'unknown' ? error.message : own)
