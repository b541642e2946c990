// How guests stop the emails they did not ask for, and what the email provider's events change.
import * as z from 'zod/mini'
import type { Input } from '#protocol/kernel/endpoint.ts'
import { Email } from '#protocol/kernel/fields.ts'
import { invitation } from '#protocol/kernel/limits.ts'
import type { noticeApi } from '#protocol/mail/notice.ts'
import { createdAtOf, type Email as EmailRecord, emails, rsvpIdOf } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import { newsChoiceOf, users } from '#server/people/model/account.ts'
import { ask } from '#server/seats/invitation/actions.ts'
import { invitable, wantedOf } from '#server/seats/invitation/queries.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { corrected as correctedTally, messageTallies } from '#server/seats/model/message.ts'
import { addressKey, addressMarks, type Stop, stops } from '#server/seats/model/notice.ts'
import { livingRsvp, rsvpId as rsvpIdIn, rsvps } from '#server/seats/model/rsvp.ts'
import { markAddress, markedAnswers, markWrites } from '#server/seats/notices/addresses.ts'
import { managed } from '#server/seats/rights/groups.ts'
import { checkCorrectable, corrected, failureOf, faultOf, isStop } from '#server/seats/rules/notice.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'
import { withCounts } from '#server/seats/seating/counts.ts'
import { stopOf } from './queries.ts'

type Link = Input<typeof noticeApi.stop>
const newStop = ({ clock }: Services, rsvpId: string, groupId: string): Stop => ({
  _id: rsvpId,
  rev: 1,
  groupId,
  stoppedAt: iso(clock.now()),
})

/** R102: no more notices about this event to this address, or no more digests. A second click changes nothing. */
export const stopNotices = (services: Services, link: Link, caller: Pick<Caller, 'idempotencyKey'> = {}) =>
  choose(services, link, caller, true)
/** R102: takes it back. */
export const resumeNotices = (services: Services, link: Link, caller: Pick<Caller, 'idempotencyKey'>) =>
  choose(services, link, caller, false)

function choose(services: Services, { token }: Link, { idempotencyKey }: Pick<Caller, 'idempotencyKey'>, stopped: boolean) {
  const own = (tx: Reader) => stopOf(services, tx, token)
  const decide = async (tx: Reader) => {
    const stopping = await own(tx)
    const { choice } = stopping
    return { writes: choice.stopped === stopped ? [] : await chosen(services, tx, stopping, stopped), reply: { ...choice, stopped } }
  }
  return transact(services, 'stops', decide, { idempotencyKey, checkRight: own })
}

/** R154: their answers in all groups of the event, there or not: the emails that are stopped are about all of them. */
async function stoppable({ secrets }: Services, tx: Reader, rsvpId: string, groupId: string) {
  const own = { rsvpId, groupId }
  const [rsvp, group] = await Promise.all([tx.get(rsvps, rsvpId), tx.get(groups, groupId)])
  const event = group?.eventId ? await tx.get(events, group.eventId) : undefined
  const others = (rsvp?.email && event?.groupIds.filter((id) => id !== groupId)) || []
  const found = await Promise.all(others.map((id) => tx.get(groups, id)))
  return [own, ...found.flatMap((one) => (one && rsvp ? [{ rsvpId: rsvpIdIn(secrets, one, rsvp.email), groupId: one._id }] : []))]
}

/** One for each of them that isn't stopped yet. */
async function newStops(services: Services, tx: Reader, rsvpId: string, groupId: string) {
  const all = await stoppable(services, tx, rsvpId, groupId)
  const before = await Promise.all(all.map((one) => tx.get(stops, one.rsvpId)))
  return all.flatMap((one, nth) => (before[nth] ? [] : [put(stops, newStop(services, one.rsvpId, one.groupId))]))
}

async function chosen(services: Services, tx: Reader, stopping: Awaited<ReturnType<typeof stopOf>>, stopped: boolean) {
  const { reader } = stopping
  if (reader) {
    const choice = stopped
      ? { news: 'off' as const, newsBefore: newsChoiceOf(reader) }
      : { news: reader.newsBefore ?? refuse('news-off'), newsBefore: undefined }
    return [put(users, next(reader, choice))]
  }
  const { rsvpId, groupId } = stopping
  if (stopped) return newStops(services, tx, rsvpId, groupId)
  const before = await Promise.all((await stoppable(services, tx, rsvpId, groupId)).map((one) => tx.get(stops, one.rsvpId)))
  return before.flatMap((stop) => (stop ? [drop(stops, stop)] : []))
}

/** R102: the organizer says that the address works again, and emails are tried; who complained is left alone. */
export function retryAddress(services: Services, { id, rsvpId }: Input<typeof noticeApi.retryAddress>, caller: SignedIn) {
  const { secrets, clock } = services
  const own = (tx: Reader) => managed(services, tx, id, caller)
  const decide = async (tx: Reader) => {
    await own(tx)
    const rsvp = livingRsvp(await tx.get(rsvps, rsvpId))
    if (rsvp?.groupId !== id) refuse('rsvp-unknown')
    const before = await tx.get(addressMarks, addressKey(secrets, rsvp.email))
    if (before?.fault === 'complained') refuse('address-complained')
    const mark = before?.fault ? next(before, { fault: null, at: iso(clock.now()) }) : undefined
    return { writes: mark ? markWrites(await markedAnswers(tx, rsvp.email, mark)) : [], reply: { success: true } as const }
  }
  return transact(services, id, decide, { idempotencyKey: caller.idempotencyKey, checkRight: own })
}

