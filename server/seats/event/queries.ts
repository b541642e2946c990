// What is shown of events.

import { eventsPerPage, planLimits, tierLimits } from '#protocol/kernel/limits.ts'
import { dashboardRoom } from '#protocol/live.ts'
import { type EventFilter, everyEvent } from '#protocol/seats/event.ts'
import { matcherOf } from '#protocol/seats/finding/events.ts'
import { riskMs, soonestPressing } from '#protocol/seats/risk.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { findMatching } from '#server/kernel/store/find-matching.ts'
import type { Query, Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import type { OpenedRoom } from '#server/people/live/rooms.ts'
import { users } from '#server/people/model/account.ts'
import { tierAt } from '#server/people/model/plan.ts'
import { teamsOf } from '#server/people/model/team.ts'
import { adminOrgIds } from '#server/people/org/queries.ts'
import { wholeFor } from '#server/seats/door/queries.ts'
import { atItsDoor, hereIn, refuseCanceled } from '#server/seats/group/queries.ts'
import { type Event, events, eventView, overAt, publicEvent } from '#server/seats/model/event.ts'
import { groups, publicGroup } from '#server/seats/model/group.ts'
import { cardOf, groupsOf } from '#server/seats/rights/groups.ts'
import { adminsRoom, helperRoom, manages, owns, sharedRoom, standingIn } from '#server/seats/rights/rights.ts'
import { boardManagers, boardOf, groupFor, readerOf } from '#server/seats/rights/rows.ts'

async function withGroups(tx: Reader, id: string) {
  const event = await tx.get(events, id)
  if (!event) return undefined
  return { event, groups: await groupsOf(tx, event) }
}

/** Refuses `event-unknown`, to strangers too. */
export async function managed(services: Services, tx: Reader, id: string, caller: Caller) {
  const found = (await withGroups(tx, id)) ?? refuse('event-unknown')
  return !found.event.cancelledAt && (await manages(services, tx, found.event, caller)) ? found : refuse('event-unknown')
}

/** R200: as `managed`, to who owns it and no manager of its team: deleting it is theirs. */
export async function owned(services: Services, tx: Reader, id: string, caller: Caller) {
  const found = await managed(services, tx, id, caller)
  return (await owns(services, tx, found.event, caller)) ? found : refuse('owner-only')
}

export async function readEvent(services: Services, { id }: { id: string }, caller: Caller) {
  const { store, clock, publicUrl } = services
  const event = (await store.get(events, id)) ?? refuse('event-unknown')
  const { rights, role } = await standingIn(services, store, event, caller)
  if (!event.cancelledAt && rights.has('manage')) {
    const owner = await store.get(users, event.ownerId)
    const plan = owner && { tierLimits: tierLimits(tierAt(owner, clock.now())) }
    return {
      event: eventView(event, clock.now(), publicUrl),
      canManage: true,
      ...(role && { role }),
      ...plan,
      ...(await ofSeveral(services, event, caller)),
    }
  }
  if (!event.published) refuse('event-unknown')
  if (event.cancelledAt) return refuseCanceled(services, event, caller)
  const shown = { ...publicEvent(event, clock.now()), groupIds: [...event.groupIds] }
  return { event: shown, canManage: false, ...(await ofSeveral(services, event, caller)) }
}

/** What a caller may do in each group of an event. */
async function standings(services: Services, tx: Reader, event: Event, caller: Caller) {
  const found = (await groupsOf(tx, event)).filter(({ cancelledAt }) => !cancelledAt)
  return Promise.all(found.map(async (group) => ({ group, standing: await standingIn(services, tx, group, caller) })))
}

/** R140: its groups, where there are several, each as the caller may see it. */
async function ofSeveral(services: Services, event: Event, caller: Caller) {
  if (event.groupIds.length < 2) return {}
  const { store, publicUrl } = services
  const found = await standings(services, store, event, caller)
  const groups = await Promise.all(
    found.map(async ({ group, standing: { rights } }) =>
      rights.has('look') ? { ...groupFor(readerOf(rights), group, publicUrl), ...(await atItsDoor(store, group)) } : publicGroup(group),
    ),
  )
  return { groups }
}

/** The view of the room `board:<eventId>`: those groups that the caller may look into (R206), until their right ends (R205). */
export async function watchBoard(services: Services, id: string, caller: Caller): Promise<OpenedRoom<'board'>> {
  const { store, publicUrl } = services
  const event = (await store.get(events, id)) ?? refuse('event-unknown')
  const found = (await standings(services, store, event, caller)).filter(({ standing }) => standing.rights.has('look'))
  if (event.cancelledAt || found.length === 0) refuse('event-unknown')
  const each = found.map(({ group, standing }) => ({ group, standing, reader: readerOf(standing.rights) }))
  const isManagers = await manages(services, store, event, caller)
  const until = Math.min(...each.map(({ standing }) => standing.until))
  const whole = await wholeFor(
    store,
    event,
    each.map(({ group }) => group),
  )
  return {
    view: {
      _id: id,
      rev: event.rev,
      ...(whole && { door: whole.view }),
      groupIds: [...event.groupIds],
      groups: await Promise.all(
        each.map(async ({ group, reader }) => ({ ...groupFor(reader, group, publicUrl), ...(await atItsDoor(store, group)) })),
      ),
    },
    also: [
      ...(isManagers ? [boardManagers(id)] : []),
      ...(whole ? [whole.room] : []),
      ...each.flatMap(({ group, standing, reader }) => [boardOf(reader, group._id), ...standing.also]),
    ],
    shownAs: Object.fromEntries(each.map(({ group, reader }) => [group._id, reader])),
    ...(until < Infinity && { until }),
    here: isManagers ? await hereIn(store, [id], event.ownerOrgId, caller) : [],
  }
}

type Owner = Pick<SignedIn, 'user' | 'via'>
type ListQuery = Partial<Query> & { readonly limit: number }
type IsWanted = (event: Event) => boolean

/** The indexes of one's own events and of an organization's: by their end, or by their start. */
const byEnd = { own: 'owner', ofOrg: 'org' }
const byStart = { own: 'ownerStart', ofOrg: 'orgStart' }
/** R142: of those that are over at another time than their own end. */
const byLastEnd = { own: 'ownerLast', ofOrg: 'orgLast' }

/** One's own events and those of the organizations one is an admin of, along one index each. R30: by a magic link none of an organization. */
async function eventsOf(
  { store }: Services,
  { user, via }: Owner,
  orgIds: readonly string[],
  isWanted: IsWanted,
  walk: ListQuery,
  along = byEnd,
): Promise<Event[]> {
  const isShown = (event: Event) => !event.cancelledAt && (via === 'account' || event.ownerOrgId === null) && isWanted(event)
  const ofOrg = (ownerOrgId: string) => findMatching(store, events, { index: along.ofOrg, where: { ownerOrgId }, ...walk }, isShown)
  const own = findMatching(store, events, { index: along.own, where: { ownerId: user._id }, ...walk }, isShown)
  const found = await Promise.all([own, ...orgIds.map(ofOrg)])
  const byId = new Map(found.flat().map((event) => [event._id, event]))
  return inOrder([...byId.values()], overAt)
}

const inOrder = <T>(list: readonly T[], of: (one: T) => string): T[] =>
  list.toSorted((a, b) => (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : 0))

/** R142: those of which the group starts soon at a time of its own. */
async function soonByGroup({ store }: Services, { user, via }: Owner, orgIds: readonly string[], isWanted: IsWanted, walk: ListQuery) {
  const along = [
    store.find(groups, { index: 'ownerStart', where: { ownerId: user._id }, ...walk }),
    ...orgIds.map((ownerOrgId) => store.find(groups, { index: 'orgStart', where: { ownerOrgId }, ...walk })),
  ]
  const found = (await Promise.all(along)).flat().filter(({ ownerOrgId }) => via === 'account' || ownerOrgId === null)
  const their = await Promise.all(found.map(({ eventId }) => store.get(events, eventId ?? '')))
  return their.filter((event) => event !== undefined && !event.cancelledAt && isWanted(event)) as Event[]
}

/** R108: all that starts soon, itself or its group. */
async function startingSoon(services: Services, caller: Owner, orgIds: readonly string[], isWanted: IsWanted): Promise<Event[]> {
  const now = services.clock.now()
  const walk = { from: iso(now), to: iso(now + riskMs.short + 1), limit: planLimits.enterprise.activeEvents }
  const [bySelf, byGroup] = await Promise.all([
    eventsOf(services, caller, orgIds, isWanted, walk, byStart),
    soonByGroup(services, caller, orgIds, isWanted, walk),
  ])
  return [...new Map([...bySelf, ...byGroup].map((event) => [event._id, event])).values()]
}

type Page = { readonly page: number; readonly limit: number } & Partial<EventFilter>

/** R108, R130g: those of the events that something is at risk at, or whose emails don't arrive, soonest first. */
async function atRisk({ store, clock }: Services, soon: readonly Event[]): Promise<Event[]> {
  const now = clock.now()
  const found = await Promise.all(
    soon.map(async (event) => {
      const card = await cardOf(store, event, now)
      const start = card && soonestPressing(card, now)
      return start ? [{ event, start }] : []
    }),
  )
  return inOrder(found.flat(), ({ start }) => start).map(({ event }) => event)
}

/** The caller's events that the filter leaves (E5): first those at risk (R108), then those not over yet by their end, soonest first, then the others, latest first. */
export async function readMyEvents(services: Services, { page, limit, ...sought }: Page, caller: Owner) {
  const { store, clock } = services
  const now = clock.now()
  const border = iso(now + 1) // an event that ends at this instant is over
  const upTo = page * limit
  const orgIds = await adminOrgIds(services, caller)
  const filter: EventFilter = { ...everyEvent, ...sought }
  const matches = matcherOf(filter)
  const isSought =
    (isPast: boolean): IsWanted =>
    ({ name, location, ownerOrgId }) =>
      matches({ name, location, organizationId: ownerOrgId, isPast })
  const walk = async (isPast: boolean, bounds: ListQuery) => {
    if (filter.time === (isPast ? 'active' : 'past')) return []
    const isWanted = isSought(isPast)
    const found = await Promise.all([
      eventsOf(services, caller, orgIds, (event) => event.lastEnd === undefined && isWanted(event), bounds),
      eventsOf(services, caller, orgIds, isWanted, bounds, byLastEnd),
    ])
    return inOrder(found.flat(), overAt)
  }
  const isUrgent = filter.order === 'attention' && filter.time !== 'past'
  const urgent = isUrgent ? await atRisk(services, await startingSoon(services, caller, orgIds, isSought(false))) : []
  const next = await walk(false, { from: border, limit: upTo })
  const urgentIds = new Set(urgent.map(({ _id }) => _id))
  const active = [...urgent, ...next.filter(({ _id }) => !urgentIds.has(_id))]
  const over = active.length < upTo ? await walk(true, { to: border, descending: true, limit: upTo }) : []
  const wanted = [...active, ...over.reverse()].slice(upTo - limit, upTo)
  const cards = await Promise.all(wanted.map((event) => cardOf(store, event, now)))
  return { events: cards.filter((card) => card !== undefined) }
}

/** The view of the room `dashboard:<userId>`: one's own only; events of one's organizations come along. */
export async function watchDashboard(services: Services, id: string, caller: Caller) {
  const { user, token } = caller
  if (!user || !token || user._id !== id) refuse('not-yours')
  const signedIn: SignedIn = { ...caller, user, token }
  const { events: cards } = await readMyEvents(services, { page: 1, limit: eventsPerPage }, signedIn)
  const view = { _id: dashboardRoom(id), rev: Math.max(0, ...cards.map((card) => card.rev)), events: cards }
  const helping = (await teamsOf(services.store, user.email)).map(({ eventId }) => sharedRoom(eventId))
  return { view, also: [...(await adminOrgIds(services, signedIn)).map(adminsRoom), helperRoom(user.email), ...new Set(helping)] }
}
