// Whose email addresses are read by whom: the one rule behind replies, lists and live views (the rights matrix asks every call).
import { expect, test } from 'vitest'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { groupFor, rowFor, rowReaders } from '#server/seats/rights/rows.ts'
import { openWorld } from '../kit/world/world.ts'

async function opened() {
  const world = await openWorld()
  const [olga, gus] = [await world.person('olga', 'team'), await world.person('gus')]
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { email: olga.email } }, olga)
  await world.ok(
    orgApi.addBulk,
    {
      members: [
        { name: 'Gus', email: gus.email },
        { name: 'Mia', email: 'mia@people.test' },
      ],
      orgId,
    },
    olga,
  )
  await world.joinByLink(gus.email, 'mia@people.test')
  const { eventId, groupId } = await world.event(olga, [{ name: 'Speaker', max: 3 }], {}, { ownerOrgId: orgId })
  await world.ok(assignApi.grant, { id: eventId, groupId, userId: gus.userId }, olga)
  const mia = (await world.ok(orgApi.members, { id: orgId }, gus)).members.find(({ user }) => user.name === 'Mia')
  return { world, olga, gus, mia, at: { id: eventId, groupId } }
}

test('R206a who only assigns picks a member without an address, and reads none in the reply, in the list, live, or when it is taken back', async () => {
  const { world, olga, gus, mia, at } = await opened()
  expect(mia?.user).toMatchObject({ email: '', masked_email: expect.stringMatching(/\*/) })
  const socket = await world.socket({ token: gus.token })
  await socket.watch(`group:${at.groupId}`)
  const person = { name: 'Mia', memberId: mia?._id ?? '', roleName: 'Speaker' }
  const reply = await world.ok(assignApi.assign, { ...at, ...person }, gus)
  expect(reply.rsvps).toMatchObject([{ name: 'Mia', email: '', maskedEmail: mia?.user.masked_email, roles: ['Speaker'] }])
  const again = await world.ok(assignApi.assign, { ...at, ...person }, gus)
  const listed = await world.ok(groupApi.rsvps, { id: at.groupId }, gus)
  const rsvpId = reply.rsvps[0]?._id ?? ''
  const removed = await world.ok(assignApi.remove, { ...at, rsvpId, roleName: 'Speaker' }, gus)
  await socket.hears(({ name }) => name === 'rsvp')
  for (const shown of [reply, again, listed, removed, socket.heard]) expect(JSON.stringify(shown)).not.toMatch(/(?:mia|olga)@people\.test/)
  expect((await world.ok(groupApi.rsvps, { id: at.groupId }, olga)).rsvps).toMatchObject([{ email: 'mia@people.test' }])
})

test('R206a control: the same picked by an admin of the organization, who may read addresses, shows them', async () => {
  const { world, olga, mia, at } = await opened()
  const reply = await world.ok(assignApi.assign, { ...at, name: 'Mia', memberId: mia?._id ?? '', roleName: 'Speaker' }, olga)
  const listed = await world.ok(groupApi.rsvps, { id: at.groupId }, olga)
  for (const shown of [reply, listed]) expect(JSON.stringify(shown)).toMatch(/mia@people\.test/)
})

test('R206a of an answer each reader is shown the addresses that the rule lists, and no other', async () => {
  const { world, olga, at } = await opened()
  const {
    rsvps: [made],
  } = await world.ok(assignApi.assign, { ...at, name: 'Mia', email: 'mia@people.test', roleName: 'Speaker' }, olga)
  const [rsvp, group] = [await world.store.get(rsvps, made?._id ?? ''), await world.store.get(groups, at.groupId)]
  if (!rsvp || !group) throw new Error('nothing was made')
  const handOver = { name: 'Bo', email: 'bo@guests.test', roleIds: rsvp.roleIds, until: '2030-01-01T00:00:00.000Z', token: '', at: '' }
  const link = { email: 'cy@guests.test', until: '2030-01-01T00:00:00.000Z' }
  const whole = { ...rsvp, attending: true, handOver, companions: [{ id: 'c', name: 'Cy', link }] } as unknown as typeof rsvp
  const read = (reader: (typeof rowReaders)[number], orgId: string | null) => {
    const shown = [rowFor(reader, { ...whole, orgId }, group, false), groupFor(reader, group, 'http://rolecall.test')]
    return (JSON.stringify(shown).match(/\w+@[\w.]+/g) ?? []).sort()
  }
  expect(rowReaders.map((reader) => [reader, read(reader, null), read(reader, rsvp.orgId)])).toEqual([
    [
      'manager',
      ['bo@guests.test', 'cy@guests.test', 'mia@people.test', 'olga@people.test'],
      ['bo@guests.test', 'cy@guests.test', 'mia@people.test', 'olga@people.test'],
    ],
    ['assigner', ['mia@people.test'], []],
    ['viewer', [], []],
  ])
})
