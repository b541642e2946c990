// Who hears of a changed event: the invitees of its groups, and the dashboards it is on.
import { dashboardRoom, formRoom, groupRoom } from '#protocol/live.ts'
import { groups } from '../group/model.ts'
import { adminsRoom } from '../identity/rights.ts'
import type { BroadcastsOf } from '../live/broadcasts.ts'
import { formView } from '../rsvp/model.ts'
import { type Event, eventCard, events } from './model.ts'

export const eventBroadcasts: BroadcastsOf<Event> = {
  collection: events,
  tell: (event) =>
    event.groupIds.flatMap((groupId) => [
      {
        name: 'form' as const,
        room: formRoom(groupId, event._id),
        id: groupId,
        view: async ({ clock }, tx) => {
          const group = await tx.get(groups, groupId)
          return group && formView(group, event, clock.now())
        },
      },
      {
        name: 'dashboard' as const,
        room: event.ownerOrgId ? adminsRoom(event.ownerOrgId) : dashboardRoom(event.ownerId),
        id: event._id,
        view: async ({ clock }, tx) => {
          const group = await tx.get(groups, groupId)
          return group && eventCard(event, group, clock.now())
        },
      },
      ...(event.ownerOrgId ? [{ recheck: groupRoom(groupId) }] : []), // R39: a permission ends with the event
    ]),
}
