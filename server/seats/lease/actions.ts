// Seats that a phone keeps for an hour, to give them to those who come without an answer while it has no network (R192a).
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { doorApi } from '#protocol/seats/door/door.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { atDoor, leasesOf } from '#server/seats/door/queries.ts'
import { type DoorLease, doorLeases } from '#server/seats/model/door.ts'
import type { Group } from '#server/seats/model/group.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { leasable, leaseUntil, withLeased } from '#server/seats/rules/door.ts'
import { roleNamed } from '#server/seats/rules/group.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'

/** R192a: fewer than it asks for, where fewer are free. Refuses `event-unknown`, `role-unknown`, `role-full`. */
export function leaseSeats(
  services: Services,
  { eventId, groupId, role: name, seats: wanted }: Input<typeof doorApi.lease>,
  caller: Caller,
) {
  const { clock, secrets } = services
  const here = (tx: Reader) => atDoor(services, tx, eventId, caller)
  const decide = async (tx: Reader) => {
    const { groups: all, by } = await here(tx)
    const current = all.find(({ _id }) => _id === groupId) ?? refuse('event-unknown')
    const event = await eventOf(tx, current)
    const now = clock.now()
    checkOpen(current, event, now)
    const role = roleNamed(current, name) ?? refuse('role-unknown', { role: name })
    const own = (one: DoorLease) => one.by === by.id && one.roleId === role._id && one.until > iso(now)
    const leased = (await leasesOf(tx, eventId)).filter(own)
    const has = leased.reduce((sum, { seats }) => sum + seats, 0)
    const seats = leasable(current, role, wanted, has)
    const lease = { _id: secrets.randomId(), rev: 1, eventId, groupId, roleId: role._id, by: by.id, seats, until: leaseUntil(now) }
    const group = next(current, withLeased(current, role._id, seats))
    const { writes } = await changeSeats(services, tx, { group, event })
    return { writes: [...writes, put(doorLeases, lease)], reply: { leaseId: lease._id, seats, until: lease.until } }
  }
  return transact(services, groupId, decide, { idempotencyKey: caller.idempotencyKey, checkRight: here })
}

/** R192a: one seat of a lease, given to somebody in this commit: the group without it being held, and the lease with one less; undefined where it is over. */
export async function spendLease(
  { clock }: Services,
  tx: Reader,
  { leaseId, by, group, roleId }: { readonly leaseId: string; readonly by: string; readonly group: Group; readonly roleId: string },
): Promise<{ readonly group: Group; readonly write: RecordWrite } | undefined> {
  const lease = await tx.get(doorLeases, leaseId)
  const isTheirs = lease?.by === by && lease.groupId === group._id && lease.roleId === roleId && lease.until > iso(clock.now())
  if (!isTheirs) return undefined
  const write = lease.seats > 1 ? put(doorLeases, next(lease, { seats: lease.seats - 1 })) : drop(doorLeases, lease)
  return { group: { ...group, ...withLeased(group, roleId, -1) }, write }
}
