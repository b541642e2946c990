// What a guest does to hand their seats to somebody else, and what that person does with the offer (R94).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { handOver as limits } from '#protocol/kernel/limits.ts'
import type { handoverApi } from '#protocol/seats/handover.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { hourCounts } from '#server/people/model/access.ts'
import { countWithinHour, secondsUntil } from '#server/people/rules/access.ts'
import { offeredEmail } from '#server/seats/emails/handover.ts'
import { ownAnswer } from '#server/seats/guest/queries.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { handOverOf, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { mayAttend } from '#server/seats/rights/rights.ts'
import { receipt } from '#server/seats/rsvp/queries.ts'
import * as rules from '#server/seats/rules/handover.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'
import { readOwn } from '#server/seats/seating/own.ts'
import { pendingOf, readLink } from './queries.ts'

/** R119: so many an hour by one guest; an address gets so many such emails, and R118: finds all offers in the list of its links. Refuses `rate-limited`. */
async function counted({ secrets, clock, rateLimits }: Services, tx: Reader, giverId: string, email: string) {
  if (!rateLimits) return { counts: [], isMailed: true }
  const count = async (id: string, most: number) => countWithinHour(await tx.get(hourCounts, id), id, clock.now(), most)
  const [by, to] = await Promise.all([
    count(secrets.idOf('hand-overs of', giverId), limits.perGuestHour),
    count(secrets.idOf('hand-overs to', email), limits.perRecipientHour),
  ])
  if (!by.allowed)
    refuse('rate-limited', { seconds: secondsUntil(by.record.expiresAt, clock.now()), instead: 'Until then you keep your seat.' })
  return { counts: [put(hourCounts, by.record), put(hourCounts, to.record)], isMailed: to.allowed }
}

const replyTo = async (services: Services, tx: Reader, rsvp: Rsvp, group: Group, event: GroupEvent | undefined) =>
  receipt(services, tx, await readOwn(services, tx, rsvp, group, event), group, event)

export function begin(services: Services, { groupId, eventId, name, email }: Input<typeof handoverApi.begin>, caller: Caller) {
  const { clock, publicUrl } = services
  const id = services.secrets.randomId()
  return transact(services, groupId, async (tx) => {
    const { rsvp: giver, group, event } = await ownAnswer(services, tx, { groupId, eventId }, caller)
    checkOpen(group, event, clock.now())
    if (!(await mayAttend(services, tx, group, giver.email))) refuse('members-only')
    const rsvp = rules.beginHandOver({ group, event, giver, to: { name, email }, id, now: clock.now() })
    const { counts, isMailed } = await counted(services, tx, giver._id, email)
    const offered = offeredEmail(email, publicUrl, guestPlace(group, giver), event ?? { name: group.name }, id)
    return {
      guest: giver._id,
      writes: [put(rsvps, rsvp), ...counts],
      emails: isMailed ? [offered] : [],
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
  const { clock } = services
  const link = await readLink(services, token)
  return transact(services, link.groupId, async (tx) => {
    const { group: current, event, giver, before, _id } = await pendingOf(services, tx, link)
    const now = clock.now()
    const moved = rules.acceptHandOver({ group: current, event, giver, before, _id, replaceRole, now })
    const changed = [
      { before: giver, after: moved.giver },
      { before, after: moved.rsvp },
    ]
    const seated = await changeSeats(services, tx, { group: moved.group, event, changed })
    const own = seated.own(seated.of(_id) ?? moved.rsvp)
    return {
      guest: _id,
      writes: seated.writes,
      reply: { groupId: current._id, eventId: current.eventId, email: own.email, rsvp: own },
    }
  })
}

/** The seats stay where they are. */
export async function decline(services: Services, { token }: Input<typeof handoverApi.decline>) {
  const link = await readLink(services, token)
  return transact(services, link.groupId, async (tx) => {
    const { giver, _id } = await pendingOf(services, tx, link)
    return { guest: _id, writes: [put(rsvps, rules.endHandOver(giver))], reply: { success: true } as const }
  })
}
