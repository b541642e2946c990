// How a test buys: as a browser does, over the sandbox's own page.
import { expect } from 'vitest'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { accountApi } from '#protocol/people/account.ts'
import { users } from '#server/people/model/account.ts'
import type { Person } from './people.ts'
import { openWorld, type World } from './world.ts'

/** Buys a plan as a browser does: asks, pays on the sandbox's page, comes back with the session's id. */
export async function buy(world: World, person: Person, plan: 'pro' | 'team' = 'pro', promoCode?: string) {
  const { sessionId } = await world.ok(checkoutApi.subscribe, { plan, ...(promoCode && { promoCode }) }, person)
  const paid = await payPage(world, sessionId)
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `http://rolecall.test/subscription/success?session_id=${sessionId}`])
  return sessionId
}
export const payPage = (world: World, sessionId: string, choice = 'pay') =>
  world.app.request(`/sandbox/checkout/${sessionId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `do=${choice}`,
  })
export const me = async (world: World, person: Person) => (await world.ok(accountApi.profile, {}, person)).user
export const subscriptionOf = async ({ store }: World, { userId }: Person) => (await store.get(users, userId))?.paid?.subscriptions[0]

export async function opened(options: Parameters<typeof openWorld>[0] = {}) {
  const world = await openWorld(options)
  return { world, ada: await world.person('ada') }
}
