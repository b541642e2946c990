// Taking back what one has just done (R106): each kind puts back what stood, or says what has changed since; once, in time, by the same person.
import { beforeEach, describe, expect, test } from 'vitest'
import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { everything } from '../kit/world/every-collection.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openChoir } from '../kit/world/organization.ts'
import type { Person } from '../kit/world/people.ts'
import { openStage, type Stage, someone } from './stage.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})

describe('seats', () => {
  test('R106c a removal taken back gives the same seat again, with the confirmation and the place among the holders, and tells them', async () => {
    await stage.world.ok(groupApi.settings, { id: stage.groupId, showConfirmation: true }, stage.ada)
    await stage.assign(1, 'Speaker')
    await stage.answer(1, true, { confirmed: true })
    await deliverAll(stage.world)
    const before = { row: await stage.row(1), rsvp: await stage.rsvp(1), seats: await stage.seats() }
    expect(before.row).toMatchObject({ attending: true, roles: ['Speaker'], confirmed: true })
    const removed = await stage.remove(1, 'Speaker')
    expect(await stage.newest(1)).toBe('You are no longer “Speaker” at “Summer school”')
    await deliverAll(stage.world)
    const back = await stage.undo(removed)
    expect([back.status, back.body.rsvps]).toEqual([200, [expect.objectContaining({ roles: ['Speaker'], confirmed: true })]])
    const { rev: _, updatedAt: __, ...row } = before.row ?? {}
    expect(await stage.row(1)).toMatchObject(row)
    expect((await stage.rsvp(1))?.seatedAt).toEqual(before.rsvp?.seatedAt)
    expect(await stage.seats()).toEqual(before.seats)
    expect(await stage.newest(1)).toBe('You are “Speaker” at “Summer school”')
    const [line] = await stage.lines()
    expect(line).toMatchObject({ kind: 'assign', undoes: removed.body.act.slice(0, 21), by: { userId: stage.ada.userId } })
  })

  test('R106e an assignment taken back leaves nothing of somebody who was never there, and the earlier answer of somebody who was', async () => {
    const fresh = await stage.assign(1, 'Speaker')
    expect((await stage.undo(fresh)).body.rsvps).toMatchObject([{ isGone: true, name: '', email: '' }])
    expect([await stage.rows(), (await stage.group()).answers]).toEqual([[], { yes: 0, no: 0, none: 0 }])
    expect((await stage.lines()).map(({ kind, rsvp }) => [kind, rsvp?.name])).toEqual([
      ['unassign', ''],
      ['assign', ''],
      ['create', undefined],
    ])
    await stage.assign(2, 'Speaker')
    await stage.answer(2, false)
    const before = await stage.seats()
    expect(before.Speaker).toMatchObject({ declined: 1 })
    const asked = await stage.assign(2, 'Guest')
    expect(await stage.row(2)).toMatchObject({ attending: null, roles: ['Guest'] })
    expect((await stage.undo(asked)).status).toBe(200)
    expect(await stage.row(2)).toMatchObject({ attending: false, roles: [] })
    expect(await stage.seats()).toEqual(before)
  })

  test('R106f a moved role goes back in one step, though it is full and somebody waits for it', async () => {
    await stage.assign(1, 'Speaker')
    const moved = await stage.reassign(1, 2, 'Speaker')
    expect((await stage.undo(moved)).status).toBe(200)
    expect((await stage.row(1))?.roles).toEqual(['Speaker'])
    expect(await stage.row(2)).toBeUndefined()
    expect(await stage.seats()).toMatchObject({ Speaker: { assignedNoResponse: 1 } })
    await stage.assign(2, 'Guest')
    await stage.assign(3, 'Speaker').then(({ status }) => expect(status).toBe(409))
    const again = await stage.reassign(1, 2, 'Speaker')
    expect((await stage.undo(again)).status).toBe(200)
    expect([(await stage.row(1))?.roles, (await stage.row(2))?.roles]).toEqual([['Speaker'], ['Guest']])
  })

  test('R106f, R110e a move from one role to another is taken back in one step, where one role is the rule as well', async () => {
    stage = await openStage({ event: { assignmentRules: { enableRoleAssignment: true, rule: 'singleRoleOnly' } } })
    await stage.assign(1, 'Speaker')
    await stage.answer(1, true, { confirmed: true })
    const move = (n: number, from: string, roleName: string) =>
      stage.world.call(assignApi.assign, { id: stage.id, groupId: stage.groupId, ...someone(n), roleName, insteadOf: [from] }, stage.ada)
    const before = await stage.seats()
    const moved = await move(1, 'Speaker', 'Guest')
    const { commits } = stage.world.store
    expect((await stage.undo(moved)).status).toBe(200)
    expect(stage.world.store.commits).toBe(commits + 1)
    expect([await stage.row(1), await stage.seats()]).toMatchObject([{ roles: ['Speaker'], attending: true }, before])
    const again = await move(1, 'Speaker', 'Guest')
    await stage.assign(2, 'Speaker')
    expect((await stage.undo(again)).body.code).toBe('undo-seat-gone')
    expect((await stage.row(1))?.roles).toEqual(['Guest'])
  })

  test('R106f, R93 whoever is back stands among the holders where they stood, whatever they had in the meantime', async () => {
    const { groupId, ada, world } = stage
    await stage.assign(1, 'Guest')
    await stage.assign(2, 'Guest')
    const moved = await world.call(
      assignApi.assign,
      { id: stage.id, groupId, ...someone(1), roleName: 'Speaker', insteadOf: ['Guest'] },
      ada,
    )
    expect((await stage.undo(moved)).status).toBe(200)
    const removed = await stage.remove(1, 'Guest')
    await stage.assign(1, 'Speaker')
    expect((await stage.undo(removed)).status).toBe(200)
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 1, moveToWaitlist: true }, ada)
    expect([(await stage.row(1))?.roles, (await stage.row(2))?.roles]).toEqual([['Speaker', 'Guest'], []])
  })

  test('R106d, R3, R90 a seat that somebody else got stays theirs', async () => {
    await stage.assign(1, 'Speaker')
    const removed = await stage.remove(1, 'Speaker')
    await stage.assign(2, 'Speaker')
    const refused = await stage.undo(removed)
    expect([refused.status, refused.body.code, refused.body.error]).toEqual([
      409,
      'undo-seat-gone',
      'Someone else now has the seat as “Speaker”.',
    ])
    expect([(await stage.row(1))?.roles, (await stage.row(2))?.roles]).toEqual([[], ['Speaker']])
  })

  test('R106a whoever has answered since, has another role, or has it again is named', async () => {
    const asked = await stage.assign(1, 'Guest')
    await stage.answer(1)
    expect((await stage.undo(asked)).body.error).toBe('Member 1 has answered since then, so this can’t be undone.')
    await stage.assign(2, 'Guest')
    const removed = await stage.remove(2, 'Guest')
    await stage.answer(2, false)
    expect((await stage.undo(removed)).body.error).toBe('Member 2 has answered since then, so this can’t be undone.')
    await stage.assign(3, 'Guest')
    const taken = await stage.remove(3, 'Guest')
    await stage.assign(3, 'Guest')
    expect((await stage.undo(taken)).body.error).toBe('Member 3 already has the role “Guest” again.')
    const given = await stage.assign(4, 'Guest')
    await stage.remove(4, 'Guest')
    expect((await stage.undo(given)).body.error).toBe('Member 4 no longer has the role “Guest”.')
    await stage.world.ok(
      eventApi.update,
      { id: stage.id, assignmentRules: { rule: 'singleRoleOnly', enableRoleAssignment: true } },
      stage.ada,
    )
    const one = await stage.remove(3, 'Guest')
    await stage.assign(3, 'Speaker')
    expect((await stage.undo(one)).body).toMatchObject({ code: 'undo-other-role' })
    const last = await stage.remove(3, 'Speaker')
    await stage.world.ok(groupApi.removeRole, { id: stage.groupId, name: 'Speaker' }, stage.ada)
    expect((await stage.undo(last)).body.error).toBe('The role “Speaker” has since been deleted.')
  })
})

