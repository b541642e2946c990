// What the board is told beyond the answers it opens with (R130): seats that offers hold, addresses that don't work, and how the assigned are called.
import { describe, expect, test } from 'vitest'
import { rsvpsPerPage } from '#protocol/kernel/limits.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { users } from '#server/people/model/account.ts'
import { members } from '#server/people/model/org.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'
import { openStage } from '../waitlist/stage.ts'

describe('R130c seats that offers hold', () => {
  const held = async () => {
    const stage = await openStage()
    await stage.answer(1, ['Speaker'])
    await stage.wait(2, ['Speaker'])
    stage.hoursBefore(5)
    await stage.decline(1)
    return stage
  }

  test('are told to who manages the group, with whom and until when, and to guests as taken', async () => {
    const stage = await held()
    const page = await stage.world.ok(groupApi.read, { id: stage.groupId }, stage.ada)
    expect(page.roleCoverage[0]).toMatchObject({ name: 'Speaker', count: 1, held: 1 })
    expect(page.roleCoverage[1]).not.toHaveProperty('held')
    const { offers, waiting } = await stage.list()
    expect(waiting).toEqual([])
    const offer = (await stage.formOf(2)).rsvp?.offers?.[0]
    expect(offers).toMatchObject([{ role: 'Speaker', email: stage.guest(2).email, until: offer?.until }])
    const form = await stage.world.ok(rsvpApi.form, { groupId: stage.groupId })
    expect(form.roleCoverage[0]).toMatchObject({ count: 1 })
    expect(JSON.stringify(form)).not.toContain('held')
  })

  test('are no longer once the offer is answered', async () => {
    const stage = await held()
    await stage.offer(2, true)
    expect((await stage.list()).offers).toEqual([])
    const { roleCoverage } = await stage.world.ok(groupApi.read, { id: stage.groupId }, stage.ada)
    expect(roleCoverage[0]).not.toHaveProperty('held')
  })
})

test('R130a addresses that don’t work come with the group, however far back their answers lie, and to its managers alone', async () => {
  const world = await openWorld()
  const [ada, bob] = [await world.person('ada'), await world.person('bob')]
  const { groupId } = await world.event(ada)
  await world.answer(groupId, world.proven('gast@guests.test', groupId), [])
  const [first] = await world.store.find(rsvps, { index: 'group', where: { groupId } })
  if (!first) throw new Error('nobody answered')
  const many = Array.from({ length: rsvpsPerPage }, (_, n) => ({
    ...first,
    _id: n.toString(16).padStart(24, '0'),
    email: `g${n}@guests.test`,
    rev: 1,
  }))
  const far = { ...first, _id: 'f'.repeat(24), email: 'far@guests.test', addressFault: 'undeliverable' as const, rev: 1 }
  const group = await world.store.get(groups, groupId)
  if (!group) throw new Error('no group')
  await world.store.commit([
    ...[...many, far].map((put) => ({ collection: rsvps, put, expectedRev: 0 })),
    { collection: groups, put: next(group, { unreached: 1 }), expectedRev: group.rev },
  ])
  const page = await world.ok(groupApi.read, { id: groupId }, ada)
  expect(page.rsvps.some(({ email }) => email === far.email)).toBe(false)
  expect(page.unreached?.map(({ email }) => email)).toEqual([far.email])
  expect(JSON.stringify(await world.ok(groupApi.read, { id: groupId }, bob))).not.toContain('far@')
})

describe('R130f whoever is assigned is called', () => {
  const assigned = async (typed: string, own: string, sent: string) => {
    const world = await openWorld()
    const choir = await openChoir(world, { mia: 'member' })
    const { eventId, groupId } = await choir.event()
    const member = await world.store.get(members, await choir.memberId(choir.mia))
    const account = member && (await world.store.get(users, member.userId))
    if (!member || !account) throw new Error('no member')
    const [known, self] = [
      { ...member, name: typed, rev: member.rev + 1 },
      { ...account, name: own, username: 'user_abc123', rev: account.rev + 1 },
    ]
    await world.store.commit([
      { collection: members, put: known, expectedRev: member.rev },
      { collection: users, put: self, expectedRev: account.rev },
    ])
    const input = { id: eventId, groupId, name: sent, memberId: member._id, orgId: choir.orgId, roleName: 'Guest' }
    return (await world.ok(assignApi.assign, input, choir.owner)).rsvps[0]?.name
  }
  test.each([
    ['as the organization typed it', 'Mia the alto', 'Mia Moll', 'mia_m', 'Mia the alto'],
    ['as they call themselves', '', 'Mia Moll', 'mia_m', 'Mia Moll'],
    ['as was typed for them', '', '', 'Mia', 'Mia'],
    ['by no email', '', 'mia@singers.test', 'mia@singers.test', ''],
  ])('%s', async (_, typed, own, sent, called) => expect(await assigned(typed, own, sent)).toBe(called))
})
