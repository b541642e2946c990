// Random histories of an event with several groups: answers to some of them, swaps, waits, offers, erasure. Whatever comes: never overbooked, never one
// person in two seats at one time, every refusal true (R144 to R149). No seat stays idle while somebody waits who may take it: the world's store sees to that.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guestApi } from '#protocol/seats/guest.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { eventFor, events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { holdings } from '#server/seats/model/guest.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { overlaps, type Seat } from '#server/seats/seating/overlap.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { openSeveral } from '../kit/world/several.ts'
import { guestNo } from '../kit/world/world.ts'

const names = ['Bar', 'Door', 'Stage', 'Night'] as const
const times = { Bar: [0, 2], Door: [1, 3], Stage: [2, 4], Night: [3, 5] } as const
const people = 4
const maxGroups = 2

const some = fc.uniqueArray(fc.nat(names.length - 1), { minLength: 1, maxLength: 3 })
const act = fc.record({
  kind: fc.constantFrom('answer', 'answer', 'answer', 'wait', 'accept', 'decline', 'erase'),
  who: fc.nat(people - 1),
  chosen: some,
  gives: fc.uniqueArray(fc.nat(names.length - 1), { maxLength: 2 }),
  says: fc.boolean(),
})
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

/** As if nothing were kept of what one person holds. */
const forgetful = (store: Store): Store =>
  storeWith(store, {
    get: (collection, id) => (collection.name === holdings.name ? Promise.resolve(undefined) : store.get(collection, id)),
    commit: (writes) => store.commit(writes.filter(({ collection }) => collection.name !== holdings.name)),
  })

async function open(guard?: (store: Store) => Store) {
  const roles = [{ name: 'Guest', max: 2 }]
  const fair = await openSeveral(times, { roles, event: { maxGroups }, group: { waitlist: true }, ...(guard && { wrap: guard }) })
  const { world, eventId, idOf, as, one, send } = fair
  const emails = Array.from({ length: people }, (_, nth) => guestNo(nth))

  /** Who has seats where. */
  async function seats(): Promise<(Seat & { email: string })[]> {
    const event = await world.store.get(events, eventId)
    const found = await Promise.all(
      names.map(async (name) => {
        const group = await world.store.get(groups, idOf(name))
        const all = await world.store.find(rsvps, { index: 'group', where: { groupId: idOf(name) }, limit: 100 })
        const held = all.filter(({ attending, roleIds, erasedAt }) => attending !== false && roleIds.length > 0 && !erasedAt)
        return held.flatMap(({ email }) => (group && event ? [{ email, group, event: eventFor(event, group) }] : []))
      }),
    )
    return found.flat()
  }
  /** What must never be so. */
  async function wrong(): Promise<string[]> {
    const all = await seats()
    const full = names.filter((name) => all.filter(({ group }) => group.name === name).length > 2).map((name) => `${name} is overbooked`)
    const twice = emails.flatMap((email) => {
      const own = all.filter((seat) => seat.email === email)
      const clash = own.some((seat, nth) => own.slice(nth + 1).some((other) => overlaps(seat, other)))
      return clash ? [`${email} has two seats at one time`] : own.length > maxGroups ? [`${email} has too many`] : []
    })
    return [...full, ...twice]
  }
  async function say({ kind, who, chosen, gives, says }: Act): Promise<{ status: number; body: { code?: string } }> {
    const email = emails[who] ?? ''
    const guest = as(email)
    const [first = 0] = chosen
    const here = { groupId: idOf(names[first] ?? 'Bar'), eventId }
    if (kind === 'erase') return world.call(guestApi.erase, here, guest)
    if (kind === 'accept' || kind === 'decline')
      return world.call(waitlistApi.offer, { ...here, role: 'Guest', accept: kind === 'accept' }, guest)
    const waits = kind === 'wait'
    const answers = chosen.map((nth) => ({
      ...one(names[nth] ?? 'Bar', says && !waits ? ['Guest'] : [], says || waits),
      ...(waits && { waitFor: ['Guest'] }),
    }))
    return send(answers, { giveBack: gives.filter((nth) => !chosen.includes(nth)).map((nth) => idOf(names[nth] ?? 'Bar')) }, guest)
  }
  return { ...fair, say, wrong, seats, emails }
}

/** Whether what was refused was so: as the seats stood before, less what was given back. */
function isTrue(
  code: string,
  { who, chosen, gives, kind, says }: Act,
  before: readonly (Seat & { email: string })[],
  emails: readonly string[],
) {
  if (code === 'role-full') return chosen.some((nth) => before.filter(({ group }) => group.name === names[nth]).length >= 1)
  if (code !== 'overlap' && code !== 'too-many-groups') return true
  // Who asks to wait for what is free takes it.
  if (kind !== 'wait' && (kind !== 'answer' || !says)) return false
  const kept = before.filter(({ email, group }) => email === emails[who] && ![...chosen, ...gives].some((nth) => names[nth] === group.name))
  const starts = [...kept.map(({ group }) => group.name), ...chosen.map((nth) => names[nth] ?? '')].map((name) => times[name as 'Bar'][0])
  const isTight = starts.some((one, nth) => starts.slice(nth + 1).some((other) => Math.abs(one - other) < 2))
  return code === 'overlap' ? isTight : starts.length > maxGroups
}

const runs = Number(process.env.SOAK ?? 0) > 0 ? 300 : 5

test('R144 R145 R146 R148 R149 whatever happens in turn, nobody is in two places, nothing is overbooked, and every refusal is true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 8, maxLength: 16 }), async (acts) => {
      const { say, wrong, seats, emails } = await open()
      for (const one of acts) {
        const before = await seats()
        const { status, body } = await say(one)
        expect([200, 401, 404, 409]).toContain(status)
        expect([status, body.code, status === 200 || isTrue(body.code ?? '', one, before, emails)]).toEqual([status, body.code, true])
        expect(await wrong()).toEqual([])
      }
    }),
    { numRuns: runs, endOnFailure: true },
  )
}, 600_000)

test('R145 control: where nothing is kept of what one person holds, one of them is soon in two places', async () => {
  const { say, wrong } = await open(forgetful)
  const door = { kind: 'answer', who: 0, chosen: [1], gives: [], says: true } as const
  await say({ ...door, chosen: [1], gives: [] })
  await say({ ...door, chosen: [2], gives: [] })
  expect(await wrong()).not.toEqual([])
})
