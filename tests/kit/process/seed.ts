// A store on disk as it would be after some use, filled without a server, and the proofs that go with it: for tests and benchmarks of the real process.
import { join } from 'node:path'
import { collections, installations } from '#server/app/store/collections.ts'
import { createSecrets } from '#server/kernel/ports/secrets.ts'
import { wordId } from '#server/kernel/store/find-words.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { proofCookie } from '#server/people/identity/cookies.ts'
import { tokens } from '#server/people/model/access.ts'
import { newUser, type User, users } from '#server/people/model/account.ts'
import { accountWords, accountWordsOf } from '#server/people/model/account-words.ts'
import { newToken } from '#server/people/rules/access.ts'
import { proofText } from '#server/people/rules/proof.ts'
import { type Event, events } from '#server/seats/model/event.ts'
import { type Group, groups, noCounts } from '#server/seats/model/group.ts'
import { rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { migrated } from '../world/migrated.ts'
import { anEventWithGroup, anRsvp, aRole } from '../world/records.ts'

/** What the process must be started with, so that the proofs below are its own. */
export const tokenSecret = 'the token secret of a benchmark, long enough'
const idKey = 'the id key of a benchmark, which is long enough'
const secrets = createSecrets(tokenSecret, idKey)
export const ownerEmail = 'owner@bench.test'
/** The login of who owns all groups. */
export const ownerToken = secrets.randomToken()
const iso = (ms: number) => new Date(ms).toISOString()

export interface Seed {
  /** How many groups, each with its event and a role 'Guest' of `seats`. */
  readonly groups: number
  /** How many organizers own them in turn, one unless said; the first is who `ownerToken` belongs to. */
  readonly owners?: number
  readonly seats: number
  /** More roles of each group, with their seats. */
  readonly roles?: Readonly<Record<string, number>>
  /** How many groups more the last event has, like its first, each a while after the one before. */
  readonly siblings?: number
  /** How many answers each group holds already; one number for all, or one per group. */
  readonly rsvps?: number | readonly number[]
  /** When their events start, a day from now unless said. */
  readonly startsInMs?: number
}
export interface Seeded {
  readonly groupId: string
  readonly eventId: string
}

/** The file of the embedded store in a DATA_DIR. */
export const storeFile = (folder: string) => join(folder, 'rolecall.sqlite')
export const openStore = (folder: string) => openSqlite({ file: storeFile(folder), collections, version: storeVersion })

/** The name of a line that a scan of this phone leaves. */
export const scanKey = (eventId: string, phoneId: string, scanId: string) => secrets.idOf('scan', eventId, phoneId, scanId)

/** The cookie that proves `email` for the group. */
export const proof = (groupId: string, email: string) =>
  `${proofCookie(groupId, 'http:')}=${encodeURIComponent(secrets.sign(proofText(groupId, email, Date.now())))}`

/** The write of a record where none stands. */
export const putNew = <R extends Stored>(collection: Collection<R>, record: R) => ({
  collection: collection as unknown as Collection<never>,
  put: record,
  expectedRev: 0,
})

/** Makes the store in `folder`. */
export async function fill(folder: string, seed: Seed): Promise<Seeded[]> {
  const store = await openStore(folder)
  await migrated(store)
  const now = Date.now()
  const organizer = (email: string) => ({ ...newUser(secrets.randomId(), email, iso(now)), tier: 'enterprise' as const, verified: true })
  const owner = organizer(ownerEmail)
  const owners = [owner, ...Array.from({ length: (seed.owners ?? 1) - 1 }, (_, n) => organizer(`owner${n + 2}@bench.test`))]
  const session = newToken('login', secrets.hashToken(ownerToken), owner, now)
  await store.commit([
    putNew(installations, { _id: 'this', rev: 1, idKey }),
    ...owners.map((one) => putNew(users, one)),
    ...owners.flatMap((one) =>
      accountWordsOf(one).map((word) => putNew(accountWords, { _id: wordId(word, one._id), rev: 1, of: one._id })),
    ),
    putNew(tokens, session),
  ])
  const made: Seeded[] = []
  for (let nth = 0; nth < seed.groups; nth++) {
    const { event, group } = records(owners[nth % owners.length] ?? owner, { Guest: seed.seats, ...seed.roles }, now, seed.startsInMs)
    const held = typeof seed.rsvps === 'object' ? (seed.rsvps[nth] ?? 0) : (seed.rsvps ?? 0)
    const roles = group.roles.map((role, at) => (at === 0 ? { ...role, counts: { ...noCounts, yesNotConfirmed: held } } : role))
    const filled = { ...group, roles, answers: { yes: held, no: 0, none: 0 } }
    const its = [filled, ...(nth === seed.groups - 1 ? siblingsOf(filled, event, seed.siblings ?? 0) : [])]
    const groupIds = its.map(({ _id }) => _id)
    const whole = { ...event, groupIds, ...(its.length > 1 && { firstGroupId: group._id }) }
    await store.commit([putNew(events, whole), ...its.map((one) => putNew(groups, one))])
    for (const { roles: kept, ...rest } of its) {
      // Answers are placed as in an empty group: its counts stand already.
      const one = { ...rest, roles: kept.map((role) => ({ ...role, counts: noCounts })) }
      const answerOf = (n: number) => {
        const email = `seed${n}@guests.test`
        return { ...anRsvp(one, event, email, rsvpId(secrets, one, email), now), name: `Seed ${n}` }
      }
      for (let from = 0; from < held; from += 500) {
        const some = Array.from({ length: Math.min(500, held - from) }, (_, n) => answerOf(from + n))
        await store.commit(some.map((rsvp) => putNew(rsvps, rsvp)))
      }
    }
    made.push({ groupId: group._id, eventId: event._id })
  }
  await store.close()
  return made
}

const hourMs = 3_600_000
/** Five a day, of two hours each. */
function siblingsOf(group: Group, event: Event, count: number): Group[] {
  return Array.from({ length: count }, (_, nth) => {
    const start = Date.parse(event.start) + (24 * Math.floor((nth + 1) / 5) + 2 * ((nth + 1) % 5)) * hourMs
    const roles = group.roles.map((role) => ({ ...role, _id: secrets.randomId() }))
    return { ...group, _id: secrets.randomId(), name: `Shift ${nth + 2}`, roles, start: iso(start), end: iso(start + 2 * hourMs) }
  })
}

/** Makes a store for a burst of answers: one group, whose role 'Guest' has plenty of seats and 'Scarce' few. */
export async function fillForBurst(folder: string): Promise<Seeded> {
  const [made = { groupId: '', eventId: '' }] = await fill(folder, { groups: 1, seats: 100_000, roles: { Scarce: scarceSeats } })
  return made
}
export const scarceSeats = 40

/** One event with its group. Roles may have more seats than any plan gives. */
function records(owner: User, seats: Readonly<Record<string, number>>, now: number, startsInMs = 86_400_000) {
  const { randomId } = secrets
  const made = anEventWithGroup(owner, {
    now,
    randomId,
    event: { start: iso(now + startsInMs), assignmentRules: { enableRoleSelfSelect: true } },
  })
  const roles = Object.entries(seats).map(([name, max]) => aRole(randomId(), name, max))
  return { event: made.event, group: { ...made.group, limitToMembers: false, roles } }
}
