// Whose a password is: a sign-up counts only for whoever chose its password, however many sign up with one email and whoever opens the emails.
import { describe, expect, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { userIdOf } from '#server/people/access/actions.ts'
import { users } from '#server/people/model/account.ts'
import { hour } from '../kit/world/clock.ts'
import { cookieOf } from '../kit/world/people.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'ada@people.test'
const own = { email, username: 'Ada_1815', password: 'analytical engine' }
const strangers = { email, username: 'impostor', password: 'a stranger’s own' }
const record = (world: World) => world.store.get(users, userIdOf(world.services, email))
const letters = async (world: World) =>
  (await world.mails(email)).map(({ text }) => /verify-email\?token=([\w-]+)/.exec(text)?.[1] ?? '').reverse()
const enters = async (world: World, password: string) => (await world.call(accessApi.logIn, { email, password })).status === 200

describe('R115 the email of a sign-up', () => {
  test('R115 verifies at once in the browser that signed up, by a cookie that no script reads, and logs in', async () => {
    const world = await openWorld()
    const { headers } = await world.call(accessApi.signUp, own)
    expect(headers.get('set-cookie')).toMatch(/^rolecall_browser=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
    const token = await world.tokenMailed(email)
    const { alreadyVerified, ...session } = await world.ok(accessApi.verifyEmail, { token }, { cookie: cookieOf(headers) })
    expect([alreadyVerified, session.user?.email]).toEqual([false, email])
    expect((await world.ok(accountApi.me, {}, { token: session.token ?? '' })).user).toMatchObject({ verified: true, username: 'Ada_1815' })
    expect(await enters(world, own.password)).toBe(true)
  })

  test('R115 sets nothing in any other browser, however often it is opened, and asks for the password', async () => {
    const world = await openWorld()
    await world.signUp(own)
    const token = await world.tokenMailed(email)
    const before = world.store.commits
    for (const cookie of ['', `rolecall_browser=${'x'.repeat(43)}`, 'rolecall_browser='])
      expect(await world.no(accessApi.verifyEmail, { token }, { cookie })).toEqual([
        403,
        'password-needed',
        'Please enter the password you chose, or choose a new one.',
      ])
    expect((await world.no(accessApi.verifyEmail, { token, password: 'a guess' }))[1]).toBe('password-wrong')
    expect([world.store.commits, await record(world)]).toEqual([before, undefined])
    expect(await world.ok(accessApi.verifyEmail, { token, password: own.password })).toMatchObject({ alreadyVerified: false })
    expect(await enters(world, own.password)).toBe(true)
  })

  test('R115 lets its reader choose another password, which then is the only one', async () => {
    const world = await openWorld()
    await world.signUp(strangers)
    const token = await world.tokenMailed(email)
    expect((await world.no(accessApi.verifyEmail, { token, newPassword: 'short' }))[1]).toBe('input-invalid')
    await world.ok(accessApi.verifyEmail, { token, newPassword: 'my very own one' })
    expect([await enters(world, 'my very own one'), await enters(world, strangers.password)]).toEqual([true, false])
  })

  test('R115 of a stranger’s sign-up leads to one’s own, and never sets the stranger’s password', async () => {
    for (const order of [
      [strangers, own],
      [own, strangers],
    ]) {
      const world = await openWorld()
      const browsers = new Map<string, Awaited<ReturnType<World['signUp']>>>()
      for (const one of order) {
        browsers.set(one.username, await world.signUp(one))
        world.clock.advance(1)
      }
      for (const token of await letters(world)) await world.call(accessApi.verifyEmail, { token }, browsers.get(own.username))
      expect([await enters(world, own.password), await enters(world, strangers.password)]).toEqual([true, false])
      const stranger = browsers.get(strangers.username)
      for (const token of await letters(world))
        expect(await world.ok(accessApi.verifyEmail, { token }, stranger)).toEqual({ success: true, alreadyVerified: true })
    }
  })

  test('R115 is not sent anew for a stranger’s password: what is asked for again sets one’s own or nothing', async () => {
    const world = await openWorld()
    const here = await world.signUp({ ...strangers, username: own.username })
    world.clock.advance(1)
    const mine = await world.signUp(own)
    world.clock.advance(1)
    await world.ok(accessApi.resendVerification, { email })
    const token = await world.tokenMailed(email)
    expect((await world.no(accessApi.verifyEmail, { token }))[1]).toBe('password-needed')
    await world.ok(accessApi.verifyEmail, { token }, mine)
    expect([await enters(world, own.password), await enters(world, strangers.password)]).toEqual([true, false])
    expect(here.cookie).not.toBe(mine.cookie)
  })
})

describe('R115 signing up with the email of somebody who is here already', () => {
  test.each([
    ['with a password', (world: World) => world.person('ada')],
    ['who only ever came by link', (world: World) => world.event({}, undefined, {}, { organizerEmail: email })],
  ])('R115, R34 %s: looks the same, adds no password, and tells them what to do', async (_, know) => {
    const world = await openWorld()
    await know(world)
    world.clock.advance(hour)
    const before = await record(world)
    const { body } = await world.call(accessApi.signUp, strangers)
    expect(body).toEqual((await world.call(accessApi.signUp, { ...strangers, email: 'adam@people.test', username: 'other' })).body)
    const [letter] = await world.mails(email)
    expect(letter?.subject).toBe('You already have a Rolecall account')
    expect(letter?.text).not.toMatch(/token=/)
    expect(letter?.text).toMatch(before?.passwordHash ? /\/login\n/ : /\/request-token\n/)
    expect(await record(world)).toEqual(before)
    expect((await world.no(accessApi.logIn, { email, password: strangers.password }))[1]).toBe('unverified') // as for a new email
    world.clock.advance(1)
    await world.ok(accessApi.resendVerification, { email })
    expect((await world.mails(email))[0]).toMatchObject({ subject: 'You already have a Rolecall account', text: letter?.text })
  })

  test('R115 whoever has no password yet sets one by a reset, and keeps what they made', async () => {
    const world = await openWorld()
    await world.event({}, undefined, {}, { organizerEmail: email })
    const link = await world.opened(email)
    const { eventId } = await world.event(link)
    world.clock.advance(1)
    await world.ok(accessApi.requestPasswordReset, { email })
    await world.ok(accessApi.resetPassword, { token: await world.tokenMailed(email), newPassword: 'my very own one' })
    const { token } = await world.ok(accessApi.logIn, { email, password: 'my very own one' })
    expect((await world.ok(eventApi.mine, {}, { token })).events.map(({ _id }) => _id)).toEqual([eventId])
  })
})

test('A5, R115 thirty sign-ups for one email bring it five emails, known or not, and any of them leads to one’s own', async () => {
  const world = await openWorld()
  await world.person('bob')
  world.clock.advance(hour)
  const before = (await world.mails('bob@people.test')).length
  let mine = {}
  for (let nth = 0; nth < 30; nth++) {
    await world.signUp({ ...strangers, username: `impostor_${nth}` })
    await world.signUp({ ...strangers, email: 'bob@people.test', username: `other_${nth}` })
    if (nth === 20) mine = await world.signUp(own)
  }
  expect([(await world.mails(email)).length, (await world.mails('bob@people.test')).length - before]).toEqual([5, 5])
  const [first = ''] = await letters(world)
  await world.ok(accessApi.verifyEmail, { token: first }, mine)
  expect(await enters(world, own.password)).toBe(true)
})

describe('R72 the username', () => {
  test('R72 may be left out: then it is a neutral one that says nothing of the email, and can be changed', async () => {
    const world = await openWorld()
    for (const username of [undefined, '']) {
      const to = `someone${username ?? ''}${username === '' ? 'else' : ''}@people.test`
      const here = await world.signUp({ email: to, password: own.password, ...(username !== undefined && { username }) })
      const { user, token = '' } = await world.ok(accessApi.verifyEmail, { token: await world.tokenMailed(to) }, here)
      expect(user?.username).toMatch(/^user_[a-z0-9]{6}$/)
      expect((await world.ok(accountApi.updateUsername, { username: `chosen_${to.length}` }, { token })).user.username).toBe(
        `chosen_${to.length}`,
      )
    }
  })

  test('R72 that is neutral is drawn again where somebody has it', async () => {
    const world = await openWorld({ secrets: (real) => ({ ...real, randomCode: () => drawn.shift() ?? real.randomCode() }) })
    const drawn = ['AAAAAA', 'BBBBBB', 'CCCCCC', 'AAAAAA', 'DDDDDD', 'EEEEEE']
    const names = []
    for (const to of ['one@people.test', 'two@people.test']) {
      const here = await world.signUp({ email: to, password: own.password })
      names.push((await world.ok(accessApi.verifyEmail, { token: await world.tokenMailed(to) }, here)).user?.username)
    }
    expect(names).toEqual(['user_aaaaaa', 'user_dddddd'])
  })
})
