// What happens by itself to those who wait: offers run out, and seats that one commit could not give on are given.

import { emails } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { offerEmailId } from '#server/seats/model/waitlist.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { endOffers } from '#server/seats/rules/waitlist.ts'
import { changeSeats, type SeatsWanted } from '#server/seats/seating/change-seats.ts'
import { holdUntil, offerEnd, type SeatState } from '#server/seats/seating/lines.ts'

/** Carries out `change`, with all that follows from it, in the queue of the group. */
const changeInQueue = (services: Services, groupId: string, change: (group: Group, tx: Reader) => Promise<SeatsWanted | undefined>) =>
  transact(services, groupId, async (tx) => {
    const current = await tx.get(groups, groupId)
    const seats = current && (await change(current, tx))
    if (!current || !seats) return { reply: undefined }
    const event = await eventOf(tx, current)
    const { writes } = await changeSeats(services, tx, { ...seats, group: next(current, {}), event })
    return { writes, reply: undefined }
  })

const isOver = ({ offerUntil }: Rsvp, now: number) => offerUntil !== undefined && offerUntil <= iso(now)

/** R91: ends the offers that have run out of one guest, and gives the seats on. */
async function endOffersOf(services: Services, due: Rsvp) {
  const { clock } = services
  const isThere = await services.store.get(groups, due.groupId)
  // A group that was purged takes its seats along.
  if (!isThere) return transact(services, due._id, async (tx) => clearOffers(await tx.get(rsvps, due._id)))
  return changeInQueue(services, due.groupId, async (group, tx) => {
    const rsvp = await tx.get(rsvps, due._id)
    if (!rsvp || !isOver(rsvp, clock.now())) return undefined
    const unheard = await stillToLeave(services, tx, rsvp, await eventOf(tx, group))
    const hold = (seating: SeatState) => unheard.reduce((done, { roleId, until }) => holdUntil(done, rsvp._id, roleId, until), seating)
    return { about: [rsvp], more: (seating) => endOffers(hold(seating), rsvp._id) }
  })
}

/** R251: offers whose email hasn't left yet, and until when they are held should it leave when it is tried next. */
async function stillToLeave({ secrets, clock }: Services, tx: Reader, { _id, offers = [] }: Rsvp, event: GroupEvent | undefined) {
  const now = clock.now()
  const found = await Promise.all(offers.map(({ roleId }) => tx.get(emails, offerEmailId(secrets, _id, roleId))))
  return offers.flatMap(({ roleId, until }, nth) => {
    const email = found[nth]
    const triedAt = Math.max(now, Date.parse(email?.dueAt ?? iso(now)))
    const isOfUse = email?.state === 'normal' && !(event && iso(triedAt) >= event.start)
    return isOfUse && until <= iso(now) ? [{ roleId, until: offerEnd(event, triedAt) }] : []
  })
}

/** R251: no time is counted anew for what leaves as soon as that. */
const soonMs = 60_000
/** R251: counts the time of an offer from now on, when its email leaves. */
export async function holdSeat(services: Services, { rsvpId, roleId }: { readonly rsvpId: string; readonly roleId: string }) {
  const offered = (rsvp: Rsvp | undefined) => rsvp?.offers?.find((one) => one.roleId === roleId)
  const rsvp = await services.store.get(rsvps, rsvpId)
  if (!rsvp || !offered(rsvp)) return
  await changeInQueue(services, rsvp.groupId, async (group, tx) => {
    const current = await tx.get(rsvps, rsvpId)
    const offer = offered(current)
    const until = offerEnd(await eventOf(tx, group), services.clock.now())
    if (!current || !offer || Date.parse(until) - Date.parse(offer.until) < soonMs) return undefined
    return { about: [current], more: (seating) => holdUntil(seating, rsvpId, roleId, until) }
  })
}
const clearOffers = (rsvp: Rsvp | undefined) => ({
  writes: rsvp ? [put(rsvps, next(rsvp, { offers: undefined, offerUntil: undefined }))] : [],
  reply: undefined,
})

/** Ends one offer that has run out, or gives on the next free seats of one group. True if there may be more. */
export async function serveWaitlists(services: Services): Promise<boolean> {
  const { store, clock } = services
  const [due] = await store.find(rsvps, { index: 'offer', to: iso(clock.now() + 1), limit: 1 })
  const [unfilled] = due ? [] : await store.find(groups, { index: 'unfilled', limit: 1 })
  if (due) await endOffersOf(services, due)
  else if (unfilled) await changeInQueue(services, unfilled._id, async (group) => (group.unfilledSince ? {} : undefined))
  else return false
  services.delivery.wake()
  return true
}
