// Who hears of a changed account: its owner's open tabs. R33: its logins may have ended, R39: so may permissions that hang on its plan.
import { accountRoom } from '#protocol/live.ts'
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { heardByGuests } from '#server/people/brand/queries.ts'
import { planRoom } from '#server/people/live/rooms.ts'
import { hostFace, hostRoom, type User, users, userView } from '#server/people/model/account.ts'
import { brandRoom } from '#server/people/model/brand.ts'

const brandsOf = ({ _id, ownedOrgId }: User) => [
  { ownerId: _id, isOfOrg: false },
  ...(ownedOrgId ? [{ ownerId: ownedOrgId, isOfOrg: true }] : []),
]

export const userBroadcasts: BroadcastsOf<User> = {
  collection: users,
  tell: (user) => [
    { name: 'account', room: accountRoom(user._id), id: user._id, view: (services) => userView(user, 'account', services) },
    ...(user.face
      ? [{ name: 'host' as const, room: hostRoom(user._id), id: user._id, view: ({ secrets }: Services) => hostFace(secrets, user) }]
      : []),
    { recheck: `user:${user._id}` },
    { recheck: planRoom(user._id) },
    // R221: a brand is shown for as long as its owner's plan includes it.
    ...brandsOf(user).map((owned) => ({
      name: 'brand' as const,
      room: brandRoom(owned.ownerId),
      id: owned.ownerId,
      view: (services: Services, tx: Reader) => heardByGuests(services, tx, owned),
    })),
  ],
}
