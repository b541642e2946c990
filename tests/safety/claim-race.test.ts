// A companion who answers for themselves while the guest declines or takes the link back: over whichever server process, each seat is counted once.
import { expect, test } from 'vitest'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { groupApi } from '#protocol/seats/group.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { seatsIn } from '#server/seats/model/companion.ts'
import { type Group, groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { openStage } from '../handover/stage.ts'
import { openMeeting } from '../kit/faults/meeting.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { patiently } from '../kit/world/client.ts'
import { freshStore, guestNo, openWorld, type World } from '../kit/world/world.ts'

/** Two acceptances, a no and a link that is taken back, at once over four processes that commit in this order; gives what is wrong afterwards. */
async function race(order: readonly number[], guard: (store: Store) => Store = (store) => store) {
  const store = await freshStore()
  const { at, meet } = openMeeting(groups, rsvps)
  const open = (nth: number) => openWorld({ store, wrap: (one) => at(nth)(guard(one)), process: `p${nth}` })
  const [first, second, third, fourth] = (await Promise.all([0, 1, 2, 3].map(open))) as [World, World, World, World]
  const { ada, groupId, guest, answer } = await openStage(first)
  await first.ok(groupApi.settings, { id: groupId, maxCompanions: 1 }, ada)
  const { body } = await answer(0, ['Guest'], { companions: [{ name: 'Mia' }] })
  const one = { groupId, companionId: String(body.rsvp.companions[0]._id) }
  await first.ok(companionApi.link, { ...one, email: guestNo(1) }, guest(0))
  const token = await first.tokenMailed(guestNo(1))
  meet(...order)
  const calls = [
    () => first.call(companionApi.accept, { token }),
    () => second.call(companionApi.accept, { token }),
    () => third.answer(groupId, guest(0), [], { attending: false }),
    () => fourth.call(companionApi.takeBack, one, guest(0)),
  ]
  const [mia, again] = await Promise.all(calls.map(patiently))
  const accepted = [mia, again].filter((reply) => reply?.status === 200).length
  const all = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 100 })
  const { roles, answers } = (await store.get(groups, groupId)) as Group
  const held = roles.map(({ _id }) => all.reduce((sum, rsvp) => sum + seatsIn(rsvp, _id), 0))
  const mine = all.filter(({ email, attending }) => email === guestNo(1) && attending).length
  await store.close()
  return {
    seats: roles.map((role, nth) => taken(role) - (held[nth] ?? 0)),
    answers: answers.yes - all.filter(({ attending }) => attending).length,
    told: accepted - mine,
    accepted,
  }
}
const right = { seats: [0, 0], answers: 0, told: 0 }

test('R175, R3 acceptances, a no and a link taken back over four processes, whoever commits first: each seat is counted once, and told to one', async () => {
  for (const first of [0, 1, 2, 3]) {
    const order = [0, 1, 2, 3].map((nth) => (nth + first) % 4)
    const { accepted, ...wrong } = await race(order)
    // Only who comes before the no, and before the link is taken back, is told yes.
    expect([order, wrong, accepted]).toEqual([order, right, first < 2 ? 1 : 0])
  }
})

test('R175 control: where revisions are ignored, a seat is counted wrong and told to two', async () => {
  const { accepted, ...wrong } = await race([0, 1, 2, 3], withoutRevisions)
  expect(accepted).toBe(2)
  expect(wrong).not.toEqual(right)
})
