// Waiting for a full role, as guests and organizers meet it over HTTP.
import { beforeEach, describe, expect, test } from 'vitest'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { groups } from '#server/seats/model/group.ts'
import { migratedAgain } from '../kit/world/migrated.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openStage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof openStage>>
let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})

describe('R89 joining', () => {
  test('R89, R92 who waits for a full role stands behind those before, sees their own place, and everyone sees the number', async () => {
    await stage.fill('Speaker')
    expect((await stage.wait(1, ['Speaker'])).body.rsvp.waiting).toMatchObject([{ role: 'Speaker', position: 1 }])
    const { body } = await stage.wait(2, ['Speaker'], { roles: ['Guest'] })
    expect([body.rsvp.waiting, body.rsvp.roles]).toMatchObject([[{ role: 'Speaker', position: 2 }], ['Guest']])
    expect(body.form.roleCoverage.map(({ waiting }: { waiting?: number }) => waiting)).toEqual([2, undefined])
    const form = await stage.world.ok(rsvpApi.form, { groupId: stage.groupId }, stage.guest(1))
    expect(form.rsvp?.waiting).toMatchObject([{ role: 'Speaker', position: 1 }])
    expect(JSON.stringify(form)).not.toContain('guest2')
    expect(await stage.newestEmail(2)).toContain('number 2 for “Speaker”')
  })

  test('R89a the same answer again changes nothing, none again ends the waits, and leaving the field out keeps them', async () => {
    await stage.fill('Speaker')
    const first = await stage.wait(1, ['Speaker'])
    expect((await stage.wait(1, ['Speaker'])).body.rsvp.rev).toBe(first.body.rsvp.rev)
    expect((await stage.answer(1, [], { name: 'Other' })).body.rsvp.waiting).toMatchObject([{ role: 'Speaker', position: 1 }])
    expect((await stage.wait(1, [])).body.rsvp.waiting).toBeUndefined()
    expect((await stage.group()).roles[0]?.line).toBeUndefined()
  })

  test('R89a a role that is open is had at once; one that is unknown, or a group without a list, refuses', async () => {
    expect((await stage.wait(1, ['Speaker'])).body.rsvp.roles).toEqual(['Speaker'])
    expect((await stage.wait(2, ['Nobody'])).body.code).toBe('role-unknown')
    await stage.world.ok(groupApi.settings, { id: stage.groupId, waitlist: false }, stage.ada)
    expect((await stage.wait(2, ['Speaker'])).body).toMatchObject({ code: 'waitlist-off' })
  })

  test('R89d with self-selection off nobody joins, and those who wait are served', async () => {
    await stage.fill('Speaker')
    await stage.wait(1, ['Speaker'])
    await stage.world.ok(eventApi.update, { id: stage.eventId, assignmentRules: { enableRoleAssignment: true } }, stage.ada)
    expect((await stage.wait(2, ['Speaker'])).body.code).toBe('selection-disabled')
    await stage.decline(0)
    expect(await stage.rolesOf(1)).toEqual(['Speaker'])
  })

  test('R89 a group made before there was a waitlist keeps none', async () => {
    const group = await stage.group()
    const { waitlist: _, waitlistCutoffHours: __, ...old } = group
    await stage.world.store.commit([{ collection: groups, put: { ...old, rev: group.rev + 1 }, expectedRev: group.rev }])
    await migratedAgain(stage.world.store)
    await stage.fill('Speaker')
    expect((await stage.wait(1, ['Speaker'])).body.code).toBe('waitlist-off')
    expect((await stage.world.ok(groupApi.read, { id: stage.groupId }, stage.ada)).group).toMatchObject({ waitlist: false })
  })
})

