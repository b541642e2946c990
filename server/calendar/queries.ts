// The calendar file of a guest: their own entry, as it stands (R95).

import { type Here, ownAnswer } from '../guest/queries.ts'
import type { Caller } from '../identity/caller.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import { icsOf } from './model.ts'
import { guestEntry } from './rules.ts'

/** Refuses `proof-missing`, and `rsvp-unknown` to who isn't coming or where there is no event. */
export async function readGuestCalendar(services: Services, here: Here, caller: Caller): Promise<string> {
  const { group, event, rsvp } = await ownAnswer(services, services.store, here, caller)
  if (!event || group.cancelledAt || rsvp.attending !== true) refuse('rsvp-unknown')
  return icsOf(guestEntry(services, 'PUBLISH', { group, event, rsvp, now: services.clock.now() }))
}
