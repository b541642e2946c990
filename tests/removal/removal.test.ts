// R129: those who manage a group take away roles and whole answers, on every plan; with a way back, and with addresses that may not answer again.
import { beforeEach, describe, expect, test } from 'vitest'
import { groupRoom, guestRoom } from '#protocol/live.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { type GroupView, groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { everything } from '../kit/world/every-collection.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { type Guest, openWorld, type World } from '../kit/world/world.ts'

const roles = [
  { name: 'Speaker', max: 1 },
  { name: 'Guest', max: 5 },
]
async function openStage(tier: 'free' | 'team' = 'free') {
  const world = await openWorld()
  const ada = await world.person('ada')
  if (tier === 'team') await world.setTier(ada.userId, 'team')
  const { eventId, groupId } = await world.event(ada, roles)
  const come = async (name: string, wanted: string[] = [], more = {}): Promise<Guest> => {
    const guest = world.proven(`${name}@guests.test`, groupId)
    await world.answer(groupId, guest, wanted, { name, ...more })
    return guest
  }
  const rows = async () => (await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps
  const rowOf = async (name: string) => (await rows()).find((row) => row.name === name)
  const idOf = async (name: string) => (await rowOf(name))?._id ?? ''
  const group = async () => (await world.ok(groupApi.read, { id: groupId }, ada)).group as GroupView
  const remove = async (name: string, block?: boolean) =>
    world.ok(removalApi.remove, { id: groupId, rsvpId: await idOf(name), ...(block !== undefined && { block }) }, ada)
  const undo = (act: string | undefined) => world.call(undoApi.undo, { id: act ?? '' }, ada)
  const lines = async () => (await world.ok(activityApi.list, { id: groupId }, ada)).activity
  return { world, ada, eventId, groupId, come, rows, rowOf, idOf, group, remove, undo, lines }
}
type Stage = Awaited<ReturnType<typeof openStage>>
let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
const subjects = async (world: World, to: string) => (await world.mails(to)).map(({ subject }) => subject)

describe('a role', () => {
  test('R129 is taken away by who manages the group on every plan and whatever the toggles say, and goes to whoever waits', async () => {
    const { world, ada, groupId, eventId, come, idOf, rowOf, undo } = stage
    await come('ann', ['Speaker'])
    await come('ben', [], { waitFor: ['Speaker'] })
    const taken = { id: eventId, groupId, rsvpId: await idOf('ann'), roleName: 'Speaker' }
    const { act } = await world.ok(assignApi.remove, taken, ada)
    expect([(await rowOf('ann'))?.roles, (await rowOf('ben'))?.roles]).toEqual([[], ['Speaker']])
    expect((await subjects(world, 'ann@guests.test'))[0]).toBe('You are no longer “Speaker” at “Summer school”')
    expect((await undo(act)).body).toMatchObject({ code: 'undo-seat-gone' })
    // Moving people stays assignment.
    const moved = await world.no(assignApi.assign, { id: eventId, groupId, name: 'ann', email: 'ann@guests.test', roleName: 'Guest' }, ada)
    expect(moved[1]).toBe('team-plan-needed')
    expect((await world.no(assignApi.remove, taken, await world.person('eve')))[1]).toBe('event-unknown')
  })

  test('R129a, R106 a role that a guest had chosen is put back within 30 seconds, on Free', async () => {
    const { world, ada, groupId, eventId, come, idOf, rowOf, undo } = stage
    await come('ann', ['Speaker'])
    const { act } = await world.ok(assignApi.remove, { id: eventId, groupId, rsvpId: await idOf('ann'), roleName: 'Speaker' }, ada)
    expect((await undo(act)).status).toBe(200)
    expect(await rowOf('ann')).toMatchObject({ attending: true, roles: ['Speaker'] })
  })
})

describe('a whole answer', () => {
  test('R129 goes from every list and count, its seat to whoever waits, its guest is told and loses the calendar entry', async () => {
    const { world, ada, groupId, eventId, come, rows, group, remove, lines } = stage
    const ann = await come('ann', ['Speaker'], { note: 'Left-handed' })
    await come('ben', [], { waitFor: ['Speaker'] })
    const live = await world.socket(ada)
    await live.watch(groupRoom(groupId))
    const own = await world.socket({}, fromOwnPage(ann.cookie))
    await own.watch(guestRoom(groupId, eventId))
    const { group: after, act } = await remove('ann')
    expect(act).toBeTruthy()
    expect((await rows()).map(({ name, roles: held }) => [name, held])).toEqual([['ben', ['Speaker']]])
    expect(after.answers).toEqual({ yes: 1, no: 0, none: 0 })
    expect((await group()).roleCoverage[0]).toMatchObject({ count: 1, detailedCounts: { declined: 0 } })
    await live.hears(({ name, view }) => name === 'rsvp' && view.isGone && view.name === '' && view.email === '')
    await own.hears(({ name, view }) => name === 'guest' && view.rsvp === null)
    const [mail] = await world.mails('ann@guests.test')
    expect(mail?.subject).toBe('You were removed from “Summer school”')
    expect(JSON.stringify(mail)).toContain('METHOD:CANCEL')
    expect((await world.ok(rsvpApi.form, { groupId, eventId }, ann)).rsvp).toBeNull()
    expect((await lines()).find(({ kind }) => kind === 'remove')).toMatchObject({
      kind: 'remove',
      by: { userId: ada.userId },
      to: { removed: true },
    })
    await world.answer(groupId, ann, ['Guest'], { name: 'ann' })
    expect((await group()).answers).toEqual({ yes: 2, no: 0, none: 0 })
  })

  test('R129a, R106 is put back as it stood within 30 seconds, once, by who did it', async () => {
    const { world, groupId, come, rowOf, group, remove, undo } = stage
    const ann = await come('ann', ['Speaker'], { note: 'Left-handed' })
    const [row, before] = [await rowOf('ann'), await group()]
    const { act } = await remove('ann', true)
    const back = await undo(act)
    expect([back.status, back.body]).toEqual([200, expect.objectContaining({ rsvps: [expect.objectContaining({ name: 'ann' })] })])
    const { rev: _, updatedAt: __, ...same } = row ?? {}
    expect(await rowOf('ann')).toMatchObject({ ...same, note: 'Left-handed' })
    const { roleCoverage, answers } = await group()
    expect({ roleCoverage, answers }).toEqual({ roleCoverage: before.roleCoverage, answers: before.answers })
    expect((await subjects(world, 'ann@guests.test'))[0]).toBe('You were added to “Summer school” again')
    expect((await undo(act)).body).toMatchObject({ code: 'undo-done' })
    expect((await world.answer(groupId, ann, ['Speaker'], { name: 'Ann' })).status).toBe(200)
    const late = await remove('Ann')
    stage.world.clock.advance(31_000)
    expect((await undo(late.act)).body).toMatchObject({ code: 'undo-late' })
  })

  test('R129, R106 is not put back where its seat is another’s by now, or its guest has answered anew', async () => {
    const { groupId, world, come, remove, undo } = stage
    await come('ann', ['Speaker'])
    const first = await remove('ann')
    await come('ben', ['Speaker'])
    expect((await undo(first.act)).body).toMatchObject({ code: 'undo-seat-gone' })
    const cleo = await come('cleo', ['Guest'])
    const second = await remove('cleo')
    await world.answer(groupId, cleo, [], { name: 'cleo' })
    expect((await undo(second.act)).body).toMatchObject({ code: 'undo-answered' })
  })

  test('R123, R129 its guest is told by every way in, live too, and answers again; who was blocked is told that they can’t', async () => {
    const { world, ada, groupId, eventId, come, remove, idOf, undo } = stage
    const ann = await come('ann', ['Speaker'])
    const token = /guest=([\w.-]+)/.exec((await world.mails('ann@guests.test'))[0]?.text ?? '')?.[1] ?? ''
    const rsvpId = await idOf('ann')
    const own = await world.socket({}, fromOwnPage(ann.cookie))
    await own.watch(guestRoom(groupId, eventId))
    const { act } = await remove('ann')
    await own.hears(({ name, view }) => name === 'guest' && view.removed?.mayAnswer === true)
    const removed = { rsvp: null, removed: { mayAnswer: true } }
    expect(await world.ok(rsvpApi.form, { groupId, eventId }, ann)).toMatchObject(removed)
    expect(await world.ok(guestApi.open, { token })).toMatchObject({ userEmail: 'ann@guests.test', ...removed })
    expect(await world.ok(rsvpApi.form, { groupId, eventId })).not.toHaveProperty('removed')
    await undo(act)
    expect(await world.ok(rsvpApi.form, { groupId, eventId }, ann)).not.toHaveProperty('removed')
    await remove('ann', true)
    expect((await world.ok(rsvpApi.form, { groupId, eventId }, ann)).removed).toEqual({ mayAnswer: false })
    await world.ok(removalApi.unblock, { id: groupId, rsvpId }, ada)
    await own.hears(({ name, view }) => name === 'guest' && view.removed?.mayAnswer === true)
    await world.answer(groupId, ann, ['Guest'], { name: 'ann' })
    expect(await world.ok(rsvpApi.form, { groupId, eventId }, ann)).not.toHaveProperty('removed')
  })

  test('R129 nobody hears of an answer they never gave, and an invitation that was taken away can be sent anew', async () => {
    const { world, ada, groupId, rows, remove, group } = stage
    const people = [{ email: 'ivy@guests.test', name: 'ivy' }]
    await world.ok(invitationApi.send, { id: groupId, people }, ada)
    await remove('ivy')
    expect([await rows(), (await group()).invitations]).toEqual([[], { invited: 0, opened: 0, answered: 0, silent: 0 }])
    await world.runJobs()
    expect((await subjects(world, 'ivy@guests.test')).filter((one) => one.includes('no longer'))).toEqual([])
    expect(await world.ok(rsvpApi.form, { groupId }, world.proven('ivy@guests.test', groupId))).not.toHaveProperty('removed')
    expect((await world.ok(invitationApi.send, { id: groupId, people }, ada)).rows[0]?.status).toBe('Invited')
  })

  test('R129 strangers, and who only assigns, take nothing away; nor does anybody once the event is over', async () => {
    const { world, ada, groupId, come, idOf } = stage
    await come('ann', ['Speaker'])
    const input = { id: groupId, rsvpId: await idOf('ann') }
    const eve = await world.person('eve')
    expect((await world.no(removalApi.remove, input, eve))[1]).toBe('group-unknown')
    expect((await world.no(removalApi.blocked, { id: groupId }, eve))[1]).toBe('group-unknown')
    expect((await world.no(removalApi.unblock, input, eve))[1]).toBe('group-unknown')
    expect((await world.no(removalApi.unblock, input, ada))[1]).toBe('rsvp-unknown')
    world.clock.advance(20 * 86_400_000)
    const again = await world.logIn('ada')
    expect((await world.no(removalApi.remove, input, again))[1]).toBe('event-ended')
  })
})

describe('an address that may not answer again', () => {
  test('R129b is refused by the commit, and told so only once it is proven; taken back in Settings it answers again', async () => {
    const { world, ada, groupId, come, remove, idOf, rows, lines } = stage
    const ann = await come('ann', ['Speaker'])
    const rsvpId = await idOf('ann')
    await remove('ann', true)
    const refused = await world.answer(groupId, ann, ['Guest'], { name: 'ann' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'answer-blocked' } })
    const nobody = { email: 'ann@guests.test' } as Guest
    expect((await world.answer(groupId, nobody, [], { name: 'ann' })).body).toMatchObject({ code: 'proof-missing' })
    const { blocked } = await world.ok(removalApi.blocked, { id: groupId }, ada)
    expect(blocked).toEqual([{ _id: rsvpId, name: 'ann', email: 'ann@guests.test', blockedAt: expect.any(String) }])
    await world.ok(removalApi.unblock, { id: groupId, rsvpId }, ada)
    expect((await world.ok(removalApi.blocked, { id: groupId }, ada)).blocked).toEqual([])
    expect((await lines())[0]).toMatchObject({ kind: 'unblock' })
    expect((await world.answer(groupId, ann, ['Guest'], { name: 'ann' })).status).toBe(200)
    expect(await rows()).toMatchObject([{ name: 'ann', roles: ['Guest'] }])
  })

  test('R129b comes in by no other way: not by an answer sent at the same moment, an invitation, an assignment or a seat handed over', async () => {
    const { world, ada, eventId, groupId, come, rows } = await openStage('team')
    await world.ok(eventApi.update, { id: eventId, assignmentRules: { enableRoleAssignment: true, enableRoleSelfSelect: false } }, ada)
    const ann = await come('ann')
    const before = await rows()
    const [{ status }, sent] = await Promise.all([
      world.call(removalApi.remove, { id: groupId, rsvpId: before[0]?._id ?? '', block: true }, ada),
      world.answer(groupId, ann, [], { name: 'ann', note: 'again' }),
    ])
    expect([status, [200, 403].includes(sent.status), await rows()]).toEqual([200, true, []])
    const people = [{ email: 'ann@guests.test', name: 'ann' }]
    expect((await world.ok(invitationApi.send, { id: groupId, people }, ada)).rows[0]?.status).toBe('Not Invited')
    const role = { id: eventId, groupId, name: 'ann', email: 'ann@guests.test', roleName: 'Guest' }
    expect((await world.no(assignApi.assign, role, ada))[1]).toBe('address-blocked')
  })

  test('R129c, R96 erasing leaves a keyed hash of it, which still holds', async () => {
    const { world, ada, groupId, eventId, come, remove } = stage
    const ann = await come('ann', ['Speaker'], { note: 'Left-handed' })
    await remove('ann', true)
    await world.ok(guestApi.erase, { groupId, eventId }, ann)
    await world.runJobs()
    world.clock.advance(120_000)
    await world.runJobs()
    const { emails: _, ...kept } = await everything(world.store) // the last one says that it was erased, and is not kept
    expect(JSON.stringify(kept)).not.toMatch(/ann@guests\.test|Left-handed/)
    expect((await world.ok(removalApi.blocked, { id: groupId }, ada)).blocked).toMatchObject([{ name: '', email: '' }])
    expect((await world.answer(groupId, world.proven('ann@guests.test', groupId), [], { name: 'ann' })).body).toMatchObject({
      code: 'answer-blocked',
    })
  })
})
