// What a person is told of themselves, and what they can change: name, username, where they are logged in.
import { describe, expect, test } from 'vitest'
import { dashboardRoom } from '#protocol/live.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { newUser, usernames, users } from '#server/people/model/account.ts'
import { claimUsername } from '#server/people/rules/access.ts'
import { moveUsername } from '#server/people/rules/account.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { openPair } from '../kit/world/pair.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const noon = Date.parse('2026-12-01T12:00:00Z')
const badToken = [401, 'token-invalid', 'Missing or invalid auth token']
const needsAccount = [403, 'account-needed', 'Please log in with your account to do this.']

describe('A7 profile', () => {
  test('is what the person is shown of themselves, from the first login on', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    expect((await world.ok(accountApi.profile, {}, ada)).user).toMatchObject({
      _id: ada.userId,
      username: 'ada_user',
      name: '',
      maskedEmail: 'ad***@people.test',
      tier: 'pro',
      createdAt: '2026-12-01T09:00:00.000Z',
      subscriptionStatus: 'none',
      hasActiveSubscription: false,
    })
  })

  test('R30 takes an account: neither a visitor nor an organizer token gets at it', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const link = await world.link(ada.email)
    const { me: _, ...closed } = accountApi
    for (const { method, path } of Object.values(closed)) {
      const [at, body] = [`/api${path.replace(':id', ada.userId)}`, method === 'POST' ? { name: 'Eve', username: 'eve_1' } : undefined]
      const byLink = await world.send(method, at, body, link)
      expect([byLink.status, byLink.body.code, byLink.body.error]).toEqual(needsAccount)
      expect((await world.send(method, at, body)).body.code).toBe('sign-in-needed')
    }
  })

  test('of another person nobody is told anything, whether or not they exist', async () => {
    const world = await openWorld()
    const [ada, bob] = [await world.person('ada'), await world.person('bob')]
    const own = { _id: ada.userId, name: '', username: 'ada_user', maskedEmail: 'ad***@people.test' }
    expect(await world.ok(accountApi.person, { id: ada.userId }, ada)).toEqual({ user: own })
    const unknown = [404, 'user-unknown', 'User not found']
    expect(await world.no(accountApi.person, { id: bob.userId }, ada)).toEqual(unknown)
    expect(await world.no(accountApi.person, { id: 'f'.repeat(24) }, ada)).toEqual(unknown)
    expect(await world.no(accountApi.person, { id: 'ada' }, ada)).toEqual([400, 'input-invalid', 'Invalid User Id'])
  })
})

describe('name', () => {
  test('is optional, trimmed, one line of at most 100 characters', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const name = async (sent: string) => (await world.ok(accountApi.updateName, { name: sent }, ada)).user.name
    expect([await name('  Ada Lovelace '), await name('')]).toEqual(['Ada Lovelace', ''])
    const long = await world.call(accountApi.updateName, { name: 'x'.repeat(101) }, ada)
    expect(long).toMatchObject({ status: 400, body: { fields: { name: 'Please use at most 100 characters' } } })
    expect((await world.no(accountApi.updateName, { name: 'two\nlines' }, ada))[2]).toBe('Please keep this on one line')
  })

  test('a change counts the revision up by one, and saving the same again changes nothing', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const before = (await world.ok(accountApi.me, {}, ada)).user.rev
    const save = async () => (await world.ok(accountApi.updateName, { name: 'Ada' }, ada)).user.rev
    expect([await save(), await save()]).toEqual([before + 1, before + 1])
  })
})

