// What is shown of events.
import { type EventFilter, everyEvent, matchesFilter } from '#protocol/event.ts'
import { eventsPerPage, planLimits } from '#protocol/limits.ts'
import { dashboardRoom } from '#protocol/live.ts'
import { riskMs, risksOf } from '#protocol/risk.ts'
import { groups } from '../group/model.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { adminsRoom, manages } from '../identity/rights.ts'
import { adminOrgIds } from '../org/queries.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Query, Reader } from '../store/store.ts'
import { findWanted } from '../store/wanted.ts'
import { type Event, eventCard, events, eventView, publicEvent } from './model.ts'

async function withGroups(tx: Reader, id: string) {
  const event = await tx.get(events, id)
  if (!event) return undefined
  const found = await Promise.all(event.groupIds.map((groupId) => tx.get(groups, groupId)))
  return { event, groups: found.filter((group) => group !== undefined) }
}

/** Refuses `event-unknown`, to strangers too. */
export async function managed(services: Services, tx: Reader, id: string, caller: Caller) {
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

type Owner = Pick<SignedIn, 'user' | 'via'>
type Walk = Partial<Query> & { readonly limit: number }
type IsWanted = (event: Event) => boolean

/**
 * One's own events and those of the organizations one is an admin of, along one index each; `from` and `to` bound their end. R30: by a magic link
 * none of an organization.
 */
async function eventsOf(
  { store }: Services,
  { user, via }: Owner,
  orgIds: readonly string[],
  isWanted: IsWanted,
  walk: Walk,
): Promise<Event[]> {
  const isShown = (event: Event) => !event.cancelledAt && (via === 'account' || event.ownerOrgId === null) && isWanted(event)
  const ofOrg = (ownerOrgId: string) => findWanted(store, events, { index: 'org', where: { ownerOrgId }, ...walk }, isShown)
  const own = findWanted(store, events, { index: 'owner', where: { ownerId: user._id }, ...walk }, isShown)
  const found = await Promise.all([own, ...orgIds.map(ofOrg)])
  const byId = new Map(found.flat().map((event) => [event._id, event]))
  return [...byId.values()].sort((a, b) => (a.end < b.end ? -1 : a.end > b.end ? 1 : 0))
}

type Page = { readonly page: number; readonly limit: number } & Partial<EventFilter>

/** R108: those of the events that something is at risk at, soonest first. */
async function atRisk({ store, clock }: Services, soon: readonly Event[]): Promise<Event[]> {
  const now = clock.now()
  const found = await Promise.all(
    soon.map(async (event) => {
      const group = await store.get(groups, event.groupIds[0] ?? '')
      return group && risksOf(eventCard(event, group, now), now).length > 0 ? [event] : []
    }),
  )
  return found.flat().sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
}

/** The caller's events that the filter leaves (E5): first those at risk (R108), then those not over yet by their end, soonest first, then the others, latest first. */
export async function readMyEvents(services: Services, { page, limit, ...sought }: Page, caller: Owner) {
  const { store, clock } = services
  const now = clock.now()
  const border = iso(now + 1) // an event that ends at this instant is over
  const upTo = page * limit
  const orgIds = await adminOrgIds(services, caller)
  const filter: EventFilter = { ...everyEvent, ...sought }
  const walk = (isPast: boolean, along: Walk, isSought: IsWanted = () => true) => {
    const isWanted = (event: Event) =>
      isSought(event) &&
      matchesFilter({ name: event.name, location: event.location ?? '', organizationId: event.ownerOrgId, isPast }, filter)
    return filter.time === (isPast ? 'active' : 'past') ? [] : eventsOf(services, caller, orgIds, isWanted, along)
  }
  const isSoon = ({ start }: Event) => start >= iso(now) && start <= iso(now + riskMs.short)
  const soon = filter.order === 'attention' ? await walk(false, { from: border, limit: planLimits.enterprise.activeEvents }, isSoon) : []
  const urgent = await atRisk(services, soon)
  const inOrder = await walk(false, { from: border, limit: upTo })
  const urgentIds = new Set(urgent.map(({ _id }) => _id))
  const active = [...urgent, ...inOrder.filter(({ _id }) => !urgentIds.has(_id))]
  const over = active.length < upTo ? await walk(true, { to: border, descending: true, limit: upTo }) : []
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
