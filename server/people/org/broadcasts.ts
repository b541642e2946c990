// Who hears of a changed organization or membership: watching admins, and the person it is about.
import { accountRoom, orgRoom } from '#protocol/live.ts'
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { type Member, members, type Org, orgs, removedView } from '#server/people/model/org.ts'
import { myPlaces, orgView, rowOf } from './queries.ts'

export const orgBroadcasts: BroadcastsOf<Org> = {
  collection: orgs,
  tell: ({ _id }) => [{ name: 'org', room: orgRoom(_id), id: _id, view: (services) => orgView(services, _id) }],
}

export const memberBroadcasts: BroadcastsOf<Member> = {
  collection: members,
  /** After more changes at once those who watch read their pages again, since the organization changes too. */
  mostAtOnce: 50,
  tell: (member, isDropped) => [
    {
      name: 'member',
      room: orgRoom(member.orgId),
      id: member._id,
      view: async (services, tx) => {
        const org = await tx.get(orgs, member.orgId)
        return org && (isDropped ? removedView(org, member) : rowOf(services, org, member, true))
      },
    },
    {
      name: 'places', // R117: in every open tab, what they belong to and are invited to
      room: accountRoom(member.userId),
      id: member.userId,
      view: async (services) => ({ _id: member.userId, rev: services.clock.now(), ...(await myPlaces(services, member.userId)) }),
    },
    { recheck: `user:${member.userId}` }, // what they manage, and an admin's dashboard shows the organization's events
  ],
}