describe('R90 a freed seat', () => {
  test('R90 goes to whoever is next, in the same commit, with an email; nobody overtakes', async () => {
    await stage.fill('Speaker')
    for (const n of [1, 2, 3]) await stage.wait(n, ['Speaker'])
    const { commits } = stage.world.store
    await stage.decline(0)
    expect(stage.world.store.commits).toBe(commits + 1)
    expect([await stage.rolesOf(1), await stage.rolesOf(2)]).toEqual([['Speaker'], []])
    expect(await stage.newestEmail(1)).toContain('it’s yours')
    expect((await stage.answer(4, ['Speaker'])).body.code).toBe('role-full')
    expect((await stage.formOf(3)).rsvp?.waiting).toMatchObject([{ role: 'Speaker', position: 2 }])
  })

  test('R89b getting one ends the other waits, unless they asked to keep waiting', async () => {
    await stage.fill('Speaker')
    await stage.fill('Guest', 20)
    await stage.wait(1, ['Speaker', 'Guest'])
    await stage.wait(2, ['Speaker', 'Guest'], { keepWaiting: true })
    await stage.decline(0)
    expect((await stage.formOf(1)).rsvp).toMatchObject({ roles: ['Speaker'] })
    expect((await stage.formOf(1)).rsvp?.waiting).toBeUndefined()
    await stage.decline(1)
    expect((await stage.formOf(2)).rsvp).toMatchObject({ roles: ['Speaker'], waiting: [{ role: 'Guest', position: 1 }] })
  })

  test('R89c where one role is the rule, the new seat replaces the old one in one move, and the old one is given on too', async () => {
    await stage.single()
    await stage.fill('Speaker')
    await stage.fill('Guest', 20)
    await stage.wait(20, ['Speaker'], { roles: ['Guest'], replaceRole: true })
    await stage.wait(1, ['Guest'])
    await stage.decline(0)
    expect([await stage.rolesOf(20), await stage.rolesOf(1)]).toEqual([['Speaker'], ['Guest']])
  })

  test('R89c where one role is the rule, whoever has another and did not say that it goes is offered the seat', async () => {
    await stage.single()
    await stage.fill('Speaker')
    await stage.answer(1, ['Guest'])
    await stage.wait(1, ['Speaker'], { roles: ['Guest'] })
    await stage.decline(0)
    expect((await stage.formOf(1)).rsvp).toMatchObject({ roles: ['Guest'], offers: [{ role: 'Speaker' }] })
    expect((await stage.offer(1, true)).body.rsvp.roles).toEqual(['Speaker'])
  })

  test('R90a a raise gives seats on, more than one commit carries by a job, and until then nobody overtakes', async () => {
    const big = await openStage([{ name: 'Speaker', max: 1 }], 'enterprise')
    await big.fill('Speaker')
    for (let n = 1; n <= 120; n++) await big.wait(n, ['Speaker'])
    await big.world.ok(groupApi.setRoleMax, { id: big.groupId, name: 'Speaker', max: 111 }, big.ada)
    expect([await big.taken(), (await big.group()).unfilledSince !== undefined]).toEqual([[51], true])
    expect((await big.answer(300, ['Speaker'])).body.code).toBe('role-full')
    await big.world.runJobs()
    expect([await big.taken(), (await big.group()).unfilledSince]).toEqual([[111], undefined])
    expect([await big.rolesOf(110), await big.rolesOf(111)]).toEqual([['Speaker'], []])
  })

  test('R90b a role that is taken back is given on; a role that is moved is not, and ends the wait of who gets it', async () => {
    await stage.fill('Speaker')
    await stage.fill('Guest', 20)
    for (const n of [1, 2]) await stage.wait(n, ['Speaker'])
    await stage.wait(3, ['Guest'])
    await stage.world.ok(eventApi.update, { id: stage.eventId, assignmentRules: { enableRoleAssignment: true } }, stage.ada)
    const place = { id: stage.eventId, groupId: stage.groupId }
    const { rsvp } = await stage.formOf(0)
    const moving = { ...place, fromRsvpId: rsvp?._id ?? '', toName: 'Two', toEmail: 'guest2@guests.test', roleName: 'Speaker' }
    await stage.world.ok(assignApi.reassign, moving, stage.ada)
    expect([await stage.rolesOf(1), await stage.rolesOf(2)]).toEqual([[], ['Speaker']])
    expect((await stage.formOf(1)).rsvp?.waiting).toMatchObject([{ role: 'Speaker', position: 1 }])
    const holder = (await stage.formOf(2)).rsvp?._id ?? ''
    await stage.world.ok(assignApi.remove, { ...place, rsvpId: holder, roleName: 'Speaker' }, stage.ada)
    expect(await stage.rolesOf(1)).toEqual(['Speaker'])
  })

  test('R90c a deleted role takes its waits along', async () => {
    await stage.fill('Speaker')
    await stage.wait(1, ['Speaker'])
    await stage.world.ok(groupApi.removeRole, { id: stage.groupId, name: 'Speaker' }, stage.ada)
    expect((await stage.formOf(1)).rsvp?.waiting).toBeUndefined()
    await stage.decline(1)
    await stage.world.runJobs()
  })

  test('R90 control: a commit that leaves a seat free for somebody who waits is refused by the world of every test', async () => {
    await stage.fill('Speaker')
    await stage.wait(1, ['Speaker'])
    const group = await stage.group()
    const roles = group.roles.map((role) => ({ ...role, max: role.max + 1 }))
    const write = { collection: groups, put: { ...group, roles, rev: group.rev + 1 }, expectedRev: group.rev }
    await expect(stage.world.store.commit([write])).rejects.toThrow('R90')
  })
})

