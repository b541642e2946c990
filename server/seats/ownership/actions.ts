// How an event is passed on to another owner: offered for two days, and theirs once they accept (R203).
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { ownershipApi } from '#protocol/people/ownership.ts'
import { team } from '#protocol/people/team.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import { nameIn } from '#server/people/identity/memberships.ts'
import { type User, users } from '#server/people/model/account.ts'
import { isUpgraded, tierAt } from '#server/people/model/plan.ts'
import { offerId, type Teammate, teammateId, teammates, teammateView } from '#server/people/model/team.ts'
import { countStrangerEmails } from '#server/people/org/actions.ts'
import { linkToken } from '#server/people/rules/member.ts'
import { countTakenEvent } from '#server/people/rules/plan.ts'
import { teamLinkText } from '#server/people/rules/team.ts'
import { eventTakenEmail, teamInvitedEmail } from '#server/seats/emails/team.ts'
import { owned } from '#server/seats/event/queries.ts'
import { type Event, events, overAt, statusOf } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { isOnTeam } from '#server/seats/rights/rights.ts'
import { checkCarries } from '#server/seats/rules/event-groups.ts'

interface Passing {
  readonly event: Event
  readonly groups: readonly Group[]
}
/** An event that can be passed on. Refuses `owner-organization`, `owner-paid`: whose payment it is doesn't change with it, and `event-unpublished`. */
function checkPassing({ event, groups: its }: Passing, now: number) {
  if (event.ownerOrgId) refuse('owner-organization')
  if (its.some((group) => isUpgraded(group, now))) refuse('owner-paid')
  if (statusOf(event, now) === 'unpublished') refuse('event-unpublished')
}

async function offering(services: Services, tx: Reader, id: string, caller: SignedIn): Promise<Passing> {
  const found = await owned(services, tx, id, caller)
  checkPassing(found, services.clock.now())
  return found
}

export function offerEvent(services: Services, { id, email }: Input<typeof ownershipApi.offer>, caller: SignedIn) {
  const { secrets, clock, publicUrl } = services
  return transact(
    services,
    id,
    async (tx) => {
      const now = clock.now()
      const { event } = await offering(services, tx, id, caller)
      const owner = (await tx.get(users, event.ownerId)) ?? refuse('event-unknown')
      if (owner.email === email) refuse('teammate-owner')
      const _id = offerId(secrets, id)
      const before = await tx.get(teammates, _id)
      if (before && isOnTeam(before, event, now)) refuse('owner-offered')
      const at = iso(now)
      const invited = { name: '', createdAt: at, invitedAt: at, invitedBy: owner._id, until: iso(now + team.offerHours * 3_600_000) }
      const one: Teammate = { _id, rev: (before?.rev ?? 0) + 1, eventId: id, email, role: 'owner', groupIds: [], ...invited }
      const token = linkToken(secrets.sign(teamLinkText(one, now)))
      const by = await nameIn(tx, null, owner._id)
      const place = { _id: event.groupIds[0] ?? '' }
      return {
        writes: [put(teammates, one), put(events, next(event, {})), ...(await countStrangerEmails(services, tx, owner, 1))],
        emails: [teamInvitedEmail(email, publicUrl, place, event, { invitedBy: by, role: 'owner', token })],
        reply: { member: teammateView(one, overAt(event)) },
      }
    },
    { idempotencyKey: caller.idempotencyKey, checkRight: (tx) => offering(services, tx, id, caller) },
  )
}

/** The event and its groups with another owner. */
const passedOn = ({ event, groups: its }: Passing, { _id: ownerId, email }: User): RecordWrite[] => [
  put(events, next(event, { ownerId, organizerEmail: email })),
  ...its.map((group) => put(groups, next(group, { ownerId, email }))),
]

/** Who had it, as one of its team. */
async function managerOf({ secrets, clock }: Services, tx: Reader, { _id: eventId }: Event, giver: User, taker: User): Promise<Teammate> {
  const { _id: userId, email, name } = giver
  const _id = teammateId(secrets, eventId, email)
  const rev = ((await tx.get(teammates, _id))?.rev ?? 0) + 1
  const at = iso(clock.now())
  const accepted = { createdAt: at, invitedAt: at, invitedBy: taker._id, acceptedAt: at }
  return { _id, rev, eventId, userId, email, name, role: 'manager', groupIds: [], ...accepted }
}

/** R203: to the new owner by their own account, if their plan has room for it. Who had it manages it from then on, on any plan. */
export async function takenOver(services: Services, tx: Reader, one: Teammate, passing: Passing, { user, via }: Caller) {
  const { clock, secrets, publicUrl } = services
  const now = clock.now()
  const { event, groups: its } = passing
  if (via !== 'account' || user?.email !== one.email) refuse('owner-account')
  checkPassing(passing, now)
  const [taker, giver] = [await tx.get(users, user._id), await tx.get(users, event.ownerId)]
  if (!taker || !giver || giver._id !== one.invitedBy) return refuse('invitation-invalid')
  checkCarries(tierAt(taker, now), its)
  const counted = { id: event._id, end: overAt(event), createdAt: event.createdAt, ...(its.length > 1 && { groups: its.length }) }
  const at = iso(now)
  const accepted = next(one, { acceptedAt: at, name: taker.name })
  const own = await tx.get(teammates, teammateId(secrets, event._id, taker.email))
  const manager = await managerOf(services, tx, event, giver, taker)
  const teamIds = [...(event.teamIds ?? []).filter((id) => id !== own?._id && id !== manager._id), manager._id]
  return {
    accepted,
    writes: [
      ...passedOn({ event: { ...event, teamIds }, groups: its }, taker),
      put(teammates, accepted),
      put(teammates, manager),
      ...(own && !own.removedAt ? [put(teammates, next(own, { removedAt: at, expiresAt: at }))] : []),
      put(users, next(taker, { countedEvents: countTakenEvent(taker, counted, now) })),
      put(users, next(giver, { countedEvents: giver.countedEvents.filter((other) => other.id !== event._id) })),
    ],
    emails: [
      eventTakenEmail(giver.email, publicUrl, { _id: event.groupIds[0] ?? '' }, { ...event, ownerId: taker._id }, { by: taker.name }),
    ],
  }
}
