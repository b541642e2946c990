// Who hears of a changed RSVP: those who manage its group, and the guest whose it is (R92). The counts that others see are the group's.
import type { RsvpRow } from '#protocol/seats/group.ts'
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { readGuest } from '#server/seats/guest/queries.ts'
import { groups } from '#server/seats/model/group.ts'
import { linkRoom, ownRoom } from '#server/seats/model/guest.ts'
import { isRemoved, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { hasLeft } from '#server/seats/rights/rights.ts'
import { goneRow, type RowReader, removedRow, roomOf, rowFor, rowReaders } from '#server/seats/rights/rows.ts'
import { alsoFor } from '#server/seats/seating/own.ts'

type RowOf = (services: Services, tx: Reader, reader: RowReader) => Promise<RsvpRow | undefined>
/** R165, R206: those who only assign in the group, or only look on, are shown other rows than those who manage it. */
const inRooms = ({ groupId, _id }: Rsvp, rowOf: RowOf) =>
  rowReaders.map((reader) => ({
    name: 'rsvp' as const,
    room: roomOf[reader](groupId),
    id: _id,
    view: (services: Services, tx: Reader) => rowOf(services, tx, reader),
  }))

export const rsvpBroadcasts: BroadcastsOf<Rsvp> = {
  collection: rsvps,
  tell: (rsvp, isDropped) =>
    isDropped
      ? inRooms(rsvp, async (_, tx) => {
          const group = await tx.get(groups, rsvp.groupId)
          return group && goneRow(rsvp, group) // R97: an invitation that was taken back
        })
      : [
          ...inRooms(rsvp, async (services, tx, reader) => {
            const group = await tx.get(groups, rsvp.groupId)
            if (group && isRemoved(rsvp)) return removedRow(rsvp, group)
            return (
              group && {
                ...rowFor(reader, rsvp, group, await hasLeft(services, tx, rsvp)),
                ...(await alsoFor(reader, services, tx, rsvp, group)),
              }
            )
          }),
          {
            name: 'guest',
            room: ownRoom(rsvp._id),
            id: rsvp._id,
            view: (services, tx) => readGuest(services, tx, rsvp._id),
          },
          // R87: a new link ends the proofs that those before it began.
          ...(rsvp.linkEpoch ? [{ recheck: ownRoom(rsvp._id) }, { recheck: linkRoom(rsvp._id) }] : []),
        ],
}
