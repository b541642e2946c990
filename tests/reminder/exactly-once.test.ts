// Long: processes are killed at every commit of every occasion.
// No email before an event twice and none forgotten: through kills at every commit, several processes, clocks that jump, a provider that fails.
import { describe, expect, test } from 'vitest'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { eventApi } from '#protocol/seats/event.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { chance } from '../kit/model/chance.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'
import { openPost, pass, remindersOf, type Sent } from './stage.ts'

const { seed, between } = chance()
console.log(`exactly-once.test.ts: SEED=${seed}`)

const usual = {
  confirmation: { isOn: true, days: 8, hour: 10 },
  reminder: { isOn: true, days: 4, hour: 9 },
  nudge: { isOn: false, days: 3, hour: 9 },
}
const reminderOnly = { ...usual, confirmation: { ...usual.confirmation, isOn: false } }
type Options = Parameters<typeof openWorld>[0]

/** An event on 21 Dec, 18:00 in Berlin, with so many people who said yes, over a store that several worlds may share. */
async function withCrowd(count: number, options: Options = {}, rules = usual) {
  const store = options.store ?? (await freshStore())
  const world = await openWorld({ ...options, store })
  const host = await world.person('ada', 'enterprise')
  const times = { start: '2026-12-21T17:00:00.000Z', end: '2026-12-21T20:00:00.000Z', timeZone: 'Europe/Berlin' }
  const made = await world.event(host, [], { showConfirmation: true }, { ...times, assignmentRules: { enableRoleSelfSelect: true } })
  const { groupId } = made
  await world.answer(groupId, world.proven('guest0@guests.test', groupId), [], { confirmed: false })
  await world.ok(reminderApi.change, { id: groupId, ...rules }, host)
  const [first] = await world.store.find(rsvps, { index: 'group', where: { groupId } })
  const group = (await world.store.get(groups, groupId)) as Group
  if (!first) throw new Error('nobody said yes')
  const more = Array.from({ length: count - 1 }, (_, n) => {
    const put = { ...first, _id: world.services.secrets.randomId(), rev: 1, email: `guest${n + 1}@guests.test` }
    return { collection: rsvps as never, put, expectedRev: 0 }
  })
  const counted = next(group, { answers: { ...group.answers, yes: count } })
  await store.commit([...more, { collection: groups, put: counted, expectedRev: group.rev }])
  return { world, store, host, ...made }
}

/** How often each was told what: a delivery that is tried again has the id of the first. */
function tellings(sent: readonly Sent[]) {
  const heard = new Map<string, Set<string>>()
  for (const { to, subject, id } of remindersOf(sent)) {
    const key = `${to} ${subject.split(':')[0]}`
    heard.set(key, (heard.get(key) ?? new Set()).add(id))
  }
  return heard
}
const twiceOf = (sent: readonly Sent[]) => [...tellings(sent)].flatMap(([key, ids]) => (ids.size > 1 ? [key] : []))
const heardBy = (sent: readonly Sent[], what: string) => [...tellings(sent).keys()].filter((key) => key.endsWith(what)).length

class Killed extends Error {}
/** A store whose process ends at the `nth` commit: before it is made, or right after. */
function dying(store: Store, nth: number, isAfter: boolean) {
  let [made, isDead] = [0, false]
  const alive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) throw new Killed()
    return work()
  }
  const wrapped = storeWith(store, {
    get: (collection, id) => alive(() => store.get(collection, id)),
    find: (collection, query) => alive(() => store.find(collection, query)),
    commit: (writes) =>
      alive(async () => {
        made += 1
        if (made === nth && !isAfter) isDead = true
        if (!isDead) await store.commit(writes)
        if (made === nth) isDead = true
        if (isDead) throw new Killed()
      }),
  })
  return { wrapped, isDead: () => isDead }
}

