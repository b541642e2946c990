// Who hears of a changed RSVP: those who manage its group, and the guest whose it is (R92). The counts that others see are the group's.
import { groupRoom } from '#protocol/live.ts'
import { groups } from '../group/model.ts'
import { ownRoom } from '../guest/model.ts'
import { readGuest } from '../guest/queries.ts'
import { hasLeft } from '../identity/rights.ts'
import type { BroadcastsOf } from '../live/broadcasts.ts'
import { goneRow, type Rsvp, rsvpRow, rsvps } from './model.ts'

export const rsvpBroadcasts: BroadcastsOf<Rsvp> = {
  collection: rsvps,
  tell: (rsvp, isDropped) =>
    isDropped
      ? [
          {
            name: 'rsvp',
            room: groupRoom(rsvp.groupId),
            id: rsvp._id,
            view: async (_, tx) => {
              const group = await tx.get(groups, rsvp.groupId)
              return group && goneRow(rsvp, group) // R97: an invitation that was taken back
            },
          },
        ]
      : [
          {
            name: 'rsvp',
            room: groupRoom(rsvp.groupId),
            id: rsvp._id,
            view: async (services, tx) => {
              const group = await tx.get(groups, rsvp.groupId)
              return group && rsvpRow(rsvp, group, await hasLeft(services, tx, rsvp))
            },
          },
          {
            name: 'guest',
            room: ownRoom(rsvp._id),
            id: rsvp._id,
            view: (services, tx) => readGuest(services, tx, rsvp._id),
          },
          // R87: a new link ends the proofs that those before it began.
          ...(rsvp.linkEpoch ? [{ recheck: ownRoom(rsvp._id) }] : []),
        ],
}
