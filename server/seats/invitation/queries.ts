// What is known of the people on a list before they are invited (R97).

import { isEmail, normalEmail } from '#protocol/kernel/texts.ts'
import type { Person } from '#protocol/seats/invitation.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { type Event, events } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { addressKey, addressMarks, stops } from '#server/seats/model/notice.ts'
import { isErased, livingRsvp, type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf, groupsOf, writable } from '#server/seats/rights/groups.ts'
import { manages, mayAttend } from '#server/seats/rights/rights.ts'
import type { InviteCandidate } from '#server/seats/rules/invitation.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'

/** The group for one who manages it and may invite now. Refuses what is over as an answer would be. */
export async function invitable(services: Services, tx: Reader, id: string, caller: SignedIn) {
  const group = await writable(services, tx, id, caller)
  const [event, owner] = await Promise.all([eventOf(tx, group), tx.get(users, group.ownerId)])
  checkOpen(group, event, services.clock.now())
  return { group, event, owner: owner ?? refuse('group-unknown') }
}

/** R96, R102: who erased their data has left for good; who stopped the emails, or complained of one, gets none, whatever became of their answer. */
async function hasStopped({ secrets }: Services, tx: Reader, _id: string, email: string, before: Rsvp | undefined): Promise<boolean> {
  const [stop, mark] = await Promise.all([tx.get(stops, _id), tx.get(addressMarks, addressKey(secrets, email))])
  return stop !== undefined || mark?.fault === 'complained' || (before !== undefined && isErased(before))
}

/** Each row with what is known of its person; an address that is none is looked up nowhere. */
export const wantedOf = (services: Services, tx: Reader, group: Group, people: readonly Person[]): Promise<InviteCandidate[]> =>
  inSlices(
    people,
    async (person) => {
      const email = normalEmail(person.email)
      const _id = rsvpId(services.secrets, group, email)
      if (!isEmail(email)) return { person, email, _id, before: undefined, mayAttend: true, hasStopped: false }
      const [before, may] = await Promise.all([tx.get(rsvps, _id), mayAttend(services, tx, group, email)])
      return { person, email, _id, before, mayAttend: may, hasStopped: await hasStopped(services, tx, _id, email, before) }
    },
    { together: 8 },
  )

/** An earlier event of the same owner with its groups. Refuses `event-unknown` to everyone who doesn't manage it. */
export async function earlierOf(services: Services, tx: Reader, group: Group, eventId: string, caller: SignedIn) {
  const event = await tx.get(events, eventId)
  const isSameOwner = event?.ownerId === group.ownerId && event.ownerOrgId === group.ownerOrgId
  if (!event || !isSameOwner || !(await manages(services, tx, event, caller))) refuse('event-unknown')
  return { event, groups: await groupsOf(tx, event) }
}

/** The name of the earlier event if this address was a guest there, else ''. */
export async function guestOf(
  { secrets }: Services,
  tx: Reader,
  earlier: { readonly event: Event; readonly groups: readonly Group[] } | undefined,
  email: string,
): Promise<string> {
  if (!earlier) return ''
  const found = await Promise.all(earlier.groups.map((group) => tx.get(rsvps, rsvpId(secrets, group, email))))
  return found.some(livingRsvp) ? earlier.event.name : ''
}
