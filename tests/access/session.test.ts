// How long one stays in, and with which rights: logout, password reset, the two kinds of token.
import { describe, expect, test } from 'vitest'
import { planApi } from '#protocol/money/plan.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { bearerOf } from '#server/edge/http/request.ts'
import * as guards from '#server/people/http/route.ts'
import { on } from '#server/people/http/route.ts'
import { hour } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const badToken = [401, 'token-invalid', 'Missing or invalid auth token']
const signInNeeded = [401, 'sign-in-needed', 'Please login or use your emailed access link to access this page']

test('R33 logout ends this session on the server, and no other', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const other = await world.ok(accessApi.logIn, { email: ada.email, password: 'password of ada' })
  expect(await world.ok(accessApi.logOut, {}, ada)).toEqual({ success: true })
  expect(await world.no(accountApi.me, {}, ada)).toEqual(badToken)
  expect((await world.call(accountApi.me, {}, other)).status).toBe(200)
  expect(await world.ok(accessApi.logOut, {})).toEqual({ success: true })
})

test('R33 logout ends an organizer token as well', async () => {
  const world = await openWorld()
  const { email } = await world.person('ada')
  const link = await world.link(email)
  expect((await world.ok(accountApi.me, {}, link)).user.access).toBe('organizer')
  await world.ok(accessApi.logOut, {}, link)
  expect(await world.no(accountApi.me, {}, link)).toEqual(badToken)
  expect(await world.no(accessApi.validateLink, { token: link.organizerToken })).toEqual([400, 'link-invalid', 'Invalid or expired token'])
})

describe('password reset', () => {
  const ask = async (world: World, email: string) => {
    world.clock.advance(1)
    await world.ok(accessApi.requestPasswordReset, { email })
    return world.tokenMailed(email)
  }

  test('R33 sets the password once and ends every session, link and older reset of that account', async () => {
    const world = await openWorld()
    const [ada, bob] = [await world.person('ada'), await world.person('bob')]
    const link = await world.link(ada.email)
    const [older, token] = [await ask(world, ada.email), await ask(world, ada.email)]
    expect((await world.mails(ada.email))[0]?.text).toContain(`http://rolecall.test/reset-password?token=${token}\n`)
    await world.ok(accessApi.resetPassword, { token, newPassword: 'brand new one' })
    expect([await world.no(accountApi.me, {}, ada), await world.no(accountApi.me, {}, link)]).toEqual([badToken, badToken])
    for (const used of [token, older]) {
      const again = await world.no(accessApi.resetPassword, { token: used, newPassword: 'brand new two' })
      expect(again).toEqual([400, 'reset-invalid', 'Invalid or expired token. Please try again.'])
    }
    expect((await world.no(accessApi.logIn, { email: ada.email, password: 'password of ada' }))[0]).toBe(401)
    expect((await world.call(accessApi.logIn, { email: ada.email, password: 'brand new one' })).status).toBe(200)
    expect((await world.call(accountApi.me, {}, bob)).status).toBe(200)
  })

  test('R33, R35 a reset link lasts an hour; a short password is refused and leaves it usable', async () => {
    const world = await openWorld()
    const { email } = await world.person('ada')
    const token = await ask(world, email)
    const short = await world.no(accessApi.resetPassword, { token, newPassword: '1234567' })
    expect(short).toEqual([400, 'input-invalid', 'Password must be at least 8 characters long'])
    world.clock.advance(hour - 1)
    expect((await world.call(accessApi.resetPassword, { token, newPassword: 'brand new one' })).status).toBe(200)
    const late = await ask(world, email)
    world.clock.advance(hour)
    expect((await world.no(accessApi.resetPassword, { token: late, newPassword: 'brand new two' }))[1]).toBe('reset-invalid')
  })

  test('R33a the link says whether it still holds, as the reset would, and is as good afterwards', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const validate = (token: string) => world.call(accessApi.validateReset, { token })
    const [older, token] = [await ask(world, ada.email), await ask(world, ada.email)]
    const { commits } = world.store
    for (let nth = 0; nth < 3; nth++) expect(await validate(token)).toMatchObject({ status: 200, body: { success: true } })
    expect(world.store.commits).toBe(commits)
    for (const other of ['x'.repeat(43), ada.token, (await world.link(ada.email)).organizerToken])
      expect(await validate(other)).toMatchObject({ status: 400, body: { code: 'reset-invalid' } })
    await world.ok(accessApi.resetPassword, { token, newPassword: 'brand new one' })
    for (const dead of [token, older]) expect((await validate(dead)).body.code).toBe('reset-invalid')
    const late = await ask(world, ada.email)
    world.clock.advance(hour - 1)
    expect((await validate(late)).status).toBe(200)
    world.clock.advance(1)
    expect((await validate(late)).body.code).toBe('reset-invalid')
  })

  test('R33 no token of another purpose resets a password', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { organizerToken } = await world.link(ada.email)
    for (const token of [ada.token, organizerToken]) {
      expect((await world.no(accessApi.resetPassword, { token, newPassword: 'brand new one' }))[1]).toBe('reset-invalid')
    }
  })
})

