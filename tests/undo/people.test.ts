// Taking back what concerns people who want to be forgotten (R106, R96): nobody is named again by it, and nothing of them is kept for it.
import { beforeEach, expect, test } from 'vitest'
import { guestApi } from '#protocol/guest.ts'
import { activities } from '#server/activity/model.ts'
import { rsvps } from '#server/rsvp/model.ts'
import { openStage, type Stage, someone } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
const erase = (n: number) => stage.world.ok(guestApi.erase, { groupId: stage.groupId }, stage.person(n))
const kept = async () =>
  JSON.stringify([await stage.world.store.find(rsvps, { index: '_id' }), await stage.world.store.find(activities, { index: '_id' })])

test('R106, R96 an assignment of somebody who had erased their data is taken back to an answer of nobody', async () => {
  await stage.answer(1)
  const id = (await stage.row(1))?._id ?? ''
  await erase(1)
  const before = { seats: await stage.seats(), answers: (await stage.group()).answers }
  const assigned = await stage.assign(1, 'Speaker')
  expect((await stage.row(1))?.name).toBe('Member 1')
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

test('R106, R96 whoever is named again and has got more since is not erased by taking back', async () => {
  await stage.answer(1)
  await erase(1)
  const first = await stage.assign(1, 'Speaker')
  const second = await stage.assign(1, 'Guest')
  expect((await stage.undo(first)).body.code).toBe('undo-unable')
  expect((await stage.row(1))?.roles).toEqual(['Speaker', 'Guest'])
  for (const act of [second, first]) expect((await stage.undo(act)).status).toBe(200)
  expect(await stage.row(1)).toBeUndefined()
})

test('R106, R96 who erases their data after an act is not named again by taking it back', async () => {
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
