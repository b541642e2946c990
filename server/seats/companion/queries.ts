// What is behind the link of somebody who comes along: read, and nothing changed (R175, R116).
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { ClaimView, companionApi } from '#protocol/seats/claims/claim.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Caller, hereAs } from '#server/people/identity/caller.ts'
import { companionsOf, rolesOfCompanion } from '#server/seats/model/companion.ts'
import { publicEvent } from '#server/seats/model/event.ts'
import { handOverEnd, namesOf, type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { formOf } from '#server/seats/rights/groups.ts'
import { mayAttend } from '#server/seats/rights/rights.ts'
import { checkClaimant, type Linked, linkedIn } from '#server/seats/rules/companion.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'

interface Link {
  readonly giverId: string
  readonly groupId: string
  readonly linkId: string
}
/** What a token of ours says, with the group it is about. Refuses `companion-over`. */
export async function readLink({ store, signedTokens }: Services, token: string): Promise<Link> {
  const { sub, link } = (await signedTokens.verify('companion', token)) ?? {}
  const giver = typeof sub === 'string' ? await store.get(rsvps, sub) : undefined
  return giver && typeof link === 'string' ? { giverId: giver._id, groupId: giver.groupId, linkId: link } : refuse('companion-over')
}

/** The companion of a link, and what there is under the email that was named. Refuses `companion-over`, `members-only`, and what a form is closed for. */
export async function claimOf(services: Services, tx: Reader, { giverId, groupId, linkId }: Link) {
  const { clock, secrets } = services
  const giver = (await tx.get(rsvps, giverId)) ?? refuse('companion-over')
  const { group, event } = await formOf(tx, groupId, null)
  checkOpen(group, event, clock.now())
  const one = linkedIn(giver, linkId, event, clock.now()) ?? refuse('companion-over')
  if (!(await mayAttend(services, tx, group, one.link.email))) refuse('members-only')
  const _id = rsvpId(secrets, group, one.link.email)
  return { group, event, giver, one, _id, before: await tx.get(rsvps, _id) }
}

export async function openClaim(services: Services, { token }: Input<typeof companionApi.open>, caller: Caller): Promise<ClaimView> {
  const { group, event, giver, one, before } = await claimOf(services, services.store, await readLink(services, token))
  checkClaimant(group, before)
  return {
    giver: giver.name,
    name: one.link.name ?? one.name,
    email: one.link.email,
    roles: namesOf(group, rolesOfCompanion(giver, one)),
    until: handOverEnd(one.link, event),
    groupId: group._id,
    group: group.name,
    event: event ? publicEvent(event, services.clock.now()) : null,
    ...hereAs(caller, one.link.email, group._id),
  }
}

/** Which of the guest's companions it is, 1 for the first. */
export const nthOf = (giver: Rsvp, { id }: Linked) => companionsOf(giver).findIndex((other) => other.id === id) + 1