describe('asking for an email', () => {
  const calls = [accessApi.requestLink, accessApi.requestPasswordReset, accessApi.resendVerification]

  test.each(calls)('R34 $path answers alike, in one commit, whether or not there is anybody', async (endpoint) => {
    const world = await openWorld()
    const { email } = await world.person('ada')
    const cost = async (to: string) => {
      const before = world.store.commits
      const answer = await world.call(endpoint, { email: to })
      return [answer.status, answer.body, world.store.commits - before]
    }
    expect(await cost('nobody@people.test')).toEqual([200, { success: true }, 1])
    expect(await cost(email)).toEqual([200, { success: true }, 1])
    expect(await world.mails('nobody@people.test')).toEqual([])
  })

  test.each(calls.slice(0, 2))('A5, R34 $path sends at most five an hour, and answers alike after that', async (endpoint) => {
    const world = await openWorld()
    const { email } = await world.person('ada')
    const before = (await world.mails(email)).length
    for (let nth = 0; nth < 8; nth++) await world.ok(endpoint, { email })
    expect(await world.mails(email)).toHaveLength(before + 5)
    world.clock.advance(hour)
    await world.ok(endpoint, { email })
    expect(await world.mails(email)).toHaveLength(before + 6)
  })
})

describe('tokens', () => {
  test('R31 a Bearer wins, and a bad one is a 401 without falling back to the organizer token', async () => {
    const world = await openWorld()
    const [ada, bob] = [await world.person('ada'), await world.person('bob')]
    const link = await world.link(bob.email)
    expect((await world.ok(accountApi.me, {}, { ...link, token: ada.token })).user).toMatchObject({ email: ada.email, access: 'account' })
    for (const token of ['', 'nonsense', link.organizerToken])
      expect(await world.no(accountApi.me, {}, { ...link, token })).toEqual(badToken)
    expect(await world.no(accountApi.me, {}, { organizerToken: bob.token })).toEqual(badToken)
    expect(await world.no(accountApi.me, {}, { headers: { authorization: 'Basic YTpi' } })).toEqual(badToken)
    expect((await world.call(accountApi.me, {}, { headers: { authorization: `bearer ${ada.token}` } })).status).toBe(200)
  })

  test('R31 the scheme is read without regard to case, and anything else is a bad Bearer', () => {
    expect([undefined, 'Bearer abc', 'BEARER a-b_c~+/=', 'Bearer', 'Bearer a b', 'Digest abc', ''].map(bearerOf)).toEqual([
      undefined,
      'abc',
      'a-b_c~+/=',
      '',
      '',
      '',
      '',
    ])
  })

  test('R30 an organizer token manages that person’s events, groups and roles at their plan, and nobody else’s', async () => {
    const world = await openWorld()
    const [ada, bob] = [await world.person('ada', 'pro'), await world.person('bob')]
    const link = await world.link(ada.email)
    const { groupId, eventId } = await world.event(link)
    expect((await world.ok(planApi.tierLimits, {}, link)).tier).toBe('pro')
    await world.ok(groupApi.addRole, { id: groupId, name: 'Cook', max: 50 }, link)
    await world.ok(eventApi.update, { id: eventId, name: 'Renamed' }, link)
    expect((await world.ok(eventApi.mine, {}, ada)).events.map(({ name }) => name)).toEqual(['Renamed'])
    const bobs = await world.event(bob)
    expect((await world.no(groupApi.addRole, { id: bobs.groupId, name: 'Cook', max: 1 }, link))[1]).toBe('group-unknown')
  })

  test('R30 what takes an account refuses an organizer token, and a visitor', async () => {
    const world = await openWorld()
    const user = { _id: 'u' } as never
    const token = { _id: 't' } as never
    const caller = { user, token, address: '', proven: () => undefined, provenUntil: () => undefined, provenEpoch: () => undefined }
    expect(guards.account.pass({ ...caller, via: 'account' }).user).toBe(user)
    expect(() => guards.account.pass({ ...caller, via: 'organizer' })).toThrow('Please log in with your account to do this.')
    expect(() => guards.account.pass({ ...caller, via: 'nobody', user: undefined, token: undefined })).toThrow(
      'Please login or use your emailed access link',
    )
    expect(on(accountApi.me, guards.account, async () => ({ user: {} as never })).guard.title).toBe('account')
    expect(await world.no(accountApi.me, {})).toEqual(signInNeeded)
  })

  test('R60 the limits of one’s plan; of another person none', async () => {
    const world = await openWorld()
    const [ada, bob] = [await world.person('ada', 'team'), await world.person('bob')]
    const team = { tier: 'team', maxRolesPerEventGroup: 30, maxParticipantsPerRole: 100, eventSchedulingWindow: 180 }
    expect(await world.ok(planApi.tierLimits, {}, ada)).toEqual(team)
    expect(await world.ok(planApi.tierLimitsOf, { userId: ada.userId }, ada)).toEqual(team)
    expect((await world.ok(planApi.tierLimits, {})).tier).toBe('free')
    expect(await world.no(planApi.tierLimitsOf, { userId: ada.userId }, bob)).toEqual([403, 'not-yours', 'You do not have access to this.'])
    expect((await world.no(planApi.tierLimitsOf, { userId: 'me' }, ada))[2]).toBe('Invalid User Id')
  })
})
