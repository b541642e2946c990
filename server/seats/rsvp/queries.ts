// What an invitee is shown.

import { LRUCache } from 'lru-cache'
import type { Input } from '#protocol/kernel/endpoint.ts'
import { formRoom } from '#protocol/live.ts'
import type { EventBrand } from '#protocol/people/brand/brand.ts'
import type { EventStatus } from '#protocol/seats/event.ts'
import type { FormView, OwnRsvp, rsvpApi } from '#protocol/seats/rsvp.ts'
import { type Shut, shutAt } from '#protocol/seats/several/window.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader, Store } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { brandOwner } from '#server/people/identity/brands.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { hostRoom } from '#server/people/model/account.ts'
import { brandRoom } from '#server/people/model/brand.ts'
import { provenAmong } from '#server/seats/guest/queries.ts'
import { events, type GroupEvent, statusOf } from '#server/seats/model/event.ts'
import { coverage, type Group, groups } from '#server/seats/model/group.ts'
import { isOnlyInvited } from '#server/seats/model/invitation.ts'
import { livingRsvp, removedOf, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { facesOf, formNow, formOf } from '#server/seats/rights/groups.ts'
import { readOwn } from '#server/seats/seating/own.ts'

/** What everybody sees of a form, as it is sent, with the records it was made of. */
interface SharedForm {
  readonly group: Group
  readonly event: GroupEvent | undefined
  /** The view follows from the records, from whether the event is over, and from whether answers are taken (R141a). */
  readonly eventStatus: EventStatus | undefined
  readonly shutNow: Shut['why'] | undefined
  readonly view: FormView
  /** The reply to somebody of whom nothing is known. */
  readonly toNobody: EncodedForm
}
/** A reply as the text that is sent; with an `etag`, what a browser may keep and ask about. */
interface EncodedForm {
  readonly text: string
  readonly etag?: string
}
/** The forms that were asked for last, by group, beside the store they were read from. One with many questions is large, so their text counts as well. */
const madeForms = new WeakMap<Store, LRUCache<string, SharedForm>>()
const newForms = () =>
  new LRUCache<string, SharedForm>({ max: 500, maxSize: 16 << 20, sizeCalculation: ({ toNobody }) => toNobody.text.length })

const statusNow = (event: GroupEvent | undefined, now: number) => (event ? statusOf(event, now) : undefined)

/** Whether its records are still those that stand in the store: asked anew each time, so that whoever reads after a commit sees it, whichever process made it. */
async function stands(services: Services, { group, event, eventStatus, shutNow, view }: SharedForm): Promise<boolean> {
  const { store, clock } = services
  const [groupRev, eventRev, { brand, host }] = await Promise.all([
    store.rev(groups, group._id),
    event && store.rev(events, event._id),
    facesOf(services, store, event),
  ])
  const now = clock.now()
  const isThen = eventStatus === statusNow(event, now) && shutNow === shutAt(group, now)?.why
  const isSame = groupRev === group.rev && eventRev === event?.rev && isThen
  return isSame && (!brand || isSameBrand(brand, view.brand)) && host?.rev === view.host?.rev && host?.photo === view.host?.photo
}
/** What isn't its own follows from the plan of whose it is. */
const isSameBrand = (now: EventBrand, before: EventBrand | undefined) =>
  now.rev === before?.rev && now.face?.hidesMadeWith === before.face?.hidesMadeWith

/** H5: what everybody sees of a form, made and encoded once per revision (decision 0095). */
async function sharedForm(services: Services, groupId: string, eventId: string | null | undefined): Promise<SharedForm> {
  const { store, clock, secrets } = services
  const made = madeForms.get(store) ?? newForms()
  madeForms.set(store, made)
  const before = made.get(groupId)
  if (before && (await stands(services, before))) return isOf(before, eventId) ? before : refuse('event-unknown')
  made.delete(groupId)
  const { group, event } = await formOf(store, groupId, eventId)
  const view = await formNow(services, store, group, event)
  const text = JSON.stringify({ ...view, userEmail: '', userName: '', rsvp: null })
  const toNobody = { text, etag: `"${secrets.keyedHash('form', text)}"` }
  const now = clock.now()
  const form = { group, event, eventStatus: statusNow(event, now), shutNow: shutAt(group, now)?.why, view, toNobody }
  made.set(groupId, form)
  return form
}
const isOf = ({ group }: SharedForm, eventId: string | null | undefined) => !eventId || eventId === group.eventId

/** What is known of who asks; undefined of somebody who has proven nothing. */
async function ownOf(services: Services, { group, event }: Pick<SharedForm, 'group' | 'event'>, caller: Caller) {
  const { store, secrets } = services
  const { user } = caller
  const proven = await provenAmong(services, store, caller, [group._id, ...(event?.groupIds ?? [])])
  if (!proven) return undefined
  const userEmail = proven.email
  const found = await store.get(rsvps, rsvpId(secrets, group, userEmail))
  const rsvp = livingRsvp(found)
  const own = rsvp ? await readOwn(services, store, rsvp, group, event) : null
  return { userEmail, userName: rsvp?.name || (user?.email === userEmail && user.name) || '', rsvp: own, ...removedOf(found) }
}

/** H5: the form with what is known of who asks, which is read anew each time and kept nowhere. */
export async function readForm(services: Services, { groupId, eventId }: Input<typeof rsvpApi.form>, caller: Caller): Promise<EncodedForm> {
  const form = await sharedForm(services, groupId, eventId)
  const own = await ownOf(services, form, caller)
  return own ? { text: JSON.stringify({ ...form.view, ...own }) } : form.toNobody
}

/** R81b: what the page of this reader alone is drawn with besides the form. */
export const readReader = async (services: Services, { groupId, eventId }: Input<typeof rsvpApi.form>, caller: Caller) =>
  ownOf(services, await sharedForm(services, groupId, eventId), caller)

/** The form as everybody sees it. */
export const readOpenForm = async (services: Services, { groupId, eventId }: Input<typeof rsvpApi.form>): Promise<FormView> =>
  (await sharedForm(services, groupId, eventId)).view

/** R16: whether there is an answer, and nothing of it. R97: nobody learns here who was invited. */
export async function checkRsvp({ store, secrets }: Services, { groupId, eventId, email }: Input<typeof rsvpApi.check>) {
  const { group } = await formOf(store, groupId, eventId)
  const rsvp = livingRsvp(await store.get(rsvps, rsvpId(secrets, group, email)))
  return { hasExistingRSVP: rsvp !== undefined && !isOnlyInvited(rsvp, group) }
}

/** R219, R224: where what an event's guests see of brand and host changes. */
export const facesRooms = (event: Pick<GroupEvent, 'theme' | 'ownerId' | 'ownerOrgId'>) => [
  ...(event.theme === 'brand' ? [brandRoom(brandOwner(event))] : []),
  ...(event.ownerOrgId === null ? [hostRoom(event.ownerId)] : []),
]

/** The view of the room `form:<groupId>:<eventId>`: for anyone with the link, like the form itself. */
export async function watchForm(services: Services, id: string) {
  const [groupId = ''] = id.split(':')
  const { group, event, view } = await sharedForm(services, groupId, null)
  if (`form:${id}` !== formRoom(group._id, group.eventId)) refuse('event-unknown')
  return event ? { view, also: facesRooms(event) } : { view }
}

/** What is replied to a guest who changed their answer. */
export const receipt = async (services: Services, tx: Reader, rsvp: OwnRsvp, group: Group, event: GroupEvent | undefined) => ({
  rsvp,
  roleCoverage: coverage(group, group.displayRSVPToAll),
  form: await formNow(services, tx, group, event),
})
