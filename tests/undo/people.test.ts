// Taking back what concerns people who want to be forgotten (R106, R96): nobody is named again by it, and nothing of them is kept for it.
import { beforeEach, expect, test } from 'vitest'
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { keptReplies } from '#server/kernel/write/idempotency.ts'
import { activities } from '#server/seats/model/activity.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openWorld } from '../kit/world/world.ts'
import { openStage, type Stage, someone } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
const erase = (n: number) => stage.world.ok(guestApi.erase, { groupId: stage.groupId }, stage.person(n))
const kept = async () =>
  JSON.stringify([await stage.world.store.find(rsvps, { index: '_id' }), await stage.world.store.find(activities, { index: '_id' })])

test('R106i, R96 an assignment of somebody who had erased their data is taken back to an answer of nobody', async () => {
  await stage.answer(1)
  const id = (await stage.row(1))?._id ?? ''
  await erase(1)
  const before = { seats: await stage.seats(), answers: (await stage.group()).answers }
  const assigned = await stage.assign(1, 'Speaker')
  expect((await stage.row(1))?.name).toBe('Member 1')
  await deliverAll(stage.world)
  const back = await stage.undo(assigned)
  expect([back.status, back.body.rsvps]).toEqual([200, [expect.objectContaining({ name: 'A guest', email: '', attending: false })]])
  expect(await stage.world.store.get(rsvps, id)).toMatchObject({
    name: 'A guest',
    email: '',
    attending: false,
    erasedAt: expect.any(String),
  })
  expect({ seats: await stage.seats(), answers: (await stage.group()).answers }).toEqual(before)
  expect(await kept()).not.toMatch(/Member 1|m1@/)
  const [line] = await stage.lines()
  expect(line).toMatchObject({ kind: 'unassign', rsvp: { _id: id, name: '' } })
  await stage.world.runJobs()
  expect(await stage.newest(1)).toBe('You are no longer “Speaker” at “Summer school”')
})

test('R106i, R96 whoever is named again and has got more since is not erased by taking back', async () => {
  await stage.answer(1)
  await erase(1)
  const first = await stage.assign(1, 'Speaker')
  const second = await stage.assign(1, 'Guest')
  expect((await stage.undo(first)).body.code).toBe('undo-unable')
  expect((await stage.row(1))?.roles).toEqual(['Speaker', 'Guest'])
  for (const act of [second, first]) expect((await stage.undo(act)).status).toBe(200)
  expect(await stage.row(1)).toBeUndefined()
})

test('R106i, R96 who erases their data after an act is not named again by taking it back', async () => {
  await stage.assign(1, 'Speaker')
  const removed = await stage.remove(1, 'Speaker')
  await stage.assign(2, 'Guest')
  const moved = await stage.reassign(2, 3, 'Guest')
  await Promise.all([erase(1), erase(2)])
  for (const act of [removed, moved]) {
    const refused = await stage.undo(act)
    expect([refused.status, refused.body.error]).toEqual([409, 'This person’s answer is no longer there.'])
  }
  expect(await kept()).not.toMatch(/Member [12]|m[12]@/)
  expect((await stage.row(3))?.name).toBe(someone(3).name)
})

test('R106j, R56, R96 an undo that is repeated with its key is answered as done, and no answer is kept that names people', async () => {
  await stage.assign(1, 'Speaker')
  const { act: id } = (await stage.remove(1, 'Speaker')).body
  const as = { ...stage.ada, headers: { 'idempotency-key': 'again' } }
  const first = await stage.world.call(undoApi.undo, { id }, as)
  expect([first.status, first.body.rsvps.length]).toEqual([200, 1])
  expect(await stage.world.store.find(keptReplies, { index: '_id' })).toEqual([])
  const rev = (await stage.group()).rev
  stage.world.clock.advance(60_000)
  const again = await stage.world.call(undoApi.undo, { id }, as)
  expect([again.status, again.body.rsvps, again.body.group.rev]).toEqual([200, [], first.body.group.rev])
  expect((await stage.group()).rev).toBe(rev)
  const eve = await stage.world.person('eve', 'team')
  expect((await stage.world.call(undoApi.undo, { id }, { ...eve, headers: { 'idempotency-key': 'again' } })).body.code).toBe(
    'activity-unknown',
  )
})

test('R106k, R103 what several got alike in one act is not taken back in part', async () => {
  for (const n of [1, 2]) await stage.assign(n, 'Guest')
  await stage.assign(3, 'Speaker')
  const { world, ada, id } = stage
  const made = await world.ok(eventApi.duplicate, { id, start: world.inDays(20), holders: true }, ada)
  const lines = (await world.ok(activityApi.list, { id: made.groupId }, ada)).activity
  expect(
    lines
      .filter(({ kind }) => kind === 'assign')
      .map(({ count }) => count)
      .sort((one = 0, other = 0) => one - other),
  ).toEqual([2, undefined])
  const mails = await Promise.all([1, 2, 3].map(stage.newest))
  expect((await world.call(undoApi.undo, { id: lines[0]?._id ?? '' }, ada)).body.code).toBe('undo-unable')
  expect(await Promise.all([1, 2, 3].map(stage.newest))).toEqual(mails)
  expect((await world.ok(groupApi.read, { id: made.groupId }, ada)).group.roleCoverage.map(({ count }) => count)).toEqual([1, 2])
})

test('R106, R8 a deleted role is taken back without reading every answer in its decision', async () => {
  const read: string[] = []
  const world = await openWorld({
    wrap: (store) =>
      storeWith(store, {
        get: (collection, id) => {
          if (collection.name === rsvps.name) read.push(id)
          return store.get(collection, id)
        },
        find: (collection, query) => {
          if (collection.name === rsvps.name) read.push(world.services.queues.has(String(query.where?.groupId)) ? 'queued' : 'beside')
          return store.find(collection, query)
        },
      }),
  })
  stage = await openStage({ given: world })
  await stage.assign(1, 'Speaker')
  for (const n of [2, 3, 4]) await stage.answer(n)
  const holder = (await stage.row(1))?._id ?? ''
  const gone = await world.call(groupApi.removeRole, { id: stage.groupId, name: 'Speaker' }, stage.ada)
  await expect.poll(() => world.services.queues.has(stage.groupId)).toBe(false)
  read.length = 0
  expect((await stage.undo(gone)).status).toBe(200)
  expect(read).toContain('beside')
  expect(new Set(read)).toEqual(new Set(['beside', holder]))
  expect((await stage.row(1))?.roles).toEqual(['Speaker'])
})
