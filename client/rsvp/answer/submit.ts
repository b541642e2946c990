// Sends the answer. The reply carries the new views; a refusal leaves everything typed in place and says where it hurts.
import { z } from 'zod/mini'
import { refusedSentence } from '#client/lib/actions/keeps-cookies.ts'
import { CallFailed, call } from '#client/lib/call.ts'
import { type Swap, useGuest } from '#client/rsvp/guest.ts'
import { openForm } from '#client/rsvp/guest-calls.ts'
import { givenIn } from '#client/rsvp/questions/given.ts'
import { putForm, putRsvp } from '#client/rsvp/store.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { type FormView, rsvpApi } from '#protocol/seats/rsvp.ts'
import { type DraftCompanion, dropDraft, editDraft, useDraft } from './draft.ts'
import { type Filled, isSelfSelect, nameOf } from './form-state.ts'

export const submitFailed = 'Failed to submit RSVP. Please try again.'

/** R170, R172: who comes along, as it is sent. */
export const companionSent = ({ _id, name, roles }: DraftCompanion) => ({ name, ...(_id && { _id }), ...(roles && { roles }) })
export const sizeOf = ({ companions }: Pick<Filled, 'companions'>) => 1 + companions.filter(({ roles }) => !roles).length

/** What is filled in, as it is sent. */
function sentOf(form: FormView, filled: Filled, attending: boolean) {
  // R89: the waits are sent once they were touched.
  const { draft } = useDraft.getState()
  const { note, waitFor, keepWaiting, replaceRole, companions, atLeast } = draft
  // R11: without self-selection the roles are the organizer's, and an answer leaves them as they are.
  const sendsRoles = attending && isSelfSelect(form)
  return {
    eventId: form.eventId,
    name: nameOf(filled),
    email: filled.email,
    attending,
    roles: sendsRoles ? filled.seats.filter((role) => role.isChosen).map((role) => role.name) : [],
    ...(note !== undefined && { note }),
    ...(form.questions && { answers: givenIn(form, filled, draft).answers }),
    ...(attending && companions && { companions: companions.map(companionSent) }),
    ...(attending && atLeast && filled.waits.length > 0 && { atLeast: Math.min(atLeast, sizeOf(filled)) }),
    ...(waitFor && { waitFor, keepWaiting, replaceRole }),
  }
}

/** Sends what is filled in; gives the sentence that says why not, or null when it is in. */
export async function submitAnswer(
  form: FormView,
  filled: Filled,
  confirmed: boolean,
  giveBack: readonly string[] = [],
): Promise<string | null> {
  const { place } = useGuest.getState()
  const { attending } = filled
  if (!place || attending === null) return submitFailed
  useGuest.setState({ swap: null })
  try {
    const reply = await call(rsvpApi.submit, {
      groupId: place.groupId,
      ...sentOf(form, filled, attending),
      confirmed: attending && confirmed,
      ...(giveBack.length > 0 && { giveBack: [...giveBack] }),
    })
    putForm(reply.form)
    putRsvp(reply.rsvp, reply.form)
    dropDraft()
    useGuest.setState({ isArriving: true, isChanging: false, removed: null, provenEmail: reply.rsvp.email })
    return null
  } catch (error) {
    if (error instanceof CallFailed) {
      takeRefusal(error, form, filled)
      useGuest.setState({ swap: swapIn(error, place.groupId, confirmed) })
    }
    return refusedSentence(error, submitFailed)
  }
}

/** Shows on the form what the server said no to. */
function takeRefusal(refusal: CallFailed, form: FormView, filled: Filled) {
  const { place } = useGuest.getState()
  if (refusal.code === 'role-full') useGuest.setState({ refused: { ids: refusedIds(refusal, form), rev: form.rev } })
  if (refusal.code === 'members-only') useGuest.setState({ refusedEmail: filled.email })
  if (refusal.code === 'proof-missing') lockAgain(filled)
  const wrong = Object.entries(refusal.fields).filter(([field]) => field.startsWith(answersField))
  if (wrong.length > 0) refuseAnswers(wrong.map(([field, sentence]) => [field.slice(answersField.length), sentence]))
  if ((refusal.code.startsWith('event-') || wrong.length > 0) && place) void openForm(place)
}

const Overlapping = z.object({ swap: z.literal(true), other: z.string(), overlap: z.array(z.object({ groupId: z.string() })) })
/** R146: what to give back, where that is all that is in the way. */
function swapIn({ code, body }: CallFailed, groupId: string, confirmed: boolean): Swap | null {
  const { data } = Overlapping.safeParse(body)
  if (code !== 'overlap' || !data) return null
  const groupIds = data.overlap.map((one) => one.groupId).filter((id) => id !== groupId)
  return { groupIds, names: `“${data.other}”`, confirmed }
}

const answersField = 'answers.'
/** R162: the sentence stands at its question; one that isn't asked any more goes with the form that is asked for anew. */
function refuseAnswers(wrong: [questionId: string, sentence: string][]) {
  useGuest.setState({ wrongAnswers: Object.fromEntries(wrong), toQuestion: wrong[0]?.[0] ?? '' })
}

/** The proof has run out (R14): asks for it again, with all that is on screen kept as typed. */
function lockAgain({ email, name, attending, seats }: Filled) {
  editDraft({ email, name, attending: attending ?? undefined, roleIds: seats.filter((role) => role.isChosen).map((role) => role._id) })
  useGuest.setState({ provenEmail: '', isSession: false })
}

const FullRoles = z.object({ roles: z.array(z.string()) })

/** R3: a 409 names the full roles. */
function refusedIds({ body }: CallFailed, form: FormView): string[] {
  const named = (FullRoles.safeParse(body).data?.roles ?? []).map(roleKey)
  return form.roles.filter((role) => named.includes(roleKey(role.name))).map((role) => role._id)
}
