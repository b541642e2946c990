// What the state of a subscription is called, the same wherever it stands.

import { formatDay, viewerZone } from '#client/lib/dates.ts'
import { serverNow } from '#client/lib/now.ts'
import type { BadgeTone } from '#client/ui/badge.tsx'
import type { SubscriptionView } from '#protocol/people/subscription.ts'

type Status = SubscriptionView['status']

const names: Readonly<Record<Status, readonly [name: string, tone: BadgeTone]>> = {
  active: ['Active', 'success'],
  canceled: ['Canceled', 'neutral'],
  past_due: ['Past Due', 'danger'],
  incomplete: ['Incomplete', 'warn'],
  none: ['None', 'neutral'],
}

type Ending = Pick<SubscriptionView, 'status' | 'cancelAtPeriodEnd'> | null | undefined
const isEnding = (subscription: Ending) => subscription?.cancelAtPeriodEnd === true && subscription.status !== 'canceled'

/** Gives the status and its look; what is set to end is never called active. */
export const statusLook = (status: Status, subscription: Ending) =>
  isEnding(subscription) ? (['Cancelled', 'warn'] as const) : names[status]

/** Gives the mark beside the plan's name while the subscription is set to end. */
export const endingMark = (subscription: Ending) => (isEnding(subscription) ? ' (Cancelled)' : '')

/** R253a: what is wrong with what is past due; `otherwise` where the bank doesn't wait for its owner. */
export const dueSentence = (due: SubscriptionView['due'], otherwise: string) =>
  due?.needsApproval ? 'Your payment is past due: your bank wants you to approve it.' : `Your payment is past due. ${otherwise}`

/** R45: until when what is past due is kept. */
export function keptSentence(until: string | undefined): string {
  if (!until) return ''
  const day = formatDay(until, viewerZone())
  return Date.parse(until) > serverNow() ? `Until ${day} nothing changes.` : `It ended on ${day}.`
}
