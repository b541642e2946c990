// What waits to be published.

import { iso } from '#server/kernel/ports/clock.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { events, pendingView } from '#server/seats/model/event.ts'

const maxShown = 20

export async function readPending({ store, clock }: Services, _: object, { user }: SignedIn) {
  const where = { pendingFor: user._id }
  const found = await store.find(events, { index: 'pending', where, descending: true, limit: maxShown })
  return { events: found.filter((event) => (event.expiresAt ?? '') > iso(clock.now())).map(pendingView) }
}