describe('username', () => {
  const user = { ...newUser('u'.repeat(24), 'ada@people.test', new Date(noon).toISOString()), username: 'Ada_1815' }
  const own = claimUsername('Ada_1815', user._id, undefined, noon, false)

  test('R58 a move claims the new name and releases the old one', () => {
    expect(moveUsername(user, { username: 'Countess', held: undefined, own }, noon)).toEqual({
      claim: { _id: 'countess', rev: 1, userId: user._id },
      release: own,
    })
  })

  test('R58 another case of the letters is the same name: nothing to claim, nothing to release', () => {
    const move = moveUsername(user, { username: 'ADA_1815', held: own, own }, noon)
    expect(move).toEqual({ claim: undefined, release: undefined })
  })

  test('R58 a name that is held or waits for its proof is taken; one that lapsed is not', () => {
    const held = claimUsername('Countess', 'somebody', undefined, noon, false)
    const pending = claimUsername('Countess', 'somebody', undefined, noon, true)
    for (const one of [held, pending])
      expect(() => moveUsername(user, { username: 'countess', held: one, own }, noon)).toThrow('Username is taken')
    expect(moveUsername(user, { username: 'countess', held: pending, own }, noon + day).claim).toMatchObject({ rev: 2, userId: user._id })
  })

  test('R58 a claim on the old name that is somebody else’s stays', () => {
    const theirs = { ...own, userId: 'somebody' }
    expect(moveUsername(user, { username: 'Countess', held: undefined, own: theirs }, noon).release).toBeUndefined()
  })

  test('R58 the new name is theirs at once, and the old one free for anybody', async () => {
    const world = await openWorld()
    const [ada, bob] = [await world.person('ada'), await world.person('bob')]
    const available = async (username: string) => (await world.ok(accessApi.checkUsername, { username })).available
    expect((await world.ok(accountApi.updateUsername, { username: 'Countess' }, ada)).user.username).toBe('Countess')
    expect([await available('countess'), await available('ada_user')]).toEqual([false, true])
    expect((await world.ok(accountApi.updateUsername, { username: 'Ada_User' }, bob)).user.username).toBe('Ada_User')
    const taken = await world.call(accountApi.updateUsername, { username: 'COUNTESS' }, bob)
    expect(taken).toMatchObject({ status: 409, body: { error: 'Username is taken', fields: { username: 'Username is taken' } } })
    expect((await world.no(accountApi.updateUsername, { username: 'no' }, ada))[2]).toBe('Username must be 5–24 alphanumeric characters')
  })

  /** Two people go for one name at the same time, over two server processes. */
  async function goFor(wrap?: typeof withoutRevisions) {
    const {
      store,
      worlds: [one, other],
      race,
    } = await openPair(usernames, wrap)
    const [ada, bob] = [await one.person('ada'), await one.person('bob')]
    race()
    const answers = await Promise.all([
      one.call(accountApi.updateUsername, { username: 'Countess' }, ada),
      other.call(accountApi.updateUsername, { username: 'countess' }, bob),
    ])
    const kept = await Promise.all([ada, bob].map(({ userId }) => store.get(users, userId)))
    return {
      answers,
      named: kept.filter((user) => /^countess$/i.test(user?.username ?? '')),
      claim: await store.get(usernames, 'countess'),
    }
  }

  test('R58 of two who race for one name exactly one gets it, and the other keeps theirs', async () => {
    const { answers, named, claim } = await goFor()
    expect(answers.map(({ status }) => status)).toEqual([200, 409])
    expect(named.map(({ _id }: { _id: string } = { _id: '' }) => _id)).toEqual([claim?.userId])
  })

  test('R58 control: where revisions are ignored both get it', async () => {
    expect((await goFor(withoutRevisions)).named).toHaveLength(2)
  })
})

describe('A8 sessions', () => {
  const logIn = (world: World) => world.ok(accessApi.logIn, { email: 'ada@people.test', password: 'password of ada' })

  test('lists logins and used links that are open, newest first, and which one this is', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    world.clock.advance(hour)
    const other = await logIn(world)
    world.clock.advance(minute)
    const link = await world.link(ada.email)
    const list = async () => (await world.ok(accountApi.sessions, {}, ada)).sessions
    expect((await list()).map(({ kind, createdAt, isCurrent }) => [kind, createdAt.slice(11, 16), isCurrent])).toEqual([
      ['login', '10:00', false],
      ['login', '09:00', true],
    ])
    await world.ok(accessApi.openLink, { token: link.organizerToken })
    expect((await list()).map(({ kind }) => kind)).toEqual(['link', 'login', 'login'])
    await world.ok(accessApi.logOut, {}, other)
    world.clock.advance(day)
    expect((await list()).map(({ kind }) => kind)).toEqual(['login'])
  })

  test('gives nothing away that opens anything: six characters of a hash', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const [session] = (await world.ok(accountApi.sessions, {}, ada)).sessions
    expect(session?.lastPart).toBe(world.services.secrets.hashToken(ada.token).slice(-6))
  })

  test('R33 "log out everywhere else" ends every other login, link and reset of the account at once, and this one goes on', async () => {
    const world = await openWorld()
    const [ada, bob] = [await world.person('ada'), await world.person('bob')]
    const [other, link] = [await logIn(world), await world.link(ada.email)]
    world.clock.advance(1)
    await world.ok(accessApi.requestPasswordReset, { email: ada.email })
    const reset = await world.tokenMailed(ada.email)
    const { sessions } = await world.ok(accountApi.revokeOthers, {}, ada)
    expect(sessions).toHaveLength(1)
    expect([await world.no(accountApi.me, {}, other), await world.no(accountApi.me, {}, link)]).toEqual([badToken, badToken])
    expect((await world.no(accessApi.resetPassword, { token: reset, newPassword: 'brand new one' }))[1]).toBe('reset-invalid')
    expect((await world.ok(accountApi.sessions, {}, ada)).sessions).toEqual(sessions)
    expect((await world.call(accountApi.me, {}, bob)).status).toBe(200)
    expect((await world.call(accountApi.me, {}, await logIn(world))).status).toBe(200)
  })

  test('R33 ... sockets included: theirs are told that it is over, this one goes on watching', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const other = await logIn(world)
    const link = await world.link(ada.email)
    const watchers = [await world.socket({ token: ada.token }), await world.socket({ token: other.token }), await world.socket(link)]
    for (const watcher of watchers) expect(await watcher.watch(dashboardRoom(ada.userId))).toHaveProperty('view')
    await world.ok(accountApi.revokeOthers, {}, ada)
    const [own, ...others] = watchers
    for (const watcher of others) await watcher.hears(({ name }) => name === 'gone')
    await world.event(ada)
    await own?.hears(({ name }) => name === 'dashboard')
    expect([own?.seen('gone'), ...others.map((watcher) => watcher.seen('dashboard'))]).toEqual([[], [], []])
  })

  test('R33 a login that has ended ends no others', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const other = await logIn(world)
    await world.ok(accessApi.logOut, {}, ada)
    expect(await world.no(accountApi.revokeOthers, {}, ada)).toEqual(badToken)
    expect((await world.call(accountApi.me, {}, other)).status).toBe(200)
  })
})
