// What follows for the giver when a hand-over ends: the one they named accepted or declined it, or its time is over (R94).
import { guestPlace } from '#server/kernel/emails/parts.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { acceptedEmail, declinedEmail, lapsedEmail } from '#server/seats/emails/handover.ts'
import { type Rsvp, rsvpId, saidIn, seatsHeld } from '#server/seats/model/rsvp.ts'
import type { SeatChange } from '#server/seats/seating/change.ts'
import { type Adds, type Follows, nothing } from '#server/seats/seating/follow.ts'

/** One that falls with its last seat is told of by what became of the seat. */
export const handOverEnded: Adds = (services, _, change) => {
  const { before, after, isErased } = change
  const hasEnded = before?.handOver && after && !after.handOver
  return hasEnded && !isErased ? ended(services, change, { after, named: before.handOver.email }) : nothing
}

interface Ended {
  readonly after: Rsvp
  /** The email of the one it was offered to. */
  readonly named: string
}
function ended(services: Services, { by, guest, group, event, lost }: SeatChange, { after, named }: Ended): Follows {
  const facts = [after.email, services.publicUrl, guestPlace(group, after), event ?? { name: group.name }] as const
  const isAnswered = guest === rsvpId(services.secrets, group, named)
  if (isAnswered && lost.length === 0) return { emails: [declinedEmail(...facts)] }
  if (isAnswered) return { emails: [acceptedEmail(...facts, saidIn(after, group, event))] }
  const isLapsed = by === 'nobody' && lost.length === 0 && !group.cancelledAt && seatsHeld(after, group).length > 0
  return isLapsed ? { emails: [lapsedEmail(...facts)] } : nothing
}
