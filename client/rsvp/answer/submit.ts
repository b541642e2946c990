// Sends the answer. The reply carries the new views; a refusal leaves everything typed in place and says where it hurts.
import { z } from 'zod/mini'
import { CallFailed, call, sentenceOf } from '#client/lib/call.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { openForm } from '#client/rsvp/guest-calls.ts'
import { putForm, putRsvp } from '#client/rsvp/store.ts'
import { type FormView, rsvpApi } from '#protocol/rsvp.ts'
import { roleKey } from '#protocol/texts.ts'
import { dropDraft, editDraft, useDraft } from './draft.ts'
import { type Filled, isSelfSelect } from './filled.ts'

export const submitFailed = 'Failed to submit RSVP. Please try again.'

/** Sends what is filled in; gives the sentence that says why not, or null when it is in. */
export async function submitAnswer(form: FormView, filled: Filled, confirmed: boolean): Promise<string | null> {
  const { place } = useGuest.getState()
  // R89: the waits are sent once they were touched.
  const { note, waitFor, keepWaiting, replaceRole } = useDraft.getState().draft
  if (!place || filled.attending === null) return submitFailed
  // R11: without self-selection the roles are the organizer's, and an answer leaves them as they are.
  const sendsRoles = filled.attending && isSelfSelect(form)
  try {
    const reply = await call(rsvpApi.submit, {
      groupId: place.groupId,
      eventId: form.eventId,
      name: filled.name,
      email: filled.email,
      attending: filled.attending,
      roles: sendsRoles ? filled.seats.filter((role) => role.isChosen).map((role) => role.name) : [],
      confirmed: filled.attending && confirmed,
      ...(note !== undefined && { note }),
      ...(waitFor && { waitFor, keepWaiting, replaceRole }),
    })
    putForm(reply.form)
    putRsvp(reply.rsvp, reply.form)
    dropDraft()
    useGuest.setState({ isSent: true, provenEmail: reply.rsvp.email })
    return null
  } catch (error) {
    if (error instanceof CallFailed) takeRefusal(error, form, filled)
    return sentenceOf(error, submitFailed)
  }
}

/** Shows on the form what the server said no to. */
function takeRefusal(refusal: CallFailed, form: FormView, filled: Filled) {
  const { place } = useGuest.getState()
  if (refusal.code === 'role-full') useGuest.setState({ refused: { ids: refusedIds(refusal, form), rev: form.rev } })
  if (refusal.code === 'members-only') useGuest.setState({ refusedEmail: filled.email })
  if (refusal.code === 'proof-missing') lockAgain(filled)
  if (refusal.code.startsWith('event-') && place) void openForm(place)
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
