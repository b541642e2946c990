// What a guest is shown of what is theirs: the answer behind a link, their live view. Nothing here changes anything (R116).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { guestRoom } from '#protocol/live.ts'
import type { guestApi } from '#protocol/seats/guest.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { isProofOver } from '#server/people/rules/proof.ts'
import { type Event, eventFor, events, type GroupEvent } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { guestView, linkEnd, linkRoom, ownRoom } from '#server/seats/model/guest.ts'
import { isErased, livingRsvp, type Rsvp, removedOf, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { guestsRoom } from '#server/seats/model/waitlist.ts'
import { eventOf, formNow } from '#server/seats/rights/groups.ts'
import { mayAttend } from '#server/seats/rights/rights.ts'
import { readOwn } from '#server/seats/seating/own.ts'

/** Who a caller is as a guest, for which group that was proven, and until when (in milliseconds) if it isn't by a login. */
export interface Proven {
  readonly email: string
  readonly provenAt: string
  readonly until: number | undefined
}

type Reading = Pick<Services, 'secrets'>

/** R87: a proof that a personal link began holds as long as the link does. */
async function isOver({ secrets }: Reading, tx: Reader, caller: Caller, groupId: string, email: string) {
  if (caller.user?.email === email || caller.provenEpoch(groupId) === undefined) return false
  const group = await tx.get(groups, groupId)
  return isProofOver(caller, groupId, email, group && (await tx.get(rsvps, rsvpId(secrets, group, email))))
}

/** R14: by a proof for one of these groups: the newest that holds, as all of them hold equally long. */
async function byProof(services: Reading, tx: Reader, caller: Caller, groupIds: readonly string[]): Promise<Proven | undefined> {
  const until = (groupId: string) => caller.provenUntil(groupId) ?? 0
  for (const groupId of groupIds.toSorted((one, other) => until(other) - until(one))) {
    const email = caller.proven(groupId)
    if (email === undefined || (await isOver(services, tx, caller, groupId, email))) continue
    return { email, provenAt: groupId, until: caller.user?.email === email ? undefined : caller.provenUntil(groupId) }
  }
  return undefined
}
/** R17: by who is signed in. */
const bySession = ({ user }: Caller, groupId: string): Proven | undefined =>
  user && { email: user.email, provenAt: groupId, until: undefined }

/** R14, R17, R143: who this caller is as a guest of these groups: a login counts before a proof for any of them, and that before a link or cookie to organize with. */
export async function provenAmong(services: Reading, tx: Reader, caller: Caller, groupIds: readonly string[]): Promise<Proven | undefined> {
  const [first = ''] = groupIds
  const own = bySession(caller, first)
  return caller.via === 'account' ? own : ((await byProof(services, tx, caller, groupIds)) ?? own)
}

/** R143: one proof for any group of an event holds for all of them; the group's own first. */
export async function provenFor(services: Reading, tx: Reader, caller: Caller, { _id, eventId }: Group): Promise<Proven | undefined> {
  const here = caller.via === 'account' ? bySession(caller, _id) : await byProof(services, tx, caller, [_id])
  if (here) return here
  const groupIds = (eventId !== null && (await tx.get(events, eventId))?.groupIds) || []
  return provenAmong(services, tx, caller, [_id, ...groupIds])
}

/** As `provenFor`. Refuses `proof-missing`, whether there is such a group or not. */
export async function provenHere(services: Reading, tx: Reader, caller: Caller, groupId: string): Promise<Proven> {
  const group = await tx.get(groups, groupId)
  const proven = group ? await provenFor(services, tx, caller, group) : await provenAmong(services, tx, caller, [groupId])
  return proven ?? refuse('proof-missing')
}

export interface RsvpRef {
  readonly groupId: string
  readonly eventId?: string | null | undefined
}
/** The caller's own answer with its group and event. Refuses `proof-missing`, and `rsvp-unknown` where there is nothing of theirs. */
export async function ownAnswer(services: Services, tx: Reader, { groupId, eventId }: RsvpRef, caller: Caller) {
  const { email } = await provenHere(services, tx, caller, groupId)
  const group = (await tx.get(groups, groupId)) ?? refuse('rsvp-unknown')
  if (eventId && eventId !== group.eventId) refuse('rsvp-unknown')
  const [found, event] = await Promise.all([tx.get(rsvps, rsvpId(services.secrets, group, email)), eventOf(tx, group)])
  return { group, event, rsvp: found && !isErased(found) ? found : refuse('rsvp-unknown') }
}

export interface OwnContext {
  readonly rsvp: Rsvp
  readonly group: Group
  readonly event: GroupEvent | undefined
}

const maxAnswers = 500
/** R143: all answers of this person to an event, in the order of its groups; those to groups that were deleted come last. */
export async function answersIn({ secrets }: Reading, tx: Reader, event: Event, email: string): Promise<OwnContext[]> {
  const kept = await tx.find(rsvps, { index: 'holder', where: { email }, descending: true, limit: maxAnswers })
  const gone = kept
    .filter(({ eventId, groupId }) => eventId === event._id && !event.groupIds.includes(groupId))
    .map(({ groupId }) => groupId)
  const found = await Promise.all(
    [...event.groupIds, ...gone].map(async (groupId): Promise<OwnContext[]> => {
      const group = await tx.get(groups, groupId)
      const rsvp = group && (await tx.get(rsvps, rsvpId(secrets, group, email)))
      return group && rsvp && !isErased(rsvp) ? [{ rsvp, group, event: eventFor(event, group) }] : []
    }),
  )
  return found.flat()
}

/** The caller's own answers to an event, one at least. Refuses `proof-missing`, and `rsvp-unknown` where there is nothing of theirs. */
export async function ownAnswers(services: Services, tx: Reader, eventId: string, caller: Caller): Promise<[OwnContext, ...OwnContext[]]> {
  const event = await tx.get(events, eventId)
  const proven = event && (await provenAmong(services, tx, caller, event.groupIds))
  if (!event || !proven) return refuse('proof-missing')
  const [first, ...others] = await answersIn(services, tx, event, proven.email)
  return first ? [first, ...others] : refuse('rsvp-unknown')
}

/** R87: what a personal link opens, like the form; the route sets the proof cookie. Refuses `guest-link-over`. */
export async function openLink(services: Services, { token }: Input<typeof guestApi.open>) {
  const { store, signedTokens, clock } = services
  const claims = await signedTokens.verify('guest', token)
  const found = typeof claims?.sub === 'string' ? await store.get(rsvps, claims.sub) : undefined
  const { removed } = removedOf(found)
  const rsvp = removed ? found : livingRsvp(found)
  if (!rsvp || claims?.epoch !== (rsvp.linkEpoch ?? 0)) refuse('guest-link-over')
  const group = (await store.get(groups, rsvp.groupId)) ?? refuse('guest-link-over')
  const event = await eventOf(store, group)
  if (linkEnd(event, clock.now()) <= clock.now()) refuse('guest-link-over')
  if (!(await mayAttend(services, store, group, rsvp.email))) refuse('members-only')
  return {
    ...(await formNow(services, store, group, event)),
    userEmail: rsvp.email,
    userName: rsvp.name,
    rsvp: removed ? null : await readOwn(services, store, rsvp, group, event),
    ...(removed && { removed }),
  }
}

/** Which of a guest's links it is, read off a token that `openLink` has found to be ours. */
export function epochOf(token: string): number | undefined {
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const { epoch } = claims as { epoch?: unknown }
  return typeof epoch === 'number' ? epoch : undefined
}

/** R92: what guests see of their own answer. */
export async function readGuest(services: Services, tx: Reader, id: string) {
  const rsvp = await tx.get(rsvps, id)
  const group = rsvp && (await tx.get(groups, rsvp.groupId))
  return group && guestView(id, rsvp, group, await readOwn(services, tx, rsvp, group, await eventOf(tx, group)))
}

/** R92: the view of the room `guest:<groupId>:<eventId>`: the caller's own answer, for as long as its proof lasts. */
export async function watchGuest(services: Services, id: string, caller: Caller) {
  const { store, secrets } = services
  const [groupId = ''] = id.split(':')
  const { email, provenAt, until } = await provenHere(services, store, caller, groupId)
  const group = await store.get(groups, groupId)
  if (!group || `guest:${id}` !== guestRoom(group._id, group.eventId)) refuse('event-unknown')
  const _id = rsvpId(secrets, group, email)
  const [found, event] = await Promise.all([store.get(rsvps, _id), eventOf(store, group)])
  const own = found ? await readOwn(services, store, found, group, event) : null
  const beside = provenAt === groupId ? undefined : await store.get(groups, provenAt)
  const also = [ownRoom(_id), guestsRoom(groupId), ...(beside ? [linkRoom(rsvpId(secrets, beside, email))] : [])]
  return { view: guestView(_id, found, group, own), also, ...(until !== undefined && { until }) }
}
