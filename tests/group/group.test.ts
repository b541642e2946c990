// Groups and their roles: what may be changed, by whom, and who is shown what.

import { describe, expect, test } from 'vitest'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { noCounts, type Role, taken } from '#server/seats/model/group.ts'
import { shapeRoles } from '#server/seats/rules/group.ts'
import { day } from '../kit/world/clock.ts'
import { type Guest, guestNo, openWorld } from '../kit/world/world.ts'

describe('rules', () => {
  let made = 0
  const role = (name: string, max: number, filled = 0): Role => ({
    _id: `id of ${name}`,
    name,
    max,
    counts: { ...noCounts, yesNotConfirmed: filled },
  })
  const shape = (before: Role[], wanted: { _id?: string; name: string; max: number }[]) =>
    shapeRoles(before, wanted, 'free', () => `new ${made++}`)

  test('R1 who declined takes no seat, everyone else does', () => {
    expect(taken({ ...role('A', 9), counts: { confirmedAndYes: 1, yesNotConfirmed: 2, assignedNoResponse: 4, declined: 8 } })).toBe(7)
  })

  test('R7 a role keeps its holders when it is renamed, also when a new one takes its old name', () => {
    const before = [role('Host', 2, 1)]
    expect(shape(before, [{ _id: 'id of Host', name: 'Chair', max: 2 }])).toEqual([{ ...before[0], name: 'Chair' }])
    expect(shape(before, [{ name: ' HOST ', max: 3 }])).toMatchObject([{ _id: 'id of Host', max: 3, counts: before[0]?.counts }])
    const both = [
      { _id: 'id of Host', name: 'Chair', max: 2 },
      { name: 'Host', max: 5 },
    ]
    expect(shape(before, both)).toMatchObject([
      { _id: 'id of Host', name: 'Chair' },
      { _id: 'new 0', name: 'Host', counts: noCounts },
    ])
    const swapped = [
      { _id: 'id of A', name: 'B', max: 1 },
      { _id: 'id of B', name: 'A', max: 1 },
    ]
    expect(shape([role('A', 1), role('B', 1)], swapped).map(({ _id }) => _id)).toEqual(['id of A', 'id of B'])
  })

  test.each([
    [
      'R7, G1',
      [],
      [
        { name: 'Host', max: 1 },
        { name: ' hOST', max: 1 },
      ],
      'Role names must be unique.',
    ],
    [
      'R7, G1',
      [],
      [
        { name: 'Ｈｏｓｔ', max: 1 },
        { name: 'Host', max: 1 },
      ],
      'Role names must be unique.',
    ],
    [
      'R7',
      [role('Host', 1)],
      [
        { _id: 'id of Host', name: 'A', max: 1 },
        { _id: 'id of Host', name: 'B', max: 1 },
      ],
      'Role names must be unique.',
    ],
    ['R8', [role('Host', 2, 1)], [], 'Role "Host" has attendees. Delete it on the group page.'],
    ['R4', [role('Host', 3, 2)], [{ name: 'Host', max: 1 }], '2 seats are already taken. The limit cannot be lower.'],
    ['R5', [], [{ name: 'Host', max: 21 }], 'Your plan allows at most 20 participants per role.'],
    [
      'G2',
      [],
      ['A', 'B', 'C', 'D'].map((name) => ({ name, max: 1 })),
      'Role limit reached (3 roles allowed). Upgrade your plan for more roles.',
    ],
  ])('%s roles over %j may not become %j', (_, before, wanted, sentence) => expect(() => shape(before, wanted)).toThrow(sentence))

  test('R8 a role that nobody holds may be left out', () =>
    expect(shape([role('Host', 2), role('Guest', 1)], [{ name: 'Guest', max: 1 }])).toHaveLength(1))
})

const setUp = async () => {
  const world = await openWorld()
  const [ada, bob] = [await world.person('ada'), await world.person('bob')]
  return { world, ada, bob, ...(await world.event(ada)) }
}

