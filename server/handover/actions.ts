// What a guest does to hand their seats to somebody else, and what that person does with the offer (R94).
import type { Input } from '#protocol/endpoint.ts'
import type { handoverApi } from '#protocol/handover.ts'
import { handOver as limits } from '#protocol/limits.ts'
import { hourCounts } from '../access/model.ts'
import { countWithinHour, secondsUntil } from '../access/rules.ts'
import { calendarOfChange } from '../calendar/rules.ts'
import type { EmailDraft } from '../emails/outbox.ts'
import { guestPlace } from '../emails/parts.ts'
import type { Event } from '../event/model.ts'
import { seatedOutcome } from '../group/actions.ts'
import type { Group } from '../group/model.ts'
import { ownAnswer } from '../guest/queries.ts'
import type { Caller } from '../identity/caller.ts'
import { mayAttend } from '../identity/rights.ts'
import { refuse } from '../refuse.ts'
import { rsvpEmail } from '../rsvp/emails.ts'
import { handOverOf, type Rsvp, rsvps } from '../rsvp/model.ts'
import { receipt } from '../rsvp/queries.ts'
import { checkOpen } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { waitingEmail } from '../waitlist/emails.ts'
import { readOwn, settleSeats } from '../waitlist/queries.ts'
import { put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { acceptedEmail, declinedEmail, offeredEmail } from './emails.ts'
import { pendingOf, readLink } from './queries.ts'
import * as rules from './rules.ts'

/** R119: so many an hour by one guest; an address gets so many such emails, and R118: finds all offers in the list of its links. Refuses `rate-limited`. */
async function counted({ secrets, clock, rateLimits }: Services, tx: Reader, giverId: string, email: string) {
  if (!rateLimits) return { counts: [], isMailed: true }
  const count = async (id: string, most: number) => countWithinHour(await tx.get(hourCounts, id), id, clock.now(), most)
  const [by, to] = await Promise.all([
    count(secrets.idOf('hand-overs of', giverId), limits.perGuestHour),
    count(secrets.idOf('hand-overs to', email), limits.perRecipientHour),
  ])
  if (!by.allowed) refuse('rate-limited', { seconds: secondsUntil(by.record.expiresAt, clock.now()) })
  return { counts: [put(hourCounts, by.record), put(hourCounts, to.record)], isMailed: to.allowed }
}

const replyTo = async (services: Services, tx: Reader, rsvp: Rsvp, group: Group, event: Event | undefined) =>
  receipt(await readOwn(services, tx, rsvp, group, event), group, event, services.clock.now())

export function begin(services: Services, { groupId, eventId, name, email }: Input<typeof handoverApi.begin>, caller: Caller) {
  const { clock, publicUrl } = services
  const id = services.secrets.randomId()
  return transact(services, groupId, async (tx) => {
    const { rsvp: giver, group, event } = await ownAnswer(services, tx, { groupId, eventId }, caller)
    checkOpen(group, event, clock.now())
    if (!(await mayAttend(services, tx, group, giver.email))) refuse('members-only')
    const rsvp = rules.beginHandOver({ group, event, giver, to: { name, email }, id, now: clock.now() })
    const { counts, isMailed } = await counted(services, tx, giver._id, email)
    const told = offeredEmail(email, publicUrl, guestPlace(group, giver), event ?? { name: group.name }, id)
    return {
      guest: giver._id,
      writes: [put(rsvps, rsvp), ...counts],
      emails: isMailed ? [told] : [],
      reply: await replyTo(services, tx, rsvp, group, event),
    }
  })
}

export function takeBack(services: Services, { groupId, eventId }: Input<typeof handoverApi.takeBack>, caller: Caller) {
  return transact(services, groupId, async (tx) => {
    const { rsvp: giver, group, event } = await ownAnswer(services, tx, { groupId, eventId }, caller)
    if (!handOverOf(giver, group)) refuse('hand-over-over')
    const rsvp = rules.endHandOver(giver)
    return { guest: giver._id, writes: [put(rsvps, rsvp)], reply: await replyTo(services, tx, rsvp, group, event) }
  })
}

/** The seats pass on in one commit; whatever that frees besides goes to those who wait. */
export async function accept(services: Services, { token, replaceRole = false }: Input<typeof handoverApi.accept>) {
  const { clock, publicUrl } = services
  const link = await readLink(services, token)
  return transact(services, link.groupId, async (tx) => {
    const { group: present, event, giver, before, _id } = await pendingOf(services, tx, link)
    const now = clock.now()
    const moved = rules.acceptHandOver({ group: present, event, giver, before, _id, replaceRole, now })
    const changed = [
      { before: giver, after: moved.giver },
      { before, after: moved.rsvp },
    ]
    const seated = await settleSeats(services, tx, { group: moved.group, event, changed })
    const { writes, emails: told } = seatedOutcome(services, seated, event)
    const emailOf = (was: Rsvp | undefined, is: Rsvp, write: typeof acceptedEmail): EmailDraft => {
      const after = seated.of(is._id) ?? is
      const calendar = calendarOfChange(services, { group: seated.group, event, before: was, after, now })
      return write(after.email, publicUrl, guestPlace(seated.group, after), event ?? { name: present.name }, seated.own(after), calendar)
    }
    const own = seated.own(seated.of(_id) ?? moved.rsvp)
    const emails = [
      emailOf(giver, moved.giver, acceptedEmail),
      emailOf(before, moved.rsvp, own.waiting ? waitingEmail : rsvpEmail),
      ...told,
    ]
    return { guest: _id, writes, emails, reply: { groupId: present._id, eventId: present.eventId, email: own.email, rsvp: own } }
  })
}

/** The seats stay where they are. */
export async function decline(services: Services, { token }: Input<typeof handoverApi.decline>) {
  const link = await readLink(services, token)
  return transact(services, link.groupId, async (tx) => {
    const { group, event, giver, _id } = await pendingOf(services, tx, link)
    const email = declinedEmail(giver.email, services.publicUrl, guestPlace(group, giver), event ?? { name: group.name })
    return { guest: _id, writes: [put(rsvps, rules.endHandOver(giver))], emails: [email], reply: { success: true } as const }
  })
}
