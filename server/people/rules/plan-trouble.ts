// What of payments is kept for the operator (R114, R236): messages that could not be taken, refusals, and money that went back. Pure.
import { iso } from '#server/kernel/ports/clock.ts'
import type { Reversal } from '#server/kernel/ports/payments.ts'
import type { PaymentTrouble } from '#server/people/model/plan.ts'

/** R236: whether nothing of the payment is left. */
export const isReversed = ({ state }: Pick<Reversal, 'state'>) => state === 'refunded' || state === 'dispute-lost'

const maxTroubles = 50
const unsignedPauseMs = 60_000
const noTrouble = (before: PaymentTrouble | undefined): PaymentTrouble => ({
  ...(before ?? { failures: [] }),
  _id: 'this',
  rev: (before?.rev ?? 0) + 1,
})

/** R114: notes that a message was not taken, the latest fifty of them. */
export function noteTrouble(before: PaymentTrouble | undefined, eventId: string, why: string, now: number): PaymentTrouble {
  const failures = before?.failures ?? []
  const tries = (failures.find((one) => one.eventId === eventId)?.tries ?? 0) + 1
  const others = failures.filter((one) => one.eventId !== eventId)
  return { ...noTrouble(before), failures: [...others, { eventId, at: iso(now), tries, why }].slice(-maxTroubles) }
}

/** Notes that it was taken after all; undefined where nothing was amiss, and null where nothing is any more. */
export function endTrouble(before: PaymentTrouble | undefined, eventId: string): PaymentTrouble | null | undefined {
  if (!before?.failures.some((one) => one.eventId === eventId)) return undefined
  const failures = before.failures.filter((one) => one.eventId !== eventId)
  const isAll = !before.unsignedAt && !before.refusals && !before.reversals && !before.needless
  return failures.length === 0 && isAll ? null : { ...noTrouble(before), failures }
}

/** R236: what the provider refused, in its words. R253: cards that are declined push out no line about the site. */
export function noteRefused(before: PaymentTrouble | undefined, why: string, now: number, needsOwner = false): PaymentTrouble {
  const all = [...(before?.refusals ?? []), { at: iso(now), why, ...(needsOwner && { needsOwner }) }]
  const alike = all.filter((one) => (one.needsOwner ?? false) === needsOwner)
  const kept = alike.slice(-maxTroubles)
  return { ...noTrouble(before), refusals: all.filter((one) => !alike.includes(one) || kept.includes(one)) }
}

/** R236a: that a checkout was paid, or a subscription begun, for what was gone; undefined where that is noted. */
export const noteNeedless = (before: PaymentTrouble | undefined, { id, userId }: { id: string; userId: string }, now: number) =>
  before?.needless?.some((one) => one.id === id)
    ? undefined
    : { ...noTrouble(before), needless: [...(before?.needless ?? []), { id, at: iso(now), userId }].slice(-maxTroubles) }

/** R236: what went back of a charge, as it is now; undefined where that is noted. */
export function noteReversal(before: PaymentTrouble | undefined, reversal: Reversal, now: number): PaymentTrouble | undefined {
  const { checkoutId, ...shown } = reversal
  const { chargeId, state, amount } = shown
  const reversals = before?.reversals ?? []
  const noted = reversals.find((one) => one.chargeId === chargeId)
  if (noted?.state === state && noted.amount === amount) return undefined
  const others = reversals.filter((one) => one !== noted)
  const one = { ...shown, at: iso(now), hasEnded: checkoutId !== null && isReversed(reversal) }
  return { ...noTrouble(before), reversals: [...others, one].slice(-maxTroubles) }
}

/** Notes that one came without the provider's signature; undefined where that was noted within the minute. Anybody can send such, so it must cost little. */
export const noteUnsigned = (before: PaymentTrouble | undefined, now: number): PaymentTrouble | undefined =>
  before?.unsignedAt !== undefined && before.unsignedAt > iso(now - unsignedPauseMs)
    ? undefined
    : { ...noTrouble(before), unsignedAt: iso(now) }
