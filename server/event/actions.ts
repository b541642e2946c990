// What an organizer can do with events, and what others may read of one.
import type { Input } from '#protocol/endpoint.ts'
import type { EventEdit, EventInput, eventApi } from '#protocol/event.ts'
import { eventsPerPage } from '#protocol/limits.ts'
import { dashboardRoom, groupRoom } from '#protocol/live.ts'
import { users } from '../account/model.ts'
import { newGrant } from '../assign/actions.ts'
import { cancelGroup, newGroup, publishGroup, seatedOutcome } from '../group/actions.ts'
import { groups, groupView } from '../group/model.ts'
import { checkRev, shapeRoles, unconfirmed } from '../group/rules.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { adminsRoom, checkAttending, manages } from '../identity/rights.ts'
import { tellGuests } from '../jobs/fanout.ts'
import { activeAdminOf, adminOrgIds } from '../org/actions.ts'
import { createPending } from '../pending/actions.ts'
import { groupTierAt, tierAt } from '../plan/model.ts'
import { checkTimes, countMovedEvent, countNewEvent } from '../plan/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Query, Reader } from '../store/store.ts'
import { settleSeats } from '../waitlist/queries.ts'
import { next, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { type Event, eventCard, events, eventView, publicEvent } from './model.ts'
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
        publish: publishGroup(services, group, event),
        reply: { event: eventView(event, now), groups: [groupView(group, publicUrl)], groupId: group._id, published: true },
      }
    },
    { once: caller.once, checkRight: (tx) => hostsOf(services, tx, input, signedIn) },
  )
}

async function withGroups(tx: Reader, id: string) {
  const event = await tx.get(events, id)
  if (!event) return undefined
  const found = await Promise.all(event.groupIds.map((groupId) => tx.get(groups, groupId)))
  return { event, groups: found.filter((group) => group !== undefined) }
}

/** Refuses `event-unknown`, to strangers too. */
async function managed(services: Services, tx: Reader, id: string, caller: Caller) {
  const found = (await withGroups(tx, id)) ?? refuse('event-unknown')
  return !found.event.cancelledAt && (await manages(services, tx, found.event, caller)) ? found : refuse('event-unknown')
}

export async function readEvent(services: Services, { id }: { id: string }, caller: Caller) {
  const { store, clock } = services
  const event = (await store.get(events, id)) ?? refuse('event-unknown')
  if (!event.cancelledAt && (await manages(services, store, event, caller)))
    return { event: eventView(event, clock.now()), canManage: true }
  if (!event.published || event.cancelledAt) refuse('event-unknown')
  return { event: { ...publicEvent(event, clock.now()), groupIds: [...event.groupIds] }, canManage: false }
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
    const seated = await Promise.all(after.map((group) => settleSeats(services, tx, { group, event })))
    const outcomes = await Promise.all(seated.map((one) => seatedOutcome(services, tx, one, event)))
    const settled = seated.map(({ group }) => group)
    const countedEvents = changed.end === before.event.end ? undefined : countMovedEvent(owner, id, event.end, event.createdAt, now)
    return {
      writes: [
        put(events, event),
        ...outcomes.flatMap(({ writes }) => writes),
        ...(countedEvents ? [put(users, next(owner, { countedEvents }))] : []),
        ...(moved ? await Promise.all(after.map((group) => tellGuests(services, tx, { kind: 'moved', group, event }))) : []),
      ],
      publish: outcomes.flatMap(({ publish }) => publish),
      emails: outcomes.flatMap((one) => one.emails),
      recheck: event.ownerOrgId && changed.end !== before.event.end ? after.map((group) => groupRoom(group._id)) : [], // R39
      reply: { event: eventView(event, now), groups: settled.map((group) => groupView(group, publicUrl)) },
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
      publish: done.flatMap((one) => publishGroup(services, one.cancelled, event)),
      recheck: done.map((one) => groupRoom(one.cancelled._id)),
      reply: { success: true } as const,
    }
  })
}

type Walk = Partial<Query> & { readonly limit: number }

/** The events that count for the caller's plan; by a magic link without those of an organization (R30), so several pages may have to be read. */
async function ownEvents({ store }: Services, { user, via }: SignedIn, walk: Walk): Promise<Event[]> {
  const found: Event[] = []
  for (let last: Event | undefined; ; ) {
    const after: Partial<Query> = last ? { after: last } : {}
    const page = await store.find(events, { index: 'owner', where: { ownerId: user._id }, ...walk, ...after })
    found.push(...page.filter((event) => via === 'account' || event.ownerOrgId === null))
    last = page.at(-1)
    if (!last || page.length < walk.limit || found.length >= walk.limit) return found
  }
}

/** One's own events and those of the organizations one is an admin of, along one index each; `from` and `to` bound their end. */
async function eventsOf(services: Services, caller: SignedIn, orgIds: readonly string[], walk: Walk): Promise<Event[]> {
  const ofOrg = (ownerOrgId: string) => services.store.find(events, { index: 'org', where: { ownerOrgId }, ...walk })
  const found = await Promise.all([ownEvents(services, caller, walk), ...orgIds.map(ofOrg)])
  const byId = new Map(found.flat().map((event) => [event._id, event]))
  return [...byId.values()].filter((event) => !event.cancelledAt).sort((a, b) => (a.end < b.end ? -1 : a.end > b.end ? 1 : 0))
}

/** The caller's events: those not over yet by their end, soonest first, then the others, latest first. */
export async function readMyEvents(services: Services, { page, limit }: { page: number; limit: number }, caller: SignedIn) {
  const { store, clock } = services
  const now = clock.now()
  const border = iso(now + 1) // an event that ends at this instant is over
  const upTo = page * limit
  const orgIds = await adminOrgIds(services, caller)
  const active = await eventsOf(services, caller, orgIds, { from: border, limit: upTo + 50 })
  const over = active.length < upTo ? await eventsOf(services, caller, orgIds, { to: border, descending: true, limit: upTo + 50 }) : []
  const wanted = [...active, ...over.reverse()].slice(upTo - limit, upTo)
  const cards = await Promise.all(
    wanted.map(async (event) => {
      const group = await store.get(groups, event.groupIds[0] ?? '')
      return group && eventCard(event, group, now)
    }),
  )
  return { events: cards.filter((card) => card !== undefined) }
}

/** The view of the room `dashboard:<userId>`: one's own only; events of one's organizations come along. */
export async function watchDashboard(services: Services, id: string, caller: Caller) {
  const { user, token } = caller
  if (!user || !token || user._id !== id) refuse('not-yours')
  const signedIn: SignedIn = { ...caller, user, token }
  const { events: cards } = await readMyEvents(services, { page: 1, limit: eventsPerPage }, signedIn)
  const view = { _id: dashboardRoom(id), rev: Math.max(0, ...cards.map((card) => card.rev)), events: cards }
  return { view, also: (await adminOrgIds(services, signedIn)).map(adminsRoom) }
}
