// What a guest does with what is theirs: asks for their links, replaces one, reads and erases their data.

import type { Input } from '#protocol/kernel/endpoint.ts'
import type { guestApi } from '#protocol/seats/guest.ts'
import { createdAtOf, type Email, emails, rsvpIdOf } from '#server/kernel/emails/outbox.ts'
import { guestPlace, severalLink } from '#server/kernel/emails/parts.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { askedBy, type Caller, giveBack, type SignedIn } from '#server/people/identity/caller.ts'
import { hourCounts } from '#server/people/model/access.ts'
import { countEmail, secondsUntil } from '#server/people/rules/access.ts'
import { linksEmail, newLinkEmail } from '#server/seats/emails/guest.ts'
import { noteOpened } from '#server/seats/invitation/actions.ts'
import { attendances } from '#server/seats/model/door.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import type { RsvpWithHandOver } from '#server/seats/model/handover.ts'
import { messageTallies } from '#server/seats/model/message.ts'
import { stops } from '#server/seats/model/notice.ts'
import { livingRsvp, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { confirmationsTo, writtenConfirmation } from '#server/seats/notices/answers.ts'
import { talliesOf } from '#server/seats/notices/tallies.ts'
import { eventOf, writable } from '#server/seats/rights/groups.ts'
import { endLinksTo } from '#server/seats/rules/companion.ts'
import { eraseAnswer, myData, withNewLink } from '#server/seats/rules/guest.ts'
import { endHandOver } from '#server/seats/rules/handover.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'
import { alsoOf } from '#server/seats/seating/own.ts'
import { answersIn, type OwnContext, openLink, ownAnswer } from './queries.ts'

const sent = { sent: true } as const

/** R88, R34: the same answer and the same work for every address; which answers there are is looked up when the email is sent. */
export function mailLinks(services: Services, { email }: Input<typeof guestApi.links>, caller: Caller) {
  const { clock, publicUrl } = services
  const countId = linksId(services, email)
  const decide = async (tx: Reader) => {
    const before = await tx.get(hourCounts, countId)
    const { record, allowed } = countEmail(before, countId, clock.now())
    const asked = [...(before?.asked ?? []).slice(-maxAsked), askedBy(services, caller, 'code')]
    return {
      writes: [put(hourCounts, { ...record, asked })],
      emails: allowed ? [{ ...linksEmail(email, publicUrl), isAskedFor: true }] : [],
      reply: sent,
    }
  }
  return transact(services, countId, decide, { idempotencyKey: caller.idempotencyKey, checkRight: async () => undefined })
}
const maxAsked = 10
const linksId = ({ secrets }: Services, email: string) => secrets.idOf('links', email)

/** R228: the emails with links are used. */
async function giveBackLinks(services: Services, email: string) {
  const id = linksId(services, email)
  if (!services.rateLimits || !(await services.store.get(hourCounts, id))?.asked?.length) return
  const asked = await transact(services, id, async (tx) => {
    const before = await tx.get(hourCounts, id)
    return { writes: before ? [put(hourCounts, next(before, { asked: [] }))] : [], reply: before?.asked }
  })
  await giveBack(services, asked)
}

/** R87, R97: what a personal link opens; of an invitation it is noted that it was. Where nothing can be written, it opens all the same. */
export async function openOwn(services: Services, input: Input<typeof guestApi.open>) {
  const opened = await openLink(services, input)
  const { rsvp, _id } = opened
  if (rsvp?.attending === null) await noteOpened(services, _id, rsvp._id).catch(() => undefined)
  await giveBackLinks(services, opened.userEmail).catch(() => undefined)
  return opened
}

/** R87: the link in the next email is a new one; those before it have ended, to all groups of the event: each of them opens all (R143). */
async function replaceLink(services: Services, tx: Reader, { rsvp, group, event }: OwnContext) {
  const { publicUrl } = services
  const itself = event && (await tx.get(events, event._id))
  const all = itself && itself.groupIds.length > 1 ? await answersIn(services, tx, itself, rsvp.email) : []
  const others = all.filter((one) => one.rsvp._id !== rsvp._id)
  const place = guestPlace(group, rsvp)
  const email =
    itself && others.length > 0
      ? newLinkEmail(rsvp.email, publicUrl, place, itself, severalLink(publicUrl, place))
      : newLinkEmail(rsvp.email, publicUrl, place, event ?? group)
  return { writes: [rsvp, ...others.map((one) => one.rsvp)].map((one) => put(rsvps, withNewLink(one))), emails: [email], reply: sent }
}

/** A5. Refuses `rate-limited`. */
async function countNewLink({ secrets, clock, rateLimits }: Services, tx: Reader, email: string) {
  if (!rateLimits) return []
  const id = secrets.idOf('mail-count', 'new-link', email)
  const { record, allowed } = countEmail(await tx.get(hourCounts, id), id, clock.now())
  if (allowed) return [put(hourCounts, record)]
  return refuse('rate-limited', { seconds: secondsUntil(record.expiresAt, clock.now()), instead: 'The link in the last email works.' })
}

/** R87: asked for by the guest. */
export function newLink(services: Services, here: Input<typeof guestApi.newLink>, caller: Caller) {
  const own = (tx: Reader) => ownAnswer(services, tx, here, caller)
  const decide = async (tx: Reader) => {
    const found = await own(tx)
    const { writes, ...rest } = await replaceLink(services, tx, found)
    return { ...rest, writes: [...writes, ...(await countNewLink(services, tx, found.rsvp.email))] }
  }
  return transact(services, here.groupId, decide, { idempotencyKey: caller.idempotencyKey, checkRight: own })
}

/** R87: asked for by whoever manages the group; the guest gets the link, the organizer doesn't see it. */
export function newLinkFor(services: Services, { id, rsvpId }: Input<typeof guestApi.newLinkFor>, caller: SignedIn) {
  const own = (tx: Reader) => writable(services, tx, id, caller)
  const decide = async (tx: Reader) => {
    const group = await own(tx)
    const found = livingRsvp(await tx.get(rsvps, rsvpId))
    if (found?.groupId !== id) refuse('rsvp-unknown')
    return replaceLink(services, tx, { rsvp: found, group, event: await eventOf(tx, group) })
  }
  return transact(services, id, decide, { idempotencyKey: caller.idempotencyKey, checkRight: own })
}

const maxEmails = 200
/** R96 */
export async function readMyData(services: Services, here: Input<typeof guestApi.myData>, caller: Caller) {
  return dataOf(services, await ownAnswer(services, services.store, here, caller))
}

/** R96: all that is kept of somebody for one group. */
export async function dataOf(services: Services, { group, event, rsvp }: OwnContext) {
  const sent = await services.store.find(emails, { index: 'recipient', where: { to: rsvp.email }, descending: true, limit: maxEmails })
  const confirmation = await services.store.get(emails, rsvp._id)
  const about = [...(confirmation ? [confirmation] : []), ...sent.filter((email) => email.rsvpId === rsvp._id)]
  const shown = await Promise.all(
    about.map(async (one) => {
      const message = one.writer ? (await writtenConfirmation(services, one))?.message : one.message
      return { createdAt: createdAtOf(one), subject: message?.subject ?? '', isSent: one.state === 'sent' && !one.unsent }
    }),
  )
  const [offers, stop, attendance, { also }] = await Promise.all([
    offersTo(services.store, rsvp),
    services.store.get(stops, rsvp._id),
    services.store.get(attendances, rsvp._id),
    alsoOf(services, services.store, rsvp, group),
  ])
  return myData(rsvp, group, event, { emails: shown, offers, stop, attendance, also })
}

/** R96: the emails to forget: all about this answer, and whatever else was sent to the address and is kept for show. */
async function emailsToForget(tx: Reader, { _id, email }: Rsvp): Promise<Email[]> {
  const found: Email[] = []
  for (let last: Email | undefined; ; ) {
    const page: Email[] = await tx.find(emails, { index: 'recipient', where: { to: email }, limit: 200, ...(last && { after: last }) })
    found.push(...page)
    last = page.at(-1)
    if (!last || page.length < 200) break
  }
  const isList = ({ message }: Email) =>
    message?.blocks.some((block) => 'answersOf' in block || 'handOver' in block || 'companionOf' in block) === true
  found.push(...(await confirmationsTo(tx, email, maxEmails)))
  return found.filter((one) => rsvpIdOf(one) === _id || one.state === 'sent' || one.state === 'failed' || isList(one))
}

/** R94, R96: with the giver's data goes what was written to the one they named, who is known by nothing else here. */
async function offersToForget(tx: Reader, { _id, email, handOver, companions = [] }: Rsvp): Promise<Email[]> {
  const named = [handOver, ...companions.map(({ link }) => link)].flatMap((one) => one?.email ?? [])
  const found = [...new Set(named)].map((to) => tx.find(emails, { index: 'recipient', where: { to }, descending: true, limit: maxEmails }))
  return (await Promise.all(found)).flat().filter(({ rsvpId, to }) => rsvpId === _id && to !== email)
}

/** R96, R175: whose companion was sent a link to this email, known by the emails that brought it. */
async function linkersOf(tx: Reader, { _id, email }: Rsvp): Promise<Rsvp[]> {
  const sent = await tx.find(emails, { index: 'recipient', where: { to: email }, descending: true, limit: maxEmails })
  const ids = new Set(sent.flatMap(({ rsvpId }) => (rsvpId && rsvpId !== _id ? [rsvpId] : [])))
  const found = await Promise.all([...ids].map((id) => tx.get(rsvps, id)))
  return found.flatMap((one) => (one?.companions?.some(({ link }) => link?.email === email) ? one : []))
}

/** R94: who offers their seats in this group to this email. */
async function offersTo(tx: Reader, { email, groupId }: Rsvp): Promise<RsvpWithHandOver[]> {
  const found = await tx.find(rsvps, { index: 'named', where: { handOverTo: email }, limit: maxEmails })
  const current = await Promise.all(found.map(({ _id }) => tx.get(rsvps, _id)))
  return current.flatMap((one) => (one?.handOver?.email === email && one.groupId === groupId ? { ...one, handOver: one.handOver } : []))
}

/** R94, R175: whose offer or link to this person ends with their data, each once, as it is after that. */
async function endedIn(tx: Reader, answers: readonly Rsvp[]): Promise<Map<string, AnswerPair>> {
  const ended = new Map<string, AnswerPair>()
  for (const before of answers) {
    const offers = await offersTo(tx, before)
    const linkers = (await linkersOf(tx, before)).filter(({ _id }) => offers.every((giver) => giver._id !== _id))
    const add = (giver: Rsvp, after: Rsvp) => ended.set(giver._id, { before: giver, after: { ...after, rev: giver.rev + 1 } })
    for (const giver of offers) add(giver, endLinksTo(endHandOver(giver), before.email))
    for (const giver of linkers) if (!ended.has(giver._id)) add(giver, endLinksTo(giver, before.email))
  }
  for (const { _id } of answers) ended.delete(_id)
  return ended
}
interface AnswerPair {
  readonly before: Rsvp
  readonly after: Rsvp
}

/** R96: frees the seats and takes name and email out of everything; of one person's answers to any number of groups. */
export async function erased(services: Services, tx: Reader, [first, ...others]: readonly [OwnContext, ...OwnContext[]]) {
  const all = [first, ...others]
  const found = await Promise.all(all.map(async ({ rsvp }) => [...(await emailsToForget(tx, rsvp)), ...(await offersToForget(tx, rsvp))]))
  const forgotten = [...new Map(found.flat().map((email) => [email._id, email])).values()]
  const tallies = await talliesOf(
    tx,
    forgotten.map((email): Email => ({ ...email, state: 'sent', unsent: 'over' })),
  )
  const ended = await endedIn(
    tx,
    all.map(({ rsvp }) => rsvp),
  )
  const writes: RecordWrite[] = []
  const beside: Rsvp[] = []
  for (const { rsvp: before, group: current, event } of all) {
    const { freesSeats, group, rsvp } = eraseAnswer(current, event, before, services.clock.now())
    const here = [...ended.values()].filter((one) => one.before.groupId === current._id)
    for (const one of here) ended.delete(one.before._id)
    const changed = [{ before, after: rsvp }, ...here]
    const freed = freesSeats ? await changeSeats(services, tx, { group, event, changed, beside }) : undefined
    writes.push(...(freed?.writes ?? changed.map(({ after }) => put(rsvps, after))))
    if (!freed && group !== current) writes.push(put(groups, group))
    beside.push(...(freed?.rsvps ?? []))
  }
  return {
    guest: first.rsvp._id,
    ...(others.length > 0 && { guestToo: others.map(({ rsvp }) => rsvp._id) }),
    writes: [
      ...writes,
      ...[...ended.values()].map(({ after }) => put(rsvps, after)),
      ...forgotten.map((email) => drop(emails, email)),
      ...tallies.map((tally) => put(messageTallies, tally)),
    ],
  }
}

export function eraseMyData(services: Services, here: Input<typeof guestApi.erase>, caller: Caller) {
  return transact(services, here.groupId, async (tx) => {
    return { ...(await erased(services, tx, [await ownAnswer(services, tx, here, caller)])), reply: { success: true } as const }
  })
}
