// What an operator is shown (R114): how the installation stands, and pages of people, of undelivered emails, and of the log of acts.
import type { OperatorState, UndeliveredEmail } from '#protocol/app/operator.ts'
import { wordsOf } from '#protocol/kernel/finding/names.ts'
import { actView, operatorActs, personRow } from '#server/app/model/operator.ts'
import { backups } from '#server/app/store/backups.ts'
import { currentCollections } from '#server/app/store/collections.ts'
import { isNodeOlder, zoneVersions } from '#server/kernel/calendar/zone-data.ts'
import { createdAtOf, type Email, emails, hasWords } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { readApart } from '#server/kernel/store/former-ids.ts'
import type { Collection, Reader, Stored } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { findPeople } from '#server/people/account/queries.ts'
import { isOperator, maskEmail, type User, users } from '#server/people/model/account.ts'
import { brandId, brands, isThere } from '#server/people/model/brand.ts'
import { members, orgs } from '#server/people/model/org.ts'
import { pictureBudgets } from '#server/people/model/picture.ts'
import { paymentTroubles } from '#server/people/model/plan.ts'
import { teammates } from '#server/people/model/team.ts'
import { events, photoOf } from '#server/seats/model/event.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'

const perPage = 25
/** A larger collection is said to have more than this: counting every record of millions would hold up others. */
const maxCounted = 100_000
const countedForMs = 60_000

type Sizes = OperatorState['collections']
/** The latest counts, by store. */
const counted = new WeakMap<Services['store'], { readonly at: number; readonly sizes: Promise<Sizes> }>()

/** One collection after the other, at most once a minute. */
async function countAll({ store }: Services): Promise<Sizes> {
  const sizes: Sizes[number][] = []
  for (const collection of currentCollections) {
    const count = await store.count(collection, maxCounted + 1)
    sizes.push({ name: collection.name, count: Math.min(count, maxCounted), isMore: count > maxCounted })
  }
  return sizes.sort((one, other) => other.count - one.count)
}
function sizesOf(services: Services): Promise<Sizes> {
  const before = counted.get(services.store)
  if (before && performance.now() - before.at < countedForMs) return before.sizes
  const sizes = countAll(services)
  counted.set(services.store, { at: performance.now(), sizes })
  sizes.catch(() => counted.delete(services.store))
  return sizes
}

const maxOwners = 1_000
const largestShown = 5
/** R224: by those who have most. */
async function pictureSizes({ store }: Services): Promise<OperatorState['pictures']> {
  const found = await store.find(pictureBudgets, { index: 'bytes', descending: true, limit: maxOwners + 1 })
  const named = found
    .filter(({ bytes }) => bytes > 0)
    .slice(0, largestShown)
    .map(async ({ _id, bytes }) => {
      const [user, org] = await Promise.all([store.get(users, _id), store.get(orgs, _id)])
      return { owner: user?.email ?? org?.name ?? _id, bytes }
    })
  const bytes = found.reduce((sum, one) => sum + one.bytes, 0)
  return { bytes, isMore: found.length > maxOwners, largest: await Promise.all(named) }
}

function roundsOf({ rounds }: Services): OperatorState['rounds'] {
  return (rounds?.all() ?? []).map(({ name, at, nextAt, failures, lastFailure }) => ({
    name,
    at: iso(at),
    nextAt: nextAt === undefined ? null : iso(nextAt),
    failures,
    lastFailure: lastFailure ? { at: iso(lastFailure.at), why: lastFailure.why } : null,
  }))
}

/** R236: the latest first. */
async function paymentsOf({ store, payments }: Services): Promise<OperatorState['payments']> {
  const {
    failures = [],
    refusals = [],
    reversals = [],
    needless = [],
    unsignedAt = null,
  } = (await store.get(paymentTroubles, 'this')) ?? {}
  const shown = reversals.toReversed().map(async ({ userId, groupId, ...shown }) => {
    const payer = await store.get(users, userId)
    return { ...shown, isGroup: groupId !== null, email: payer?.email ?? '' }
  })
  const paid = needless.toReversed().map(async ({ userId, ...one }) => ({ ...one, email: (await store.get(users, userId))?.email ?? '' }))
  const all = {
    failures: failures.toReversed(),
    refusals: refusals.toReversed(),
    reversals: await Promise.all(shown),
    needless: await Promise.all(paid),
  }
  return { name: payments.name, ...all, unsignedAt }
}

type Doubles = OperatorState['doubles']
interface Doubled extends Stored {
  readonly email: string
  readonly name: string
  readonly username?: string | null
  readonly createdAt: string
}
/** R244b: named, for nothing is merged unasked. */
async function doublesOf({ store }: Services): Promise<Doubles> {
  const named = async <R extends Doubled>(kind: Doubles[number]['kind'], collection: Collection<R>): Promise<Doubles> => {
    const found = await Promise.all((await readApart(store, collection)).map(({ _id }) => store.get(collection, _id)))
    return found.flatMap((one) =>
      one?.email ? [{ _id: one._id, kind, email: one.email, name: one.username || one.name, createdAt: one.createdAt }] : [],
    )
  }
  const all = [named('account', users), named('answer', rsvps), named('member', members), named('teammate', teammates)]
  return (await Promise.all(all)).flat()
}

