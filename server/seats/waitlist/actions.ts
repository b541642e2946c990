// What a guest does with a seat that is held for them, and what those who manage the group do with their list.
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { waitlistApi } from '#protocol/seats/waitlist.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { groupTierAt } from '#server/people/model/plan.ts'
import { provenHere } from '#server/seats/guest/queries.ts'
import { needOf } from '#server/seats/model/companion.ts'
import { freeIn, type Group, groupView } from '#server/seats/model/group.ts'
import { isSeated } from '#server/seats/model/guest.ts'
import { livingRsvp, type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf, formOf, managed } from '#server/seats/rights/groups.ts'
import { answerAll, type Giving, givenBack } from '#server/seats/rsvp/actions.ts'
import { receipt } from '#server/seats/rsvp/queries.ts'
import { nextEdit, roleNamed, setRoleMax } from '#server/seats/rules/group.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'
import * as rules from '#server/seats/rules/waitlist.ts'
import { despiteOf, swapFor } from '#server/seats/seating/across.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'

/** R149: gives back the seats in other groups that are in the way of the one that is accepted, and those that they chose. Refuses `swap-changed` where they named others. */
async function giveBackFor(
  services: Services,
  tx: Reader,
  { group, rsvp, chosen }: { readonly group: Group; readonly rsvp: Rsvp; readonly chosen: readonly string[] | undefined },
  proven: Pick<Giving, 'caller' | 'provenAt'>,
) {
  const { email } = rsvp
  const { instead, choose } = await swapFor(services, tx, { group, rsvp })
  const [needed, more] = [instead.map(({ _id }) => _id), chosen?.filter((id) => instead.every(({ _id }) => _id !== id)) ?? []]
  if (chosen && (needed.some((id) => !chosen.includes(id)) || more.length > choose.count))
    refuse('swap-changed', { instead: needed, choose: choose.count })
  const groupIds = [...new Set([...needed, ...more])].filter((id) => id !== group._id)
  return answerAll(services, tx, await givenBack(services, tx, { eventId: group.eventId, groupIds, email }), { ...proven, email })
}

/** R91: accepts or declines the seat that is held for the caller. */
export function answerOffer(
  services: Services,
  { groupId, eventId, role: name, accept, seats, giveBack }: Input<typeof waitlistApi.offer>,
  caller: Caller,
) {
  const { secrets, clock } = services
  return transact(services, groupId, async (tx) => {
    const { email, provenAt } = await provenHere(services, tx, caller, groupId)
    const { group: current, event } = await formOf(tx, groupId, eventId)
    checkOpen(current, event, clock.now())
    const found = await tx.get(rsvps, rsvpId(secrets, current, email))
    const rsvp = livingRsvp(found) ?? refuse('offer-over')
    const role = roleNamed(current, name) ?? refuse('role-unknown', { role: name })
    const back = accept ? await giveBackFor(services, tx, { group: current, rsvp, chosen: giveBack }, { caller, provenAt }) : []
    const seated = await changeSeats(services, tx, {
      group: next(current, {}),
      event,
      about: [rsvp],
      beside: back.flatMap((one) => one.rsvps),
      more: (seating) => rules.answerOffer(seating, rsvp._id, role, { accept, seats }),
    })
    const own = seated.own(seated.of(rsvp._id) ?? rsvp)
    return {
      guest: rsvp._id,
      guestToo: back.map((one) => one.rsvpId),
      writes: [...back.flatMap((one) => one.writes), ...seated.writes],
      reply: await receipt(services, tx, own, seated.group, event),
    }
  })
}

async function managedWithEvent(services: Services, tx: Reader, id: string, caller: SignedIn) {
  const group = await managed(services, tx, id, caller)
  return { group, event: await eventOf(tx, group) }
}

type ChangeInput = Input<typeof waitlistApi.change>
/** R92, R172: where that was asked for, a role gets as many seats more as somebody who waits needs, within the plan. */
async function withSeats(
  { clock }: Services,
  tx: Reader,
  group: Group,
  { roleName, change, addSeat }: ChangeInput,
  { editedBy, needed }: { readonly editedBy: string; readonly needed: number },
) {
  const role = roleNamed(group, roleName) ?? refuse('role-unknown', { role: roleName })
  const missing = needed - freeIn(role)
  if (change !== 'give' || !addSeat || missing <= 0) return group
  const tier = groupTierAt(group, await tx.get(users, group.ownerId), clock.now())
  return nextEdit(group, { roles: setRoleMax(group, roleName, role.max + missing, tier) }, editedBy)
}

/** R92: gives one who waits a seat, moves them to the front, or takes them off the list. */
export function changeWaitlist(services: Services, input: ChangeInput, caller: SignedIn) {
  const { id, rsvpId: which, roleName, change, despiteOverlap } = input
  const decide = async (tx: Reader) => {
    const { group: current, event } = await managedWithEvent(services, tx, id, caller)
    const rsvp = await tx.get(rsvps, which)
    const needed = rsvp?.groupId === id ? needOf(rsvp) : 1
    const wider = await withSeats(services, tx, current, input, { editedBy: caller.user._id, needed })
    const group = wider === current ? next(current, {}) : wider
    const role = roleNamed(group, roleName) ?? refuse('role-unknown', { role: roleName })
    if (rsvp?.groupId !== id) refuse('wait-unknown', { role: role.name })
    const despite = change === 'give' && despiteOverlap && !isSeated(rsvp) ? await despiteOf(services, tx, { group, rsvp }) : undefined
    const seated = await changeSeats(services, tx, {
      group,
      event,
      about: [despite ? { ...rsvp, despite } : rsvp],
      joins: [role._id],
      more: (seating) => rules.changeWait(seating, which, role, change),
    })
    return { writes: seated.writes, mayOverlap: despite !== undefined, reply: { group: groupView(seated.group, services.publicUrl) } }
  }
  return transact(services, id, decide, { idempotencyKey: caller.idempotencyKey, checkRight: (tx) => managed(services, tx, id, caller) })
}
