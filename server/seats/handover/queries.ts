// What is behind the link of a hand-over, and what organizers see of all in a group: read, and nothing changed (R94, R116).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { handOversPerPage } from '#protocol/kernel/limits.ts'
import type { handoverApi } from '#protocol/seats/handover.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { findMatching } from '#server/kernel/store/find-matching.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { type Caller, hereAs } from '#server/people/identity/caller.ts'
import { handOverView, offeringOf, seatsOffered } from '#server/seats/model/handover.ts'
import { handOverOf, livingRsvp, type Rsvp, rsvpId, rsvpRow, rsvps } from '#server/seats/model/rsvp.ts'
import { formOf, managed } from '#server/seats/rights/groups.ts'
import { hasLeft, mayAttend } from '#server/seats/rights/rights.ts'
import { isPending } from '#server/seats/rules/handover.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'

export interface Link {
  readonly giverId: string
  readonly groupId: string
  readonly handOver: string
}
/** What a token of ours says, with the group it is about. Refuses `hand-over-over`. */
export async function readLink({ store, signedTokens }: Services, token: string): Promise<Link> {
  const { sub, handOver } = (await signedTokens.verify('hand-over', token)) ?? {}
  const giver = typeof sub === 'string' ? await store.get(rsvps, sub) : undefined
  return giver && typeof handOver === 'string' ? { giverId: giver._id, groupId: giver.groupId, handOver } : refuse('hand-over-over')
}

/** The pending hand-over of a link, with the answer of the one named. Refuses `hand-over-over`, `members-only` and what a form is closed for. */
export async function pendingOf(services: Services, tx: Reader, { giverId, groupId, handOver }: Link) {
  const { clock, secrets } = services
  const giver = offeringOf(await tx.get(rsvps, giverId), handOver) ?? refuse('hand-over-over')
  const { group, event } = await formOf(tx, groupId, null)
  checkOpen(group, event, clock.now())
  if (!isPending(giver, event, clock.now()) || seatsOffered(giver, group).length === 0) refuse('hand-over-over')
  if (!(await mayAttend(services, tx, group, giver.handOver.email))) refuse('members-only')
  const _id = rsvpId(secrets, group, giver.handOver.email)
  return { group, event, giver, _id, before: await tx.get(rsvps, _id) }
}

export async function openHandOver(services: Services, { token }: Input<typeof handoverApi.open>, caller: Caller) {
  const { giver, before, ...place } = await pendingOf(services, services.store, await readLink(services, token))
  const view = handOverView(giver, livingRsvp(before), { ...place, now: services.clock.now() })
  return { ...view, ...hereAs(caller, view.email, view.groupId) }
}

/** Where an answer lies among those of its group whose seats are being handed over, and a page ends. */
const cursorOf = ({ handOverUntil, _id }: Rsvp) => `${handOverUntil}_${_id}`

/** R94: a page of the answers whose seats are being handed over, at a cost that grows with neither the answers nor the hand-overs of the group. */
export async function readHandOvers(services: Services, { id, cursor }: Input<typeof handoverApi.list>, caller: Caller) {
  const { store } = services
  const group = await managed(services, store, id, caller)
  const [handOverUntil, _id = ''] = cursor?.split('_') ?? []
  const after = handOverUntil ? { after: { _id, rev: 0, groupId: id, handOverUntil } } : {}
  const query = { index: 'pendingHandOver', where: { groupId: id }, limit: handOversPerPage + 1, ...after }
  const found = await findMatching(store, rsvps, query, (rsvp) => handOverOf(rsvp, group) !== undefined)
  const page = found.slice(0, handOversPerPage)
  const last = found.length > page.length ? page.at(-1) : undefined
  const rows = page.map(async (rsvp) => rsvpRow(rsvp, group, await hasLeft(services, store, rsvp), true))
  return { rsvps: await Promise.all(rows), nextCursor: last ? cursorOf(last) : null }
}
