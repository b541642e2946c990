// An event created while signed out: it waits for the owner of an address, seen by nobody, until that person publishes it.
import type { EventInput } from '#protocol/event.ts'
import type { GroupInput } from '#protocol/group.ts'
import { organizerLink, queueOf, userIdOf } from '../access/actions.ts'
import { hourCounts } from '../access/model.ts'
import { countMail } from '../access/rules.ts'
import { newUser, type User, users } from '../account/model.ts'
import { type Event, events, eventView, nobodys, pendingView } from '../event/model.ts'
import { newEvent } from '../event/rules.ts'
import { newGroup, publishGroup } from '../group/actions.ts'
import { type Group, groups, groupView } from '../group/model.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { nothingPaid } from '../plan/model.ts'
import { exceededLimit, unpublishedHours } from '../plan/rules.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { next, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { publishEmail } from './emails.ts'
import { publish, publishGroupOf } from './rules.ts'

const mostShown = 20

/**
 * R32, R120: created as on the Free plan, with the same reply whoever the address belongs to and however much they have. It is kept even if their plan
 * has no room for it, which only the email says. It counts for nobody and is on nobody's dashboard, so it takes nothing from the owner of the address.
 */
export function createPending(services: Services, input: EventInput, groupInput: GroupInput, { once, isStale }: Caller) {
  const { secrets, clock, publicUrl } = services
  // R71: a caller whose login has ended is told that, not that the call needs an address.
  if (isStale && (!input.organizerEmail || input.ownerOrgId)) refuse('token-invalid')
  const email = input.organizerEmail || refuse('organizer-email-missing')
  if (input.ownerOrgId) refuse('sign-in-needed')
  if (groupInput.attendingOrgIds.length > 0) refuse('enterprise-plan-needed')
  const userId = userIdOf(services, email)
  const countId = secrets.idOf('mail-count', 'publish', email)
  return transact(
    services,
    queueOf(email),
    async (tx) => {
      const now = clock.now()
      const [known, counted] = await Promise.all([tx.get(users, userId), tx.get(hourCounts, countId)])
      const { record, allowed } = countMail(counted, countId, now)
      const person = known ? next(known, {}) : newUser(userId, email, iso(now))
      const host: User = { ...person, _id: nobodys, tier: 'free', paid: nothingPaid, name: '', username: null }
      const made = newEvent({ ...input, organizerEmail: email }, { owner: host, host, org: undefined }, secrets.randomId(), now)
      const expiresAt = iso(now + unpublishedHours * 3_600_000)
      const draft: Event = { ...made, published: false, pendingFor: userId, expiresAt }
      const group = newGroup(services, groupInput, host, draft)
      const event: Event = { ...draft, groupIds: [group._id] }
      const isFull = exceededLimit(person, now) !== undefined
      const link = organizerLink(services, person, (token) => publishEmail(email, publicUrl, token, event, isFull))
      return {
        writes: [put(events, event), put(groups, group), put(users, person), put(hourCounts, record), ...link.writes],
        emails: allowed ? link.emails : [],
        reply: { event: eventView(event, now), groups: [groupView(group, publicUrl)], groupId: group._id, published: false },
      }
    },
    { once, checkRight: async () => {} }, // anyone may, and nobody's right to it ends
  )
}

export async function readPending({ store, clock }: Services, _: object, { user }: SignedIn) {
  const where = { pendingFor: user._id }
  const found = await store.find(events, { index: 'pending', where, descending: true, limit: mostShown })
  return { events: found.filter((event) => (event.expiresAt ?? '') > iso(clock.now())).map(pendingView) }
}

/** R116: takes a click. Harmless to repeat. */
export function publishEvent(services: Services, { id }: { id: string }, { user }: SignedIn) {
  const { clock, publicUrl } = services
  return transact(services, user._id, async (tx) => {
    const now = clock.now()
    const event = await tx.get(events, id)
    const person = (await tx.get(users, user._id)) ?? refuse('token-invalid')
    const before = event ? await groupsOf(tx, event) : []
    const reply = (one: Event, its: readonly Group[]) => ({
      event: eventView(one, now),
      groups: its.map((group) => groupView(group, publicUrl)),
      groupId: its[0]?._id ?? '',
    })
    if (event?.published && event.ownerId === person._id && !event.ownerOrgId && !event.cancelledAt) return { reply: reply(event, before) }
    const done = publish(event, person, now)
    const after = before.map((group) => publishGroupOf(group, person))
    return {
      writes: [
        put(events, done.event),
        ...after.map((group) => put(groups, group)),
        put(users, next(person, { ...done.counts, verified: true, name: done.name })),
      ],
      publish: after.flatMap((group) => publishGroup(services, group, done.event)),
      reply: reply(done.event, after),
    }
  })
}

async function groupsOf(tx: Reader, event: Event): Promise<Group[]> {
  const found = await Promise.all(event.groupIds.map((id) => tx.get(groups, id)))
  return found.filter((group) => group !== undefined)
}

const perLook = 200

/**
 * S20: release 0.1.0 kept what waits to be published under the name of the person it is for. From now on it is nobody's until they publish it (R116).
 * Run before the server serves; harmless to repeat, and to run in several processes at once.
 */
export async function takeOverPending(services: Services) {
  let last: Event | undefined
  do {
    // Only what waits, or was cancelled, expires.
    const query = { index: 'expiry', from: iso(services.clock.now()), limit: perLook, ...(last && { after: last }) } as const
    const found: Event[] = await services.store.find(events, query)
    for (const event of found) if (isOfOldRelease(event)) await takeOver(services, event._id)
    last = found.length === perLook ? found.at(-1) : undefined
  } while (last)
}

/** The field is new. */
const isOfOldRelease = (event: Event) =>
  !event.published && event.cancelledAt === null && (event as Partial<Event>).pendingFor === undefined

const takeOver = (services: Services, id: string) =>
  transact(services, id, async (tx) => {
    const event = await tx.get(events, id)
    if (!event || !isOfOldRelease(event)) return { reply: undefined }
    const own = put(events, next(event, { ownerId: nobodys, pendingFor: event.ownerId }))
    return {
      writes: [own, ...(await groupsOf(tx, event)).map((group) => put(groups, next(group, { ownerId: nobodys })))],
      reply: undefined,
    }
  })
