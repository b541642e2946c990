// The form of a link as nobody sees it: what pages and pictures of an invitation are drawn from (R81).
import type { FormView } from '#protocol/rsvp.ts'
import { isId } from '#protocol/texts.ts'
import { callerOf } from '../../identity/caller.ts'
import { Refusal } from '../../refuse.ts'
import { readForm } from '../../rsvp/queries.ts'
import type { Services } from '../../services.ts'

/** Gives what the form's call gives to anyone with the link, or its refusal; `null` while neither can be known. */
export async function openForm(services: Services, groupId: string, eventId: string): Promise<FormView | Refusal | null> {
  const wrong = !isId(groupId) ? 'Invalid Group Id' : eventId && !isId(eventId) ? 'Invalid Event Id' : ''
  if (wrong) return new Refusal('input-invalid', { reason: wrong })
  try {
    const nobody = await callerOf(services, { proof: () => undefined, address: '' })
    const { userEmail: _email, userName: _name, rsvp: _rsvp, ...form } = await readForm(services, { groupId, eventId }, nobody)
    return form
  } catch (error) {
    return error instanceof Refusal && error.status < 500 ? error : null
  }
}
