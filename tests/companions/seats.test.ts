// Guests who bring people along, over HTTP: seats, refusals, what is counted, and what is kept of them.

import { beforeEach, expect, test } from 'vitest'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { companionName } from '#protocol/seats/companions/companion.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import { risksOf } from '#protocol/seats/risk.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { openStage as openHandOver } from '../handover/stage.ts'
import { guestNo } from '../kit/world/world.ts'
import { along, openStage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof openStage>>
let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})

test('R170, R171 guest and companions take one seat each, and the same answer again changes nothing', async () => {
  const first = await stage.party(1, 3, { companions: [{ name: 'Mia' }, { name: '' }] })
  expect(first.body.rsvp.companions).toEqual([
    { _id: expect.any(String), name: 'Mia' },
    { _id: expect.any(String), name: '' },
  ])
  expect(first.body.form.roleCoverage[0]).toMatchObject({ count: 3, total: 5 })
  const again = await stage.answer(1, ['Guest'], { companions: first.body.rsvp.companions })
  expect(again.body.rsvp.rev).toBe(first.body.rsvp.rev)
  expect((await stage.answer(1, ['Guest'])).body.rsvp.companions).toHaveLength(2)
  expect(await stage.faults()).toEqual([])
})

test('R171, R108 what is at risk is counted in people: whom a role needs, and who has not confirmed', async () => {
  const { world, ada, groupId } = stage
  await world.ok(groupApi.settings, { id: groupId, showConfirmation: true }, ada)
  await stage.limit(5, { min: 4 })
  const risks = async () => {
    const { roleCoverage } = await stage.view()
    const start = new Date(world.clock.now() + 3_600_000).toISOString()
    return risksOf({ status: 'active', start, showConfirmation: true, roleCoverage }, world.clock.now())
  }
  expect(await risks()).toEqual(['Guest needs 4 more'])
  await stage.party(1, 3)
  expect(await risks()).toEqual(['Guest needs 1 more', '3 in Guest have not confirmed'])
  await stage.answer(1, ['Guest'], { companions: [], confirmed: true })
  expect(await risks()).toEqual(['Guest needs 3 more'])
})

test('R171 all or none: the refusal says how many seats are free, and the earlier answer stays', async () => {
  await stage.party(1, 3)
  const refused = await stage.party(2, 3)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'role-full', roles: ['Guest'], full: [{ groupId: stage.groupId, role: 'Guest', free: 2 }] },
  })
  expect(refused.body.error).toBe('Role "Guest" has 2 seats free, and you need 3.')
  expect(await stage.own(2)).toBeNull()
  expect((await stage.party(1, 6)).body.full).toEqual([{ groupId: stage.groupId, role: 'Guest', free: 2 }])
  expect((await stage.own(1))?.companions).toHaveLength(2)
  expect((await stage.party(2, 2)).status).toBe(200)
  expect((await stage.party(3, 1)).body.error).toBe('Role "Guest" is already full.')
})

test('R171 one companion less frees exactly that seat, and a no frees all', async () => {
  const { companions = [] } = (await stage.party(1, 3)).body.rsvp
  expect((await stage.answer(1, ['Guest'], { companions: companions.slice(1) })).body.rsvp.companions).toEqual(companions.slice(1))
  expect(await stage.counts()).toBe(2)
  await stage.decline(1)
  expect([await stage.counts(), (await stage.own(1))?.companions]).toEqual([0, undefined])
  expect((await stage.answer(1, ['Guest'])).body.rsvp.companions).toBeUndefined()
})

test('R171 counts are of people, answers of answers', async () => {
  await stage.party(1, 3)
  await stage.party(2, 1)
  await stage.answer(3, [], { companions: along(2) })
  expect(await stage.view()).toMatchObject({ answers: { yes: 3, no: 0, none: 0 }, companions: 4 })
  expect((await stage.group()).roles[0]?.counts).toMatchObject({ yesNotConfirmed: 4 })
  await stage.decline(3)
  await stage.decline(1)
  expect(await stage.view()).toMatchObject({ answers: { yes: 1, no: 2 } })
  expect(await stage.view()).not.toHaveProperty('companions')
})

