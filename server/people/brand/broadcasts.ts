// Who hears of a changed brand: guests who look at a page with it, and who may change it.
import { accountRoom, orgRoom } from '#protocol/live.ts'
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { type Brand, brandRoom, brands } from '#server/people/model/brand.ts'
import { heardByGuests, pageNow } from './queries.ts'

export const brandBroadcasts: BroadcastsOf<Brand> = {
  collection: brands,
  tell: ({ _id, rev, ownerId, isOfOrg }) => [
    { name: 'brand', room: brandRoom(ownerId), id: ownerId, view: (services, tx) => heardByGuests(services, tx, { ownerId, isOfOrg }) },
    {
      name: 'ownBrand',
      room: isOfOrg ? orgRoom(ownerId) : accountRoom(ownerId),
      id: ownerId,
      view: async (services, tx) => ({ _id, rev, ...(await pageNow(services, tx, { ownerId, isOfOrg })) }),
    },
  ],
}
