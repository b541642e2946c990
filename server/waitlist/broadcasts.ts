// Who hears of a changed page of a line: the guests on it, each of their own place (R92). Those behind it hear of the group's lines (group/broadcasts).
import { ownRoom } from '../guest/model.ts'
import { readGuest } from '../guest/queries.ts'
import type { BroadcastsOf } from '../live/broadcasts.ts'
import { type WaitPage, waitPages } from './model.ts'

export const waitPageBroadcasts: BroadcastsOf<WaitPage> = {
  collection: waitPages,
  tell: ({ rsvpIds }, isDropped) =>
    isDropped ? [] : rsvpIds.map((id) => ({ name: 'guest', room: ownRoom(id), id, view: (services, tx) => readGuest(services, tx, id) })),
}
