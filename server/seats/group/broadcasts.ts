// Who hears of a changed group: those who manage it, its invitees, and the dashboards of its owner or of the organization's admins.
import { activityRoom, dashboardRoom, eventRoom, formRoom, groupRoom, messageRoom } from '#protocol/live.ts'
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { events } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { guestsRoom, queueView } from '#server/seats/model/waitlist.ts'
import { cardOf, eventOf, formNow } from '#server/seats/rights/groups.ts'
import { adminsRoom } from '#server/seats/rights/rights.ts'
import { boardOf, groupFor, roomOf, rowReaders } from '#server/seats/rights/rows.ts'

/** R152: whoever looks at all groups of the event hears of each that changes. */
const ofEvent = (group: Group, eventId: string) => ({
  name: 'form' as const,
  room: eventRoom(eventId),
  id: group._id,
  view: async (services: Services, tx: Reader) => formNow(services, tx, group, await eventOf(tx, group)),
})

export const groupBroadcasts: BroadcastsOf<Group> = {
  collection: groups,
  tell: (group, isDropped) => [
    ...rowReaders.flatMap((reader) =>
      [roomOf[reader](group._id), boardOf(reader, group._id)].map((room) => ({
        name: 'group' as const,
        room,
        id: group._id,
        view: ({ publicUrl }: Pick<Services, 'publicUrl'>) => groupFor(reader, group, publicUrl),
      })),
    ),
    {
      name: 'form',
      room: formRoom(group._id, group.eventId),
      id: group._id,
      view: async (services, tx) => formNow(services, tx, group, await eventOf(tx, group)),
    },
    ...(group.eventId ? [ofEvent(group, group.eventId)] : []),
    {
      name: 'dashboard',
      room: group.ownerOrgId ? adminsRoom(group.ownerOrgId) : dashboardRoom(group.ownerId),
      id: group.eventId ?? '',
      view: async ({ clock }, tx) => {
        const event = group.eventId ? await tx.get(events, group.eventId) : undefined
        return event && cardOf(tx, event, clock.now())
      },
    },
    ...(group.roles.some(({ line }) => line)
      ? [{ name: 'line' as const, room: guestsRoom(group._id), id: group._id, view: () => queueView(group) }]
      : []),
    ...(isDropped || group.cancelledAt
      ? [{ recheck: groupRoom(group._id) }, { recheck: messageRoom(group._id) }, { recheck: activityRoom(group._id) }]
      : []),
  ],
}
