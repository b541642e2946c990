// One's own list of organizations and invitations, in every open tab, as it changes.
import { expect, test } from 'vitest'
import { accountRoom, type PlacesView } from '#protocol/live.ts'
import { memberApi } from '#protocol/people/member.ts'
import { orgApi } from '#protocol/people/org.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

test('R117, R64 two tabs hear of an invitation, another role, its answer, and of the end; nobody else does', async () => {
  const world = await openWorld()
  const { owner, orgId, invite, memberId } = await openChoir(world, { mia: 'member' })
  const ina = await world.person('ina')
  const [desk, phone, foreign] = [await world.socket(ina), await world.socket(ina), await world.socket(await world.person('sam'))]
  for (const tab of [desk, phone]) expect(await tab.watch(accountRoom(ina.userId))).toHaveProperty('view')
  expect(await foreign.watch(accountRoom(ina.userId))).toMatchObject({ code: 'not-yours' })
  const both = async (isIt: (places: PlacesView) => boolean) => {
    const said = [desk, phone].map((tab) => tab.hears(({ name, view }) => name === 'places' && isIt(view as PlacesView)))
    const [first, second] = (await Promise.all(said)).map(({ view }) => view)
    expect(first).toEqual(second)
    for (const tab of [desk, phone]) tab.heard.length = 0
    return first
  }

  await invite('ina', 'member')
  expect(await both(({ invitations }) => invitations.length === 1)).toMatchObject({
    organizations: [],
    invitations: [{ orgId, role: 'member' }],
  })
  await world.ok(orgApi.setRole, { id: await memberId(ina), role: 'admin', orgId }, owner)
  await both(({ invitations }) => invitations[0]?.role === 'admin')
  await world.ok(memberApi.answer, { id: orgId, accept: true }, ina)
  await both(({ invitations, organizations }) => invitations.length === 0 && organizations[0]?._id === orgId)
  await world.ok(orgApi.removeMembers, { orgId, memberIds: [await memberId(ina)] }, owner)
  await both(({ organizations }) => organizations.length === 0)
  expect(foreign.heard).toEqual([])
})
