// A crowd: 5,000 invitees for 100 seats over two server processes, by the product's own HTTP. Each crowd has a control with a guard taken off.
import { describe, expect, test } from 'vitest'
import { orgApi } from '#protocol/people/org.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { members, orgs } from '#server/people/model/org.ts'
import { type Group, groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { longer, untilSeen } from '../kit/world/pace.ts'
import { type Answer, freshStore, guestNo, openWorld, type World } from '../kit/world/world.ts'

const isSoak = process.env.SOAK !== undefined
/** As many wait for an answer at a time, per process: a browser sends no more either, and a queue takes 2,000. */
const atATime = 1_000

async function twoProcesses(wrap?: (store: Store) => Store) {
  const store = await freshStore()
  const worlds = [await openWorld({ store, wrap }), await openWorld({ store, wrap })] as const
  return { store, worlds }
}

/** All of them, each over the next process, as many at a time as there may be. */
async function crowd(worlds: readonly World[], count: number, send: (world: World, n: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const one = async (world: World) => {
    for (let n = next++; n < count; n = next++) answers.push(await send(world, n))
  }
  await Promise.all(Array.from({ length: atATime * worlds.length }, (_, n) => one(worlds[n % worlds.length] as World)))
  return answers
}
const tally = (answers: readonly Answer[]) => {
  const all: Record<number, number> = {}
  for (const { status } of answers) all[status] = (all[status] ?? 0) + 1
  return all
}

describe('R3 5,000 invitees on one role of 100 seats', () => {
  async function invite(count: number, wrap?: (store: Store) => Store) {
    const { store, worlds } = await twoProcesses(wrap)
    const [world] = worlds
    const { groupId } = await world.event(
      await world.person('ada', 'team'),
      [{ name: 'Guest', max: 100 }],
      {},
      { assignmentRules: { enableRoleSelfSelect: true } },
    )
    const startedAt = performance.now()
    const answers = await crowd(worlds, count, (over, n) => over.answer(groupId, over.proven(guestNo(n), groupId), ['Guest']))
    const ms = performance.now() - startedAt
    const group = (await store.get(groups, groupId)) as Group
    const all = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 10_000 })
    return { answers, ms, counted: group.roles.map(taken), kept: all.map(({ email }) => email).sort() }
  }

  test.each(isSoak ? [5_000, 50_000] : [5_000])(
    'R3, S10 %i over two processes: exactly 100 get one, all others hear that it is full, and nothing breaks',
    longer,
    async (count) => {
      const { answers, ms, counted, kept } = await invite(count)
      expect(tally(answers)).toEqual({ 200: 100, 409: count - 100 })
      expect(answers.filter(({ status, body }) => status === 409 && body.code !== 'role-full')).toEqual([])
      const confirmed = answers.filter(({ status }) => status === 200).map(({ body }) => body.rsvp.email as string)
      expect([counted, kept]).toEqual([[100], confirmed.sort()])
      console.log(`${count} invitees: 100 x 200, ${count - 100} x 409, ${Math.round(ms)} ms`)
    },
  )

  test('R3 control: two processes that ignore revisions give more than 100 seats', untilSeen, async () => {
    const { answers, kept } = await invite(600, withoutRevisions)
    expect(tally(answers)[200]).toBeGreaterThan(100)
    expect(kept.length).toBeGreaterThan(100)
  })
})

describe('R37 50 organizations of one account at once', () => {
  async function found(wrap?: (store: Store) => Store) {
    const { store, worlds } = await twoProcesses(wrap)
    const ada = await worlds[0].person('ada', 'team')
    const input = { organization: { name: 'Choir' }, owner: { email: ada.email } }
    const answers = await crowd(worlds, 50, (world) => world.call(orgApi.create, input, ada))
    const made = await Promise.all(answers.filter(({ status }) => status === 200).map(({ body }) => store.get(orgs, body.orgId as string)))
    const memberships = await store.find(members, { index: 'user', where: { userId: ada.userId } })
    return { answers, made: made.filter((org) => org !== undefined).length, memberships: memberships.length }
  }

  test('R37 over two processes: exactly one is founded, and every other one is refused', async () => {
    const { answers, made, memberships } = await found()
    expect([tally(answers)[200], made, memberships]).toEqual([1, 1, 1])
    const [code, ...others] = new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))
    expect([code, others]).toEqual([expect.stringMatching(/^org-/), []])
  })

  test('R37 control: two processes that ignore revisions found more', untilSeen, async () => {
    expect((await found(withoutRevisions)).made).toBeGreaterThan(1)
  })
})
