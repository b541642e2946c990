// What an invitee is shown.
import type { Input } from '#protocol/endpoint.ts'
import { formRoom } from '#protocol/live.ts'
import type { OwnRsvp, rsvpApi } from '#protocol/rsvp.ts'
import { type Event, events } from '../event/model.ts'
import { coverage, type Group, groups } from '../group/model.ts'
import type { Caller } from '../identity/caller.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { readOwn } from '../waitlist/queries.ts'
import { formView, livingRsvp, rsvpId, rsvps } from './model.ts'
import { isProofOver } from './rules.ts'

/** R23: the group with its event; a missing `eventId` means the one it has, another one's is a 404. */
export async function formOf(
  tx: Reader,
  groupId: string,
  eventId: string | null | undefined,
): Promise<{ group: Group; event: Event | undefined }> {
  const group = (await tx.get(groups, groupId)) ?? refuse('group-unknown')
  if (eventId && eventId !== group.eventId) refuse('event-unknown')
  return { group, event: group.eventId ? await tx.get(events, group.eventId) : undefined }
}

export async function readForm(services: Services, { groupId, eventId }: Input<typeof rsvpApi.form>, caller: Caller) {
  const { store, clock, secrets } = services
  const { user, proven } = caller
  const { group, event } = await formOf(store, groupId, eventId)
  const email = user?.email ?? proven(groupId) ?? ''
  const found = email ? await store.get(rsvps, rsvpId(secrets, group, email)) : undefined
  const userEmail = isProofOver(caller, groupId, email, found) ? '' : email
  const rsvp = userEmail ? livingRsvp(found) : undefined
  return {
    ...formView(group, event, clock.now()),
    userEmail,
    userName: rsvp?.name ?? user?.name ?? '',
    rsvp: rsvp ? await readOwn(services, store, rsvp, group, event) : null,
  }
}

/** R16: whether there is an answer, and nothing of it. */
export async function checkRsvp({ store, secrets }: Services, { groupId, eventId, email }: Input<typeof rsvpApi.check>) {
  const { group } = await formOf(store, groupId, eventId)
  const rsvp = await store.get(rsvps, rsvpId(secrets, group, email))
  return { hasExistingRSVP: livingRsvp(rsvp) !== undefined }
}

/** The view of the room `form:<groupId>:<eventId>`: for anyone with the link, like the form itself. */
export async function watchForm({ store, clock }: Services, id: string) {
  const [groupId = ''] = id.split(':')
  const { group, event } = await formOf(store, groupId, null)
  if (`form:${id}` !== formRoom(group._id, group.eventId)) refuse('event-unknown')
  return { view: formView(group, event, clock.now()) }
}

/** What is replied to a guest who changed their answer. */
export const receipt = (rsvp: OwnRsvp, group: Group, event: Event | undefined, now: number) => ({
  rsvp,
  roleCoverage: coverage(group, group.displayRSVPToAll),
  form: formView(group, event, now),
})
