// What a guest is shown of what is theirs: the answer behind a link, their live view. Nothing here changes anything (R116).
import type { Input } from '#protocol/endpoint.ts'
import type { guestApi } from '#protocol/guest.ts'
import { guestRoom } from '#protocol/live.ts'
import { events } from '../event/model.ts'
import { type Group, groups } from '../group/model.ts'
import type { Caller } from '../identity/caller.ts'
import { mayAttend } from '../identity/rights.ts'
import { checkProof } from '../proof/rules.ts'
import { refuse } from '../refuse.ts'
import { formView, livingRsvp, rsvpId, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { guestsRoom } from '../waitlist/model.ts'
import { readOwn } from '../waitlist/queries.ts'
import { guestView, linkEnd, ownRoom } from './model.ts'

/** R14, R17: the email this caller has proven for the group. Refuses `proof-missing`, whether there is such a group or not. */
export const provenHere = ({ user, proven }: Caller, groupId: string): string => user?.email ?? proven(groupId) ?? refuse('proof-missing')

const eventOf = async (tx: Reader, { eventId }: Group) => (eventId ? tx.get(events, eventId) : undefined)

export interface Here {
  readonly groupId: string
  readonly eventId?: string | null | undefined
}
/** The caller's own answer with its group and event. Refuses `proof-missing`, and `rsvp-unknown` where there is nothing of theirs. */
export async function ownAnswer({ secrets }: Services, tx: Reader, { groupId, eventId }: Here, caller: Caller) {
  const email = provenHere(caller, groupId)
  const group = (await tx.get(groups, groupId)) ?? refuse('rsvp-unknown')
  if (eventId && eventId !== group.eventId) refuse('rsvp-unknown')
  const [found, event] = await Promise.all([tx.get(rsvps, rsvpId(secrets, group, email)), eventOf(tx, group)])
  checkProof(caller, groupId, email, found)
  return { group, event, rsvp: livingRsvp(found) ?? refuse('rsvp-unknown') }
}

/** R87: what a personal link opens, like the form; the route sets the proof cookie. Refuses `guest-link-over`. */
export async function openLink(services: Services, { token }: Input<typeof guestApi.open>) {
  const { store, signedTokens, clock } = services
  const claims = await signedTokens.verify('guest', token)
  const rsvp = livingRsvp(typeof claims?.sub === 'string' ? await store.get(rsvps, claims.sub) : undefined)
  if (!rsvp || claims?.epoch !== (rsvp.linkEpoch ?? 0)) refuse('guest-link-over')
  const group = (await store.get(groups, rsvp.groupId)) ?? refuse('guest-link-over')
  const event = await eventOf(store, group)
  if (linkEnd(event, clock.now()) <= clock.now()) refuse('guest-link-over')
  if (!(await mayAttend(services, store, group, rsvp.email))) refuse('members-only')
  return {
    ...formView(group, event, clock.now()),
    userEmail: rsvp.email,
    userName: rsvp.name,
    rsvp: await readOwn(services, store, rsvp, group, event),
  }
}

/** Which of a guest's links it is, read off a token that `openLink` has found to be ours. */
export function epochOf(token: string): number | undefined {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const { epoch } = claims as { epoch?: unknown }
  return typeof epoch === 'number' ? epoch : undefined
}

/** R92: what the guest of an answer is told of it. */
export async function readGuest(services: Services, tx: Reader, id: string) {
  const rsvp = await tx.get(rsvps, id)
  const group = rsvp && (await tx.get(groups, rsvp.groupId))
  return group && guestView(id, rsvp, group, await readOwn(services, tx, rsvp, group, await eventOf(tx, group)))
}

/** R92: the view of the room `guest:<groupId>:<eventId>`: the caller's own answer, for as long as its proof lasts. */
export async function watchGuest(services: Services, id: string, caller: Caller) {
  const { store, secrets } = services
  const [groupId = ''] = id.split(':')
  const email = provenHere(caller, groupId)
  const group = await store.get(groups, groupId)
  if (!group || `guest:${id}` !== guestRoom(group._id, group.eventId)) refuse('event-unknown')
  const _id = rsvpId(secrets, group, email)
  const [found, event] = await Promise.all([store.get(rsvps, _id), eventOf(store, group)])
  checkProof(caller, groupId, email, found)
  const own = found ? await readOwn(services, store, found, group, event) : null
  const until = caller.user ? undefined : caller.provenUntil(groupId)
  return { view: guestView(_id, found, group, own), also: [ownRoom(_id), guestsRoom(groupId)], ...(until !== undefined && { until }) }
}
