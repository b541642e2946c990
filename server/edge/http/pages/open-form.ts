// The form of a link as nobody sees it: what pages and pictures of an invitation are drawn from (R81).

import { isId } from '#protocol/kernel/texts.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { readOpenForm } from '#server/seats/rsvp/queries.ts'

/** Gives what the form's call gives to anyone with the link, or its refusal; `null` while neither can be known. */
export async function openForm(services: Services, groupId: string, eventId: string): Promise<FormView | Refusal | null> {
  const wrong = !isId(groupId) ? 'Invalid Group Id' : eventId && !isId(eventId) ? 'Invalid Event Id' : ''
  if (wrong) return new Refusal('input-invalid', { reason: wrong })
  try {
    return await readOpenForm(services, { groupId, eventId })
  } catch (error) {
    return error instanceof Refusal && error.status < 500 ? error : null
  }
}
