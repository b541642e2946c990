// Which emails go next: organizers take turns and have a share of the slots each, so that many or slow emails of one don't hold up the others'.

import type { Collection, Scalar, Store, Stored } from '#server/kernel/store/store.ts'
import { type Email, emails } from './outbox.ts'

/** R119: what may be under way at once. */
export interface Slots {
  readonly all: number
  /** How many of them emails other than codes and links may take. */
  readonly normal: number
  /** How many of them emails of one organizer may take, or emails to one domain; codes and links are counted apart. */
  readonly each: number
  /** How many of the normal ones, and how many notices, may be under way while requests need the process's time (`app/operations/busy`). */
  readonly normalWhenBusy: number
  readonly noticesWhenBusy: number
  /** Every so many rounds normal ones are looked for meanwhile: looking costs as much as sending some. */
  readonly roundsApartWhenBusy: number
  /** How long a delivery may keep its slot, in milliseconds: less than its lease. */
  readonly timeoutMs: number
}
export const defaultSlots: Slots = {
  all: 40,
  normal: 30,
  each: 16,
  normalWhenBusy: 12,
  noticesWhenBusy: 1,
  roundsApartWhenBusy: 4,
  timeoutMs: 25_000,
}

interface Owned extends Stored {
  readonly tenant?: string
}
const tenantOf = ({ tenant = '' }: Owned) => tenant

/** Orders what waits: one of each tenant, then a second of each, and so on. The tenant after `last` comes first. */
export function inTurns<R extends Owned>(waiting: readonly R[], last: string): R[] {
  const byTenant = new Map<string, R[]>()
  for (const one of waiting) byTenant.set(tenantOf(one), [...(byTenant.get(tenantOf(one)) ?? []), one])
  const tenants = [...byTenant.keys()].sort()
  const start = tenants.findIndex((tenant) => tenant > last)
  const order = start > 0 ? [...tenants.slice(start), ...tenants.slice(0, start)] : tenants
  const most = Math.max(0, ...[...byTenant.values()].map((own) => own.length))
  return Array.from({ length: most }, (_, nth) => order.flatMap((tenant) => byTenant.get(tenant)?.[nth] ?? [])).flat()
}

/** The first record of the tenant that comes after `last`, round in a circle. `where` fixes what stands before the tenant in the index `turn`. */
export async function nextTenant<R extends Owned>(
  store: Store,
  collection: Collection<R>,
  where: Readonly<Record<string, Scalar>>,
  last: string,
): Promise<R | undefined> {
  // No tenant's name is another one's with a space added, so this is right behind the last.
  const after = await store.find(collection, { index: 'turn', where, from: `${last} `, limit: 1 })
  return after[0] ?? (await store.find(collection, { index: 'turn', where, limit: 1 }))[0]
}

/** Emails of that state that are due before `to`, some of each tenant, in turns after `last`. */
export async function dueInTurns(store: Store, state: Email['state'], to: string, most: number, last: string): Promise<Email[]> {
  const oldest = await store.find(emails, { index: 'due', where: { state }, to, limit: most })
  if (oldest.length < most) return inTurns(oldest, last) // that is all there is
  const heads = new Map<string, Email>()
  for (let at = last; heads.size < most; ) {
    const head = await nextTenant(store, emails, { state }, at)
    if (!head || heads.has(tenantOf(head))) break
    at = tenantOf(head)
    heads.set(at, head)
  }
  const waiting = [...heads].flatMap(([tenant, { dueAt = '' }]) => (dueAt < to ? [tenant] : []))
  const limit = Math.ceil(most / Math.max(1, waiting.length))
  const found = await Promise.all(waiting.map((tenant) => store.find(emails, { index: 'turn', where: { state, tenant }, to, limit })))
  const ofNobody = oldest.filter(({ tenant }) => tenant === undefined)
  return inTurns([...found.flat(), ...ofNobody], last)
}

/** The owner of a domain can create any number of subdomains, so they count as one. */
const domainOf = ({ to }: Email) =>
  to
    .slice(to.lastIndexOf('@') + 1)
    .split('.')
    .slice(-2)
    .join('.')

/** Counts emails by what they share. */
function createCounts(all: Iterable<Email>) {
  const counts = new Map<string, number>()
  const keysOf = (email: Email) => [email.state, `${email.state} of ${tenantOf(email)}`, `${email.state} to ${domainOf(email)}`] as const
  const add = (email: Email) => {
    for (const key of keysOf(email)) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  for (const email of all) add(email)
  return { add, of: (email: Email) => keysOf(email).map((key) => counts.get(key) ?? 0) }
}

/** Takes from `waiting`, in its order, the emails for which a slot is free. */
export function withSlots(waiting: readonly Email[], underWay: Iterable<Email>, slots: Slots, isBusy = false): Email[] {
  const busy = [...underWay]
  const counts = createCounts(busy)
  const normal = isBusy ? Math.min(slots.normal, slots.normalWhenBusy) : slots.normal
  const taken: Email[] = []
  for (const email of waiting) {
    if (busy.length >= slots.all) break
    const [alike = 0, ofTenant = 0, toDomain = 0] = counts.of(email)
    if (email.state !== 'urgent' && alike >= normal) continue
    if (isBusy && email.notice && busy.filter(({ notice }) => notice).length >= slots.noticesWhenBusy) continue
    if (ofTenant >= slots.each || toDomain >= slots.each) continue
    busy.push(email)
    counts.add(email)
    taken.push(email)
  }
  return taken
}
