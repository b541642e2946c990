// One invitation to the teams of all events of an organization that are to come (R209): a role in each, given, accepted, withdrawn and put back as one.
import { team } from '#protocol/people/team.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { membershipOf } from '#server/people/identity/memberships.ts'
import { type Teammate, teammateId, teammates } from '#server/people/model/team.ts'
import { isAdmin } from '#server/people/rules/org.ts'
import { type Event, events, statusOf } from '#server/seats/model/event.ts'
import { isOnTeam } from '#server/seats/rights/rights.ts'

interface Asked {
  readonly orgId: string
  readonly email: string
  readonly event: Event
}
/** Those besides `event` to whose teams a member of the organization comes; by its admins only. Refuses `org-unknown`, `member-unknown` and `team-events-many`. */
export async function othersToJoin(services: Services, tx: Reader, { orgId, email, event }: Asked, { user, via }: SignedIn) {
  const now = services.clock.now()
  const isTheirs = event.ownerOrgId === orgId && via === 'account' && isAdmin(await membershipOf(tx, services, orgId, user.email))
  if (!isTheirs) refuse('org-unknown')
  if (!(await membershipOf(tx, services, orgId, email))) refuse('member-unknown')
  const coming = { where: { ownerOrgId: orgId }, from: iso(now), limit: team.eventsAtOnce + 1 }
  const found = (await Promise.all(['org', 'orgLast'].map((index) => tx.find(events, { ...coming, index })))).flat()
  const active = [...new Map(found.map((one) => [one._id, one])).values()].filter((one) => statusOf(one, now) === 'active')
  if (active.length > team.eventsAtOnce) refuse('team-events-many', { limit: team.eventsAtOnce })
  const free = async (one: Event) => {
    const before = await tx.get(teammates, teammateId(services.secrets, one._id, email))
    return one._id !== event._id && !(before && isOnTeam(before, one, now))
  }
  const isFree = await Promise.all(active.map(free))
  return active.filter((_, nth) => isFree[nth])
}

/** The records of one invitation that stand as `one` does, with their events: only itself once it was accepted, since each is then a role of its own. */
export async function togetherWith(tx: Reader, one: Teammate, event: Event): Promise<{ one: Teammate; event: Event }[]> {
  if (!one.orgId || !one.role || one.acceptedAt) return [{ one, event }]
  const found = await tx.find(teammates, { index: 'email', where: { email: one.email }, from: one.createdAt, limit: team.eventsAtOnce * 2 })
  const alike = found.filter(
    (other) =>
      other._id !== one._id &&
      other.orgId === one.orgId &&
      other.invitedAt === one.invitedAt &&
      other.removedAt === one.removedAt &&
      !other.acceptedAt,
  )
  const theirs = await Promise.all(alike.map((other) => tx.get(events, other.eventId)))
  const others = alike.flatMap((other, nth) => {
    const its = theirs[nth]
    return its && !its.cancelledAt ? [{ one: other, event: its }] : []
  })
  return [{ one, event }, ...others]
}
