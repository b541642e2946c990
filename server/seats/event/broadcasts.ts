// Who hears of a changed event: the invitees of its groups, the dashboards it is on, and who has all of its groups in sight.
import { boardRoom, dashboardRoom, doorRoom, eventRoom, formRoom, groupRoom } from '#protocol/live.ts'
import type { Broadcast, BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { readGuest } from '#server/seats/guest/queries.ts'
import { type Event, eventFor, events, eventView } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { ownRoom } from '#server/seats/model/guest.ts'
import { eventIndex } from '#server/seats/model/several.ts'
import { guestsRoom } from '#server/seats/model/waitlist.ts'
import { cardOf, formNow, groupsOf } from '#server/seats/rights/groups.ts'
import { adminsRoom, sharedRoom } from '#server/seats/rights/rights.ts'
import { assignersRoom, boardManagers, managersRoom } from '#server/seats/rights/rows.ts'

/** To those who manage it, in one of the server's own rooms. */
const managed = (event: Event, room: string): Broadcast => ({
  name: 'managedEvent',
  room,
  id: event._id,
  view: ({ clock, publicUrl }) => (event.cancelledAt ? undefined : eventView(event, clock.now(), publicUrl)),
})

/** R140: which groups there are. */
const board = (event: Event, room: string): Broadcast => ({
  name: 'board',
  room,
  id: event._id,
  view: () => (event.cancelledAt ? undefined : { _id: event._id, rev: event.rev, groupIds: [...event.groupIds] }),
})

const ofBoard = (event: Event): Broadcast[] => [
  board(event, boardRoom(event._id)),
  managed(event, boardManagers(event._id)),
  ...(event.cancelledAt ? [{ recheck: boardRoom(event._id) }] : []),
]

const ofGroup = (event: Event, groupId: string): Broadcast[] => [
  {
    name: 'form',
    room: formRoom(groupId, event._id),
    id: groupId,
    view: async (services, tx) => {
      const group = await tx.get(groups, groupId)
      return group && formNow(services, tx, group, eventFor(event, group))
    },
  },
  {
    name: 'dashboard',
    room: event.ownerOrgId ? adminsRoom(event.ownerOrgId) : dashboardRoom(event.ownerId),
    id: event._id,
    view: ({ clock }, tx) => cardOf(tx, event, clock.now()),
  },
  managed(event, managersRoom(groupId)),
  // R147b: beside one of several groups, as the marks of its answers go by when the others are.
  ...(event.firstGroupId === undefined ? [] : [assignersRoom(groupId), managersRoom(groupId)].map((room) => board(event, room))),
  // R84, R92: a guest's own view has the event's link, which the form has not.
  {
    name: 'guest',
    each: guestsRoom(groupId),
    own: ownRoom(''),
    viewOf: (services, id) => readGuest(services, services.store, id),
  },
  ...(event.theme === 'brand' ? [{ recheck: formRoom(groupId, event._id) }] : []), // R219: who looks hears of the brand from now on
  ...(event.ownerOrgId ? [{ recheck: groupRoom(groupId) }] : []), // R39: a permission ends with the event
]

/** R152: which groups there are, to who is invited; a change of one of them comes by itself. */
const ofInvitation = (event: Event): Broadcast => ({
  name: 'event',
  room: eventRoom(event._id),
  id: event._id,
  view: async ({ clock }, tx) => eventIndex(event, await groupsOf(tx, event), clock.now()),
})

export const eventBroadcasts: BroadcastsOf<Event> = {
  collection: events,
  tell: (event, isDropped) => [
    ofInvitation(event),
    {
      name: 'shared',
      room: sharedRoom(event._id),
      id: event._id,
      view: () => ({ _id: event._id, rev: isDropped ? event.rev + 1 : event.rev }),
    },
    ...(event.theme === 'brand' ? [{ recheck: eventRoom(event._id) }] : []), // R219
    ...ofBoard(event),
    ...event.groupIds.flatMap((groupId) => ofGroup(event, groupId)),
    { recheck: doorRoom(event._id) }, // it may have another group, or another end
  ],
}
