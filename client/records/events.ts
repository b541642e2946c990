// The events on screen: what the event pages read, and the dashboard's cards with their live fill.
import { create } from 'zustand'
import { withNewer } from '#client/lib/by-id.ts'
import { call } from '#client/lib/call.ts'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import type { BoardOrder } from '#protocol/live.ts'
import { type EventCard, type EventView, eventApi, type PublicEvent } from '#protocol/seats/event.ts'

/** An event as it is read: with what its managers see, or as everyone else does. */
export type ReadEvent = EventView | (PublicEvent & { groupIds: string[] })

/** Tells the managers' view from the public one. */
export const isManagedEvent = (event: ReadEvent): event is EventView => 'rev' in event

interface Events {
  readonly byId: Readonly<Record<string, EventView>>
  readonly cards: Readonly<Record<string, EventCard>>
  /** R140: which groups an event has, in its order, while all of them are watched. */
  readonly boards: Readonly<Record<string, BoardOrder>>
}
const nothing: Events = { byId: {}, cards: {}, boards: {} }

export const useEvents = create<Events>(() => nothing)

/** The only way in for events as their managers read them: an older rev never overwrites a newer one. */
export function putEvent(view: EventView) {
  useEvents.setState(({ byId }) => ({ byId: withNewer(byId, view) }))
}

/** Reads an event again that is here already, for broadcasts while nobody listened. */
export async function refreshEvent(id: string) {
  if (!useEvents.getState().byId[id]) return
  const { event } = await call(eventApi.read, { id })
  if (isManagedEvent(event)) putEvent(event)
}

/** The only way in for dashboard cards: pages, snapshots and broadcasts all pass here. */
export function putCard(card: EventCard) {
  useEvents.setState(({ cards }) => ({ cards: withNewer(cards, card) }))
}

export const putBoard = ({ _id, rev, groupIds }: BoardOrder) =>
  useEvents.setState(({ boards }) => ({ boards: withNewer(boards, { _id, rev, groupIds }) }))

receive('dashboard', putCard)
receive('managedEvent', putEvent)
receive('board', putBoard)

/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token || now.organizerToken !== before.organizerToken) useEvents.setState(nothing)
})

/** Empties the dashboard before it is opened anew. */
export const forgetCards = () => useEvents.setState({ cards: {} })
