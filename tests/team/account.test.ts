// The account that a role takes, made by the emailed link that asks (R201a): for whoever has the mailbox, once, and over no account that is there.
import { expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { accessApi } from '#protocol/people/access.ts'
import { ownershipApi } from '#protocol/people/ownership.ts'
import { teamApi } from '#protocol/people/team.ts'
import type { TeamRole } from '#protocol/people/team-roles.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { users } from '#server/people/model/account.ts'
import { events } from '#server/seats/model/event.ts'
import { codeOf } from '../kit/world/client.ts'
import { openWorld } from '../kit/world/world.ts'

const password = 'a long secret'

async function setUp(email = 'max@people.test', role: TeamRole = 'manager') {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const { eventId: id, groupId } = await world.event(ada)
  const { member } = await world.ok(teamApi.add, { id, email, role }, ada)
  const token = await world.tokenMailed(email)
  const accept = (more: object = {}, as: object = {}) => world.call(teamApi.accept, { token, ...more }, as)
  const logIn = async (secret: string) => codeOf(await world.call(accessApi.logIn, { email, password: secret }, {}))
  const offersAccount = async () => (await world.ok(teamApi.open, { token })).invitation.makesAccount ?? false
  const opens = async (as: object) => (await world.call(groupApi.read, { id: groupId }, as)).body.role
  return { world, ada, id, groupId, teamId: member._id, accept, logIn, offersAccount, opens }
}

test('R201a who has no account gets one by accepting: proven, logged in, and in the event without another email to prove it', async () => {
  const { world, ada, groupId, accept, logIn, offersAccount, opens } = await setUp()
  expect(await offersAccount()).toBe(true)
  const sent = (await world.mails('max@people.test')).length
  const { body } = await accept({ password })
  expect(body.user).toMatchObject({ email: 'max@people.test', verified: true, access: 'account' })
  expect([await opens({ token: body.token }), await logIn(password)]).toEqual(['manager', 'ok'])
  const mails = await world.mails('max@people.test')
  expect([mails.length - sent, mails.filter(({ subject }) => subject === 'Your Rolecall account').length]).toEqual([1, 1])
  const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'grant' }, ada)
  expect(activity[0]?.by).toMatchObject({ type: 'person', userId: body.user._id })
})

test('R201a a link that was used makes no account and sets no password, for whoever has it', async () => {
  const { accept, logIn, offersAccount } = await setUp()
  await accept({ password })
  expect(await offersAccount()).toBe(false)
  expect([codeOf(await accept({ password: 'another one' })), await logIn('another one'), await logIn(password)]).toEqual([
    'account-there',
    'login-wrong',
    'ok',
  ])
  const again = await accept()
  expect([codeOf(again), again.body.token]).toEqual(['ok', undefined])
  const accepted = await setUp('bea@people.test')
  await accepted.accept()
  expect([await accepted.offersAccount(), codeOf(await accepted.accept({ password }))]).toEqual([false, 'invitation-invalid'])
})

test('R201a over an account that is there nothing is set and nobody is logged in; two at once make one', async () => {
  const there = await setUp()
  const max = await there.world.person('max')
  expect(await there.offersAccount()).toBe(false)
  const refused = await there.accept({ password })
  expect([codeOf(refused), refused.body.token, await there.logIn(password)]).toEqual(['account-there', undefined, 'login-wrong'])
  expect([await there.opens(max), codeOf(await there.accept()), await there.opens(max)]).toEqual([undefined, 'ok', 'manager'])
  const { accept } = await setUp()
  const both = await Promise.all([accept({ password }), accept({ password: 'another one' })])
  expect(both.filter(({ body }) => body.token !== undefined)).toHaveLength(1)
})

