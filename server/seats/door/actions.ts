// What is done about the doors of an event: phones are made, paired and cut off (R182). Who goes in and out is decided in `scan/`.
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { doorApi } from '#protocol/seats/door/door.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
import { type DoorPhone, doorLeases, doorPhones, phoneView } from '#server/seats/model/door.ts'
import { events, overAt } from '#server/seats/model/event.ts'
import { highestTier } from '#server/seats/rights/groups.ts'
import { checkPhones, doorUntil, linkUntil } from '#server/seats/rules/door.ts'
import { atDoor, leasesOf, partsOf, phonesOf, queueOf, readList } from './queries.ts'

const dayMs = 86_400_000
const keptDays = 40

/** Those who manage the event, and no phone. */
async function managing(services: Services, tx: Reader, eventId: string, caller: Caller) {
  const at = await atDoor(services, tx, eventId, caller)
  return at.by.manages && !at.event.cancelledAt ? at : refuse('event-unknown')
}

/** R182: refuses `group-unknown`, `door-phones-reached`. */
export function makePhone(services: Services, { eventId, name, groupIds = [] }: Input<typeof doorApi.makePhone>, caller: SignedIn) {
  const { secrets, clock, publicUrl } = services
  const [_id, secret] = [secrets.randomId(), secrets.randomToken()]
  return transact(services, queueOf(eventId), async (tx) => {
    const { event, groups } = await managing(services, tx, eventId, caller)
    if (groupIds.some((id) => !groups.some((one) => one._id === id))) refuse('group-unknown')
    const now = clock.now()
    const found = await phonesOf(tx, eventId)
    // Nobody can open their link any more: they are no phones.
    const lapsed = found.filter(({ link }) => link && link.until <= iso(now))
    checkPhones(found.length - lapsed.length, await highestTier(services, tx, groups))
    const until = linkUntil(now)
    const expiresAt = iso(Date.parse(doorUntil(overAt(event))) + keptDays * dayMs)
    const opened = { hash: secrets.hashToken(secret), until }
    const only = groupIds.length > 0 ? { groupIds: [...new Set(groupIds)] } : {}
    const phone = { _id, rev: 1, eventId, name, createdAt: iso(now), ...only, link: opened, expiresAt }
    const link = `${publicUrl}/door/${eventId}#${_id}.${secret}`
    return {
      writes: [put(doorPhones, phone), ...lapsed.map((one) => drop(doorPhones, one))],
      reply: { phone: phoneView(phone), link, until },
    }
  })
}

const seenEveryMs = 60_000
/** R182b: that a phone was heard of: once a minute, else each call would be a record more. */
export const seenAgain = (phone: DoorPhone | undefined, now: number): RecordWrite[] =>
  phone && now - Date.parse(phone.seenAt ?? phone.createdAt) >= seenEveryMs ? [put(doorPhones, next(phone, { seenAt: iso(now) }))] : []

/** R183: a page of the list, for a phone that is heard of by it. */
export async function giveList(services: Services, input: Input<typeof doorApi.list>, caller: Caller) {
  const { page, phone } = await readList(services, input, caller)
  const now = services.clock.now()
  if (phone && seenAgain(phone, now).length > 0)
    await transact(services, queueOf(input.eventId), async (tx) => ({
      writes: seenAgain(await tx.get(doorPhones, phone._id), now),
      reply: null,
    }))
  return page
}

/** A phone that is no more, and the seats it kept: they are over, so the next round of jobs gives them back (R192a). */
async function dropPhone({ clock }: Services, tx: Reader, phone: DoorPhone): Promise<RecordWrite[]> {
  const until = iso(clock.now())
  const kept = (await leasesOf(tx, phone.eventId)).filter((one) => one.by === phone._id && one.until > until)
  return [drop(doorPhones, phone), ...kept.map((one) => put(doorLeases, next(one, { until })))]
}

/** R182: at the next call of the phone it is nobody there. Refuses `door-phone-unknown`. */
export function endPhone(services: Services, { eventId, phoneId }: Input<typeof doorApi.endPhone>, caller: SignedIn) {
  return transact(services, queueOf(eventId), async (tx) => {
    await managing(services, tx, eventId, caller)
    const phone = await tx.get(doorPhones, phoneId)
    if (phone?.eventId !== eventId) refuse('door-phone-unknown')
    return { writes: await dropPhone(services, tx, phone), reply: { success: true } as const }
  })
}

/** R190: the phone that calls leaves its door. Refuses `event-unknown` to a browser that is paired to none. */
export function unpairPhone(services: Services, { eventId }: Input<typeof doorApi.unpair>, caller: Caller) {
  return transact(services, queueOf(eventId), async (tx) => {
    const { phone } = await atDoor(services, tx, eventId, caller)
    if (!phone) refuse('event-unknown')
    const door = { eventId, secret: '', until: iso(services.clock.now()) }
    return { writes: await dropPhone(services, tx, phone), reply: { reply: { success: true } as const, door } }
  })
}

/** R182: once, within ten minutes. The secret of the cookie is another one than the link's. Refuses `door-link-over`. */
export async function pairPhone(services: Services, { token }: Input<typeof doorApi.pair>) {
  const { secrets, clock, store } = services
  const [id = '', given = ''] = partsOf(token)
  const made = (id && (await store.get(doorPhones, id))) || refuse('door-link-over')
  const secret = secrets.randomToken()
  return transact(services, queueOf(made.eventId), async (tx) => {
    const now = iso(clock.now())
    const phone = (await tx.get(doorPhones, id)) ?? refuse('door-link-over')
    if (phone.link?.hash !== secrets.hashToken(given) || phone.link.until <= now) refuse('door-link-over')
    const paired = next(phone, { link: undefined, secretHash: secrets.hashToken(secret), pairedAt: now, seenAt: now })
    const { eventId, name } = phone
    const event = (await tx.get(events, eventId)) ?? refuse('door-link-over')
    const reply = { eventId, name, until: doorUntil(overAt(event)) }
    // The cookie stays as long as the phone is known: the event may end later than it does now.
    return { writes: [put(doorPhones, paired)], reply: { reply, door: { eventId, secret: `${id}.${secret}`, until: phone.expiresAt } } }
  })
}
