// R141a: from when to when a group takes answers: the rule that the server decides by, and the words that a guest reads. Pure.

export interface AnswerWindow {
  /** ISO; '' or absent for none. */
  readonly opensAt?: string | undefined
  readonly closesAt?: string | undefined
}
/** Why it takes none at a time, and since or until when (ISO). */
export interface Shut {
  readonly why: 'early' | 'late'
  readonly at: string
}

/** From the first instant to before the second. */
export function shutAt({ opensAt, closesAt }: AnswerWindow, now: number): Shut | undefined {
  if (opensAt && now < Date.parse(opensAt)) return { why: 'early', at: opensAt }
  return closesAt && now >= Date.parse(closesAt) ? { why: 'late', at: closesAt } : undefined
}

/** `formatted` writes a moment as its reader does. */
export const shutInWords = ({ why, at }: Shut, formatted: (iso: string) => string): string =>
  `Answers ${why === 'early' ? 'open' : 'closed'} on ${formatted(at)}.`

/** The first of these moments that is still to come. */
export const nextTurn = (moments: readonly (string | undefined)[], now: number): string | undefined =>
  moments
    .filter((one) => one !== undefined && Date.parse(one) > now)
    .toSorted((one = '', other = '') => (one < other ? -1 : 1))
    .at(0)
