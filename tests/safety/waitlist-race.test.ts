// Long: 10,000 people wait, and hundreds of seats are given while they do.
// A crowd on a waitlist: who comes first is served first, whatever the number of server processes, and a long list costs no more than a short one.
import { describe, expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { type Group, groups, queueLength, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { type WaitPage, waitPageId, waitPages } from '#server/seats/model/waitlist.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { onTime, times, untilSeen, within } from '../kit/world/pace.ts'
import { type Answer, freshStore, guestNo, openWorld, type World } from '../kit/world/world.ts'
import { openStage } from '../waitlist/stage.ts'

const atATime = 600

/** `count` people who want one of 20 seats or else wait, the first 200 of whom then decline, wherever they stand; what they were told and what is left. */
async function crowd(processes: number, count: number, declines: number, wrap?: (store: Store) => Store) {
  const store = await freshStore()
  const open = (nth: number) => openWorld({ store, wrap, process: `p${nth}` })
  const worlds = await Promise.all(Array.from({ length: processes }, (_, nth) => open(nth)))
  const { groupId, answer } = await openStage([{ name: 'Guest', max: 20 }], 'team', worlds[0])
  const at = (n: number) => worlds[n % processes] as World
  const replies: Answer[] = []
  let next = 0
  async function one() {
    for (let n = next++; n < count; n = next++) {
      const guest = at(n).proven(guestNo(n), groupId)
      replies[n] = await at(n).answer(groupId, guest, [], { waitFor: ['Guest'] })
      // Each twenty-fifth gives up soon afterwards, seated or waiting.
      if (n % (count / declines) === 0) await at(n + 1).answer(groupId, guest, [], { attending: false })
    }
  }
  await Promise.all(Array.from({ length: atATime }, one))
  const seated = async () =>
    (await store.find(rsvps, { index: 'group', where: { groupId }, limit: 10_000 })).filter(({ roleIds }) => roleIds.length > 0)
  // Those who have a seat by then decline too, one after the other, so that the list is served again and again.
  for (const { email } of (await seated()).slice(0, 10)) await answer(Number(/\d+/.exec(email)?.[0]), [], { attending: false })
  const all = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 10_000 })
  const joinedAt = new Map(replies.map(({ body }, n) => [guestNo(n), Number(body.form?.rev)]))
  return { replies, all, group: (await store.get(groups, groupId)) as Group, joinedAt }
}

describe.each([1, 3])('R90, R89 5,000 people for 20 seats over %i server processes', (processes) => {
  test('R3, R89, R90 with 210 who decline: exactly 20 are seated at the end, and everyone was in the order of their commits', {
    timeout: 240_000,
  }, async () => {
    const { replies, all, group, joinedAt } = await crowd(processes, 5_000, 200)
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
    const holders = all.filter(({ roleIds }) => roleIds.length > 0)
    expect([holders.length, group.roles.map(taken), group.roles.map(queueLength)]).toEqual([20, [20], [5_000 - 210 - 20]])
    const order = (email: string) => joinedAt.get(email) ?? 0
    const served = all
      .flatMap(({ email, seatedAt = {} }) => Object.values(seatedAt).map((nth) => ({ nth, at: order(email) })))
      .toSorted((a, b) => a.nth - b.nth)
      .map(({ at }) => at)
    expect(served).toEqual(served.toSorted((a, b) => a - b))
    const lastServed = Math.max(...served)
    expect(all.filter(({ waits, email }) => waits && order(email) < lastServed)).toEqual([])
  })
})

test('R90 control: processes that ignore revisions seat more or fewer than 20, or lose some of those who wait', untilSeen, async () => {
  const { all, group } = await crowd(3, 600, 20, withoutRevisions)
  const holders = all.filter(({ roleIds }) => roleIds.length > 0).length
  const listed = all.filter(({ waits }) => waits).length
  expect([holders, listed]).not.toEqual([20, group.roles.map(queueLength)[0]])
})

describe('R89, R90 what a long list costs', () => {
  /** A role that is full, with so many waiting who answered at some time; only their pages matter to who joins next. */
  async function withWaiting(count: number) {
    const stage = await openStage([{ name: 'Guest', max: 1 }])
    await stage.fill('Guest')
    const { store, services } = stage.world
    const group = await stage.group()
    const [role] = group.roles
    if (!role) throw new Error('There is no role')
    const pages = Array.from({ length: Math.ceil(count / 50) }, (_, no): WaitPage => {
      const rsvpIds = Array.from({ length: Math.min(50, count - no * 50) }, () => services.secrets.randomId())
      return { _id: waitPageId(services.secrets, group._id, role._id, no), rev: 1, groupId: group._id, roleId: role._id, no, rsvpIds }
    })
    const full: Group = { ...group, rev: group.rev + 1, roles: [{ ...role, line: lineOf(pages) }] }
    await store.commit([
      ...pages.map((page) => ({ collection: waitPages, put: page, expectedRev: 0 })),
      { collection: groups, put: full, expectedRev: group.rev },
    ])
    return stage
  }
  const lineOf = (pages: readonly WaitPage[]) => ({ first: 0, counts: pages.map(({ rsvpIds }) => rsvpIds.length) })
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

  test('R89, R119 pace: joining a list of 10,000 costs at most 1.2 of joining a list of 10', onTime, async () => {
    const stages = [await withWaiting(10), await withWaiting(10_000)] as const
    const took: [number[], number[]] = [[], []]
    for (let n = 10; n < 400; n++)
      for (const nth of [0, 1] as const) {
        const startedAt = performance.now()
        await stages[nth].wait(n, ['Guest'])
        took[nth].push(performance.now() - startedAt)
      }
    const ratio = median(took[1]) / median(took[0])
    console.log(`a join of 10: ${median(took[0]).toFixed(2)} ms, of 10,000: ${median(took[1]).toFixed(2)} ms, ratio ${ratio.toFixed(2)}`)
    times(median(took[1]), median(took[0]), 1.2)
  })

  test('R90 pace: 500 seats freed by one raise are given within 5 seconds', onTime, async () => {
    const stage = await openStage([{ name: 'Guest', max: 1 }], 'enterprise')
    await stage.fill('Guest')
    await Promise.all(Array.from({ length: 600 }, (_, n) => stage.wait(n + 1, ['Guest'])))
    const startedAt = performance.now()
    await stage.world.ok(groupApi.setRoleMax, { id: stage.groupId, name: 'Guest', max: 500 }, stage.ada)
    await stage.world.runJobs()
    const ms = performance.now() - startedAt
    expect([await stage.taken(), (await stage.group()).roles.map(queueLength)]).toEqual([[500], [101]])
    // The loop of the jobs looks every 2 seconds, and rests 50 ms between two rounds.
    console.log(`499 seats given in ${Math.round(ms)} ms of work`)
    within(ms + 2_000 + 10 * 50, 5_000)
  })
})

test('R92, L2 pace: whoever waits and has the page open learns within 150 ms of the commit that the seat is theirs', onTime, async () => {
  const stage = await openStage()
  await stage.fill('Speaker')
  await stage.wait(1, ['Speaker'])
  const socket = await stage.world.socket()
  await socket.watch(`form:${stage.groupId}:${stage.eventId}`)
  const rev = (await stage.group()).rev
  await stage.decline(0)
  const committedAt = performance.now()
  await expect.poll(() => socket.heard.some(({ name, view }) => name === 'form' && view.rev > rev), { interval: 1 }).toBe(true)
  expect(await stage.rolesOf(1)).toEqual(['Speaker'])
  within(performance.now() - committedAt + 20, 150) // the page rests 20 ms before it asks
})
