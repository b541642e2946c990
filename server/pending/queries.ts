// What waits to be published.
import { type Event, events, pendingView } from '../event/model.ts'
import { type Group, groups } from '../group/model.ts'
import type { SignedIn } from '../identity/caller.ts'
import { iso } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'

const mostShown = 20

export async function readPending({ store, clock }: Services, _: object, { user }: SignedIn) {
  const where = { pendingFor: user._id }
  const found = await store.find(events, { index: 'pending', where, descending: true, limit: mostShown })
  return { events: found.filter((event) => (event.expiresAt ?? '') > iso(clock.now())).map(pendingView) }
}

export async function groupsOf(tx: Reader, event: Event): Promise<Group[]> {
  const found = await Promise.all(event.groupIds.map((id) => tx.get(groups, id)))
  return found.filter((group) => group !== undefined)
}
