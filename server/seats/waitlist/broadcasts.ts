// Who hears of a changed page of a line: the guests on it, each of their own place (R92). Those behind it hear of the group's lines (group/broadcasts).

import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { readGuest } from '#server/seats/guest/queries.ts'
import { ownRoom } from '#server/seats/model/guest.ts'
import { type WaitPage, waitPages } from '#server/seats/model/waitlist.ts'

export const waitPageBroadcasts: BroadcastsOf<WaitPage> = {
  collection: waitPages,
  tell: ({ rsvpIds }, isDropped) =>
    isDropped ? [] : rsvpIds.map((id) => ({ name: 'guest', room: ownRoom(id), id, view: (services, tx) => readGuest(services, tx, id) })),
}