test('R201a a person who is there without a password gets none by a forwarded link, and nobody is logged in as them', async () => {
  const email = 'bea@people.test'
  const { world, accept, logIn, offersAccount } = await setUp(email)
  const { eventId: id } = await world.event({}, undefined, {}, { organizerEmail: email })
  await world.ok(pendingApi.publish, { id, code: await world.codeMailed(email) })
  expect(await world.store.get(users, (await world.store.get(events, id))?.ownerId ?? '')).toMatchObject({ email, passwordHash: null })
  expect(await offersAccount()).toBe(false)
  const refused = await accept({ password })
  expect([codeOf(refused), refused.body.token, await logIn(password)]).toEqual(['account-there', undefined, 'login-wrong'])
  expect(codeOf(await accept())).toBe('ok')
})

test('R201a pressed again after a lost reply it is accepted and logged in again, with the right password alone', async () => {
  const { accept, opens } = await setUp()
  await accept({ password })
  const again = await accept({ password })
  expect([codeOf(again), again.body.user?.email, await opens({ token: again.body.token })]).toEqual(['ok', 'max@people.test', 'manager'])
  expect(codeOf(await accept({ password: 'another one' }))).toBe('account-there')
})

test('R201a, R203 an offer beyond the plan of who would sign up for it makes no account, each time it is pressed', async () => {
  const { world, ada, accept: _, ...rest } = await setUp()
  const big = await world.event(ada, [{ name: 'Guest', max: 60 }])
  await world.ok(ownershipApi.offer, { id: big.eventId, email: 'bea@people.test' }, ada)
  const token = await world.tokenMailed('bea@people.test')
  const press = async () => codeOf(await world.call(teamApi.accept, { token, password }))
  expect([await press(), await press()]).toEqual(['owner-plan', 'owner-plan'])
  expect((await world.ok(teamApi.open, { token })).invitation.makesAccount).toBe(true)
  await world.ok(groupApi.setRoleMax, { id: big.groupId, name: 'Guest', max: 20 }, ada)
  expect([await press(), await rest.logIn(password)]).toEqual(['ok', 'login-wrong'])
})

test('R201, R201a roles without an account make none, nor does a link that was withdrawn; who is suspended gets in by none', async () => {
  const viewer = await setUp('vera@people.test', 'viewer')
  expect([await viewer.offersAccount(), codeOf(await viewer.accept({ password }))]).toEqual([false, 'invitation-invalid'])
  const { world, ada, id, teamId, accept } = await setUp()
  await world.ok(teamApi.remove, { id, teamId }, ada)
  expect(codeOf(await accept({ password }))).toBe('invitation-invalid')
  const suspended = await setUp()
  const max = await suspended.world.person('max')
  const operator = await suspended.world.person('operator')
  await suspended.world.ok(operatorApi.suspend, { id: max.userId, isSuspended: true }, operator)
  expect(codeOf(await suspended.accept({ password }))).toBe('invitation-invalid')
})

test('R201a another account that is logged in is no helper by it: the account is of the address that was asked', async () => {
  const { world, accept, opens } = await setUp()
  const eve = await world.person('eve')
  const { body } = await accept({ password }, eve)
  expect([body.user.email, await opens(eve), await opens({ token: body.token })]).toEqual(['max@people.test', undefined, 'manager'])
})

test('R201a, R244 an account that is there is found however its address was spelled by who asked', async () => {
  const world = await openWorld()
  const [ada, max] = [await world.person('ada', 'team'), await world.person('max')]
  const { eventId: id } = await world.event(ada)
  await world.ok(teamApi.add, { id, email: 'ＭＡＸ@People。test', role: 'manager' }, ada)
  const { invitation } = await world.ok(teamApi.open, { token: await world.tokenMailed(max.email) })
  expect(invitation.makesAccount).toBeUndefined()
})

test('R203, R201a an offered event is taken over by an account that is made for it', async () => {
  const { world, ada, id, groupId } = await setUp()
  const small = await world.event(ada, [{ name: 'Guest', max: 2 }])
  await world.ok(ownershipApi.offer, { id: small.eventId, email: 'bea@people.test' }, ada)
  const { body } = await world.call(teamApi.accept, { token: await world.tokenMailed('bea@people.test'), password })
  const owned = await world.ok(groupApi.read, { id: small.groupId }, { token: String(body.token) })
  expect([owned.canManage, owned.role, id === small.eventId, groupId === small.groupId]).toEqual([true, undefined, false, false])
})
