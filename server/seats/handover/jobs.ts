// R94: a hand-over that nobody answered ends by itself, and its giver is told; the seats are theirs as before.
import { iso } from '#server/kernel/ports/clock.ts'
import { put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { endHandOver } from '#server/seats/rules/handover.ts'

/** Ends one whose time is over. True if there may be more. */
export async function endHandOvers(services: Services): Promise<boolean> {
  const { store, clock } = services
  const [due] = await store.find(rsvps, { index: 'handOver', to: iso(clock.now() + 1), limit: 1 })
  if (!due) return false
  await transact(services, due.groupId, async (tx) => {
    const giver = await tx.get(rsvps, due._id)
    if (giver?.handOverUntil === undefined || giver.handOverUntil > iso(clock.now())) return { reply: undefined }
    return { writes: [put(rsvps, endHandOver(giver))], reply: undefined }
  })
  services.delivery.wake()
  return true
}
