// What an organizer can do with events, and what others may read of one.
import type { Input } from '#protocol/endpoint.ts'
import type { EventEdit, EventInput, eventApi } from '#protocol/event.ts'
import { users } from '../account/model.ts'
import { newGrant } from '../assign/actions.ts'
import { cancelGroup, newGroup } from '../group/actions.ts'
import { groups, groupView } from '../group/model.ts'
import { checkRev, shapeRoles, unconfirmed } from '../group/rules.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { checkAttending } from '../identity/rights.ts'
import { tellGuests } from '../jobs/fanout.ts'
import { activeAdminOf } from '../org/queries.ts'
import { createPending } from '../pending/actions.ts'
import { groupTierAt, tierAt } from '../plan/model.ts'
import { checkTimes, countMovedEvent, countNewEvent } from '../plan/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { next, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { type Event, events, eventView } from './model.ts'
import { managed } from './queries.ts'
import { type Hosts, newEvent, settleAssignment } from './rules.ts'

/** The owner of what a signed-in caller creates: themselves, or an organization whose admin they are. */
async function hostsOf(services: Services, tx: Reader, { ownerOrgId }: EventInput, { user, via }: SignedIn): Promise<Hosts> {
  const host = (await tx.get(users, user._id)) ?? refuse('token-invalid')
  if (!ownerOrgId) return { owner: host, host, org: undefined }
  if (via !== 'account') refuse('account-needed')
  const { owner, org } = await activeAdminOf(services, tx, ownerOrgId, user)
  return { owner, host, org }
}

type Creation = Input<typeof eventApi.createWithGroup>

/** Creates an event with its one group; without a session see `createPending`. */
export async function createEvent(services: Services, { event: input, groups: inputs }: Creation, caller: Caller) {
  const { clock, publicUrl } = services
  const [groupInput, ...more] = inputs
  if (!groupInput || more.length > 0) refuse('one-group-only')
  if (!caller.user || !caller.token) return createPending(services, input, groupInput, caller)
  const signedIn: SignedIn = { ...caller, user: caller.user, token: caller.token }
  return transact(
    services,
    input.ownerOrgId || caller.user._id,
    async (tx) => {
      const now = clock.now()
      const hosts = await hostsOf(services, tx, input, signedIn)
      const draft = newEvent(input, hosts, services.secrets.randomId(), now)
      await checkAttending(services, tx, groupInput.attendingOrgIds, [], tierAt(hosts.owner, now), caller)
      const group = newGroup(services, groupInput, hosts.owner, draft)
      const event: Event = { ...draft, groupIds: [group._id] }
      const counts = countNewEvent(hosts.owner, { id: event._id, end: event.end, createdAt: event.createdAt }, now)
      const grantee = event.assignmentRules.enableRoleAssignment ? input.grantMember : undefined
      const given = grantee && hosts.org ? await newGrant(services, tx, group, event, hosts.org, grantee) : undefined
      return {
        writes: [put(events, event), put(groups, group), put(users, next(hosts.owner, counts)), ...(given?.writes ?? [])],
        emails: given?.emails ?? [],
        reply: { event: eventView(event, now), groups: [groupView(group, publicUrl)], groupId: group._id, published: true },
      }
    },
    { once: caller.once, checkRight: (tx) => hostsOf(services, tx, input, signedIn) },
  )
}

/** R22, R54, R55: changes an event and, with `roles`, its group. */
export function updateEvent(services: Services, { id, rev, roles, assignmentRules, ...fields }: EventEdit, caller: SignedIn) {
  const { clock, publicUrl, secrets } = services
  return transact(services, id, async (tx) => {
    const now = clock.now()
    const before = await managed(services, tx, id, caller)
    checkRev(before.event, rev, () => eventView(before.event, now))
    if (fields.ownerOrgId !== undefined && (fields.ownerOrgId || null) !== before.event.ownerOrgId) refuse('organization-fixed')
    const owner = (await tx.get(users, before.event.ownerId)) ?? refuse('event-unknown')
    const {
      ownerOrgId: _,
      organizerEmail,
      ...given
    } = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as typeof fields
    const changed: Event = { ...before.event, ...given, organizerEmail: organizerEmail || before.event.organizerEmail }
    const moved = changed.start !== before.event.start
    const tier = tierAt(owner, now)
    if (moved || changed.end !== before.event.end) checkTimes(tier, changed, now, moved)
    const event = next(changed, { assignmentRules: settleAssignment(tier, assignmentRules, before.event.assignmentRules) })
    const after = before.groups.map((group, nth) => {
      const shaped = roles && nth === 0 ? { roles: shapeRoles(group.roles, roles, groupTierAt(group, owner, now), secrets.randomId) } : {}
      return next(group, moved ? unconfirmed({ ...group, ...shaped }) : shaped)
    })
    const countedEvents = changed.end === before.event.end ? undefined : countMovedEvent(owner, id, event.end, event.createdAt, now)
    return {
      writes: [
        put(events, event),
        ...after.map((group) => put(groups, group)),
        ...(countedEvents ? [put(users, next(owner, { countedEvents }))] : []),
        ...(moved ? await Promise.all(after.map((group) => tellGuests(services, tx, { kind: 'moved', group, event }))) : []),
      ],
      reply: { event: eventView(event, now), groups: after.map((group) => groupView(group, publicUrl)) },
    }
  })
}

/** R57 */
export function deleteEvent(services: Services, { id }: { id: string }, caller: SignedIn) {
  const { clock } = services
  return transact(services, id, async (tx) => {
    const before = await managed(services, tx, id, caller)
    const owner = await tx.get(users, before.event.ownerId)
    const done = await Promise.all(before.groups.map((group) => cancelGroup(services, tx, group, before.event)))
    const event = next(before.event, { cancelledAt: iso(clock.now()), expiresAt: done[0]?.cancelled.expiresAt ?? iso(clock.now()) })
    const countedEvents = owner?.countedEvents.filter((one) => one.id !== id) ?? []
    return {
      writes: [put(events, event), ...done.flatMap((one) => one.writes), ...(owner ? [put(users, next(owner, { countedEvents }))] : [])],
      reply: { success: true } as const,
    }
  })
}
