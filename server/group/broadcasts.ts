// Who hears of a changed group: those who manage it, its invitees, and the dashboards of its owner or of the organization's admins.
import { activityRoom, dashboardRoom, formRoom, groupRoom, messageRoom } from '#protocol/live.ts'
import { eventCard } from '../event/model.ts'
import { adminsRoom } from '../identity/rights.ts'
import type { BroadcastsOf } from '../live/broadcasts.ts'
import { formView } from '../rsvp/model.ts'
import { guestsRoom, lineView } from '../waitlist/model.ts'
import { type Group, groups, groupView } from './model.ts'
import { eventOf } from './queries.ts'

export const groupBroadcasts: BroadcastsOf<Group> = {
  collection: groups,
  tell: (group, isDropped) => [
    { name: 'group', room: groupRoom(group._id), id: group._id, view: ({ publicUrl }) => groupView(group, publicUrl) },
    {
      name: 'form',
      room: formRoom(group._id, group.eventId),
      id: group._id,
      view: async ({ clock }, tx) => formView(group, await eventOf(tx, group), clock.now()),
    },
    {
      name: 'dashboard',
      room: group.ownerOrgId ? adminsRoom(group.ownerOrgId) : dashboardRoom(group.ownerId),
      id: group.eventId ?? '',
      view: async ({ clock }, tx) => {
        const event = await eventOf(tx, group)
        return event && eventCard(event, group, clock.now())
      },
    },
    ...(group.roles.some(({ line }) => line)
      ? [{ name: 'line' as const, room: guestsRoom(group._id), id: group._id, view: () => lineView(group) }]
      : []),
    ...(isDropped || group.cancelledAt
      ? [{ recheck: groupRoom(group._id) }, { recheck: messageRoom(group._id) }, { recheck: activityRoom(group._id) }]
      : []),
  ],
}
