// A companion who answers for themselves while the guest declines or takes the link back: over whichever server process, each seat is counted once.
import { expect, test } from 'vitest'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { groupApi } from '#protocol/seats/group.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { seatsIn } from '#server/seats/model/companion.ts'
import { type Group, groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { openStage } from '../handover/stage.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { untilSeen } from '../kit/world/pace.ts'
import { freshStore, guestNo, openWorld, type World } from '../kit/world/world.ts'

/** What each process read may be old when it commits. */
const faraway = (store: Store): Store =>
  storeWith(store, {
    async commit(writes) {
      await new Promise((there) => setTimeout(there, 4))
      await store.commit(writes)
    },
  })

/** Two acceptances, a no and a link that is taken back, at once over three processes; gives what is wrong afterwards. */
async function race(lateMs: number, guard: (store: Store) => Store = (store) => store) {
  const store = await freshStore()
  const open = (process: string) => openWorld({ store, wrap: (one) => faraway(guard(one)), process })
  const [first, second, third] = (await Promise.all(['p0', 'p1', 'p2'].map(open))) as [World, World, World]
  const { ada, groupId, guest, answer } = await openStage(first)
  await first.ok(groupApi.settings, { id: groupId, maxCompanions: 1 }, ada)
  const { body } = await answer(0, ['Guest'], { companions: [{ name: 'Mia' }] })
  const one = { groupId, companionId: String(body.rsvp.companions[0]._id) }
  await first.ok(companionApi.link, { ...one, email: guestNo(1) }, guest(0))
  const token = await first.tokenMailed(guestNo(1))
  // Each process has opened the link before: the first time takes longer.
  for (const world of [first, second]) await world.ok(companionApi.open, { token })
  const late = (ms: number) => new Promise((there) => setTimeout(there, ms))
  const accepting = [() => first.call(companionApi.accept, { token }), () => second.call(companionApi.accept, { token })]
  const ending = [
    () => late(lateMs).then(() => third.answer(groupId, guest(0), [], { attending: false })),
    () => late(lateMs + 2).then(() => second.call(companionApi.takeBack, one, guest(0))),
  ]
  const [mia, again] = await Promise.all([...accepting, ...ending].map((run) => run()))
  const accepted = [mia, again].filter((reply) => reply?.status === 200).length
  const all = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 100 })
  const { roles, answers } = (await store.get(groups, groupId)) as Group
  const held = roles.map(({ _id }) => all.reduce((sum, rsvp) => sum + seatsIn(rsvp, _id), 0))
  const mine = all.filter(({ email, attending }) => email === guestNo(1) && attending).length
  return {
    seats: roles.map((role, nth) => taken(role) - (held[nth] ?? 0)),
    answers: answers.yes - all.filter(({ attending }) => attending).length,
    told: accepted - mine,
    accepted,
  }
}
const right = { seats: [0, 0], answers: 0, told: 0 }
const rounds = [0, 0, 1, 2, 3, 4, 6, 9, 250]

test('R175, R3 acceptances, a no and a link taken back over three processes: each seat is counted once, and told to one', async () => {
  const all = []
  for (const lateMs of rounds) all.push(await race(lateMs))
  expect(all.map(({ accepted: _, ...wrong }) => wrong)).toEqual(rounds.map(() => right))
  expect(Math.max(...all.map(({ accepted }) => accepted))).toBe(1)
})

test('R175 control: where revisions are ignored, a seat is counted wrong or told to two', untilSeen, async () => {
  const all = await Promise.all(rounds.map((lateMs) => race(lateMs, withoutRevisions)))
  expect(all.map(({ accepted: _, ...wrong }) => wrong)).not.toEqual(rounds.map(() => right))
})