describe('creation', () => {
  test('R67, G3 answers the group and its id; absent fields get their defaults; its link is mailed', async () => {
    const { world, ada } = await setUp()
    const { groupId, group } = await world.ok(groupApi.create, { name: ' ' }, ada)

    expect(group).toMatchObject({ _id: groupId, name: 'My Group', eventId: null, email: ada.email, roles: [] })
    expect(group).toMatchObject({ displayRSVPToAll: true, showConfirmation: false, limitToMembers: true, attendingOrgIds: [] })
    expect(group.shareLink).toBe(`http://rolecall.test/rsvp/${groupId}?code=forfeedback`)
    expect((await world.mails(ada.email))[0]?.text).toContain(`http://rolecall.test/group/${groupId}\n`)
    expect((await world.ok(groupApi.mine, {}, ada)).groups.map(({ _id }) => _id)).toContain(groupId)
  })

  test('R56 the same key makes one group', async () => {
    const { world, ada } = await setUp()
    const keyed = { ...ada, headers: { 'idempotency-key': 'k' } }
    const made = await Promise.all([1, 2, 3].map(() => world.ok(groupApi.create, { name: 'Once' }, keyed)))
    expect(new Set(made.map(({ groupId }) => groupId)).size).toBe(1)
    expect((await world.mails(ada.email)).filter(({ subject }) => subject === 'Your group “Once”')).toHaveLength(1)
  })
})

describe('roles', () => {
  test('R7, G1 are added, matched by name without regard to case and width, and never twice', async () => {
    const { world, ada, groupId: id } = await setUp()
    const { group } = await world.ok(groupApi.addRole, { id, name: ' Cook/Chef 100% ', max: 2 }, ada)
    expect(group.roles.at(-1)).toMatchObject({ name: 'Cook/Chef 100%', max: 2 })
    const taken = [409, 'role-name-taken', 'Role name must be unique']
    expect(await world.no(groupApi.addRole, { id, name: 'cook/CHEF 100%', max: 2 }, ada)).toEqual(taken)
    expect((await world.ok(groupApi.setRoleMax, { id, name: 'ｃｏｏｋ/chef 100%', max: 5 }, ada)).group.roles.at(-1)?.max).toBe(5)
    expect((await world.ok(groupApi.removeRole, { id, name: 'COOK/CHEF 100%' }, ada)).group.roles).toHaveLength(2)
    expect(await world.no(groupApi.removeRole, { id, name: 'Cook' }, ada)).toEqual([404, 'role-unknown', 'There is no role "Cook".'])
    expect((await world.no(groupApi.addRole, { id, name: '  ', max: 1 }, ada))[2]).toBe('Role name is required')
  })

  test('R4 a limit may not go under the filled count, which the refusal names', async () => {
    const { world, ada, groupId: id } = await setUp()
    for (const guest of world.crowd(2, id)) await world.answer(id, guest, ['Guest'])
    const refused = await world.call(groupApi.setRoleMax, { id, name: 'Guest', max: 1 }, ada)
    expect(refused).toMatchObject({ status: 409, body: { code: 'role-under-filled', filled: 2 } })
    expect((await world.ok(groupApi.setRoleMax, { id, name: 'Guest', max: 2 }, ada)).group.roles[1]?.max).toBe(2)
  })

  test('R8 deleting one with holders frees the seats, keeps their yes and tells them', async () => {
    const { world, ada, groupId: id } = await setUp()
    const [holder, other, no] = [0, 1, 2].map((n) => world.proven(guestNo(n), id)) as [Guest, Guest, Guest]
    await world.answer(id, holder, ['Guest', 'Speaker'])
    await world.answer(id, other, [])
    await world.answer(id, no, ['Guest'])
    await world.answer(id, no, [], { attending: false })
    const omitted = await world.no(groupApi.update, { id, roles: [{ name: 'Speaker', max: 1 }] }, ada)
    expect(omitted).toEqual([409, 'role-held', 'Role "Guest" has attendees. Delete it on the group page.'])
    await world.ok(groupApi.removeRole, { id, name: 'guest' }, ada)
    world.clock.advance(undoSeconds * 1_000) // R106: until then it can be taken back
    await world.runJobs()
    const received = await Promise.all([0, 1, 2].map(async (n) => (await world.mails(`guest${n}@guests.test`))[0]?.subject))
    expect(received).toEqual([
      'Your role was removed from “Summer school”',
      'You are coming to “Summer school”',
      'You are not coming to “Summer school”',
    ])
    const page = await world.ok(groupApi.read, { id }, ada)
    expect(page.rsvps.find(({ email }) => email === 'guest0@guests.test')).toMatchObject({ attending: true, roles: ['Speaker'] })
    expect(page.group).toMatchObject({ answers: { yes: 2, no: 1, none: 0 } })
    await world.ok(groupApi.addRole, { id, name: 'Guest', max: 1 }, ada)
    expect((await world.answer(id, other, ['Guest'])).status).toBe(200)
  })
})