describe('who had said no', () => {
  beforeEach(async () => {
    await stage.assign(1, 'Guest')
    await stage.answer(1, false)
  })

  test('R106e, R2 is a no again once the assignment is taken back, and may have the old role again', async () => {
    const before = { rsvp: await stage.rsvp(1), seats: await stage.seats() }
    await stage.undo(await stage.assign(1, 'Speaker'))
    expect(await stage.rsvp(1)).toMatchObject({ attending: false, roleIds: [], declinedRoleIds: before.rsvp?.declinedRoleIds })
    expect(await stage.seats()).toEqual(before.seats)
  })

  test('R106e keeps another role that was given since, and so is no longer a no', async () => {
    const given = await stage.assign(1, 'Speaker')
    await stage.assign(1, 'Guest')
    const seats = await stage.seats()
    expect((await stage.undo(given)).body.rsvps).toMatchObject([{ attending: null, roles: ['Guest'] }])
    expect(await stage.rsvp(1)).toMatchObject({ attending: null, declinedRoleIds: [] })
    expect(await stage.seats()).toEqual({ ...seats, Speaker: { ...seats.Speaker, assignedNoResponse: 0 } })
    expect((await stage.group()).answers).toEqual({ yes: 0, no: 0, none: 1 })
  })

  test('R106e, R93 keeps a place on the waitlist that they have come to since', async () => {
    await stage.assign(2, 'Guest')
    await stage.assign(3, 'Guest')
    const given = await stage.assign(1, 'Speaker')
    await stage.assign(1, 'Guest')
    await stage.world.ok(groupApi.setRoleMax, { id: stage.groupId, name: 'Guest', max: 2, moveToWaitlist: true }, stage.ada)
    expect((await stage.row(1))?.waitingFor).toEqual(['Guest'])
    expect((await stage.undo(given)).status).toBe(200)
    expect(await stage.row(1)).toMatchObject({ attending: null, roles: [], waitingFor: ['Guest'] })
    await stage.remove(2, 'Guest')
    expect(await stage.row(1)).toMatchObject({ attending: null, roles: ['Guest'] })
  })
})

