// Who hears of a guest's own answer: that guest, wherever they have it open (R92).
import type { Group } from '../group/model.ts'
import type { Publication } from '../live/live.ts'
import type { Rsvp } from '../rsvp/model.ts'
import { guestView, ownRoom } from './model.ts'

/** The broadcast of a changed answer to its holder. */
export const publishToGuest = (rsvp: Rsvp, group: Group): Publication<'guest'> => ({
  room: ownRoom(rsvp._id),
  name: 'guest',
  id: rsvp._id,
  view: () => guestView(rsvp._id, rsvp, group),
})
