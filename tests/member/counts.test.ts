// How many belong to an organization, and how many are only invited: the same number for every admin, live.
import { expect, test } from 'vitest'
import { orgRoom } from '#protocol/live.ts'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { countMembers, type Org, orgs } from '#server/people/model/org.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

test('R117a L1 who is only invited counts apart; two admins see it move with every invitation, yes, no and removal', async () => {
  const world = await openWorld()
  const { owner, amy, orgId, invite, memberId } = await openChoir(world, { amy: 'admin' })
  const sockets = [await world.socket(owner), await world.socket(amy)]
  for (const socket of sockets) await socket.watch(orgRoom(orgId))
  const bothSee = async (memberCount: number, invitedCount: number) => {
    for (const socket of sockets) await expect.poll(() => socket.seen('org').at(-1)).toMatchObject({ memberCount, invitedCount })
    expect(await world.ok(orgApi.members, { id: orgId }, owner)).toMatchObject({ memberCount, invitedCount })
  }
  const people = { ina: await world.person('ina'), ned: await world.person('ned'), max: await world.person('max') }
  for (const name of Object.keys(people)) await invite(name, 'member')
  await bothSee(5, 3)
  await world.ok(memberApi.answer, { id: orgId, accept: true }, people.ina)
  await world.ok(memberApi.answer, { id: orgId, accept: true }, people.ina)
  await bothSee(5, 2)
  await world.ok(memberApi.answer, { id: orgId, accept: false }, people.ned)
  await bothSee(4, 1)
  await world.ok(orgApi.removeMembers, { orgId, memberIds: [await memberId(people.max)] }, owner)
  await bothSee(3, 0)
  await world.ok(memberApi.leave, { id: orgId }, people.ina)
  await bothSee(2, 0)
})

test('R117 in a record of the release before, without the number, everybody belongs', async () => {
  const world = await openWorld()
  const { owner, orgId } = await openChoir(world, { amy: 'admin' })
  const kept = await world.store.get(orgs, orgId)
  if (!kept) throw new Error('there is no organization')
  const { invitedCount: _, ...old } = kept
  await world.store.commit([{ collection: orgs, put: next(old as Org, {}), expectedRev: kept.rev }])
  expect(await world.ok(orgApi.members, { id: orgId }, owner)).toMatchObject({ memberCount: 2, invitedCount: 0 })
  expect(countMembers(old as Org, { more: -1, invited: -1 })).toEqual({ memberCount: 1, invitedCount: 0 })
})
