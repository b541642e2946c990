// What a guest does with a seat that is held for them, and what those who manage the group do with their list.
import type { Input } from '#protocol/endpoint.ts'
import type { waitlistApi } from '#protocol/waitlist.ts'
import { users } from '../account/model.ts'
import { calendarOfChange } from '../calendar/rules.ts'
import { guestPlace } from '../emails/parts.ts'
import { seatedOutcome } from '../group/actions.ts'
import { type Group, groupView, occupied } from '../group/model.ts'
import { eventOf, managed } from '../group/queries.ts'
import { nextEdit, roleNamed, setRoleMax } from '../group/rules.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { groupTierAt } from '../plan/model.ts'
import { checkProof, provenEmail } from '../proof/rules.ts'
import { refuse } from '../refuse.ts'
import { rsvpEmail } from '../rsvp/emails.ts'
import { livingRsvp, rsvpId, rsvps } from '../rsvp/model.ts'
import { formOf, receipt } from '../rsvp/queries.ts'
import { checkOpen } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { next } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { settleSeats } from './queries.ts'
import * as rules from './rules.ts'

/** R91: accepts or declines the seat that is held for the caller. */
export function answerOffer(services: Services, { groupId, eventId, role: name, accept }: Input<typeof waitlistApi.offer>, caller: Caller) {
  const { secrets, clock, publicUrl } = services
  const email = provenEmail(caller, groupId, caller.proven(groupId) ?? caller.user?.email ?? '')
  return transact(services, groupId, async (tx) => {
    const { group: present, event } = await formOf(tx, groupId, eventId)
    checkOpen(present, event, clock.now())
    const found = await tx.get(rsvps, rsvpId(secrets, present, email))
    checkProof(caller, groupId, email, found)
    const rsvp = livingRsvp(found) ?? refuse('offer-over')
    const role = roleNamed(present, name) ?? refuse('role-unknown', { role: name })
    const seated = await settleSeats(services, tx, {
      group: next(present, {}),
      event,
      about: [rsvp],
      more: (seating) => rules.answerOffer(seating, rsvp._id, role, accept),
    })
    const { writes, emails: told } = seatedOutcome(services, seated, event)
    const after = seated.of(rsvp._id) ?? rsvp
    const own = seated.own(after)
    const calendar = calendarOfChange(services, { group: seated.group, event, before: rsvp, after, now: clock.now() })
    const saved = () => rsvpEmail(email, publicUrl, guestPlace(seated.group, after), event ?? { name: seated.group.name }, own, calendar)
    return { guest: rsvp._id, writes, emails: accept ? [saved(), ...told] : told, reply: receipt(own, seated.group, event, clock.now()) }
  })
}

async function managedWithEvent(services: Services, tx: Reader, id: string, caller: SignedIn) {
  const group = await managed(services, tx, id, caller)
  return { group, event: await eventOf(tx, group) }
}

type Change = Input<typeof waitlistApi.change>
/** R92: a full role gets one seat more where that was asked for, within the plan. */
async function withSeat({ clock }: Services, tx: Reader, group: Group, { roleName, change, addSeat }: Change, editedBy: string) {
  const role = roleNamed(group, roleName) ?? refuse('role-unknown', { role: roleName })
  if (change !== 'give' || !addSeat || occupied(role) < role.max) return group
  const tier = groupTierAt(group, await tx.get(users, group.ownerId), clock.now())
  return nextEdit(group, { roles: setRoleMax(group, roleName, role.max + 1, tier) }, editedBy)
}

/** R92: gives one who waits a seat, moves them to the front, or takes them off the list. */
export function changeWaitlist(services: Services, input: Change, caller: SignedIn) {
  const { id, rsvpId: which, roleName, change } = input
  const decide = async (tx: Reader) => {
    const { group: present, event } = await managedWithEvent(services, tx, id, caller)
    const wider = await withSeat(services, tx, present, input, caller.user._id)
    const group = wider === present ? next(present, {}) : wider
    const role = roleNamed(group, roleName) ?? refuse('role-unknown', { role: roleName })
    const rsvp = await tx.get(rsvps, which)
    if (rsvp?.groupId !== id) refuse('wait-unknown', { role: role.name })
    const seated = await settleSeats(services, tx, {
      group,
      event,
      about: [rsvp],
      joins: [role._id],
      more: (seating) => rules.changeWait(seating, which, role, change),
    })
    return { ...seatedOutcome(services, seated, event), reply: { group: groupView(seated.group, services.publicUrl) } }
  }
  return transact(services, id, decide, { idempotencyKey: caller.idempotencyKey, checkRight: (tx) => managed(services, tx, id, caller) })
}