describe('settings', () => {
  test('R19 confirmation goes on and stays on', async () => {
    const { world, ada, groupId: id } = await setUp()
    expect((await world.ok(groupApi.settings, { id, showConfirmation: false }, ada)).group.showConfirmation).toBe(false)
    expect((await world.ok(groupApi.settings, { id, showConfirmation: true }, ada)).group.showConfirmation).toBe(true)
    const refusal = [400, 'confirmation-one-way', 'Confirmation cannot be switched off once it is on.']
    expect(await world.no(groupApi.settings, { id, showConfirmation: false }, ada)).toEqual(refusal)
    expect(await world.no(groupApi.update, { id, showConfirmation: false }, ada)).toEqual(refusal)
    expect((await world.ok(groupApi.settings, { id, displayRSVPToAll: false }, ada)).group).toMatchObject({
      showConfirmation: true,
      displayRSVPToAll: false,
    })
  })

  test('R55 of two admins the second gets a 409 with the current state', async () => {
    const { world, ada, groupId: id } = await setUp()
    const { group } = await world.ok(groupApi.read, { id }, ada)
    const both = await Promise.all(['One', 'Two'].map((name) => world.call(groupApi.update, { id, rev: group.rev, name }, ada)))
    expect(both.map(({ status }) => status)).toEqual([200, 409])
    expect(both[1]?.body).toMatchObject({ code: 'stale-rev', present: both[0]?.body.group })
    expect((await world.call(groupApi.update, { id, name: 'Three' }, ada)).status).toBe(200)
  })

  test('R107 an answer makes an edit over `settingsRev` not stale; control: over `rev` it does', async () => {
    const { world, ada, groupId: id } = await setUp()
    const { group } = await world.ok(groupApi.settings, { id, showConfirmation: true }, ada)
    await world.answer(id, world.proven('g@guests.test', id), ['Guest'])
    const edit = (seen: { rev?: number; settingsRev?: number }) => world.call(groupApi.update, { id, name: 'Readers', ...seen }, ada)
    expect((await edit({ rev: group.rev })).body.code).toBe('stale-rev')
    const { status, body } = await edit({ settingsRev: group.settingsRev })
    expect([status, body.group]).toMatchObject([200, { name: 'Readers', settingsRev: group.settingsRev + 1 }])
    const stale = await edit({ settingsRev: group.settingsRev })
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale-rev', present: body.group } })
  })
})

test('R57 a deleted group says so on its link; one of an event is deleted with the event', async () => {
  const { world, ada, groupId: ofEvent, eventId } = await setUp()
  const { groupId: id } = await world.ok(groupApi.create, { name: 'Choir', roles: [{ name: 'Alto', max: 2 }] }, ada)
  const guest = world.proven('g@guests.test', id)
  await world.answer(id, guest, ['Alto'])
  await world.ok(groupApi.remove, { id }, ada)
  await world.runJobs()
  expect(await world.ok(rsvpApi.form, { groupId: id })).toMatchObject({ status: 'cancelled', name: 'Choir', roles: [] })
  expect((await world.mails(guest.email))[0]?.subject).toBe('“Choir” was canceled')
  expect((await world.answer(id, guest, [])).body.code).toBe('event-cancelled')
  expect((await world.no(groupApi.remove, { id: ofEvent }, ada))[1]).toBe('last-group')
  expect((await world.call(eventApi.remove, { id: eventId }, ada)).status).toBe(200)
  world.clock.advance(31 * day)
  await world.runJobs()
  expect((await world.no(rsvpApi.form, { groupId: id }))[1]).toBe('group-unknown')
})
