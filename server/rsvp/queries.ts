// What an invitee is shown.
import type { Input } from '#protocol/endpoint.ts'
import type { EventStatus } from '#protocol/event.ts'
import { formRoom } from '#protocol/live.ts'
import type { FormView, OwnRsvp, rsvpApi } from '#protocol/rsvp.ts'
import { type Event, events, statusOf } from '../event/model.ts'
import { coverage, type Group, groups } from '../group/model.ts'
import type { Caller } from '../identity/caller.ts'
import { isOnlyInvited } from '../invitation/model.ts'
import { isProofOver } from '../proof/rules.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader, Store } from '../store/store.ts'
import { readOwn } from '../waitlist/queries.ts'
import { formView, livingRsvp, rsvpId, rsvps } from './model.ts'

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

/** What everybody sees of a form, as it is sent, with the records it was made of. */
interface SharedForm {
  readonly group: Group
  readonly event: Event | undefined
  /** The view follows from the records and from whether the event is over. */
  readonly eventStatus: EventStatus | undefined
  readonly view: FormView
  readonly json: string
  /** The reply to somebody of whom nothing is known. */
  readonly toNobody: Encoded
}
/** A reply as it is sent; with an `etag`, what a browser may keep and ask about. */
interface Encoded {
  /** As bytes where it is sent again and again: a text is turned into bytes each time. */
  readonly text: string | Buffer<ArrayBuffer>
  readonly etag?: string
}
/** The forms that were made last, by group, beside the store they were read from. */
const madeForms = new WeakMap<Store, Map<string, SharedForm>>()
const mostForms = 500

const statusNow = (event: Event | undefined, now: number) => (event ? statusOf(event, now) : undefined)
/** Puts what is one's own beside what everybody sees. */
const withOwn = (json: string, own: object) => `${json.slice(0, -1)},${JSON.stringify(own).slice(1)}`

/** Whether its records are still those that stand in the store: asked anew each time, so that whoever reads after a commit sees it, whichever process made it. */
async function stands({ store, clock }: Services, { group, event, eventStatus }: SharedForm): Promise<boolean> {
  const [groupRev, eventRev] = await Promise.all([store.rev(groups, group._id), event && store.rev(events, event._id)])
  return groupRev === group.rev && eventRev === event?.rev && eventStatus === statusNow(event, clock.now())
}

/** H5: what everybody sees of a form, made and encoded once per revision. */
async function sharedForm(services: Services, groupId: string, eventId: string | null | undefined): Promise<SharedForm> {
  const { store, clock, secrets } = services
  const made = madeForms.get(store) ?? new Map<string, SharedForm>()
  madeForms.set(store, made)
  const before = made.get(groupId)
  if (before && (await stands(services, before))) return isOf(before, eventId) ? before : refuse('event-unknown')
  made.delete(groupId)
  const { group, event } = await formOf(store, groupId, eventId)
  const now = clock.now()
  const view = formView(group, event, now)
  const json = JSON.stringify(view)
  const text = withOwn(json, { userEmail: '', userName: '', rsvp: null })
  const toNobody = { text: Buffer.from(text), etag: `"${secrets.keyedHash('form', text)}"` }
  const form = { group, event, eventStatus: statusNow(event, now), view, json, toNobody }
  made.set(groupId, form)
  const [oldest] = made.keys()
  if (made.size > mostForms && oldest !== undefined) made.delete(oldest)
  return form
}
const isOf = ({ group }: SharedForm, eventId: string | null | undefined) => !eventId || eventId === group.eventId

/** H5: the form with what is known of who asks, which is read anew each time and kept nowhere. */
export async function readForm(services: Services, { groupId, eventId }: Input<typeof rsvpApi.form>, caller: Caller): Promise<Encoded> {
  const { store, secrets } = services
  const { user, proven } = caller
  const { group, event, json, toNobody } = await sharedForm(services, groupId, eventId)
  const userEmail = user?.email ?? proven(groupId)
  if (!userEmail) return toNobody
  const found = await store.get(rsvps, rsvpId(secrets, group, userEmail))
  if (isProofOver(caller, groupId, userEmail, found)) return toNobody
  const rsvp = livingRsvp(found)
  const own = {
    userEmail,
    userName: rsvp?.name || user?.name || '',
    rsvp: rsvp ? await readOwn(services, store, rsvp, group, event) : null,
  }
  return { text: withOwn(json, own) }
}

/** The form as everybody sees it. */
export const readOpenForm = async (services: Services, { groupId, eventId }: Input<typeof rsvpApi.form>): Promise<FormView> =>
  (await sharedForm(services, groupId, eventId)).view

/** R16: whether there is an answer, and nothing of it. R97: nobody learns here who was invited. */
export async function checkRsvp({ store, secrets }: Services, { groupId, eventId, email }: Input<typeof rsvpApi.check>) {
  const { group } = await formOf(store, groupId, eventId)
  const rsvp = livingRsvp(await store.get(rsvps, rsvpId(secrets, group, email)))
  return { hasExistingRSVP: rsvp !== undefined && !isOnlyInvited(rsvp, group) }
}

/** The view of the room `form:<groupId>:<eventId>`: for anyone with the link, like the form itself. */
export async function watchForm(services: Services, id: string) {
  const [groupId = ''] = id.split(':')
  const { group, view } = await sharedForm(services, groupId, null)
  if (`form:${id}` !== formRoom(group._id, group.eventId)) refuse('event-unknown')
  return { view }
}

/** What is replied to a guest who changed their answer. */
export const receipt = (rsvp: OwnRsvp, group: Group, event: Event | undefined, now: number) => ({
  rsvp,
  roleCoverage: coverage(group, group.displayRSVPToAll),
  form: formView(group, event, now),
})
