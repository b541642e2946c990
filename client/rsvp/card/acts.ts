// What a press on the card does: one call each, and what it replies is taken in (R123).
import { release, takeBack as takeHandOverBack } from '#client/handover/actions.ts'
import { CallFailed, call } from '#client/lib/call.ts'
import { newKey } from '#client/lib/new-key.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { putForm, putRsvp, type SavedAnswer } from '#client/rsvp/store.ts'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { type FormView, type OwnOffer, type OwnRsvp, rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'

/** Takes the reply in; the card says what is so now. */
export function takeIn({ form, rsvp }: { form: FormView; rsvp: OwnRsvp }) {
  putForm(form)
  putRsvp(rsvp, form)
  useGuest.setState({ isArriving: true })
}

/** The answer as it is kept; R11: without self-selection roles are the organizer's, and stay as they are. */
const asKept = (form: FormView, { groupId, eventId, name, email, roles }: SavedAnswer) => ({
  groupId,
  eventId,
  name,
  email,
  attending: true,
  roles: (form.event?.enableRoleSelfSelect ?? true) ? roles : [],
})

/** R98: says yes to what is kept; what else is typed on the page stays unsent. */
export async function confirm(form: FormView, saved: SavedAnswer) {
  const name = saved.name || useGuest.getState().userName
  takeIn(await call(rsvpApi.submit, { ...asKept(form, saved), name, confirmed: form.showConfirmation }))
}

type Held = Pick<OwnOffer, 'role' | 'insteadIds'>
/** R91, R149: what accepting gives back is what the page says; where that has changed, it says what is so now. */
export async function acceptOffer(
  { _id: groupId, eventId }: FormView,
  { role, insteadIds = [] }: Held,
  { chosen = [], seats }: Accepted = {},
) {
  try {
    const given = [...insteadIds, ...chosen]
    takeIn(await call(waitlistApi.offer, { groupId, eventId, role, accept: true, giveBack: given, ...(seats && { seats }) }))
  } catch (error) {
    if (error instanceof CallFailed && error.code === 'swap-changed') {
      const { rsvp, ...form } = await call(rsvpApi.form, { groupId, eventId: eventId ?? undefined })
      putForm(form)
      if (rsvp) putRsvp(rsvp, form)
    }
    throw error
  }
}
interface Accepted {
  /** R148: whose seats they give back as they choose. */
  readonly chosen?: readonly string[]
  /** R173: fewer than are held. */
  readonly seats?: number
}
export async function declineOffer({ _id, eventId }: FormView, role: string) {
  takeIn(await call(waitlistApi.offer, { groupId: _id, eventId, role, accept: false }))
}

/** R171: gives back the seat of one companion. */
export async function comeWithout(form: FormView, saved: SavedAnswer, companionId: string) {
  const companions = (saved.companions ?? []).flatMap(({ _id, name, roles }) =>
    _id === companionId ? [] : [{ _id, name, ...(roles && { roles }) }],
  )
  takeIn(await call(rsvpApi.submit, { ...asKept(form, saved), confirmed: saved.confirmed, companions }))
}

/** R175: emails somebody who comes along a link of their own; R176: or somebody else, to have that seat. */
export async function sendLink({ _id, eventId }: FormView, companionId: string, to: { name: string; email: string }) {
  takeIn(await call(companionApi.link, { groupId: _id, eventId, companionId, ...to }, { key: newKey() }))
}
export async function takeLinkBack({ _id, eventId }: FormView, companionId: string) {
  takeIn(await call(companionApi.takeBack, { groupId: _id, eventId, companionId }))
}

/** R94 */
export const takeBack = async (form: FormView) => takeIn(await takeHandOverBack(form))

/** R89a: naming no role ends the waits. */
export async function stopWaiting(form: FormView, saved: SavedAnswer) {
  takeIn(await call(rsvpApi.submit, { ...asKept(form, saved), confirmed: saved.confirmed, waitFor: [] }))
}

/** Says no, where there is no seat to give back. */
export const decline = async (form: FormView, saved: SavedAnswer) => takeIn(await release(form, saved))
