// How guests stop the emails they did not ask for, and what the email provider's events change.
import * as z from 'zod/mini'
import type { Input } from '#protocol/endpoint.ts'
import { Email } from '#protocol/fields.ts'
import { invitation } from '#protocol/limits.ts'
import type { noticeApi } from '#protocol/notice.ts'
import { newsChoiceOf, type User, users } from '../account/model.ts'
import { assignedEmails } from '../assign/actions.ts'
import { type Marked, markAddress, markedAnswers } from '../emails/addresses.ts'
import { type Email as EmailRecord, emails } from '../emails/outbox.ts'
import type { Event } from '../event/model.ts'
import { type Group, groups } from '../group/model.ts'
import { managed } from '../group/queries.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { ask } from '../invitation/actions.ts'
import { invitable, wantedOf } from '../invitation/queries.ts'
import { corrected as correctedTally, messageTallies } from '../message/model.ts'
import { countStrangerEmails } from '../org/actions.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { livingRsvp, type Rsvp, rsvps } from '../rsvp/model.ts'
import { recountSeats } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { drop, next, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { addressKey, addressMarks, type Stop, stops } from './model.ts'
import { stopOf, wasAskedLately } from './queries.ts'
import { checkCorrectable, corrected, failureOf, faultOf, isStop } from './rules.ts'

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
    return { writes: choice.stopped === stopped ? [] : chosen(services, stopping, stopped), reply: { ...choice, stopped } }
  }
  return transact(services, 'stops', decide, { idempotencyKey, checkRight: own })
}

function chosen(services: Services, stopping: Awaited<ReturnType<typeof stopOf>>, stopped: boolean) {
  const { reader } = stopping
  if (reader) {
    const choice = stopped
      ? { news: 'off' as const, newsBefore: newsChoiceOf(reader) }
      : { news: reader.newsBefore ?? refuse('news-off'), newsBefore: undefined }
    return [put(users, next(reader, choice))]
  }
  const { rsvpId, groupId, stop } = stopping
  return stop ? [drop(stops, stop)] : [put(stops, newStop(services, rsvpId, groupId))]
}

/** What a mark of an address writes. */
export const markWrites = ({ mark, rsvps: changed }: Marked) => [put(addressMarks, mark), ...changed.map((rsvp) => put(rsvps, rsvp))]

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

interface Correcting {
  readonly group: Group
  readonly event: Event | undefined
  readonly owner: User
  readonly before: Rsvp
  readonly after: Rsvp
}
/** What they were asked comes again, at the right address: the invitation, or else each role they were assigned. */
async function askAgain(services: Services, tx: Reader, { group, event, owner, before, after }: Correcting) {
  if (after.invitation || !event)
    return { writes: await ask(services, tx, { owner, group, event, asked: [after], message: '' }), emails: [] }
  const assignee = { email: after.email, orgId: null, hasAgreed: false }
  const held = group.roles.filter(({ _id }) => after.roleIds.includes(_id))
  const told = held.map(({ name }) => assignedEmails(services, tx, { owner, group, event, assignee, before, after, roleName: name }))
  const emails = (await Promise.all(told)).flatMap((one) => one.emails)
  return { writes: [put(rsvps, after), ...(await countStrangerEmails(services, tx, owner, emails.length))], emails }
}

/** R102: the organizer mends an address that was typed wrong: one commit, in which nobody else can take the seats. */
export async function correctAddress(services: Services, { id, rsvpId, email }: Input<typeof noticeApi.correctAddress>, caller: SignedIn) {
  const decide = async (tx: Reader) => {
    const now = services.clock.now()
    const { group: present, event, owner } = await invitable(services, tx, id, caller)
    const before = livingRsvp(await tx.get(rsvps, rsvpId))
    if (before?.groupId !== id) refuse('rsvp-unknown')
    checkCorrectable(present, before)
    const [right] = await wantedOf(services, tx, present, [{ email }])
    if (!right || right.before) refuse('address-taken', { email })
    if (right.hasStopped) refuse('address-stopped')
    if (await wasAskedLately(tx, right, now)) refuse('address-asked', { days: invitation.againDays })
    const after = corrected(present, before, { _id: right._id, email: right.email, now })
    const group = next(recountSeats(present, before, after), {})
    const { writes, emails: told } = await askAgain(services, tx, { group, event, owner, before, after })
    return { writes: [put(groups, group), drop(rsvps, before), ...writes], emails: told, reply: { success: true } as const }
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
    return [put(stops, newStop(services, email.rsvpId, email.notice.groupId))]
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
