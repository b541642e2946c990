// An event created while signed out: it waits for the owner of an address, seen by nobody, until that person publishes it.
import { code as codeRules } from '#protocol/kernel/limits.ts'
import type { EventInput } from '#protocol/seats/event.ts'
import type { GroupInput } from '#protocol/seats/group.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { organizerLink, queueOf, useLink, userIdOf } from '#server/people/access/actions.ts'
import { actingAs, askedBy, type Caller, callerOf, giveBack, type SignedIn } from '#server/people/identity/caller.ts'
import { hourCounts, tokens } from '#server/people/model/access.ts'
import { newUser, type User, users } from '#server/people/model/account.ts'
import { proofCodes } from '#server/people/model/proof.ts'
import { checkNotSuspended, countEmail, countWithinHour, newToken } from '#server/people/rules/access.ts'
import { exceededLimit } from '#server/people/rules/plan.ts'
import { askCode, asking, sameAgain, tryCode, withheld } from '#server/people/rules/proof.ts'
import { publishEmail } from '#server/seats/emails/pending.ts'
import { type Event, events, eventView, nobodys } from '#server/seats/model/event.ts'
import { type Group, groups, groupView } from '#server/seats/model/group.ts'
import { groupsOf } from '#server/seats/rights/groups.ts'
import { newPending, organizerEmailOf, publish, publishGroupOf, waits } from '#server/seats/rules/pending.ts'

/**
 * R32, R120: created as on the Free plan, with the same reply whoever the address belongs to and however much they have. It is kept even if their plan
 * has no room for it, which only the email says. It counts for nobody and is on nobody's dashboard, so it takes nothing from the owner of the address.
 */
export function createPending(services: Services, input: EventInput, groupInputs: readonly GroupInput[], caller: Caller) {
  const { idempotencyKey, isStale } = caller
  const { secrets, clock, publicUrl } = services
  const email = organizerEmailOf(input, groupInputs, isStale)
  const userId = userIdOf(services, email)
  const countId = mailCountOf(services, email)
  const fresh = secrets.randomCode()
  return transact(
    services,
    queueOf(email),
    async (tx) => {
      const now = clock.now()
      const [known, counted] = await Promise.all([tx.get(users, userId), tx.get(hourCounts, countId)])
      const { record, allowed } = countEmail(counted, countId, now)
      const person = known ? next(known, {}) : newUser(userId, email, iso(now))
      const { event, groups: its } = newPending({ ...input, organizerEmail: email }, groupInputs, person, secrets.randomId, now)
      const codeId = codeIdOf(services, event._id)
      const guesser = secrets.idOf('guesser', caller.address)
      const issued = askCode(undefined, { id: codeId, hash: codeHash(services, codeId, person, fresh), guesser, now }).record
      const link = publishLink(services, person, event, fresh)
      const made = [
        put(events, event),
        ...its.map((group) => put(groups, group)),
        put(users, person),
        put(hourCounts, record),
        put(proofCodes, asking(issued, askedBy(services, caller, 'create'))),
      ]
      return {
        writes: [...made, ...link.writes],
        emails: allowed ? link.emails : [],
        reply: { ...createdReply(event, its, publicUrl, now), published: false },
      }
    },
    { idempotencyKey, checkRight: async () => {} }, // anyone may do this, and that never ends
  )
}

/** R116: takes a click. Harmless to repeat. */
export const publishEvent = (services: Services, { id }: { id: string }, { user }: SignedIn) =>
  transact(services, user._id, async (tx) =>
    publishing(services, tx, await tx.get(events, id), (await tx.get(users, user._id)) ?? refuse('token-invalid')),
  )

/** What publishing for its owner writes and replies; nothing is written where it is published. */
async function publishing({ clock, publicUrl }: Services, tx: Reader, event: Event | undefined, person: User) {
  const now = clock.now()
  const before = event ? await groupsOf(tx, event) : []
  const reply = (one: Event, its: readonly Group[]) => createdReply(one, its, publicUrl, now)
  const isDone = event?.published && event.ownerId === person._id && !event.ownerOrgId && !event.cancelledAt
  if (isDone) return { writes: [], reply: reply(event, before) }
  const done = publish(event, person, now)
  const after = before.map((group) => publishGroupOf(group, person))
  return {
    writes: [
      put(events, done.event),
      ...after.map((group) => put(groups, group)),
      put(users, next(person, { ...done.counts, verified: true, name: done.name })),
    ],
    reply: reply(done.event, after),
  }
}

const codeIdOf = ({ secrets }: Services, eventId: string) => secrets.idOf('publish-code', eventId)
/** What ends the links of this person ends the code (R33). */
const codeHash = ({ secrets }: Services, codeId: string, person: User | undefined, code: string) =>
  secrets.keyedHash('code', codeId, `${person?.epoch}`, code)
/** Whose code it is: whom the event waits for, or whose it has become. */
const ownerOf = async (tx: Reader, event: Event | undefined) => event && (await tx.get(users, event.pendingFor ?? event.ownerId))

/** R127: one wrong try more at the codes of all events of this person: who makes many of them has no more guesses at the account. */
async function countMiss({ secrets, clock }: Services, tx: Reader, whose: string) {
  const id = secrets.idOf('publish-misses', whose)
  return countWithinHour(await tx.get(hourCounts, id), id, clock.now(), codeRules.failuresOfPersonHour)
}

