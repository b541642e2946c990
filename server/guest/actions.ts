// What a guest does with what is theirs: asks for their links, replaces one, reads and erases their data.
import type { Input } from '#protocol/endpoint.ts'
import type { guestApi } from '#protocol/guest.ts'
import { hourCounts } from '../access/model.ts'
import { countEmail } from '../access/rules.ts'
import { guestEntry } from '../calendar/rules.ts'
import { dropOutNews } from '../digest/actions.ts'
import { type Email, emails } from '../emails/outbox.ts'
import { guestPlace } from '../emails/parts.ts'
import { talliesOf } from '../emails/tallies.ts'
import { type Event, events, statusOf } from '../event/model.ts'
import { seatedOutcome } from '../group/actions.ts'
import { type Group, groups } from '../group/model.ts'
import { declinedEmail } from '../handover/emails.ts'
import type { Offering } from '../handover/model.ts'
import { endHandOver } from '../handover/rules.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { manages } from '../identity/rights.ts'
import { noteOpened } from '../invitation/actions.ts'
import { messageTallies } from '../message/model.ts'
import { stops } from '../notice/model.ts'
import { refuse } from '../refuse.ts'
import { livingRsvp, type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { settleSeats } from '../waitlist/queries.ts'
import { drop, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { erasedEmail, linksEmail, newLinkEmail } from './emails.ts'
import { myData } from './model.ts'
import { openLink, ownAnswer } from './queries.ts'
import { eraseAnswer, withNewLink } from './rules.ts'

const sent = { sent: true } as const

/** R88, R34: the same answer and the same work for every address; which answers there are is looked up when the email is sent. */
export function mailLinks(services: Services, { email }: Input<typeof guestApi.links>, { idempotencyKey }: Caller) {
  const { secrets, clock, publicUrl } = services
  const countId = secrets.idOf('links', email)
  const decide = async (tx: Reader) => {
    const { record, allowed } = countEmail(await tx.get(hourCounts, countId), countId, clock.now())
    return {
      writes: [put(hourCounts, record)],
      emails: allowed ? [{ ...linksEmail(email, publicUrl), isAskedFor: true }] : [],
      reply: sent,
    }
  }
  return transact(services, countId, decide, { idempotencyKey, checkRight: async () => undefined })
}

/** R87, R97: what a personal link opens; of an invitation it is noted that it was. Where nothing can be written, it opens all the same. */
export async function openOwn(services: Services, input: Input<typeof guestApi.open>) {
  const opened = await openLink(services, input)
  const { rsvp, _id } = opened
  if (rsvp?.attending === null) await noteOpened(services, _id, rsvp._id).catch(() => undefined)
  return opened
}

/** R87: the link in the next email is a new one; those before it have ended. */
function replaceLink({ publicUrl }: Services, rsvp: Rsvp, group: Group, event: Event | undefined) {
  const after = withNewLink(rsvp)
  const email = newLinkEmail(rsvp.email, publicUrl, guestPlace(group, rsvp), event ?? group)
  return { writes: [put(rsvps, after)], emails: [email], reply: sent }
}

/** R87: asked for by the guest. */
export function newLink(services: Services, here: Input<typeof guestApi.newLink>, caller: Caller) {
  const own = (tx: Reader) => ownAnswer(services, tx, here, caller)
  const decide = async (tx: Reader) => {
    const { rsvp, group, event } = await own(tx)
    return replaceLink(services, rsvp, group, event)
  }
  return transact(services, here.groupId, decide, { idempotencyKey: caller.idempotencyKey, checkRight: own })
}

/** R87: asked for by whoever manages the group; the guest gets the link, the organizer doesn't see it. */
export function newLinkFor(services: Services, { id, rsvpId }: Input<typeof guestApi.newLinkFor>, caller: SignedIn) {
  const managed = async (tx: Reader) => {
    const group = await tx.get(groups, id)
    return group && !group.cancelledAt && (await manages(services, tx, group, caller)) ? group : refuse('group-unknown')
  }
  const decide = async (tx: Reader) => {
    const group = await managed(tx)
    const found = livingRsvp(await tx.get(rsvps, rsvpId))
    if (found?.groupId !== id) refuse('rsvp-unknown')
    return replaceLink(services, found, group, group.eventId ? await tx.get(events, group.eventId) : undefined)
  }
  return transact(services, id, decide, { idempotencyKey: caller.idempotencyKey, checkRight: managed })
}

const mostEmails = 200
/** R96 */
export async function readMyData(services: Services, here: Input<typeof guestApi.myData>, caller: Caller) {
  const { group, event, rsvp } = await ownAnswer(services, services.store, here, caller)
  const sent = await services.store.find(emails, { index: 'recipient', where: { to: rsvp.email }, descending: true, limit: mostEmails })
  const about = sent.filter((email) => email.rsvpId === rsvp._id)
  const shown = about.map(({ createdAt, state, unsent, message }) => ({
    createdAt,
    subject: message?.subject ?? '',
    isSent: state === 'sent' && !unsent,
  }))
  const [offers, stop] = await Promise.all([offersTo(services.store, rsvp), services.store.get(stops, rsvp._id)])
  return myData(rsvp, group, event, { emails: shown, offers, stop })
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
  const isList = ({ message }: Email) => message?.blocks.some((block) => 'answersOf' in block || 'handOver' in block) === true
  return found.filter((one) => one.rsvpId === _id || one.state === 'sent' || one.state === 'failed' || isList(one))
}

/** R94, R96: with the giver's data goes what was written to the one they named, who is known by nothing else here. */
async function offerToForget(tx: Reader, { _id, handOver }: Rsvp): Promise<Email[]> {
  if (!handOver) return []
  const found = await tx.find(emails, { index: 'recipient', where: { to: handOver.email }, descending: true, limit: mostEmails })
  return found.filter(({ rsvpId }) => rsvpId === _id)
}

/** R94: who offers their seats in this group to this email. */
async function offersTo(tx: Reader, { email, groupId }: Rsvp): Promise<Offering[]> {
  const found = await tx.find(rsvps, { index: 'named', where: { handOverTo: email }, limit: mostEmails })
  const present = await Promise.all(found.map(({ _id }) => tx.get(rsvps, _id)))
  return present.flatMap((one) => (one?.handOver?.email === email && one.groupId === groupId ? { ...one, handOver: one.handOver } : []))
}

/** R96: frees the seats and takes name and email out of everything; one last email says so, and nothing of it stays. */
export function eraseMyData(services: Services, here: Input<typeof guestApi.erase>, caller: Caller) {
  const { clock } = services
  return transact(services, here.groupId, async (tx) => {
    const now = clock.now()
    const { rsvp: before, group: present, event } = await ownAnswer(services, tx, here, caller)
    const { group, rsvp } = eraseAnswer(present, event, before, now)
    const [mails, offer, offers] = await Promise.all([emailsToForget(tx, before), offerToForget(tx, before), offersTo(tx, before)])
    const forgotten = [...mails, ...offer]
    const named = event ?? group
    const told = offers.map((giver) => declinedEmail(giver.email, services.publicUrl, guestPlace(group, giver), named))
    const unsent = forgotten.map((email): Email => ({ ...email, state: 'sent', unsent: 'over' }))
    const tallies = await talliesOf(tx, unsent)
    const isInCalendar = before.attending === true && event !== undefined && statusOf(event, now) === 'active'
    const entry = isInCalendar ? guestEntry(services, 'CANCEL', { group, event, rsvp: { ...before, rev: rsvp.rev }, now }) : undefined
    const isFreed = group !== present
    const ended = offers.map((giver) => ({ before: giver, after: endHandOver(giver) }))
    const changed = [{ before, after: rsvp }, ...ended]
    const seated = isFreed ? await settleSeats(services, tx, { group, event, changed }) : undefined
    const freed = seated && seatedOutcome(services, seated, event)
    const lost = isFreed ? await dropOutNews(services, tx, { group: present, event, before, after: rsvp }) : []
    return {
      guest: before._id,
      writes: [
        ...(freed?.writes ?? changed.map(({ after }) => put(rsvps, after))),
        ...lost,
        ...forgotten.map((email) => drop(emails, email)),
        ...tallies.map((tally) => put(messageTallies, tally)),
      ],
      emails: [erasedEmail(before.email, named, group.ownerId, entry), ...told, ...(freed?.emails ?? [])],
      reply: { success: true } as const,
    }
  })
}