describe('who, when and how often', () => {
  test('R106 not a second time, not after 30 seconds by the server’s clock', async () => {
    const first = await stage.assign(1, 'Guest')
    stage.world.clock.advance(29_999)
    expect((await stage.undo(first)).status).toBe(200)
    const again = await stage.undo(first)
    expect([again.status, again.body.code]).toEqual([409, 'undo-done'])
    const second = await stage.assign(1, 'Guest')
    stage.world.clock.advance(30_000)
    const late = await stage.undo(second)
    expect([late.status, late.body.error]).toEqual([409, 'This can only be undone within 30 seconds.'])
    expect((await stage.row(1))?.roles).toEqual(['Guest'])
  })

  test('R106c what was taken back is not taken back again, and what is no such act says so', async () => {
    const first = await stage.assign(1, 'Guest')
    await stage.undo(first)
    const [line] = await stage.lines()
    expect((await stage.world.call(undoApi.undo, { id: line?._id ?? '' }, stage.ada)).body.code).toBe('undo-unable')
    const created = (await stage.lines()).at(-1)
    expect((await stage.world.call(undoApi.undo, { id: created?._id ?? '' }, stage.ada)).body.code).toBe('undo-unable')
    expect(await stage.world.no(undoApi.undo, { id: 'f'.repeat(24) }, stage.ada)).toEqual([
      404,
      'activity-unknown',
      'There is no such entry.',
    ])
  })

  test('R106b, R28 never by another person: a stranger learns nothing, an admin beside them is told', async () => {
    const { world } = stage
    const first = await stage.assign(1, 'Guest')
    const eve = await world.person('eve', 'team')
    expect((await stage.undo(first, eve)).body.code).toBe('activity-unknown')
    expect((await stage.undo(first, {})).status).toBe(401)
    expect((await stage.undo(first, stage.person(1))).status).toBe(401)
    expect((await stage.row(1))?.roles).toEqual(['Guest'])
  })

  test('R106b, R44 the rights and the plan are looked at again', async () => {
    const given = await stage.assign(1, 'Guest')
    await stage.world.setTier(stage.ada.userId, 'free')
    expect((await stage.undo(given)).body.code).toBe('team-plan-needed')
    await stage.world.setTier(stage.ada.userId, 'team')
    const off = { id: stage.id, assignmentRules: { enableRoleSelfSelect: true } }
    await stage.world.ok(eventApi.update, off, stage.ada)
    expect((await stage.undo(given)).body.code).toBe('assignment-disabled')
    await stage.world.ok(eventApi.remove, { id: stage.id }, stage.ada)
    expect((await stage.undo(given)).body.code).toBe('activity-unknown')
  })
})

