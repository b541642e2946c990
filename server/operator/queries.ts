// What an operator is shown (R114): how the installation stands, and pages of people, of undelivered emails, and of the log of acts.
import type { OperatorState, UndeliveredEmail } from '#protocol/operator.ts'
import { maskEmail, type User, usernameKey, usernames, users } from '../account/model.ts'
import { type Email, emails } from '../emails/outbox.ts'
import { backups } from '../operations/backups.ts'
import { paymentTroubles } from '../plan/model.ts'
import { iso } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import { collections } from '../store/collections.ts'
import type { Collection, Reader, Stored } from '../store/store.ts'
import { actView, operatorActs, personRow } from './model.ts'

const perPage = 25
/** A larger collection is said to have more than this: counting every record of millions would hold up others. */
const mostCounted = 100_000
const countedForMs = 60_000

type Sizes = OperatorState['collections']
/** The counts that were made last, beside the store they are of. */
const counted = new WeakMap<Services['store'], { readonly at: number; readonly sizes: Promise<Sizes> }>()

/** One collection after the other, at most once a minute. */
async function countAll({ store }: Services): Promise<Sizes> {
  const sizes: Sizes[number][] = []
  for (const collection of collections) {
    const count = await store.count(collection, mostCounted + 1)
    sizes.push({ name: collection.name, count: Math.min(count, mostCounted), isMore: count > mostCounted })
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

function roundsOf({ rounds }: Services): OperatorState['rounds'] {
  return (rounds?.all() ?? []).map(({ name, at, nextAt, failures, lastFailure }) => ({
    name,
    at: iso(at),
    nextAt: nextAt === undefined ? null : iso(nextAt),
    failures,
    lastFailure: lastFailure ? { at: iso(lastFailure.at), why: lastFailure.why } : null,
  }))
}

export async function readState(services: Services): Promise<OperatorState> {
  const { store, clock, installation, payments } = services
  const [sizes, disk, backup, trouble] = await Promise.all([
    sizesOf(services),
    installation?.disk(),
    store.get(backups, 'this'),
    store.get(paymentTroubles, 'this'),
  ])
  return {
    version: installation?.version ?? '',
    startedAt: installation?.startedAt ?? iso(clock.now()),
    now: iso(clock.now()),
    gaps: [...(installation?.gaps ?? [])],
    engine: installation?.engine ?? 'sqlite',
    collections: sizes,
    storeBytes: disk?.storeBytes ?? null,
    freeBytes: disk?.freeBytes ?? null,
    backups: {
      isOn: installation?.hasBackups ?? false,
      last: backup?.last ?? null,
      dueAt: backup?.dueAt ?? null,
      failure: backup?.failure ?? '',
    },
    rounds: roundsOf(services),
    payments: { name: payments.name, failures: [...(trouble?.failures ?? [])].reverse(), unsignedAt: trouble?.unsignedAt ?? null },
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

const undelivered = ({
  _id,
  to,
  createdAt,
  failedAt = '',
  why = '',
  attempts,
  state,
  dueAt,
  message,
  sealed,
}: Email): UndeliveredEmail => ({
  _id,
  maskedTo: maskEmail(to),
  createdAt,
  failedAt,
  why,
  attempts,
  nextAt: state === 'failed' ? null : dueAt,
  canRetry: message !== null || sealed !== null,
})

export async function readUndelivered({ store }: Services, { cursor }: { cursor?: string | undefined }) {
  const page = await pageOf(store, emails, 'failing', cursor)
  return { emails: page.rows.map(undelivered), cursor: page.cursor }
}

/** What comes after every text that begins so. */
const endOf = (start: string) => `${start}\uffff`
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()

/** Found by what their email, username or name begins with: walks along indexes of one page each, however many people there are. */
async function findPeople(reader: Reader, typed: string): Promise<User[]> {
  const low = typed.toLowerCase()
  const names = new Set([typed, low, low.split(' ').map(capital).join(' ')])
  const starting = (index: string, from: string) => reader.find(users, { index, from, to: endOf(from), limit: perPage })
  const claims = await reader.find(usernames, { index: '_id', from: usernameKey(typed), to: endOf(usernameKey(typed)), limit: perPage })
  const found = await Promise.all([
    starting('email', low),
    ...[...names].map((name) => starting('name', name)),
    Promise.all(claims.map(({ userId }) => reader.get(users, userId))),
  ])
  const people = found.flat().filter((one) => one !== undefined)
  return [...new Map(people.map((one) => [one._id, one])).values()].slice(0, perPage)
}

interface Asked {
  readonly find?: string | undefined
  readonly cursor?: string | undefined
}
/** The newest accounts first; those who are looked for on one page. */
export async function readPeople({ store, clock, adminEmails }: Services, { find = '', cursor }: Asked) {
  const row = (user: User) => personRow(user, user.verified && adminEmails?.has(user.email) === true, clock.now())
  if (find !== '') return { people: (await findPeople(store, find)).map(row), cursor: null }
  const page = await pageOf(store, users, 'created', cursor)
  return { people: page.rows.map(row), cursor: page.cursor }
}

export async function readLog({ store }: Services, { cursor }: { cursor?: string | undefined }) {
  const page = await pageOf(store, operatorActs, 'when', cursor)
  return { acts: page.rows.map(actView), cursor: page.cursor }
}
