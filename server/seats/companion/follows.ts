// What follows for a guest when somebody who came along answers for themselves (R175): they are told.
import { guestPlace } from '#server/kernel/emails/parts.ts'
import { claimedEmail } from '#server/seats/emails/companion.ts'
import { companionsOf } from '#server/seats/model/companion.ts'
import { rsvpId, saidIn } from '#server/seats/model/rsvp.ts'
import { type Adds, nothing } from '#server/seats/seating/follow.ts'

export const companionClaimed: Adds = ({ secrets, publicUrl }, _, { before, after, guest, group, event }) => {
  if (!before || !after) return nothing
  const left = companionsOf(after).map(({ id }) => id)
  const isClaimed = companionsOf(before).some(({ id, link }) => !left.includes(id) && link && rsvpId(secrets, group, link.email) === guest)
  if (!isClaimed) return nothing
  const occasion = event ?? { name: group.name }
  return { emails: [claimedEmail(after.email, publicUrl, guestPlace(group, after), occasion, saidIn(after, group, event))] }
}
