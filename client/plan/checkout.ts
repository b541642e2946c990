// The way to the provider's page, where one pays. It stands apart from what is kept here, since the prices need nothing but this.
import { call } from '#client/lib/call.ts'
import { checkoutApi, type GroupUpgradeMode } from '#protocol/money/checkout.ts'
import type { Purchase } from '#protocol/money/plan.ts'

/**
 * R48: the checkout is the provider's page; the browser goes there, and no script of theirs is loaded here. Over
 * once somebody comes back with its own button, and finds the page as it was left.
 */
export function leaveFor(address: string) {
  window.location.assign(address)
  return new Promise<void>((resolve) => window.addEventListener('pageshow', () => resolve(), { once: true }))
}

export async function subscribe(purchase: Purchase) {
  await leaveFor((await call(checkoutApi.subscribe, purchase)).checkoutUrl)
}

export async function checkOutGroup(groupId: string, mode: GroupUpgradeMode) {
  await leaveFor((await call(checkoutApi.group, { groupId, mode })).url)
}
