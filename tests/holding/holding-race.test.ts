// One person who is given seats in groups that overlap at the same moment, by two servers: whatever comes first, never two at one time (R145).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { eventFor, events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { holdings } from '#server/seats/model/guest.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { overlaps, type Seat } from '#server/seats/seating/overlap.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { day, hour } from '../kit/world/clock.ts'
import { freshStore, guestNo, openWorld, type World } from '../kit/world/world.ts'

/** A store that is a little way off: what each process read may be old when it commits. */
const faraway = (store: Store): Store =>
  storeWith(store, {
    async commit(writes) {
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      await store.commit(writes)
    },
  })

/** Writes what one person holds whatever stands there: two commits about the same person no longer meet in it. */
const withoutMeeting = (store: Store): Store =>
  storeWith(store, {
    async commit(writes) {
      const left = writes.filter(({ collection }) => collection.name !== holdings.name)
      await store.commit(left)
      for (const write of writes) {
        if (write.collection.name !== holdings.name || !('put' in write)) continue
        const current = await store.get(holdings, write.put._id)
        const rev = (current?.rev ?? 0) + 1
        await store.commit([{ collection: write.collection, put: { ...write.put, rev }, expectedRev: rev - 1 }]).catch(() => {})
      }
    },
  })

const mostGroups = 4
type Act = {
  readonly who: number
  readonly server: 0 | 1
  readonly groups: readonly number[]
  readonly gives: readonly number[]
  readonly says: boolean
}
const act: fc.Arbitrary<Act> = fc.record({
  who: fc.nat(1),
  server: fc.constantFrom(0, 1),
  groups: fc.uniqueArray(fc.nat(mostGroups - 1), { minLength: 1, maxLength: 2 }),
  gives: fc.uniqueArray(fc.nat(mostGroups - 1), { maxLength: 2 }),
  says: fc.boolean(),
})

/** Four groups an hour apart, each of two hours; everybody acts at once, round by round, over two servers. */
async function run(rounds: readonly (readonly Act[])[], guard: (store: Store) => Store = (store) => store) {
  const store = await freshStore()
  const wrap = (one: Store) => faraway(guard(one))
  const worlds = (await Promise.all([0, 1].map((nth) => openWorld({ store, wrap, process: `p${nth}` })))) as [World, World]
  const [world] = worlds
  const ada = await world.person('ada', 'pro')
  const at = (hours: number) => new Date(world.clock.now() + 7 * day + hours * hour).toISOString()
  const groupsSent = Array.from({ length: mostGroups }, (_, nth) => ({
    name: `Shift ${nth}`,
    start: at(nth),
    end: at(nth + 2),
    roles: [{ name: 'Guest', max: 1 }],
  }))
  const made = await world.ok(eventApi.createWithGroup, { event: world.eventInput({ maxGroups: 2 }), groups: groupsSent }, ada)
  const ids = made.event.groupIds
  const say = ({ who, server, groups: chosen, gives, says }: Act) => {
    const guest = world.proven(guestNo(who), ids[0] ?? '')
    const each = chosen.map((nth) => ({ groupId: ids[nth] ?? '', attending: says, roles: says ? ['Guest'] : [], waitFor: [] as string[] }))
    const giveBack = gives.filter((nth) => !chosen.includes(nth)).map((nth) => ids[nth] ?? '')
    return worlds[server].call(rsvpApi.submit, { eventId: made.event._id, name: 'A', email: guest.email, groups: each, giveBack }, guest)
  }
  const codes: string[] = []
  for (const round of rounds)
    for (const { status, body } of await Promise.all(round.map(say))) codes.push(status === 200 ? 'ok' : body.code)
  return { codes, found: await faultsIn(store, made.event._id) }
}

/** Overbooked seats, people in two places at one time, in too many, and records that don't list where somebody has a seat. */
async function faultsIn(store: Store, eventId: string): Promise<string[]> {
  const event = await store.get(events, eventId)
  if (!event) return ['no event']
  const all = await Promise.all(event.groupIds.map((id) => store.get(groups, id)))
  const kept = await store.find(holdings, { index: '_id' })
  const found: string[] = []
  const seats = new Map<string, Seat[]>()
  for (const group of all) {
    if (!group) continue
    const holders = (await store.find(rsvps, { index: 'group', where: { groupId: group._id }, limit: 100 })).filter(
      ({ attending, roleIds }) => attending !== false && roleIds.length > 0,
    )
    if (holders.length > 1) found.push('overbooked')
    for (const { email } of holders) seats.set(email, [...(seats.get(email) ?? []), { group, event: eventFor(event, group) }])
  }
  for (const held of seats.values()) {
    if (held.some((one) => held.some((other) => one !== other && overlaps(one, other)))) found.push('two at one time')
    if (held.length > 2) found.push('too many')
    if (!kept.some(({ groupIds }) => held.every(({ group }) => groupIds.includes(group._id)))) found.push('not listed')
  }
  return found
}

describe('two servers at once', () => {
  test('R144, R145, R146, R148 over any history nobody has two seats at one time, nor more than may be', async () => {
    const told = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(act, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
        const { codes, found } = await run(rounds)
        for (const code of codes) told.add(code)
        expect(found).toEqual([])
      }),
      { numRuns: 25 },
    )
    expect([...told]).toEqual(expect.arrayContaining(['ok', 'overlap', 'role-full']))
    expect([...told].filter((code) => !['ok', 'overlap', 'role-full', 'too-many-groups'].includes(code))).toEqual([])
  })

  test('R145 control: where the record does not make them meet, somebody is in two places', async () => {
    const both = (server: 0 | 1, nth: number): Act => ({ who: 0, server, groups: [nth], gives: [], says: true })
    expect((await run([[both(0, 0), both(1, 1)]], withoutMeeting)).found).toContain('two at one time')
  })
})