const maxEmails = 50
/** R97, R102: whether somebody of whom nothing is kept was written to about this group within the last days. */
async function wasAskedLately(tx: Reader, { email, _id }: { readonly email: string; readonly _id: string }, now: number): Promise<boolean> {
  const since = iso(now - invitation.againDays * 86_400_000)
  const listed = await tx.find(emails, { index: 'recipient', where: { to: email }, descending: true, limit: maxEmails })
  const confirmation = await tx.get(emails, _id)
  const sent = confirmation ? [confirmation, ...listed] : listed
  return sent.some((one) => rsvpIdOf(one) === _id && one.attempts > 0 && createdAtOf(one) > since)
}

/** R102: the organizer mends an address that was typed wrong: one commit, in which nobody else can take the seats. */
export async function correctAddress(services: Services, { id, rsvpId, email }: Input<typeof noticeApi.correctAddress>, caller: SignedIn) {
  const decide = async (tx: Reader) => {
    const now = services.clock.now()
    await managed(services, tx, id, caller)
    const { group: current, event, owner } = await invitable(services, tx, id, caller)
    const before = livingRsvp(await tx.get(rsvps, rsvpId))
    if (before?.groupId !== id) refuse('rsvp-unknown')
    checkCorrectable(current, before)
    const [right] = await wantedOf(services, tx, current, [{ email }])
    if (!right || right.before) refuse('address-taken', { email })
    if (right.hasStopped) refuse('address-stopped')
    if (await wasAskedLately(tx, right, now)) refuse('address-asked', { days: invitation.againDays })
    const after = corrected(current, before, { _id: right._id, email: right.email, now })
    const group = next(withCounts(current, before, after), {})
    const seated = await changeSeats(services, tx, { group, event, changed: [{ before, after }] })
    // What they were asked comes again, at the right address: the invitation, or else each role they were assigned.
    const asked =
      after.invitation || !event ? await ask(services, tx, { owner, group: seated.group, event, asked: [after], message: '' }) : []
    return { writes: [...seated.writes, ...asked], reply: { success: true } as const }
  }
  const checkRight = (tx: Reader) => managed(services, tx, id, caller)
  const reply = await transact(services, id, decide, { idempotencyKey: caller.idempotencyKey, checkRight })
  services.delivery.wake()
  return reply
}

const DeliveryEvent = z.object({
  email: Email,
  event: z.string(),
  timestamp: z.number(),
  type: z.optional(z.string()),
  reason: z.optional(z.string()),
  /** The id that the email was sent with. */
  id: z.optional(z.string().check(z.regex(/^[0-9a-f]{24}(?:-\d+)?$/))),
})
type DeliveryEvent = z.infer<typeof DeliveryEvent>

/** The events that are understood. Refuses `json-broken` where it is no list. */
function eventsIn(body: string): DeliveryEvent[] {
  let list: unknown
  try {
    list = JSON.parse(body)
  } catch {
    refuse('json-broken')
  }
  if (!Array.isArray(list)) refuse('json-broken')
  return list.flatMap((one: unknown) => DeliveryEvent.safeParse(one).data ?? [])
}

/** R101: a message's history says of this email that it did not arrive. */
async function failed(tx: Reader, event: DeliveryEvent, { receipt }: Pick<EmailRecord, 'receipt'>) {
  const outcome = failureOf(event)
  const before = receipt && outcome && (await tx.get(messageTallies, receipt.tallyId))
  if (!before) return []
  const after = correctedTally(before, receipt.at, outcome)
  return after === before ? [] : [put(messageTallies, after)]
}

/** R102: what one event changes; an older one than what is known, and one that comes again, nothing. */
async function changesOf(services: Services, tx: Reader, event: DeliveryEvent) {
  const { secrets, clock } = services
  const email = event.id ? await tx.get(emails, event.id.slice(0, 24)) : undefined
  if (isStop(event)) {
    if (!email?.notice || !email.rsvpId || (await tx.get(stops, email.rsvpId))) return []
    return newStops(services, tx, email.rsvpId, email.notice.groupId)
  }
  const corrections = email ? await failed(tx, event, email) : []
  const fault = faultOf(event)
  if (!fault) return corrections
  const at = iso(Math.min(Math.max(event.timestamp * 1_000, 0), clock.now()))
  const marked = await markAddress(secrets, tx, { email: event.email, fault, at })
  return marked ? [...corrections, ...markWrites(marked)] : corrections
}

const atOnce = 100
interface Signed {
  readonly signature: string
  readonly timestamp: string
}
/** R102: takes the provider's delivery events. What it takes needs not be sent again. Refuses `email-events-invalid`. */
export async function takeEmailEvents(services: Services, body: string, signed: Signed) {
  if (!services.emailEvents?.isGenuine(body, signed, services.clock.now())) refuse('email-events-invalid')
  const take = (event: DeliveryEvent) =>
    transact(services, 'delivery-events', async (tx) => ({ writes: await changesOf(services, tx, event), reply: undefined }))
  const telling = eventsIn(body).filter((event) => isStop(event) || faultOf(event) || failureOf(event))
  for (let done = 0; done < telling.length; done += atOnce) await Promise.all(telling.slice(done, done + atOnce).map(take))
  return { received: true }
}
