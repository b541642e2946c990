// What is behind the link of a hand-over: read, and nothing changed (R94, R116).
import type { Input } from '#protocol/endpoint.ts'
import type { handoverApi } from '#protocol/handover.ts'
import { mayAttend } from '../identity/rights.ts'
import { refuse } from '../refuse.ts'
import { livingRsvp, rsvpId, rsvps } from '../rsvp/model.ts'
import { formOf } from '../rsvp/queries.ts'
import { checkOpen } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { handOverView, offeringOf, seatsOffered } from './model.ts'
import { isPending } from './rules.ts'

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

export async function openHandOver(services: Services, { token }: Input<typeof handoverApi.open>) {
  const { giver, before, ...place } = await pendingOf(services, services.store, await readLink(services, token))
  return handOverView(giver, livingRsvp(before), { ...place, now: services.clock.now() })
}