describe('limits and roles', () => {
  const limit = (name: string, max: number, more: object = {}) =>
    stage.world.call(groupApi.setRoleMax, { id: stage.groupId, name, max, ...more }, stage.ada)

  test('R106, R4 a limit goes back, but not over another change or below the seats taken', async () => {
    expect((await stage.undo(await limit('Guest', 5))).body.group.roles[1]).toMatchObject({ name: 'Guest', max: 3 })
    const first = await limit('Guest', 5)
    await limit('Guest', 4)
    expect((await stage.undo(first)).body.error).toBe('The limit of “Guest” has changed again since then.')
    const raised = await limit('Speaker', 2)
    for (const n of [1, 2]) await stage.assign(n, 'Speaker')
    expect((await stage.undo(raised)).body).toMatchObject({ code: 'role-under-filled', filled: 2 })
    expect((await stage.group()).roles[0]?.max).toBe(2)
  })

  test('R106b, R5 the plan’s limits hold', async () => {
    const lowered = await limit('Guest', 2)
    await stage.undo(lowered)
    await limit('Guest', 90)
    const again = await limit('Guest', 10)
    await stage.world.setTier(stage.ada.userId, 'free')
    expect((await stage.undo(again)).body.code).toBe('role-max-over-plan')
  })

  test('R106g, R8 a deleted role is there again at its place, with its holders; nobody hears that it was gone', async () => {
    for (const n of [1, 2]) await stage.assign(n, 'Guest')
    await stage.answer(1)
    await stage.assign(3, 'Guest')
    await stage.answer(3, false)
    const before = { seats: await stage.seats(), group: await stage.group() }
    const mails = await Promise.all([1, 2, 3].map(stage.newest))
    await stage.world.ok(groupApi.addRole, { id: stage.groupId, name: 'Host', max: 2 }, stage.ada)
    const gone = await stage.world.call(groupApi.removeRole, { id: stage.groupId, name: 'Guest' }, stage.ada)
    await stage.world.runJobs()
    const back = await stage.undo(gone)
    expect([back.status, back.body.group.roles.map(({ name }: { name: string }) => name)]).toEqual([200, ['Speaker', 'Guest', 'Host']])
    expect(await stage.seats()).toMatchObject(before.seats)
    expect((await stage.group()).answers).toEqual(before.group.answers)
    expect((await stage.group()).tally).toEqual(before.group.tally)
    stage.world.clock.advance(60_000)
    await stage.world.runJobs()
    expect(await Promise.all([1, 2, 3].map(stage.newest))).toEqual(mails)
    expect((await stage.row(1))?.roles).toEqual(['Guest'])
  })

  test('R106d whoever has another answer by the time a role is back keeps that', async () => {
    for (const n of [1, 2]) await stage.assign(n, 'Guest')
    const gone = await stage.world.call(groupApi.removeRole, { id: stage.groupId, name: 'Guest' }, stage.ada)
    await stage.answer(1, false)
    await stage.assign(2, 'Speaker')
    await stage.world.ok(groupApi.addRole, { id: stage.groupId, name: 'Host', max: 2 }, stage.ada)
    expect((await stage.undo(gone)).status).toBe(200)
    expect(await stage.seats()).toMatchObject({ Guest: { assignedNoResponse: 0, declined: 0 }, Speaker: { assignedNoResponse: 1 } })
    const other = await stage.world.call(groupApi.removeRole, { id: stage.groupId, name: 'Host' }, stage.ada)
    await stage.world.ok(groupApi.addRole, { id: stage.groupId, name: 'host', max: 9 }, stage.ada)
    expect((await stage.undo(other)).body.error).toBe('There is now another role called “Host”.')
  })

  test('R106a a form that added, renamed and dropped roles is taken back whole, or not at all', async () => {
    const { roles } = (await stage.world.ok(groupApi.read, { id: stage.groupId }, stage.ada)).group
    const [speaker] = roles
    const wanted = [
      { name: 'Host', max: 2 },
      { ...speaker, name: 'Talk', max: 4 },
    ]
    const sent = await stage.world.call(groupApi.update, { id: stage.groupId, description: 'New', roles: wanted }, stage.ada)
    expect((await stage.undo(sent)).body.group).toMatchObject({ description: '', roles })
    const again = await stage.world.call(groupApi.update, { id: stage.groupId, description: 'New', roles: wanted }, stage.ada)
    await stage.assign(1, 'Host')
    expect((await stage.undo(again)).body.code).toBe('role-held')
    expect((await stage.group()).description).toBe('New')
  })
})

