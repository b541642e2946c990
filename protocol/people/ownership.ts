// How the owner of an event passes it on (R203). It is accepted as any invitation to a team is, and taken back as anybody is taken off it.
import { z } from 'zod/mini'
import { post } from '#protocol/kernel/endpoint.ts'
import { Email, EventId } from '#protocol/kernel/fields.ts'
import { Member } from './team.ts'

export const ownershipApi = {
  /** Offers it to somebody; it is theirs once they accept by the emailed link, within 48 hours. */
  offer: post('/event/:id/owner', z.strictObject({ id: EventId, email: Email }), Member),
}