export async function readState(services: Services): Promise<OperatorState> {
  const { store, clock, installation, zoneDoubts } = services
  const [sizes, pictures, disk, backup, payments, doubles] = await Promise.all([
    sizesOf(services),
    pictureSizes(services),
    installation?.disk(),
    store.get(backups, 'this'),
    paymentsOf(services),
    doublesOf(services),
  ])
  return {
    version: installation?.version ?? '',
    startedAt: installation?.startedAt ?? iso(clock.now()),
    now: iso(clock.now()),
    gaps: [...(installation?.gaps ?? [])],
    engine: installation?.engine ?? 'sqlite',
    collections: sizes,
    pictures,
    storeBytes: disk?.storeBytes ?? null,
    freeBytes: disk?.freeBytes ?? null,
    backups: {
      isOn: installation?.hasBackups ?? false,
      last: backup?.last ?? null,
      dueAt: backup?.dueAt ?? null,
      failure: backup?.failure ?? '',
    },
    doubles,
    rounds: roundsOf(services),
    zones: { ...zoneVersions, isNodeOlder: isNodeOlder(zoneVersions), doubts: [...(zoneDoubts?.all() ?? [])] },
    payments,
  }
}

/** A page along an index by time, the latest first, and the id to go on after; where that record has left the index, the first page again. */
async function pageOf<R extends Stored>(reader: Reader, collection: Collection<R>, index: string, cursor: string | undefined) {
  const last = cursor === undefined ? undefined : await reader.get(collection, cursor)
  const isIn = last !== undefined && collection.indexes[index]?.fields.every((field) => last[field] !== undefined)
  const found = await reader.find(collection, { index, descending: true, limit: perPage + 1, ...(isIn && { after: last }) })
  const rows = found.slice(0, perPage)
  return { rows, cursor: found.length > perPage ? (rows.at(-1)?._id ?? null) : null }
}

const undelivered = (email: Email): UndeliveredEmail => {
  const { _id, to, failedAt = '', why = '', attempts, state, dueAt = null } = email
  return {
    _id,
    maskedTo: maskEmail(to),
    createdAt: createdAtOf(email),
    failedAt,
    why,
    attempts,
    nextAt: state === 'failed' ? null : dueAt,
    canRetry: hasWords(email),
  }
}

export async function readUndelivered({ store }: Services, { cursor }: { cursor?: string | undefined }) {
  const page = await pageOf(store, emails, 'failing', cursor)
  return { emails: page.rows.map(undelivered), cursor: page.cursor }
}

/** R220: a person's own brand, and that of the organization they own. */
export async function brandsOf({ secrets }: Services, reader: Reader, { _id, ownedOrgId }: User) {
  const ids = ownedOrgId ? [_id, ownedOrgId] : [_id]
  const found = await Promise.all(ids.map((id) => reader.get(brands, brandId(secrets, id))))
  return found.filter(isThere).map(({ name, ownerId, isOfOrg }) => ({ name, orgId: isOfOrg ? ownerId : null }))
}

interface ListInput {
  readonly find?: string | undefined
  readonly cursor?: string | undefined
}
/** The newest accounts first; those who are looked for on one page. */
export async function readPeople(services: Services, { find = '', cursor }: ListInput) {
  const { store, clock } = services
  const row = async (user: User) => personRow(user, isOperator(services, user), clock.now(), await brandsOf(services, store, user))
  if (wordsOf(find).length > 0) {
    const found = await findPeople(services, find, perPage + 1)
    return { people: await Promise.all(found.slice(0, perPage).map(row)), cursor: null, hasMore: found.length > perPage }
  }
  const page = await pageOf(store, users, 'created', cursor)
  return { people: await Promise.all(page.rows.map(row)), cursor: page.cursor, hasMore: false }
}

const maxPhotographed = 50
/** R224: among the latest events of a person, also those that they have for an organization. */
export async function readPhotos({ store }: Services, { id }: { id: string }) {
  const found = await store.find(events, { index: 'owner', where: { ownerId: id }, descending: true, limit: maxPhotographed })
  return {
    events: found.flatMap((event) => {
      const photo = photoOf(event)
      return photo ? [{ _id: event._id, name: event.name, photo }] : []
    }),
  }
}

export async function readLog({ store }: Services, { cursor }: { cursor?: string | undefined }) {
  const page = await pageOf(store, operatorActs, 'when', cursor)
  return { acts: page.rows.map(actView), cursor: page.cursor }
}