describe('those who wait', () => {
  const choosing = { event: { assignmentRules: { enableRoleSelfSelect: true } }, roles: [{ name: 'Speaker', max: 2 }] }
  const choose = (n: number, more: object = {}) => stage.answer(n, true, { roles: ['Speaker'], ...more })
  const inOrder = <Line extends readonly unknown[]>(lines: readonly Line[]) =>
    lines.toSorted((one, other) => String(one[0]).localeCompare(String(other[0])))
  const linesOf = async () => (await stage.rows()).map(({ email, roles, waitingFor = [] }) => [email[1], roles.length, waitingFor.length])

  test('R106h, R93 whom a lower limit moved to the waitlist have their seats again, in their order, though the cut-off is over', async () => {
    stage = await openStage(choosing)
    await stage.world.ok(groupApi.settings, { id: stage.groupId, waitlist: true, waitlistCutoffHours: 168 }, stage.ada)
    for (const n of [1, 2]) await choose(n)
    await stage.answer(3, true, { roles: [], waitFor: ['Speaker'] })
    const before = await linesOf()
    const orders = await Promise.all([1, 2].map(async (n) => (await stage.rsvp(n))?.seatedAt))
    const lowered = await stage.world.call(
      groupApi.setRoleMax,
      { id: stage.groupId, name: 'Speaker', max: 1, moveToWaitlist: true },
      stage.ada,
    )
    expect(await linesOf()).not.toEqual(before)
    expect((await stage.undo(lowered)).status).toBe(200)
    expect(inOrder(await linesOf())).toEqual(inOrder(before))
    expect(await Promise.all([1, 2].map(async (n) => (await stage.rsvp(n))?.seatedAt))).toEqual(orders)
  })

  test('R106g, R8, R90 a deleted role is back with its line, without who has stopped waiting', async () => {
    stage = await openStage(choosing)
    for (const n of [1, 2]) await choose(n)
    for (const n of [3, 4, 5]) await stage.answer(n, true, { roles: [], waitFor: ['Speaker'] })
    const gone = await stage.world.call(groupApi.removeRole, { id: stage.groupId, name: 'Speaker' }, stage.ada)
    await stage.answer(3, false)
    expect((await stage.undo(gone)).status).toBe(200)
    expect(inOrder(await linesOf())).toEqual([
      ['1', 1, 0],
      ['2', 1, 0],
      ['3', 0, 0],
      ['4', 0, 1],
      ['5', 0, 1],
    ])
    await stage.answer(1, false)
    expect((await stage.row(4))?.roles).toEqual(['Speaker'])
    const again = await stage.world.call(groupApi.removeRole, { id: stage.groupId, name: 'Speaker' }, stage.ada)
    await stage.answer(5, false)
    expect((await stage.undo(again)).status).toBe(200)
    expect((await stage.group()).roles[0]?.line).toBeUndefined()
  })
})

