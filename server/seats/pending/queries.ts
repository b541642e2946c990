// What waits to be published.

import { iso } from '#server/kernel/ports/clock.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { events, pendingView } from '#server/seats/model/event.ts'
import { groupsOf } from '#server/seats/rights/groups.ts'

const maxShown = 20

export async function readPending({ store, clock }: Services, _: object, { user }: SignedIn) {
  const where = { pendingFor: user._id }
  const found = await store.find(events, { index: 'pending', where, descending: true, limit: maxShown })
  const waiting = found.filter((event) => (event.expiresAt ?? '') > iso(clock.now()))
  return { events: await Promise.all(waiting.map(async (event) => pendingView(event, await groupsOf(store, event)))) }
}
