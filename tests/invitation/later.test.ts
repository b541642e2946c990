// What becomes of who was invited: named by somebody, asked again, given a role that is then deleted, asked by hand for an answer.
import { expect, test } from 'vitest'
import { strangerEmailsPerDay, undoSeconds } from '#protocol/kernel/limits.ts'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { groups } from '#server/seats/model/group.ts'
import { day } from '../kit/world/clock.ts'
import { openStage, people, statuses } from './stage.ts'

const bo = 'bo@guests.test'
const cy = 'cy@guests.test'

/** Where roles are assigned: the invited Bo gets one. */
async function openAssigned() {
  const stage = await openStage('team')
  const { world, ada, eventId, id, send, rowOf } = stage
  await send({ people: people(bo) })
  const assign = () => world.ok(assignApi.assign, { id: eventId, groupId: id, name: 'Bo', email: bo, roleName: 'Speaker' }, ada)
  await assign()
  const rsvpId = (await rowOf(bo))?._id ?? ''
  return { ...stage, assign, rsvpId, removeRole: () => world.ok(groupApi.removeRole, { id, name: 'Speaker' }, ada) }
}

test('R12, R97 who was invited by a bare address gets the name that is typed when they are assigned a role', async () => {
  const { rowOf } = await openAssigned()
  expect((await rowOf(bo))?.name).toBe('Bo')
})

test('R97g asked again, who came from an earlier event still reads so, and finds it in their own data', async () => {
  const { world, ada, id, send } = await openStage()
  const earlier = await world.event(ada, undefined, {}, { name: 'Spring stage' })
  await world.answer(earlier.groupId, world.proven(bo, earlier.groupId))
  await send({ people: people(bo, cy), fromEventId: earlier.eventId })
  world.clock.advance(3 * day)
  await world.ok(invitationApi.again, { id }, ada)
  const [[second, first], [other]] = await Promise.all([world.mails(bo), world.mails(cy)])
  expect(second?._id).not.toBe(first?._id)
  expect(second?.text).toContain('because you were a guest of “Spring stage”.')
  expect(other?.text).toContain('because Lena Park entered your address.')
  expect((await world.ok(guestApi.myData, { groupId: id }, world.proven(bo, id))).invitation?.earlierEvent).toBe('Spring stage')
})

test('R8, R97, R98 once the only role of an invited person is deleted they are told, are only invited again, and can be taken back', async () => {
  const { world, ada, id, rsvpId, view, removeRole } = await openAssigned()
  await removeRole()
  expect(await view()).toMatchObject({ answers: { none: 0 }, invitations: { invited: 1, silent: 1 } })
  expect((await world.store.get(groups, id))?.tally?.assigned).toBe(0)
  world.clock.advance(undoSeconds * 1_000)
  await world.runJobs()
  expect((await world.mails(bo)).filter(({ subject }) => subject.includes('removed'))).toHaveLength(1)
  world.clock.advance(3 * day)
  expect(await world.ok(invitationApi.again, { id, dryRun: true }, ada)).toMatchObject({ due: 1 })
  await world.ok(invitationApi.takeBack, { id, rsvpId }, ada)
  expect(await view()).toMatchObject({ answers: { none: 0 }, invitations: { invited: 0, silent: 0 } })
})

test('R97 a role that was deleted keeps nobody from being invited', async () => {
  const { world, ada, eventId, id, send, view } = await openStage('team')
  await world.ok(assignApi.assign, { id: eventId, groupId: id, name: 'Bo', email: bo, roleName: 'Speaker' }, ada)
  expect(statuses((await send({ people: people(bo) })).rows)).toEqual(['Already Invited'])
  await world.ok(groupApi.removeRole, { id, name: 'Speaker' }, ada)
  expect(statuses((await send({ people: people(bo) })).rows)).toEqual(['Invited'])
  expect(await view()).toMatchObject({ answers: { none: 0 }, invitations: { invited: 1, silent: 1 } })
})

test('R99 whose role was taken back is not among those whom a nudge would reach', async () => {
  const { world, ada, eventId, id, view } = await openStage('team')
  const { rsvps } = await world.ok(assignApi.assign, { id: eventId, groupId: id, name: 'Bo', email: bo, roleName: 'Speaker' }, ada)
  expect((await view())?.reminders?.nudge.people).toBe(1)
  await world.ok(assignApi.remove, { id: eventId, groupId: id, rsvpId: rsvps[0]?._id ?? '', roleName: 'Speaker' }, ada)
  expect((await view())?.reminders?.nudge.people).toBe(0)
})

/** Sends a nudge by hand; gives how many such emails there are then to each. */
async function nudgedByHand({ world, ada, id }: Awaited<ReturnType<typeof openStage>>) {
  await world.ok(reminderApi.send, { id, kind: 'nudge' }, ada)
  await world.runJobs()
  const mails = await Promise.all([bo, cy].map((email) => world.mails(email)))
  return mails.map((all) => all.filter(({ subject }) => subject.startsWith('Please answer:')).length)
}

test('R97, R99b, R119a who was only invited gets a nudge by hand three days later, and again three days after that; it counts for the day', async () => {
  const stage = await openStage('team')
  const { world, ada, eventId, id, send } = stage
  await world.ok(reminderApi.change, { id, nudge: { isOn: false, days: 3, hour: 10 } }, ada)
  await send({ people: people(bo) })
  await world.ok(assignApi.assign, { id: eventId, groupId: id, name: 'Cy', email: cy, roleName: 'Speaker' }, ada)
  expect(await nudgedByHand(stage)).toEqual([0, 1])
  world.clock.advance(3 * day)
  expect(await nudgedByHand(stage)).toEqual([1, 2])
  expect((await world.ok(invitationApi.read, { id }, ada)).left).toBe(strangerEmailsPerDay.team - 1)
  world.clock.advance(2 * day)
  expect(await nudgedByHand(stage)).toEqual([1, 3])
  world.clock.advance(day)
  expect(await nudgedByHand(stage)).toEqual([2, 4])
})

test('R119a a nudge by hand goes to no more strangers than the day allows', async () => {
  const stage = await openStage('free')
  const { world, id, ada, send } = stage
  await send({ people: people(bo, cy) })
  world.clock.advance(3 * day)
  await send({ people: people(...Array.from({ length: strangerEmailsPerDay.free - 1 }, (_, n) => `g${n}@guests.test`)) })
  const [toBo = 0, toCy = 0] = await nudgedByHand(stage)
  expect([toBo + toCy, (await world.ok(invitationApi.read, { id }, ada)).left]).toEqual([1, 0])
})
