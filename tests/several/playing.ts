// An event with several groups as random histories play with it: what is done by guests and by who manages it, and what must never be so afterwards.
import fc from 'fast-check'
import { undoApi } from '#protocol/record/undo.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { seatsIn } from '#server/seats/model/companion.ts'
import { eventFor, events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { isSeated } from '#server/seats/model/guest.ts'
import { rsvps, seatsHeld } from '#server/seats/model/rsvp.ts'
import { overlaps, type Seat } from '#server/seats/seating/overlap.ts'
import { day, hour } from '../kit/world/clock.ts'
import { idleSeats } from '../kit/world/no-idle-seats.ts'
import { openSeveral } from '../kit/world/several.ts'
import { guestNo, type World } from '../kit/world/world.ts'

const times = { Bar: [0, 2], Door: [1, 3], Stage: [2, 4], Night: [3, 5] } as const
const people = 5
const maxGroups = 2
const mostGroups = 6
const roles = [{ name: 'Guest', max: 3 }]
const group = { waitlist: true, maxCompanions: 2, roles }

const ofGuests = ['answer', 'wait', 'accept', 'decline', 'erase'] as const
const ofManagers = ['moveEvent', 'moveGroup', 'addGroup', 'deleteGroup', 'restoreGroup', 'limit', 'undo'] as const
export const act = fc.record({
  kind: fc.constantFrom(
    'answer',
    'answer',
    'answer',
    'answer',
    'wait',
    'wait',
    'accept',
    ...ofGuests,
    ...ofManagers,
    'moveGroup',
    'moveEvent',
    'time',
  ),
  who: fc.nat(people - 1),
  chosen: fc.uniqueArray(fc.nat(mostGroups - 1), { minLength: 1, maxLength: 3 }),
  gives: fc.uniqueArray(fc.nat(mostGroups - 1), { maxLength: 2 }),
  says: fc.boolean(),
  /** How many come along; by how many hours something moves. */
  size: fc.nat(2),
  /** How few they would come with. */
  need: fc.nat(2),
})
export type Act = typeof act extends fc.Arbitrary<infer A> ? A : never
export interface Reply {
  readonly status: number
  readonly body: { readonly code?: string; readonly act?: string; readonly people?: number; readonly groupId?: string }
}
type Held = Seat & { readonly email: string }
/** Two seats of one person that overlap: whose, and in which groups. */
const pairKey = (one: Held, other: Held) => `${one.email} ${[one.group._id, other.group._id].sort().join(' ')}`

/** With one process, or with two over one store. */
export async function openFair(...worlds: readonly [World, ...World[]]) {
  const [world] = worlds
  const at = (hours: number) => new Date(world.clock.now() + 7 * day + hours * hour).toISOString()
  const fair = await openSeveral(times, { world, roles, event: { maxGroups, start: at(3), end: at(5) }, group })
  const { eventId, ada, idOf } = fair
  // It goes by its event, and comes near the others as that moves.
  await world.ok(groupApi.update, { id: idOf('Night'), start: '', end: '' }, ada)
  const { store } = world
  const emails = Array.from({ length: people }, (_, nth) => guestNo(nth))
  let lastAct = ''
  let gone = ''

  async function current() {
    const event = await store.get(events, eventId)
    if (!event) throw new Error('no event')
    const all = await Promise.all(event.groupIds.map((id) => store.get(groups, id)))
    return { event, its: all.filter((one) => one !== undefined && !one.cancelledAt) as NonNullable<(typeof all)[number]>[] }
  }
  const answersIn = (groupId: string) => store.find(rsvps, { index: 'group', where: { groupId }, limit: 100 })
  /** Who has seats where. */
  async function seats(): Promise<Held[]> {
    const { event, its } = await current()
    const found = its.map(async (one) => {
      const held = (await answersIn(one._id)).filter((rsvp) => isSeated(rsvp) && seatsHeld(rsvp, one).length > 0)
      return held.map(({ email }) => ({ email, group: one, event: eventFor(event, one) }))
    })
    return (await Promise.all(found)).flat()
  }
  const pairsAmong = (all: readonly Held[]) =>
    new Set(
      all.flatMap((one, nth) =>
        all.slice(nth + 1).flatMap((other) => (one.email === other.email && overlaps(one, other) ? [pairKey(one, other)] : [])),
      ),
    )
  /** What the rows of all groups say of seats that overlap. */
  async function marked() {
    const { its } = await current()
    const rows = await Promise.all(its.map(({ _id }) => world.ok(groupApi.rsvps, { id: _id }, ada)))
    const both = rows.flatMap(({ rsvps: all }) =>
      all.flatMap(({ email, groupId, also = [] }) => also.map((one) => `${email} ${[groupId, one.groupId].sort().join(' ')}`)),
    )
    return both
  }
  /** What must never be so, whatever was done. */
  async function wrong(): Promise<string[]> {
    const { its } = await current()
    const all = await seats()
    const found: string[] = []
    for (const one of its) {
      const answers = await answersIn(one._id)
      for (const role of one.roles) {
        const taken = answers.filter((rsvp) => isSeated(rsvp)).reduce((sum, rsvp) => sum + seatsIn(rsvp, role._id), 0)
        if (taken > role.max) found.push(`${one.name} is overbooked: ${taken} of ${role.max}`)
      }
      for (const idle of await idleSeats(store, one, world.clock.now())) found.push(`idle: ${idle}`)
    }
    for (const email of emails) if (all.filter((seat) => seat.email === email).length > maxGroups) found.push(`${email} has too many`)
    const pairs = [...pairsAmong(all)].sort()
    const marks = (await marked()).sort()
    const twice = pairs.flatMap((pair) => [pair, pair])
    if (marks.join() !== twice.join()) found.push(`marked are ${marks.join('; ')}, overlapping ${pairs.join('; ')}`)
    return found
  }

  const later = (iso: string, hours: number) => new Date(Date.parse(iso) + hours * hour).toISOString()
  async function manage({ kind, chosen: [first = 0], says, size }: Act, on: World, despiteOverlap: boolean): Promise<Reply> {
    const { event, its } = await current()
    const picked = its[first % its.length]
    const id = picked?._id ?? ''
    const by = says ? size + 1 : -size - 1
    const despite = despiteOverlap ? { despiteOverlap } : {}
    if (kind === 'moveEvent') {
      const moved = { start: later(event.start, by), end: later(event.end, by), moveGroups: says, ...despite }
      return on.call(eventApi.update, { id: eventId, ...moved }, ada)
    }
    if (kind === 'moveGroup' && picked) {
      const { start, end } = eventFor(event, picked)
      return on.call(groupApi.update, { id, start: later(start, by), end: later(end, by), ...despite }, ada)
    }
    if (kind === 'addGroup') {
      const own = says && size > 0 ? { start: later(event.start, size), end: later(event.start, size + 1) } : {}
      return its.length < mostGroups
        ? on.call(eventApi.addGroup, { id: eventId, group: { name: `More ${first}`, ...group, ...own } }, ada)
        : { status: 409, body: {} }
    }
    if (kind === 'deleteGroup') {
      if (its.length <= 2) return { status: 409, body: {} }
      gone = id
      return on.call(groupApi.remove, { id }, ada)
    }
    if (kind === 'restoreGroup') return on.call(eventApi.restoreGroup, { id: eventId, groupId: gone || id }, ada)
    if (kind === 'limit') return on.call(groupApi.setRoleMax, { id, name: 'Guest', max: size + 1, moveToWaitlist: says }, ada)
    if (kind === 'undo' && lastAct) return on.call(undoApi.undo, { id: lastAct }, ada)
    for (const one of worlds) one.clock.advance(20 * hour)
    await world.runJobs()
    return { status: 200, body: {} }
  }
  async function say({ kind, who, chosen, gives, says, size, need }: Act, on: World): Promise<Reply> {
    const { its } = await current()
    const idAt = (nth: number) => its[nth % its.length]?._id ?? ''
    const as = (email: string) => on.proven(email, idAt(0))
    const guest = as(emails[who] ?? '')
    const here = { groupId: idAt(chosen[0] ?? 0), eventId }
    if (kind === 'erase') return on.call(guestApi.erase, here, guest)
    if (kind === 'accept' || kind === 'decline') {
      const offered = (await Promise.all(its.map(({ _id }) => answersIn(_id)))).flat().filter(({ offers = [] }) => offers.length > 0)
      const { groupId = here.groupId, email = guest.email } = offered[who % Math.max(offered.length, 1)] ?? {}
      const fewer = says ? {} : { seats: 1 + Math.min(size, need) }
      const back = [...new Set(gives.map(idAt))]
      const giveBack = kind === 'accept' && back.length > 0 ? { giveBack: back } : {}
      return on.call(waitlistApi.offer, { groupId, eventId, role: 'Guest', accept: kind === 'accept', ...fewer, ...giveBack }, as(email))
    }
    const waits = kind === 'wait'
    const party = { companions: Array.from({ length: size }, () => ({})), atLeast: 1 + Math.min(size, need) }
    const entry = { attending: says || waits, roles: says && !waits ? ['Guest'] : [], ...(waits && { waitFor: ['Guest'] }) }
    const ids = [...new Set(chosen.map(idAt))]
    const giveBack = [...new Set(gives.map(idAt))].filter((id) => !ids.includes(id))
    const answers = ids.map((groupId) => ({ groupId, ...entry, ...(entry.attending && party) }))
    return on.call(rsvpApi.submit, { eventId, name: 'A guest', email: guest.email, groups: answers, giveBack }, guest)
  }
  const isManagers = ({ kind }: Act) => kind === 'time' || ofManagers.some((one) => one === kind)
  /** Does one act in the process of that number; who is told of seats that would overlap goes on where they mean it. */
  async function play(one: Act, nth = 0): Promise<Reply & { readonly told?: number | undefined }> {
    const on = worlds[nth] ?? world
    if (!isManagers(one)) return say(one, on)
    const reply = await manage(one, on, false)
    const isTold = reply.body.code === 'moves-overlap'
    const done = isTold && one.need > 0 ? await manage(one, on, true) : reply
    lastAct = done.body.act ?? lastAct
    return { ...done, ...(isTold && { told: reply.body.people }) }
  }
  return { ...fair, current, seats, pairsAmong, wrong, play, isManagers, emails, maxGroups }
}
