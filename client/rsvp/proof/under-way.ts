// R227: who answers and the code on its way, kept by the browser for half an hour: a phone that looks into its mailbox may have closed the page by then.

export interface UnderWay {
  readonly email: string
  readonly name: string
  /** The email that a code was sent to, and from when another may be asked for (milliseconds). */
  readonly codeFor: string
  readonly resendAt: number
}

const lifeMs = 30 * 60_000
const prefix = 'rsvpUnderWay:'
const proofKey = (groupId: string) => prefix + groupId

/** Nobody's email stays longer, though its own form may never be opened again. */
function dropOld() {
  for (const key of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
    const { until = 0 } = JSON.parse(localStorage.getItem(key) ?? '{}') as { until?: number }
    if (until <= Date.now()) localStorage.removeItem(key)
  }
}

/** What was begun for this group in the last half hour. */
export function underWay(groupId: string): UnderWay | undefined {
  try {
    dropOld()
    const { until, ...kept } = JSON.parse(localStorage.getItem(proofKey(groupId)) ?? '{}') as Partial<UnderWay> & { until?: number }
    const { email, name, codeFor, resendAt } = kept
    if (until !== undefined && typeof email === 'string' && typeof name === 'string')
      return { email, name, codeFor: String(codeFor ?? ''), resendAt: Number(resendAt ?? 0) }
  } catch {
    // nothing kept, or storage is closed
  }
  return undefined
}

/** Keeps what has changed, for another half hour. */
export function keepUnderWay(groupId: string, change: Partial<UnderWay>) {
  try {
    const kept = { email: '', name: '', codeFor: '', resendAt: 0, ...underWay(groupId), ...change, until: Date.now() + lifeMs }
    localStorage.setItem(proofKey(groupId), JSON.stringify(kept))
  } catch {
    // Storage is closed: it lives as long as the page.
  }
}

/** Forgets it: the email is proven, or the answer was sent. */
export function dropUnderWay(groupId: string) {
  try {
    localStorage.removeItem(proofKey(groupId))
  } catch {
    // as above
  }
}
