// What is shown on the one invitation to all groups of an event (R151), and in its room (R152).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { eventRoom } from '#protocol/live.ts'
import type { OwnInGroup, SeveralForm, severalApi } from '#protocol/seats/several/several.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { ownAnswers, type Proven, provenAmong } from '#server/seats/guest/queries.ts'
import { type Event, eventFor, events } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { linkRoom, ownRoom } from '#server/seats/model/guest.ts'
import { livingRsvp, removedOf, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { eventIndex, guestFeedOf } from '#server/seats/model/several.ts'
import { guestsRoom } from '#server/seats/model/waitlist.ts'
import { groupsOf } from '#server/seats/rights/groups.ts'
import { facesRooms, readOpenForm } from '#server/seats/rsvp/queries.ts'
import { readOwn } from '#server/seats/seating/own.ts'

interface EventWithGroups {
  readonly event: Event
  readonly groups: readonly Group[]
}
async function found(tx: Reader, eventId: string): Promise<EventWithGroups> {
  const event = (await tx.get(events, eventId)) ?? refuse('event-unknown')
  return { event, groups: await groupsOf(tx, event) }
}

/** What everybody with the link sees. */
export async function readOpen(
  services: Services,
  { eventId }: Input<typeof severalApi.form>,
): Promise<Pick<SeveralForm, 'index' | 'forms'>> {
  const { event, groups } = await found(services.store, eventId)
  const index = eventIndex(event, groups, services.clock.now())
  const forms = await Promise.all(index.groups.map(({ _id }) => readOpenForm(services, { groupId: _id, eventId })))
  return { index, forms }
}

type OwnAnswers = Pick<SeveralForm, 'userEmail' | 'userName' | 'own'>
/** Of somebody who has proven nothing. */
const nobodys: OwnAnswers = { userEmail: '', userName: '', own: [] }

async function ownIn(services: Services, { event, group, email }: { event: Event; group: Group; email: string }) {
  const stored = await services.store.get(rsvps, rsvpId(services.secrets, group, email))
  const rsvp = livingRsvp(stored)
  const own = rsvp ? await readOwn(services, services.store, rsvp, group, eventFor(event, group)) : null
  const shown: OwnInGroup = { groupId: group._id, rsvp: own, ...removedOf(stored) }
  return { shown, name: rsvp?.name ?? '' }
}

async function ownOf(
  services: Services,
  { event, groups }: EventWithGroups,
  caller: Caller,
  proven: Proven | undefined,
): Promise<OwnAnswers> {
  if (!proven) return nobodys
  const { email } = proven
  const all = await Promise.all(groups.map((group) => ownIn(services, { event, group, email })))
  const { user } = caller
  const userName = all.find(({ name }) => name)?.name ?? ((user?.email === email && user.name) || '')
  return { userEmail: email, userName, own: all.map(({ shown }) => shown).filter(({ rsvp, removed }) => rsvp ?? removed) }
}

/** R81b: what the page of this reader alone is drawn with besides; undefined of nobody. */
export async function readSeveralReader(services: Services, { eventId }: Input<typeof severalApi.form>, caller: Caller) {
  const all = await found(services.store, eventId)
  const proven = await provenAmong(services, services.store, caller, all.event.groupIds)
  return proven && ownOf(services, all, caller, proven)
}

export async function readSeveral(services: Services, input: Input<typeof severalApi.form>, caller: Caller): Promise<SeveralForm> {
  const [open, own] = await Promise.all([readOpen(services, input), readSeveralReader(services, input, caller)])
  return { ...open, ...(own ?? nobodys) }
}

/** R153: of the first of their answers. Refuses `proof-missing`, and `rsvp-unknown` to who has answered nothing. */
export async function readFeedAddress(services: Services, { eventId }: Input<typeof severalApi.feed>, caller: Caller) {
  const [{ rsvp }] = await ownAnswers(services, services.store, eventId, caller)
  const { event } = await found(services.store, eventId)
  return { url: await guestFeedOf(services, rsvp, event) }
}

/** The room `event:<eventId>`: for anyone with the link, like the forms; whoever is proven hears of their own answers as well (R92). */
export async function watchEvent(services: Services, eventId: string, caller: Caller) {
  const { store, secrets, clock } = services
  const { event, groups } = await found(store, eventId)
  if (eventRoom(event._id) !== `event:${eventId}`) refuse('event-unknown')
  const view = eventIndex(event, groups, clock.now())
  const proven = await provenAmong(services, store, caller, event.groupIds)
  const faces = facesRooms(event)
  if (!proven) return { view, also: faces }
  const ids = groups.map((group) => rsvpId(secrets, group, proven.email))
  const also = [...faces, ...ids.flatMap((id) => [ownRoom(id), linkRoom(id)]), ...groups.map(({ _id }) => guestsRoom(_id))]
  return { view, also, ...(proven.until !== undefined && { until: proven.until }) }
}
