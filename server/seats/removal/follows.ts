// What follows for a guest whose answer those who manage the group take away, or put back at once: an email that says so (R129).
import { guestPlace } from '#server/kernel/emails/parts.ts'
import { removedEmail, restoredEmail } from '#server/seats/emails/removal.ts'
import { hears } from '#server/seats/rules/removal.ts'
import { type Adds, nothing } from '#server/seats/seating/follow.ts'

export const removalEmails: Adds = ({ publicUrl }, _, { before, after, was, group, event, removal }) => {
  if (!before || !after) return nothing
  const place = guestPlace(group, after)
  if (removal === 'away') return hears(before, was) ? { emails: [removedEmail(after.email, publicUrl, place, event ?? group)] } : nothing
  return hears(after, group) ? { emails: [restoredEmail(after.email, publicUrl, place, event ?? group)] } : nothing
}
