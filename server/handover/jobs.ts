// R94: a hand-over that nobody answered ends by itself, and its giver is told; the seats are theirs as before.
import { guestPlace } from '../emails/parts.ts'
import { events } from '../event/model.ts'
import { groups } from '../group/model.ts'
import { iso } from '../ports/clock.ts'
import { rsvps, seatsHeld } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import { put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { lapsedEmail } from './emails.ts'
import { endHandOver } from './rules.ts'

/** Ends one whose time is over. True if there may be more. */
export async function endHandOvers(services: Services): Promise<boolean> {
  const { store, clock, publicUrl } = services
  const [due] = await store.find(rsvps, { index: 'handOver', to: iso(clock.now() + 1), limit: 1 })
  if (!due) return false
  await transact(services, due.groupId, async (tx) => {
    const giver = await tx.get(rsvps, due._id)
    if (giver?.handOverUntil === undefined || giver.handOverUntil > iso(clock.now())) return { reply: undefined }
    const group = await tx.get(groups, giver.groupId)
    const event = group?.eventId ? await tx.get(events, group.eventId) : undefined
    const isTold = group && !group.cancelledAt && seatsHeld(giver, group).length > 0
    const emails = isTold ? [lapsedEmail(giver.email, publicUrl, guestPlace(group, giver), event ?? { name: group.name })] : []
    return { writes: [put(rsvps, endHandOver(giver))], emails, reply: undefined }
  })
  services.delivery.wake()
  return true
}