/** R127: publishes by the emailed code, and signs in as the link does. A wrong try is written down before it is refused, as one is where nothing waits (R15a); a right one is used up. */
export async function publishByCode(services: Services, { id, code }: { id: string; code: string }, { address, over }: Caller) {
  const { secrets, clock, store } = services
  const codeId = codeIdOf(services, id)
  const guesser = secrets.idOf('guesser', address)
  const token = secrets.randomToken()
  const owner = await ownerOf(store, await store.get(events, id))
  const done = await transact(actingAs(services, { user: owner, via: 'organizer' }), codeId, async (tx) => {
    const now = clock.now()
    const [event, before, astray] = await Promise.all([tx.get(events, id), tx.get(proofCodes, codeId), tx.get(proofCodes, guesser)])
    const person = await ownerOf(tx, event)
    const { allowed, record: missed } = await countMiss(services, tx, person?._id ?? guesser)
    const hash = codeHash(services, codeId, person, code)
    const trying = { hash, guesser, now, isOver: over !== undefined, isShut: !person || !allowed, astray }
    const { right, isLookedAt, record } = tryCode(before, trying)
    const misses = isLookedAt ? missed : { ...missed, count: missed.count - 1 }
    if (!right || !person) return { writes: [put(proofCodes, record), put(hourCounts, misses)], reply: undefined }
    checkNotSuspended(person)
    const { writes, reply } = await publishing(services, tx, event, person)
    const session = { ...newToken('organizer', secrets.hashToken(token), person, now), usedAt: iso(now) }
    return {
      writes: [...writes, put(proofCodes, record), put(tokens, session)],
      reply: { asked: before?.asked, reply, session: { token, until: session.expiresAt } },
    }
  })
  if (!done) throw over ?? new Refusal('code-wrong')
  const { asked, ...published } = done
  await giveBack(services, asked)
  return published
}

/** R127: the same by the emailed link. */
export async function publishByLink(services: Services, { id, token }: { id: string; token: string }, caller: Caller) {
  const reader = await callerOf(services, { organizer: token, proof: () => undefined, address: caller.address })
  const codeId = codeIdOf(services, id)
  const { asked, ...published } = await transact(actingAs(services, reader), codeId, async (tx) => {
    const [{ user, session, writes }, sent] = [await useLink(services, tx, token, caller), await tx.get(proofCodes, codeId)]
    const done = await publishing(services, tx, await tx.get(events, id), user)
    const used = sent?.asked?.length ? [put(proofCodes, next(sent, { asked: [] }))] : []
    return { writes: [...writes, ...used, ...done.writes], reply: { asked: sent?.asked, reply: done.reply, session } }
  })
  await giveBack(services, asked)
  return published
}

/** R15, R118: emails the code and the link again; only the link once codes are locked. What may not be emailed any more is answered alike, as it is for who asks beside others (R15b). */
export function sendPublishCode(services: Services, { id }: { id: string }, caller: Caller) {
  const { secrets, clock } = services
  const codeId = codeIdOf(services, id)
  const fresh = secrets.randomCode()
  const guesser = secrets.idOf('guesser', caller.address)
  return transact(services, codeId, async (tx) => {
    const now = clock.now()
    const event = await tx.get(events, id)
    const person = await ownerOf(tx, event)
    if (!event || !person || !waits(event, person, now)) refuse('event-unknown')
    const countId = mailCountOf(services, person.email)
    const ids = [guesser, secrets.idOf('guesser', guesser)] as const
    const [before, countBefore, ...unsent] = await Promise.all([
      tx.get(proofCodes, codeId),
      tx.get(hourCounts, countId),
      ...ids.map((one) => tx.get(proofCodes, one)),
    ])
    const asked = askCode(before, { id: codeId, hash: codeHash(services, codeId, person, fresh), guesser, now })
    const { record, allowed } = countEmail(countBefore, countId, now, asked.isSent)
    const sent = allowed ? asked.record : withheld(before, asked.record, now)
    const isLocked = asked.isLink || !(await countMiss(services, tx, person._id)).allowed
    const link = publishLink(services, person, event, isLocked ? null : fresh)
    const writes = [put(proofCodes, asked.isSent ? asking(sent, askedBy(services, caller, 'code')) : sent), put(hourCounts, record)]
    const reply = { success: true, ...(asked.saysLink && { sent: 'link' as const }), resendSeconds: codeRules.resendSeconds } as const
    // What isn't sent costs as many writes, in place of the link and its email: always the same records, so that they fill no store.
    if (!allowed) return { writes: [...writes, ...ids.map((one, nth) => put(proofCodes, sameAgain(unsent[nth], one, now)))], reply }
    return { writes: [...writes, ...link.writes], emails: link.emails, reply }
  })
}

/** What is replied of an event with its groups. */
const createdReply = (event: Event, its: readonly Group[], publicUrl: string, now: number) => ({
  event: eventView(event, now, publicUrl),
  groups: its.map((group) => groupView(group, publicUrl)),
  groupId: its[0]?._id ?? '',
})

const mailCountOf = ({ secrets }: Services, email: string) => secrets.idOf('mail-count', 'publish', email)
/** The email that publishes: its link, and its code unless codes are locked. */
const publishLink = (services: Services, person: User, event: Event, code: string | null) =>
  organizerLink(services, person, (token) =>
    publishEmail(person.email, services.publicUrl, { token, code }, event, exceededLimit(person, services.clock.now()) !== undefined),
  )

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