describe('R91 offers', () => {
  test('R91, R91a after the cut-off a seat is held for 4 hours, then goes to the next; who lapsed is off the list', async () => {
    await stage.fill('Speaker')
    for (const n of [1, 2]) await stage.wait(n, ['Speaker'])
    stage.hoursBefore(20)
    await stage.decline(0)
    const until = new Date(stage.world.clock.now() + 4 * 3_600_000).toISOString()
    expect((await stage.formOf(1)).rsvp).toMatchObject({ roles: [], offers: [{ role: 'Speaker', until }] })
    expect((await stage.formOf(1)).rsvp?.waiting).toBeUndefined()
    expect((await stage.answer(3, ['Speaker'])).body.code).toBe('role-full')
    await deliverAll(stage.world)
    stage.world.clock.advance(4 * 3_600_000)
    expect((await stage.offer(1, true)).body.code).toBe('offer-over')
    await stage.world.runJobs()
    expect(await stage.newestEmails(1)).toContain('the time to accept it ran out')
    expect((await stage.formOf(1)).rsvp?.offers).toBeUndefined()
    expect((await stage.offer(2, true)).body.rsvp).toMatchObject({ roles: ['Speaker'], cameBy: 'offer' }) // R123
  })

  test('R91, R91b an offer lasts half of the time left, a decline gives it on, and none is made once the event has begun', async () => {
    await stage.fill('Speaker')
    for (const n of [1, 2]) await stage.wait(n, ['Speaker'])
    stage.hoursBefore(2)
    await stage.decline(0)
    expect(Date.parse((await stage.formOf(1)).rsvp?.offers?.[0]?.until ?? '') - stage.world.clock.now()).toBe(3_600_000)
    expect((await stage.offer(1, false)).body.rsvp.offers).toBeUndefined()
    expect((await stage.formOf(2)).rsvp?.offers).toHaveLength(1)
    await stage.wait(3, ['Speaker'])
    stage.hoursBefore(-0.1)
    await stage.decline(2)
    expect((await stage.formOf(3)).rsvp).toMatchObject({ roles: [], waiting: [{ role: 'Speaker', position: 1 }] })
    expect((await stage.answer(4, ['Speaker'])).body.rsvp.roles).toEqual(['Speaker'])
  })

  test('R91b a start that is moved ahead after the event had begun gives free seats to the list', async () => {
    await stage.fill('Speaker')
    await stage.wait(1, ['Speaker'])
    stage.hoursBefore(-0.1)
    await stage.decline(0)
    expect(await stage.rolesOf(1)).toEqual([])
    const { inDays } = stage.world
    await stage.world.ok(eventApi.update, { id: stage.eventId, start: inDays(5), end: inDays(6) }, stage.ada)
    expect(await stage.rolesOf(1)).toEqual(['Speaker'])
  })

  test('R91a the offer of somebody else, and one of nobody, are refused', async () => {
    await stage.fill('Speaker')
    await stage.wait(1, ['Speaker'])
    stage.hoursBefore(20)
    await stage.decline(0)
    expect((await stage.offer(5, true)).body.code).toBe('offer-over')
    expect((await stage.world.call(waitlistApi.offer, { groupId: stage.groupId, role: 'Speaker', accept: true })).body.code).toBe(
      'proof-missing',
    )
  })
})

