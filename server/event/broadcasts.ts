// Who hears of a changed event: the invitees of its groups, and the dashboards it is on.
import { dashboardRoom, formRoom, groupRoom } from '#protocol/live.ts'
import { groups } from '../group/model.ts'
import { ownRoom } from '../guest/model.ts'
import { readGuest } from '../guest/queries.ts'
import { adminsRoom } from '../identity/rights.ts'
import type { BroadcastsOf } from '../live/broadcasts.ts'
import { formView } from '../rsvp/model.ts'
import { guestsRoom } from '../waitlist/model.ts'
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
      // R84, R92: a guest's own view has the event's link, which the form has not.
      {
        name: 'guest' as const,
        each: guestsRoom(groupId),
        own: ownRoom(''),
        viewOf: (services, id) => readGuest(services, services.store, id),
      },
      ...(event.ownerOrgId ? [{ recheck: groupRoom(groupId) }] : []), // R39: a permission ends with the event
    ]),
}