test('R170 a companion with another role takes a seat there', async () => {
  const { body } = await stage.answer(1, ['Guest'], { companions: [{ name: 'Mia', roles: ['Host'] }, {}] })
  expect(body.rsvp.companions[0]).toMatchObject({ roles: ['Host'] })
  expect(await stage.taken()).toEqual([2, 1])
  expect((await stage.answer(1, ['Host'])).body).toMatchObject({ code: 'role-full', full: [{ role: 'Host', free: 1 }] })
})

test('R178 more than are welcome, an unknown one, a doubled one or a bad atLeast are a 400 at the field', async () => {
  await stage.world.ok(groupApi.settings, { id: stage.groupId, maxCompanions: 2 }, stage.ada)
  expect(await stage.party(1, 4)).toMatchObject({ status: 400, body: { fields: { companions: 'You can bring 2 at most' } } })
  expect(await stage.party(1, 12)).toMatchObject({ status: 400, body: { fields: { companions: expect.any(String) } } })
  expect(await stage.party(1, 2, { companions: [{ _id: 'nobody' }] })).toMatchObject({
    status: 400,
    body: { fields: { companions: expect.any(String) } },
  })
  const { companions } = (await stage.party(1, 3)).body.rsvp
  expect(await stage.party(1, 2, { companions: [companions[0], companions[0]] })).toMatchObject({ status: 400 })
  for (const atLeast of [0, 4, 1.5, 12])
    expect((await stage.waits(2, 3, { atLeast })).body.fields).toMatchObject({ atLeast: expect.any(String) })
  await stage.world.ok(groupApi.settings, { id: stage.groupId, maxCompanions: 1 }, stage.ada)
  expect((await stage.answer(1, ['Guest'], { companions })).status).toBe(200)
  expect((await stage.answer(1, ['Guest'], { companions: [companions[0], {}] })).status).toBe(400)
  expect((await stage.answer(1, ['Guest'], { companions: [companions[0]] })).status).toBe(200)
})

test('R170 Free has one companion a guest; more that were there stay (R44), and an older group has none', async () => {
  const { world } = stage
  const bob = await world.person('bob', 'free')
  const { groupId: id } = await world.event(bob)
  expect((await world.call(groupApi.settings, { id, maxCompanions: 2 }, bob)).body).toMatchObject({
    code: 'companion-limit-reached',
    limit: 1,
  })
  expect((await world.call(groupApi.settings, { id, maxCompanions: 1 }, bob)).status).toBe(200)
  expect((await world.call(groupApi.settings, { id, maxCompanions: 11 }, bob)).status).toBe(400)
  await stage.old()
  expect((await stage.party(1, 2)).body.fields).toEqual({ companions: 'Companions are not welcome here' })
  expect(await stage.view()).toMatchObject({ maxCompanions: 0 })
})

test('R174 names are the guest’s and the organizers’: in no other guest’s view and in no email', async () => {
  const { world, ada, groupId } = stage
  await stage.party(1, 2, { companions: [{ name: 'Mia Muster' }] })
  await stage.party(2, 1)
  expect(JSON.stringify(await stage.formOf(2))).not.toContain('Muster')
  expect(JSON.stringify(await world.mails(guestNo(1)))).not.toContain('Muster')
  expect(await stage.newestEmail(1)).toContain('with 1 companion')
  const { rsvps: rows } = await world.ok(groupApi.read, { id: groupId }, ada)
  expect(rows.find(({ companions }) => companions)?.companions).toEqual([{ _id: expect.any(String), name: 'Mia Muster' }])
  expect([companionName({ name: '' }, 'Ada', 1), companionName({ name: '' }, 'Ada', 2)]).toEqual(['Guest of Ada', 'Guest of Ada (2)'])
})

