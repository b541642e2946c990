// What a guest's calendar fetches: their own entry as a file (R95), and the feed of all their groups of an event (R153), as they stand.

import { feedOf, icsOf } from '#server/kernel/calendar/ics.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { answersIn, type OwnContext, ownAnswer, type RsvpRef } from '#server/seats/guest/queries.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { passesOf } from '#server/seats/model/pass.ts'
import { isErased, rsvps } from '#server/seats/model/rsvp.ts'
import { guestEntry, withPasses } from '#server/seats/rules/calendar.ts'

/** R95: the entry, or of what was canceled the one that takes it out again. Refuses `proof-missing`, and `rsvp-unknown` to who isn't coming or where there is no event. */
export async function readGuestCalendar(services: Services, here: RsvpRef, caller: Caller): Promise<string> {
  const own = await ownAnswer(services, services.store, here, caller)
  return icsOf(entryOf(services, own) ?? goneFrom(services, own) ?? refuse('rsvp-unknown'))
}

const isOff = ({ group, event }: Pick<OwnContext, 'group' | 'event'>) => Boolean(event?.cancelledAt ?? group.cancelledAt)

function goneFrom(services: Services, { group, event, rsvp }: OwnContext) {
  if (!event || !isOff({ group, event }) || rsvp.attending !== true) return undefined
  return guestEntry(services, 'CANCEL', { group, event, rsvp, now: services.clock.now() })
}

/** Undefined where there is nothing to come to. */
function entryOf(services: Services, { group, event, rsvp }: OwnContext) {
  if (!event || isOff({ group, event }) || rsvp.attending !== true) return undefined
  const entry = guestEntry(services, 'PUBLISH', { group, event, rsvp, now: services.clock.now() })
  return withPasses(entry, passesOf(services, rsvp, group, event))
}

/** R153: all that they come to in the event. Refuses `feed-unknown`. */
export async function readGuestFeed(services: Services, token: string): Promise<string> {
  const { store, signedTokens } = services
  const claims = await signedTokens.verify('guest-feed', token)
  const rsvp = typeof claims?.sub === 'string' ? await store.get(rsvps, claims.sub) : undefined
  if (!rsvp || isErased(rsvp) || claims?.epoch !== (rsvp.linkEpoch ?? 0)) refuse('feed-unknown')
  const event = (await store.get(events, (await store.get(groups, rsvp.groupId))?.eventId ?? '')) ?? refuse('feed-unknown')
  const own = await answersIn(services, store, event, rsvp.email)
  return feedOf(
    event.name,
    own.flatMap((one) => entryOf(services, one) ?? []),
  )
}
