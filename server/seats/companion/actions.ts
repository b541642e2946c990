// What a guest does to have somebody who comes along answer for themselves, and what that person does with the link (R175).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { companionLinks as limits } from '#protocol/kernel/limits.ts'
import type { companionApi } from '#protocol/seats/claims/claim.ts'
import { companionName } from '#protocol/seats/companions/companion.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { hourCounts } from '#server/people/model/access.ts'
import { countWithinHour, secondsUntil } from '#server/people/rules/access.ts'
import { linkedEmail } from '#server/seats/emails/companion.ts'
import { ownAnswer } from '#server/seats/guest/queries.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { mayAttend } from '#server/seats/rights/rights.ts'
import { receipt } from '#server/seats/rsvp/queries.ts'
import * as rules from '#server/seats/rules/companion.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'
import { readOwn } from '#server/seats/seating/own.ts'
import { claimOf, nthOf, readLink } from './queries.ts'

/** R119: so many an hour by one guest, and to one address. Refuses `rate-limited`. */
async function counted({ secrets, clock, rateLimits }: Services, tx: Reader, giverId: string, email: string) {
  if (!rateLimits) return []
  const count = async (id: string, most: number) => countWithinHour(await tx.get(hourCounts, id), id, clock.now(), most)
  const both = await Promise.all([
    count(secrets.idOf('companion links of', giverId), limits.perGuestHour),
    count(secrets.idOf('companion links to', email), limits.perRecipientHour),
  ])
  const over = both.find(({ allowed }) => !allowed)
  if (over) refuse('rate-limited', { seconds: secondsUntil(over.record.expiresAt, clock.now()), instead: 'You can answer for them here.' })
  return both.map(({ record }) => put(hourCounts, record))
}

const replyTo = async (services: Services, tx: Reader, rsvp: Rsvp, group: Group, event: GroupEvent | undefined) =>
  receipt(services, tx, await readOwn(services, tx, rsvp, group, event), group, event)

export function link(services: Services, input: Input<typeof companionApi.link>, caller: Caller) {
  const { clock, publicUrl } = services
  const { groupId, eventId, companionId, name = '', email } = input
  const id = services.secrets.randomId()
  const own = (tx: Reader) => ownAnswer(services, tx, { groupId, eventId }, caller)
  const decide = async (tx: Reader) => {
    const { rsvp: giver, group, event } = await own(tx)
    checkOpen(group, event, clock.now())
    if (!(await mayAttend(services, tx, group, giver.email))) refuse('members-only')
    const rsvp = rules.sendLink({ group, event, giver, companionId, to: { name, email }, id, now: clock.now() })
    return {
      guest: giver._id,
      writes: [put(rsvps, rsvp), ...(await counted(services, tx, giver._id, email))],
      emails: [linkedEmail(email, publicUrl, guestPlace(group, giver), event ?? { name: group.name }, id)],
      reply: await replyTo(services, tx, rsvp, group, event),
    }
  }
  return transact(services, groupId, decide, { idempotencyKey: caller.idempotencyKey, checkRight: own })
}

export function takeBack(services: Services, { groupId, eventId, companionId }: Input<typeof companionApi.takeBack>, caller: Caller) {
  return transact(services, groupId, async (tx) => {
    const { rsvp: giver, group, event } = await ownAnswer(services, tx, { groupId, eventId }, caller)
    const rsvp = rules.endLink(giver, companionId)
    return { guest: giver._id, writes: [put(rsvps, rsvp)], reply: await replyTo(services, tx, rsvp, group, event) }
  })
}

/** The seat is theirs in one commit. */
export async function accept(services: Services, { token, name }: Input<typeof companionApi.accept>) {
  const { clock } = services
  const opened = await readLink(services, token)
  return transact(services, opened.groupId, async (tx) => {
    const { group: current, event, giver, one, before, _id } = await claimOf(services, tx, opened)
    const named = { name: one.link.name ?? one.name }
    const called = name ?? companionName(named, giver.name, nthOf(giver, one))
    const moved = rules.acceptLink({ group: current, giver, one, before, _id, name: called, now: clock.now() })
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
