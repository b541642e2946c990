// An event that is passed on to another owner (R203).
import { describe, expect, test } from 'vitest'
import { activityRoom, groupRoom } from '#protocol/live.ts'
import { ownershipApi } from '#protocol/people/ownership.ts'
import { teamApi } from '#protocol/people/team.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { users } from '#server/people/model/account.ts'
import { codeOf } from '../kit/world/client.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld } from '../kit/world/world.ts'

async function openOffer(plan: 'free' | 'pro' | 'team' = 'team') {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const bea = await world.person('bea', plan === 'free' ? undefined : plan)
  const { eventId: id, groupId } = await world.event(ada, [{ name: 'Guest', max: 9 }])
  const offer = (email = bea.email, as: object = ada) => world.call(ownershipApi.offer, { id, email }, as)
  const token = () => world.tokenMailed(bea.email)
  const accept = (by: string, as: object = bea) => world.call(teamApi.accept, { token: by }, as)
  const manages = async (as: object) => {
    const { body } = await world.call(groupApi.read, { id: groupId }, as)
    return [body.canManage, body.role]
  }
  const counted = async ({ userId }: { userId: string }) => (await world.store.get(users, userId))?.countedEvents.map((one) => one.id)
  return { world, ada, bea, id, groupId, offer, token, accept, manages, counted }
}

describe('R203 an event passed on', () => {
  test('R203 is theirs once they accept, with its groups, and counts for their plan; who had it manages it', async () => {
    const { world, ada, bea, id, offer, token, accept, manages, counted } = await openOffer()
    const offered = await offer()
    expect(offered.body.member).toMatchObject({ role: 'owner', state: 'invited', email: bea.email })
    expect([await manages(bea), await manages(ada)]).toEqual([
      [false, undefined],
      [true, undefined],
    ])
    const link = await token()
    expect((await world.ok(teamApi.open, { token: link })).invitation).toMatchObject({ role: 'owner', isAccepted: false })
    expect(codeOf(await accept(link))).toBe('ok')
    expect([await manages(bea), await manages(ada)]).toEqual([
      [true, undefined],
      [true, 'manager'],
    ])
    expect([await counted(ada), await counted(bea)]).toEqual([[], [id]])
    expect(codeOf(await world.call(eventApi.remove, { id }, ada))).toBe('owner-only')
    expect((await world.mails(ada.email)).some(({ subject }) => subject.includes('new owner'))).toBe(true)
    // The same link again leads there, and changes nothing.
    expect([codeOf(await accept(link)), (await world.ok(teamApi.list, { id }, bea)).team.map(({ role }) => role)]).toEqual([
      'ok',
      ['manager'],
    ])
  })

  test('R203 by their own account alone, for 48 hours, and not once it was taken back; one offer at a time, and none to its owner', async () => {
    const { world, ada, bea, id, offer, token, accept } = await openOffer()
    const eve = await world.person('eve', 'team')
    expect(codeOf(await offer(ada.email))).toBe('teammate-owner')
    const first = await offer()
    const link = await token()
    expect([codeOf(await accept(link, {})), codeOf(await accept(link, eve))]).toEqual(['owner-account', 'owner-account'])
    expect(codeOf(await offer(eve.email))).toBe('owner-offered')
    const back = { id, teamId: String(first.body.member._id) }
    await world.ok(teamApi.remove, back, ada)
    expect(codeOf(await accept(link))).toBe('invitation-invalid')
    await world.ok(teamApi.restore, back, ada)
    world.clock.advance(48 * 3_600_000)
    expect(codeOf(await accept(link))).toBe('invitation-invalid')
    expect(codeOf(await offer(bea.email))).toBe('ok')
  })

  test('R203 a plan without room for it takes none over, and says why', async () => {
    const { world, ada, groupId, offer, token, accept, manages } = await openOffer('free')
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 60 }, ada)
    await offer()
    const refused = await accept(await token())
    expect([codeOf(refused), String(refused.body.error)]).toEqual(['owner-plan', expect.stringContaining('60 people in a role')])
    expect(await manages(ada)).toEqual([true, undefined])
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 20 }, ada)
    expect(codeOf(await accept(await token()))).toBe('ok')
    expect(await manages(ada)).toEqual([true, 'manager'])
  })

  test('R203 a manager offers it to nobody, and an organization’s event is its admins’', async () => {
    const { world, ada, bea, id, offer } = await openOffer()
    await world.ok(teamApi.add, { id, email: bea.email, role: 'manager' }, ada)
    await world.call(teamApi.accept, { token: await world.tokenMailed(bea.email) })
    expect(codeOf(await offer('x@people.test', bea))).toBe('owner-only')
    const choir = await openChoir(world, {})
    const { eventId } = await world.event(choir.owner, undefined, {}, { ownerOrgId: choir.orgId })
    expect(codeOf(await world.call(ownershipApi.offer, { id: eventId, email: bea.email }, choir.owner))).toBe('owner-organization')
  })

  test('R203, R208 the activity tells of the offer, of what was taken back, and of who has it now', async () => {
    const { world, ada, id, groupId, offer, token, accept } = await openOffer()
    const first = await offer()
    await world.ok(teamApi.remove, { id, teamId: String(first.body.member._id) }, ada)
    await offer()
    await accept(await token())
    const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'grant' }, ada)
    const told = activity.filter(({ from, to }) => (to.grant ?? from.grant)?.role === 'owner')
    expect(told.map(({ from, to }) => [from.grant?.role, to.grant?.role])).toEqual([
      ['owner', 'owner'],
      [undefined, 'owner'],
      ['owner', undefined],
      [undefined, 'owner'],
    ])
  })

  test('R203, R205 who had it goes on watching as a manager, and no longer once taken off', async () => {
    const { world, ada, bea, id, groupId, offer, token, accept } = await openOffer()
    const socket = await world.socket({ token: ada.token })
    await socket.watch(groupRoom(groupId))
    await socket.watch(activityRoom(groupId))
    await offer()
    await accept(await token())
    const [{ _id: teamId } = { _id: '' }] = (await world.ok(teamApi.list, { id }, bea)).team
    await world.ok(teamApi.remove, { id, teamId }, bea)
    await socket.hears(({ name }) => name === 'gone')
  })
})
