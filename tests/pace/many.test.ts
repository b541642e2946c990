// How long what is done for very many takes: ten thousand who are written to, five hundred parties who wait.
import { expect, onTestFinished, test } from 'vitest'
import { messageApi } from '#protocol/mail/message.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { collections } from '#server/app/store/collections.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { queueMessages } from '#server/mail/message/jobs.ts'
import { groups } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { openStage } from '../companions/stage.ts'
import { longer, onTime, times, within } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

/** An event with so many who said yes, put into an embedded store as they are: how long a stand-in of MongoDB takes says nothing of ours. */
async function crowded(count: number) {
  const store = await openSqlite({ file: ':memory:', collections, version: storeVersion })
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  const ada = await world.person('ada', 'enterprise')
  const { groupId } = await world.event(ada, undefined, { displayRSVPToAll: false })
  await world.answer(groupId, world.proven('guest@guests.test', groupId), [])
  const [group, [one]] = [await world.store.get(groups, groupId), await world.store.find(rsvps, { index: 'group', where: { groupId } })]
  if (!group || !one) throw new Error('nothing there')
  const others = Array.from({ length: count - 1 }, (_, n): Rsvp => {
    return { ...one, _id: world.services.secrets.randomId(), email: `crowd${n}@guests.test`, rev: 1 }
  })
  for (let n = 0; n < others.length; n += 1_000)
    await world.store.commit(others.slice(n, n + 1_000).map((put) => ({ collection: rsvps, put, expectedRev: 0 })))
  await world.store.commit([
    { collection: groups, put: next(group, { answers: { ...group.answers, yes: count } }), expectedRev: group.rev },
  ])
  const waiting = async () => (await world.store.find(emails, { index: 'due', where: { state: 'normal' }, limit: 20_000 })).length
  return { world, ada, groupId, waiting }
}
const since = (at: number) => performance.now() - at

test('R98a pace: 10,000 are asked within five seconds, and guests answer meanwhile', { ...onTime, ...longer }, async () => {
  const { world, ada, groupId, waiting } = await crowded(10_000)
  await world.ok(groupApi.settings, { id: groupId, showConfirmation: true }, ada)
  const began = performance.now()
  const late = Array.from({ length: 20 }, (_, n) => world.answer(groupId, world.proven(`late${n}@guests.test`, groupId), []))
  const [answered] = await Promise.all([Promise.all(late), world.runJobs()])
  const took = since(began)
  expect(await waiting()).toBeGreaterThanOrEqual(10_000)
  expect([...new Set(answered.map(({ status }) => status))]).toEqual([200])
  within(took, 5_000)
})

test('R101 pace: 10,000 recipients are queued within 5 s, with the pauses between the pages', { ...onTime, ...longer }, async () => {
  const { world, ada, groupId, waiting } = await crowded(10_000)
  const began = performance.now()
  const sent = await world.ok(messageApi.send, { id: groupId, audience: {}, subject: 'Bring a cup', text: 'Bring a cup.' }, ada)
  let rounds = 0
  while (await queueMessages(world.services)) rounds++
  const pausesMs = rounds * 50
  within(since(began) + pausesMs, 5_000)
  expect([sent.recipients, (await waiting()) >= 10_000]).toEqual([10_000, true])
})

test('R172 pace: a drop-out before 500 parties who wait costs at most three times what an answer costs where nobody waits', {
  ...onTime,
  ...longer,
}, async () => {
  const [stage, quiet] = [await openStage(100), await openStage()]
  for (let who = 0; who < 50; who++) await stage.party(who, 2)
  for (let who = 50; who < 550; who++) await stage.waits(who, 2)
  const [took, plainly]: [number[], number[]] = [[], []]
  for (let who = 0; who < 200; who++) {
    const began = performance.now()
    await stage.decline(who) // the first in line take these seats
    took.push(since(began))
    const begun = performance.now()
    await quiet.answer(1, who % 2 === 0 ? ['Guest'] : ['Host'])
    plainly.push(since(begun))
    await stage.waits(who, 2)
  }
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0
  expect(await stage.counts()).toBe(100)
  times(median(took), Math.max(3, median(plainly)), 3)
})
