// What a guest does with a seat that is held for them, and what those who manage the group do with their list.
import type { Input } from '#protocol/endpoint.ts'
import type { waitlistApi } from '#protocol/waitlist.ts'
import { users } from '../account/model.ts'
import { type Event, events } from '../event/model.ts'
import { eventOf, seatedOutcome } from '../group/actions.ts'
import { type Group, groups, groupView, occupied } from '../group/model.ts'
import { roleNamed, setRoleMax } from '../group/rules.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { manages } from '../identity/rights.ts'
import { groupTierAt } from '../plan/model.ts'
import { refuse } from '../refuse.ts'
import { formOf, provenEmail, receipt } from '../rsvp/actions.ts'
import { answerEmail } from '../rsvp/emails.ts'
import { rsvpId, rsvps } from '../rsvp/model.ts'
import { checkOpen } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { next, put } from '../write/outcome.ts'
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
    const rsvp = (await tx.get(rsvps, rsvpId(secrets, present, email))) ?? refuse('offer-over')
    const role = roleNamed(present, name) ?? refuse('role-unknown', { role: name })
    const seated = await settleSeats(services, tx, {
      group: next(present, {}),
      event,
      about: [rsvp],
      more: (seating) => rules.answerOffer(seating, rsvp._id, role, accept),
    })
    const { shown: _, emails: told, ...outcome } = await seatedOutcome(services, tx, seated, event)
    const own = seated.own(seated.of(rsvp._id) ?? rsvp)
    const emails = accept ? [answerEmail(email, publicUrl, seated.group, event, own), ...told] : told
    return { ...outcome, emails, reply: receipt(own, seated.group, event, clock.now()) }
  })
}

async function managed(services: Services, tx: Reader, id: string, caller: SignedIn) {
  const group = (await tx.get(groups, id)) ?? refuse('group-unknown')
  if (group.cancelledAt || !(await manages(services, tx, group, caller))) refuse('group-unknown')
  return { group, event: await eventOf(tx, group) }
}

type Change = Input<typeof waitlistApi.change>
/** R92: a full role gets one seat more where that was asked for, within the plan. */
async function withSeat({ clock }: Services, tx: Reader, group: Group, { roleName, change, addSeat }: Change): Promise<Group> {
  const role = roleNamed(group, roleName) ?? refuse('role-unknown', { role: roleName })
  if (change !== 'give' || !addSeat || occupied(role) < role.max) return group
  const tier = groupTierAt(group, await tx.get(users, group.ownerId), clock.now())
  return { ...group, roles: setRoleMax(group, roleName, role.max + 1, tier) }
}

/** The event's form is stale once a limit has changed (R55). */
const counted = (event: Event | undefined, before: Group, after: Group) =>
  event && before.roles !== after.roles ? [put(events, next(event, {}))] : []

/** R92: gives one who waits a seat, moves them to the front, or takes them off the list. */
export function changeWaitlist(services: Services, input: Change, caller: SignedIn) {
  const { id, rsvpId: which, roleName, change } = input
  const decide = async (tx: Reader) => {
    const { group: present, event } = await managed(services, tx, id, caller)
    const group = next(await withSeat(services, tx, present, input), {})
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
    const { shown: _, ...outcome } = await seatedOutcome(services, tx, seated, event)
    const writes = [...outcome.writes, ...counted(event, present, group)]
    return { ...outcome, writes, reply: { group: groupView(seated.group, services.publicUrl) } }
  }
  return transact(services, id, decide, { once: caller.once, checkRight: (tx) => managed(services, tx, id, caller) })
}
