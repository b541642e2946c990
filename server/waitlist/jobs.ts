// What happens by itself to those who wait: offers run out, and seats that one commit could not give on are given.
import { events } from '../event/model.ts'
import { seatedOutcome } from '../group/actions.ts'
import { type Group, groups } from '../group/model.ts'
import { iso } from '../ports/clock.ts'
import { type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { next, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { type SeatChange, settleSeats } from './queries.ts'
import { endOffers } from './rules.ts'

/** Carries out `change`, with all that follows from it, in the queue of the group. */
const settle = (services: Services, groupId: string, change: (group: Group, tx: Reader) => Promise<SeatChange | undefined>) =>
  transact(services, groupId, async (tx) => {
    const present = await tx.get(groups, groupId)
    const seats = present && (await change(present, tx))
    if (!present || !seats) return { reply: false }
    const event = present.eventId ? await tx.get(events, present.eventId) : undefined
    const seated = await settleSeats(services, tx, { ...seats, group: next(present, {}), event })
    const outcome = seatedOutcome(services, seated, event)
    return { ...outcome, reply: outcome.emails.length > 0 }
  })

const isOver = ({ offerUntil }: Rsvp, now: number) => offerUntil !== undefined && offerUntil <= iso(now)

/** R91: ends the offers that have run out of one guest, and gives the seats on. */
async function endOffersOf(services: Services, due: Rsvp) {
  const { clock } = services
  const isThere = await services.store.get(groups, due.groupId)
  // A group that was purged takes its seats along.
  if (!isThere) return transact(services, due._id, async (tx) => clearOffers(await tx.get(rsvps, due._id)))
  return settle(services, due.groupId, async (_, tx) => {
    const rsvp = await tx.get(rsvps, due._id)
    return rsvp && isOver(rsvp, clock.now()) ? { about: [rsvp], more: (seating) => endOffers(seating, rsvp._id) } : undefined
  })
}
const clearOffers = (rsvp: Rsvp | undefined) => ({
  writes: rsvp ? [put(rsvps, next(rsvp, { offers: undefined, offerUntil: undefined }))] : [],
  reply: false,
})

/** Ends one offer that has run out, or gives on the next free seats of one group. True if there may be more. */
export async function serveWaitlists(services: Services): Promise<boolean> {
  const { store, clock } = services
  const [due] = await store.find(rsvps, { index: 'offer', to: iso(clock.now() + 1), limit: 1 })
  const [unfilled] = due ? [] : await store.find(groups, { index: 'unfilled', limit: 1 })
  if (due) await endOffersOf(services, due)
  else if (unfilled) await settle(services, unfilled._id, async (group) => (group.unfilledSince ? {} : undefined))
  else return false
  services.delivery.wake()
  return true
}