test('R176 own data has the companions; erasing takes their names away, also after the event', async () => {
  const { world, groupId, guest, store } = { ...stage, store: stage.world.store }
  await stage.party(1, 2, { companions: [{ name: 'Mia' }] })
  expect(await world.ok(guestApi.myData, { groupId }, guest(1))).toMatchObject({
    companions: [{ name: 'Mia', roles: ['Guest'], linkTo: null }],
    atLeast: null,
  })
  stage.hoursBefore(-200)
  await world.ok(guestApi.erase, { groupId }, guest(1))
  const [kept] = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 5 })
  expect(kept?.companions).toEqual([{ id: expect.any(String), name: '' }])
  expect(await stage.counts()).toBe(2)
})

test('R171, R105 the activity says how many come along; R106 an answer taken away comes back with them', async () => {
  const { world, ada, groupId } = stage
  const { rsvp } = (await stage.party(1, 3, { companions: [{ name: 'Mia' }, {}] })).body
  const lines = async () => (await world.ok(activityApi.list, { id: groupId }, ada)).activity
  expect((await lines())[0]).toMatchObject({ kind: 'answer', to: { attending: true, companions: 2 } })
  const { act } = await world.ok(removalApi.remove, { id: groupId, rsvpId: rsvp._id }, ada)
  expect(await stage.counts()).toBe(0)
  await world.ok(undoApi.undo, { id: act ?? '' }, ada)
  expect([await stage.counts(), (await stage.own(1))?.companions?.[0]]).toMatchObject([3, { name: 'Mia' }])
  expect(await stage.faults()).toEqual([])
})

test('R176 handing over moves the whole party, without names; the receiver’s own companions keep what they have', async () => {
  const hand = await openHandOver()
  await hand.world.ok(groupApi.settings, { id: hand.groupId, maxCompanions: 3 }, hand.ada)
  await hand.answer(1, ['Guest'], { companions: [{ name: 'Mia' }] })
  await hand.answer(2, [], { companions: [{ name: 'Own' }] })
  const token = await hand.offered(1, 2)
  expect((await hand.accept(token)).status).toBe(200)
  expect(await hand.taken()).toEqual([0, 2])
  expect((await hand.own(2))?.companions).toEqual([
    { _id: expect.any(String), name: 'Own', roles: [] },
    { _id: expect.any(String), name: '' },
  ])
  expect(await hand.own(1)).toMatchObject({ attending: false })
})

test('R171 an assigned role is had by the whole party, or by nobody; moved on, the others’ seats are given back', async () => {
  const { world, ada, eventId: id, groupId } = stage
  await world.ok(eventApi.update, { id, assignmentRules: { enableRoleAssignment: true } }, ada)
  await stage.answer(1, [], { companions: along(2) })
  const assign = (roleName: string) => world.call(assignApi.assign, { id, groupId, roleName, name: 'G', email: guestNo(1) }, ada)
  expect((await assign('Host')).body).toMatchObject({ code: 'role-full', full: [{ role: 'Host', free: 2 }] })
  expect((await assign('Guest')).status).toBe(200)
  expect(await stage.taken()).toEqual([3, 0])
  expect(await stage.faults()).toEqual([])
})

test('R8 a role that only companions have has holders', async () => {
  const { world, ada, groupId: id } = stage
  await stage.answer(1, ['Guest'], { companions: [{ roles: ['Host'] }] })
  await world.ok(groupApi.removeRole, { id, name: 'Host' }, ada)
  world.clock.advance(undoSeconds * 1_000)
  await world.runJobs()
  expect(await stage.newestEmail(1)).toContain('Host')
  expect(await stage.faults()).toEqual([])
})

test('R103 a copy of the event welcomes as many', async () => {
  const { world, ada, eventId: id } = stage
  const copy = await world.ok(eventApi.duplicate, { id, start: world.inDays(20) }, ada)
  expect(copy.groups[0]).toMatchObject({ maxCompanions: 10 })
})