describe('settings', () => {
  test('R106 of long texts puts back all of them, and what it needs is gone soon after', async () => {
    const { world, groupId, ada, id } = stage
    const texts = ['one', 'two'].map((word) => `${'d'.repeat(400)} ${word} ${'e'.repeat(1_000)}`)
    for (const description of texts) await world.ok(groupApi.update, { id: groupId, description }, ada)
    const sent = await world.call(groupApi.update, { id: groupId, description: 'Short' }, ada)
    expect([(await stage.undo(sent)).status, (await stage.group()).description]).toEqual([200, texts[1]])
    await world.ok(eventApi.update, { id, description: texts[0] }, ada)
    await world.ok(eventApi.update, { id, description: texts[1] }, ada)
    const [line] = await stage.lines()
    expect((await world.call(undoApi.undo, { id: line?._id ?? '' }, ada)).body.event).toMatchObject({ description: texts[0] })
    expect((await everything(world.store)).undoTexts?.length).toBeGreaterThan(0)
    world.clock.advance(61_000)
    await world.runJobs()
    expect((await everything(world.store)).undoTexts).toEqual([])
  })

  const set = (fields: object) => stage.world.call(groupApi.settings, { id: stage.groupId, ...fields }, stage.ada)

  test('R106k a setting goes back, unless it was changed again; confirmation stays on', async () => {
    expect((await stage.undo(await set({ displayRSVPToAll: false }))).body.group.displayRSVPToAll).toBe(true)
    const first = await set({ waitlist: false, handOver: false })
    await set({ handOver: true })
    expect((await stage.undo(first)).body.error).toBe('Hand-over has changed again since then.')
    expect((await stage.group()).waitlist).toBe(false)
    expect((await stage.undo(await set({ showConfirmation: true }))).body.code).toBe('confirmation-one-way')
  })

  test('R106h, R54 a moved start goes back as a move: guests hear the time that holds, once', async () => {
    await stage.assign(1, 'Speaker')
    const { event } = await stage.world.ok(eventApi.read, { id: stage.id }, stage.ada)
    const later = (iso: string) => new Date(Date.parse(iso) + 3_600_000).toISOString()
    const moved = await stage.world.call(
      eventApi.update,
      { id: stage.id, name: 'Fall school', start: later(event.start), end: later(event.end) },
      stage.ada,
    )
    expect((await stage.undo(moved)).status).toBe(200)
    expect((await stage.world.ok(eventApi.read, { id: stage.id }, stage.ada)).event).toMatchObject({
      name: event.name,
      start: event.start,
      end: event.end,
    })
    await stage.world.runJobs()
    expect(
      (await stage.world.mails(someone(1).email)).filter(({ subject }) => /time|moved|starts/i.test(subject)).length,
    ).toBeLessThanOrEqual(1)
    const placed = await stage.world.call(eventApi.update, { id: stage.id, location: 'Hall 1' }, stage.ada)
    await stage.world.ok(eventApi.update, { id: stage.id, location: 'Hall 2' }, stage.ada)
    expect((await stage.undo(placed)).body.error).toBe('The place has changed again since then.')
  })
})

