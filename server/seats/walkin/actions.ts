// What is done about somebody who comes to the door without an answer: they get a seat that is free, and are in (R192).
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { walkinApi } from '#protocol/seats/door/walkin.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { countStrangerEmails } from '#server/people/org/actions.ts'
import { seenAgain } from '#server/seats/door/actions.ts'
import { type AtDoor, atDoor, queueOf } from '#server/seats/door/queries.ts'
import { spendLease } from '#server/seats/lease/actions.ts'
import { doorPerson, doorScans } from '#server/seats/model/door.ts'
import type { Group } from '#server/seats/model/group.ts'
import { rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { mayAttend } from '#server/seats/rights/rights.ts'
import { admittedAt, withLine } from '#server/seats/rules/door.ts'
import { roleNamed } from '#server/seats/rules/group.ts'
import { checkOpen, walkedIn } from '#server/seats/rules/rsvp.ts'
import { countsNow, createBatch, earlier, keptScan, scanKeyOf } from '#server/seats/scan/actions.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'

type WalkInInput = Input<typeof walkinApi.add>

/** R192: as any answer, it takes a seat that nobody else can have; and they are in by the same commit. */
export async function addWalkin(services: Services, sent: WalkInInput, caller: Caller) {
  const { eventId, scanId, groupId } = sent
  return transact(services, queueOf(eventId), async (tx) => {
    const at = await atDoor(services, tx, eventId, caller)
    const group = at.groups.find(({ _id }) => _id === groupId) ?? refuse('group-unknown')
    const now = iso(services.clock.now())
    const key = scanKeyOf(services, at, scanId)
    const batch = createBatch(tx, at)
    const before = await earlier(tx, at, batch, key, scanId)
    if (before) return { reply: { person: before.person ?? refuse('rsvp-unknown'), counts: await countsNow(tx, at, batch.counts), now } }
    const { rsvp, writes } = await seated(services, tx, { at, group, key, sent })
    const when = sent.at === undefined ? now : admittedAt(sent.at, at.phone?.pairedAt, services.clock.now())
    const line = { scan: key, kind: 'in' as const, at: when, door: at.by.name, by: at.by.id }
    const there = await batch.attendanceOf(rsvp._id)
    await batch.take(withLine(there, rsvp, eventId, line), group, rsvp)
    const person = doorPerson(rsvp, group, batch.people.get(rsvp._id))
    return {
      guest: rsvp._id,
      writes: [
        ...writes,
        ...batch.writes(),
        put(doorScans, keptScan(key, { eventId, rsvpId: rsvp._id, result: 'ok' }, services.clock.now())),
        ...seenAgain(at.phone, services.clock.now()),
      ],
      reply: { person, counts: await countsNow(tx, at, batch.counts), now },
    }
  })
}

interface WalkInSeat {
  readonly at: AtDoor
  readonly group: Group
  /** Of the scan: who gives no email is known by it. */
  readonly key: string
  readonly sent: WalkInInput
}
/** The answer with its seat. R119: an email that somebody else has typed counts as one to a stranger. */
async function seated(services: Services, tx: Reader, { at, group: current, key, sent }: WalkInSeat) {
  const { email = '', name, role } = sent
  const event = (await eventOf(tx, current)) ?? refuse('event-unknown')
  checkOpen(current, event, services.clock.now())
  if (!(await mayAttend(services, tx, current, email))) refuse('members-only')
  const _id = email ? rsvpId(services.secrets, current, email) : services.secrets.idOf('walkin', at.event._id, key)
  const before = await tx.get(rsvps, _id)
  const roleId = roleNamed(current, role)?._id ?? ''
  const lease = sent.leaseId && (await spendLease(services, tx, { leaseId: sent.leaseId, by: at.by.id, group: current, roleId }))
  const { group, rsvp } = walkedIn({
    group: lease ? lease.group : current,
    isKept: Boolean(lease),
    event,
    before,
    walkin: { _id, name, email, role },
    now: services.clock.now(),
  })
  const { writes, of } = await changeSeats(services, tx, { group, event, changed: [{ before, after: rsvp }] })
  const owner = email ? await tx.get(users, group.ownerId) : undefined
  const counted = owner ? await countStrangerEmails(services, tx, owner, 1) : []
  return { rsvp: of(_id) ?? rsvp, writes: [...writes, ...counted, ...(lease ? [lease.write] : [])] }
}