describe('R92 the organizer', () => {
  const change = (rsvpId: string, change: 'give' | 'front' | 'remove', more = {}) =>
    stage.world.call(waitlistApi.change, { id: stage.groupId, rsvpId, roleName: 'Speaker', change, ...more }, stage.ada)

  test('R92a reads the list in order, page by page, and strangers do not', async () => {
    await stage.fill('Speaker')
    for (let n = 1; n <= 120; n++) await stage.wait(n, ['Speaker'])
    const first = await stage.list()
    expect(first.waiting.map(({ position }) => position)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
    const second = await stage.list(first.nextCursor)
    const third = await stage.list(second.nextCursor)
    expect([third.waiting.map(({ position }) => position).at(-1), third.nextCursor]).toEqual([120, null])
    expect(await stage.world.no(waitlistApi.list, { id: stage.groupId }, await stage.world.person('eve'))).toContain('group-unknown')
  })

  test('R92a moves to the front, takes off, and gives a seat with one more where none is free', async () => {
    await stage.fill('Speaker')
    for (const n of [1, 2, 3]) await stage.wait(n, ['Speaker'])
    const [, second, third] = (await stage.list()).waiting.map(({ rsvpId }) => rsvpId)
    await change(third ?? '', 'front')
    expect((await stage.list()).waiting.map(({ email }) => email[5])).toEqual(['3', '1', '2'])
    expect((await change(second ?? '', 'give')).body.code).toBe('role-full')
    expect((await change(second ?? '', 'give', { addSeat: true })).body.group.roles[0].max).toBe(2)
    expect([await stage.rolesOf(2), await stage.rolesOf(3)]).toEqual([['Speaker'], []])
    await change(third ?? '', 'remove')
    expect(await stage.newestEmail(3)).toContain('taken off the waitlist')
    expect((await change(third ?? '', 'front')).body.code).toBe('wait-unknown')
  })

  test('R93, R4 a limit below the seats taken moves the newest holders to the front of the list, if that is asked for', async () => {
    const big = await openStage([{ name: 'Speaker', max: 3 }])
    for (const n of [0, 1, 2]) await big.answer(n, ['Speaker'])
    await big.wait(3, ['Speaker'])
    const lower = (more = {}) => big.world.call(groupApi.setRoleMax, { id: big.groupId, name: 'Speaker', max: 1, ...more }, big.ada)
    expect((await lower()).body).toMatchObject({ code: 'role-under-filled', filled: 3, moveToWaitlist: true })
    expect((await lower({ moveToWaitlist: true })).status).toBe(200)
    expect((await big.list()).waiting.map(({ email }) => email[5])).toEqual(['1', '2', '3'])
    expect([await big.rolesOf(0), await big.newestEmail(2)]).toEqual([['Speaker'], expect.stringContaining('front of the waitlist')])
    await big.decline(0)
    expect(await big.rolesOf(1)).toEqual(['Speaker'])
  })
})
