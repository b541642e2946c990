// No act forgets its line (R105): every writing call of the product, and what is done by itself, held against the commits that it makes.
import { describe, expect, test } from 'vitest'
import { checkoutApi } from '#protocol/money/checkout.ts'
import type { Stored, Write } from '#server/kernel/store/store.ts'
import { teammates } from '#server/people/model/team.ts'
import { type Activity, activities } from '#server/seats/model/activity.ts'
import { events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { messages } from '#server/seats/model/message.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { type Guard, openLedger, openProcess } from '../kit/faults/injected.ts'
import { type WritingCall, writingCalls } from '../kit/faults/injected-calls.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { payPage } from '../kit/world/buying.ts'
import { day, hour, testClock } from '../kit/world/clock.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { type Guest, openWorld } from '../kit/world/world.ts'

const recorded = new Set([groups, rsvps, events, teammates, messages].map(({ name }) => name))
/** What is written of these records by nobody's act, or is no part of what a group's people did. */
const silent: Readonly<Record<string, string>> = {
  'R32, R56 an event of somebody who is not signed in': 'nothing is anybody’s before it is published (R116)',
  'R56, R87 a new personal link': 'a link says nothing of the answer',
  'R56, R87 a new personal link, by the organizer': 'a link says nothing of the answer',
  'R56, R102 an address tried again': 'a mark of the address, and no address is in a line',
  'R192 a lease': 'seats that a phone keeps are nobody’s yet; who gets one has a line',
}
/** Before and after what these do the provider is asked, and that it was is noted with the group. */
const looking = /^R49 /
/** The calls in which a guest acts for themselves, or comes in person. */
const byGuests = /^(R13|R2|R18|R96|R94|R89|R91|R175|R184) |a seat given on|^R192 a guest/

const recordOf = (write: Write): Stored => ('put' in write ? write.put : write.drop)
const isLine = ({ collection }: Write) => collection.name === activities.name

/** The groups that the told records of a commit belong to. */
function groupsIn(commit: readonly Write[]): Set<string> {
  const ids = commit
    .filter(({ collection }) => recorded.has(collection.name))
    .flatMap((write) => {
      const record = recordOf(write) as Stored & { groupId?: string; groupIds?: readonly string[] }
      return write.collection.name === groups.name ? [record._id] : (record.groupIds ?? [record.groupId ?? ''])
    })
  return new Set(ids)
}

/** Gives the commits of the told records that lack a line of one of their groups, and all lines. */
function findings(commits: readonly (readonly Write[])[]) {
  const unsaid = commits.flatMap((commit) => {
    const lines = commit.filter(isLine).map((write) => (recordOf(write) as Activity).groupId)
    return [...groupsIn(commit)].filter((id) => !lines.includes(id)).map(() => commit.map(({ collection }) => collection.name).join())
  })
  const lines = commits
    .flat()
    .filter(isLine)
    .map((write) => recordOf(write) as Activity)
  return { unsaid, lines }
}

/** Sends one call and gives what it committed. */
async function commitsOf(call: WritingCall, isOff = false) {
  const [ledger, clock] = [await openLedger(), testClock()]
  const ground = { store: ledger.store, clock }
  const setUp = await openProcess(ground)
  const send = await call.open(setUp.world)
  const commits: (readonly Write[])[] = []
  const noting: Guard = (store) =>
    storeWith(store, {
      async commit(writes) {
        await store.commit(writes)
        commits.push(writes)
      },
    })
  const { world } = await openProcess(ground, undefined, noting)
  if (isOff) Object.assign(world.services, { activityOf: async () => [] })
  const { status } = await send(world)
  expect(status).toBe(200)
  return commits
}

const isAboutGroups = (commits: readonly (readonly Write[])[]) => commits.some((commit) => groupsIn(commit).size > 0)

describe('every writing call', () => {
  const all = Object.entries(writingCalls)
  test.each(all.filter(([name]) => !(name in silent) && !looking.test(name)))(
    'R105 has its line in the commit of what it tells, by who asked: %s',
    async (name, call) => {
      const { unsaid, lines } = findings(await commitsOf(call))
      expect(unsaid).toEqual([])
      expect([byGuests.test(name) ? 'guest' : 'person', undefined]).toContain(lines[0]?.by.type)
    },
  )

  test.each(all.filter(([name]) => looking.test(name)))('R105 is told once, whatever is noted besides: %s', async (_, call) => {
    expect(findings(await commitsOf(call)).lines.map(({ kind, by }) => `${kind} ${by.type}`)).toEqual(['upgrade person'])
  })

  test.each(all.filter(([name]) => name in silent))('R105 is told of no act, though records are written: %s', async (name, call) => {
    const commits = await commitsOf(call)
    expect([findings(commits).lines, isAboutGroups(commits)], silent[name]).toEqual([[], true])
  })

  test('R105 control: with the making of lines off, each of them that tells anything is found', async () => {
    // Of scans only those have a line that let somebody in all the same (tests/door/scans.test.ts): what they write need not be told.
    const isTold = (name: string) => !(name in silent) && name !== 'R184 a scan'
    const named = Object.entries(writingCalls).filter(([name, { adds }]) => isTold(name) && 'activities' in adds)
    expect(named.length).toBeGreaterThan(25)
    for (const [name, call] of named) expect(findings(await commitsOf(call, true)).unsaid.length, name).toBeGreaterThan(0)
  })
})

describe('what is done by itself', () => {
  const lines = async ({ store }: { store: Awaited<ReturnType<typeof openWorld>>['store'] }) =>
    (await store.find(activities, { index: '_id' })).map(({ kind, by, via }) => `${kind} ${by.type} ${via}`)

  test('R105, R91, R94, R96 Rolecall ends offers and hand-overs, and forgets names', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada, [{ name: 'Guest', max: 1 }])
    const [ann, bob] = ['ann@guests.test', 'bob@guests.test'].map((email) => () => world.proven(email, groupId)) as [
      () => Guest,
      () => Guest,
    ]
    await world.answer(groupId, ann(), ['Guest'])
    await world.answer(groupId, bob(), [], { waitFor: ['Guest'] })
    world.clock.advance(6 * day + 20 * hour)
    await world.answer(groupId, ann(), [], { attending: false })
    await deliverAll(world)
    world.clock.advance(3 * hour)
    await world.runJobs()
    expect((await lines(world)).slice(-3)).toEqual(['answer guest guest', 'seat rolecall job', 'wait rolecall job'])
    world.clock.advance(100 * day)
    await world.runJobs()
    expect((await lines(world)).at(-1)).toBe('erase rolecall job')
  })

  test('R105, R49 the payment provider lifts a group', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    const { sessionId } = await world.ok(checkoutApi.group, { groupId, mode: 'payment' }, ada)
    await payPage(world, sessionId)
    while (await world.sandbox.deliver()) {
      // the next message
    }
    expect(await lines(world)).toContain('upgrade payments payments')
  })
})
