// What happens by itself to seats that phones keep: they come back (R192a).
import { iso } from '#server/kernel/ports/clock.ts'
import { drop, next } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { doorLeases } from '#server/seats/model/door.ts'
import { groups } from '#server/seats/model/group.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { withLeased } from '#server/seats/rules/door.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'

/** R192a: gives back the seats of one lease that is over, to whoever waits. True if there may be more. */
export async function returnLeases(services: Services): Promise<boolean> {
  const { store, clock } = services
  const [due] = await store.find(doorLeases, { index: 'end', to: iso(clock.now() + 1), limit: 1 })
  if (!due) return false
  await transact(services, due.groupId, async (tx) => {
    const lease = await tx.get(doorLeases, due._id)
    if (!lease) return { reply: undefined }
    const current = await tx.get(groups, lease.groupId)
    if (!current) return { writes: [drop(doorLeases, lease)], reply: undefined }
    const group = next(current, withLeased(current, lease.roleId, -lease.seats))
    const { writes } = await changeSeats(services, tx, { group, event: await eventOf(tx, current) })
    return { writes: [...writes, drop(doorLeases, lease)], reply: undefined }
  })
  services.delivery.wake()
  return true
}