/** One process does what is due until it is done or dies. */
async function work(world: World, post: ReturnType<typeof openPost>) {
  try {
    await world.runJobs()
    for (let n = 0; n < 3; n++) await post.round()
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

describe('killed', () => {
  test('R99 at every commit, before it or after: whoever goes on repeats nothing and forgets nobody', async () => {
    let points = 0
    for (let nth = 1; ; nth++) {
      let hasDied = false
      for (const isAfter of [false, true]) {
        const { world, store } = await withCrowd(300, {}, reminderOnly)
        world.clock.advance(Date.parse('2026-12-17T08:01:00Z') - world.clock.now())
        const victim = dying(store, nth, isAfter)
        const doomed = await openWorld({ store, clock: world.clock, process: 'doomed', wrap: () => victim.wrapped })
        const [post, postDoomed] = [openPost(world), openPost(doomed)]
        await work(doomed, postDoomed)
        hasDied ||= victim.isDead()
        await pass(world, post, 10 * minute, minute)
        const sent = [...postDoomed.sent, ...post.sent]
        expect([nth, isAfter, twiceOf(sent), heardBy(sent, 'Coming up')]).toEqual([nth, isAfter, [], 300])
      }
      if (!hasDied) break
      points = nth
    }
    expect(points).toBeGreaterThan(4)
  }, 180_000)
})

describe('clocks and processes', () => {
  /** Three processes over one store do things in any order while the clock jumps and the provider fails. */
  async function storm(options: Options = {}) {
    const { world, store } = await withCrowd(40, options)
    const { clock } = world
    const worlds = [
      world,
      await openWorld({ ...options, store, clock, process: 'two' }),
      await openWorld({ ...options, store, clock, process: 'three' }),
    ]
    let downUntil = 0
    const posts = worlds.map((one) => openPost(one, () => clock.now() < downUntil))
    const jumps = [25 * hour, -2 * hour, -2 * hour]
    for (let step = 0; step < 300 && clock.now() < Date.parse('2026-12-19T00:00:00Z'); step++) {
      const at = between(0, 2)
      const what = between(0, 99)
      if (what < 3) clock.advance(jumps[between(0, 2)] ?? 0)
      else if (what < 8) downUntil = clock.now() + hour
      else if (what < 40) clock.advance(between(1, 180) * minute)
      else if (what < 70) await Promise.all([worlds[at]?.runJobs(), worlds[(at + 1) % 3]?.runJobs()])
      else await Promise.all([posts[at]?.round(), posts[(at + 1) % 3]?.round()])
    }
    const left = Date.parse('2026-12-20T20:00:00Z') - clock.now()
    if (posts[0]) await pass(world, posts[0], left, hour)
    return posts.flatMap(({ sent }) => sent)
  }

  test('R99 +25 hours, −2 hours, an hour without the provider, three processes: everybody hears each once', async () => {
    for (let run = 0; run < 3; run++) {
      const sent = await storm()
      expect([twiceOf(sent), heardBy(sent, 'Please confirm'), heardBy(sent, 'Coming up')]).toEqual([[], 40, 40])
    }
  }, 180_000)

  /** The reminder is sent; then the clock is put back, and somebody changes the rule: it is due once more. */
  async function dueAgain(options: Options = {}) {
    const { world, host, groupId } = await withCrowd(3, options, reminderOnly)
    world.clock.advance(Date.parse('2026-12-17T08:01:00Z') - world.clock.now())
    const post = openPost(world)
    await pass(world, post, 10 * minute, minute)
    world.clock.advance(-2 * hour)
    const again = await world.logIn('ada').catch(() => host)
    for (const isOn of [false, true]) await world.ok(reminderApi.change, { id: groupId, reminder: { ...usual.reminder, isOn } }, again)
    await pass(world, post, 2 * day, hour)
    return twiceOf(post.sent)
  }
  test('R99 what falls due a second time is sent to nobody twice', async () => {
    expect(await dueAgain()).toEqual([])
  })

  test('R99 control: without the key of occasion and guest everybody hears it twice', async () => {
    const secrets: NonNullable<Options>['secrets'] = (real) => ({
      ...real,
      idOf: (...parts) => (parts[0] === 'notice' || parts[0] === 'reminder run' ? real.randomId() : real.idOf(...parts)),
    })
    expect(await dueAgain({ secrets })).toHaveLength(3)
  })

  test('R99 a start moved over a change of clocks: 9:00 there before the new one, and nothing for the old one', async () => {
    const { world, host, eventId } = await withCrowd(2)
    const times = { start: '2027-03-28T15:00:00.000Z', end: '2027-03-28T18:00:00.000Z' } // the clocks there change on this day
    await world.ok(eventApi.update, { id: eventId, ...times }, host)
    world.clock.advance(Date.parse('2027-03-19T00:00:00Z') - world.clock.now())
    const post = openPost(world)
    await pass(world, post, 10 * day, hour)
    const received = remindersOf(post.sent).filter(({ to }) => to === 'guest0@guests.test')
    expect(received.map(({ subject, at }) => [subject.split(':')[0], new Date(at).toISOString().slice(0, 13)])).toEqual([
      ['Please confirm', '2027-03-20T09'],
      ['Coming up', '2027-03-24T08'],
    ])
  })
})
