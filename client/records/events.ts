// The events on screen: what the event pages read, and the dashboard's cards with their live fill.
import { create } from 'zustand'
import { withNewer } from '#client/lib/by-id.ts'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import type { EventCard, EventView, PublicEvent } from '#protocol/event.ts'

/** An event as it is read: with what its managers see, or as everyone else does. */
export type ReadEvent = EventView | (PublicEvent & { groupIds: string[] })

/** Tells the managers' view from the public one. */
export const isManagedEvent = (event: ReadEvent): event is EventView => 'rev' in event

interface Events {
  readonly byId: Readonly<Record<string, EventView>>
  readonly cards: Readonly<Record<string, EventCard>>
}
const nothing: Events = { byId: {}, cards: {} }

export const useEvents = create<Events>(() => nothing)

/** The one door in for events as their managers read them: an older rev never overwrites a newer one. */
export function putEvent(view: EventView) {
  useEvents.setState(({ byId }) => ({ byId: withNewer(byId, view) }))
}

/** The one door in for dashboard cards: pages, snapshots and broadcasts all pass here. */
export function putCard(card: EventCard) {
  useEvents.setState(({ cards }) => ({ cards: withNewer(cards, card) }))
}

receive('dashboard', putCard)

/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token || now.organizerToken !== before.organizerToken) useEvents.setState(nothing)
})

/** Empties the dashboard before it is opened anew. */
export const forgetCards = () => useEvents.setState({ cards: {} })