describe('the name of an event', () => {
  const names = async () => {
    const { event } = await stage.world.ok(eventApi.read, { id: stage.id }, stage.ada)
    return [event.name, (await stage.group()).name]
  }
  const rename = (name: string) => stage.world.call(eventApi.update, { id: stage.id, name }, stage.ada)

  test('R140b, R105 goes back with that of the group that was renamed with it; both stand in the activity', async () => {
    const renamed = await rename('Gala')
    expect(await names()).toEqual(['Gala', 'Group for Gala'])
    expect((await stage.lines()).slice(0, 2).map(({ kind, from, to }) => [kind, from.settings, to.settings])).toEqual(
      expect.arrayContaining([
        ['event', { name: 'Summer school' }, { name: 'Gala' }],
        ['settings', { name: 'Group for Summer school' }, { name: 'Group for Gala' }],
      ]),
    )
    expect((await stage.undo(renamed)).status).toBe(200)
    expect(await names()).toEqual(['Summer school', 'Group for Summer school'])
  })

  test('R140b leaves the group alone that somebody named, though it is called as one of that event would be', async () => {
    await stage.world.ok(groupApi.update, { id: stage.groupId, name: 'Group for Gala' }, stage.ada)
    expect((await stage.undo(await rename('Gala'))).status).toBe(200)
    expect(await names()).toEqual(['Summer school', 'Group for Gala'])
  })

  test('R142b a group with times of its own that was only renamed with its event stays where it is', async () => {
    const { world, ada, id, groupId } = stage
    const { event } = await world.ok(eventApi.read, { id }, ada)
    const own = { start: event.start, end: event.end }
    await world.ok(groupApi.update, { id: groupId, ...own }, ada)
    const later = (iso: string) => new Date(Date.parse(iso) + 600_000).toISOString()
    const moved = await world.call(eventApi.update, { id, name: 'Gala', end: later(event.end) }, ada)
    expect((await stage.undo(moved)).status).toBe(200)
    expect(await stage.group()).toMatchObject({ ...own, name: 'Group for Summer school' })
  })
})

describe('in an organization', () => {
  /** Olga's organization with Bob, who may only assign, and Cleo, who manages it too. */
  async function openOrg() {
    const { world } = stage
    const choir = await openChoir(world, { bob: 'member', cleo: 'admin', dan: 'member' })
    const made = await choir.event({ assignmentRules: { enableRoleAssignment: true } })
    const place = { id: made.eventId, groupId: made.groupId }
    const grant = await choir.grant(made, choir.bob)
    const assign = (as: Person) => world.call(assignApi.assign, { ...place, name: 'Dan', email: choir.dan.email, roleName: 'Speaker' }, as)
    return { world, ...choir, place, given: grant, assign }
  }

  test('R106 another admin sees it and can’t take it back, and is told why', async () => {
    const { owner, cleo, assign } = await openOrg()
    const done = await assign(owner)
    const refused = await stage.undo(done, cleo)
    expect([refused.status, refused.body.error]).toEqual([403, 'Only the person who did this can undo it.'])
    expect((await stage.undo(done, owner)).status).toBe(200)
  })

  test('R106, R39 who may only assign takes back their own assignment, and nothing once the permission has ended', async () => {
    const { world, owner, bob, place, given, assign } = await openOrg()
    const first = await assign(owner)
    expect((await stage.undo(first, bob)).body.code).toBe('activity-unknown')
    await stage.undo(first, owner)
    expect((await stage.undo(await assign(bob), bob)).status).toBe(200)
    const again = await assign(bob)
    await world.ok(assignApi.revoke, { ...place, grantId: given._id }, owner)
    expect((await stage.undo(again, bob)).body.code).toBe('activity-unknown')
  })
})
