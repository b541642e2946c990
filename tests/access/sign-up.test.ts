// How one gets an account: sign-up, proof of the email, login.
import { describe, expect, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { createPasswords } from '#server/kernel/ports/secrets.ts'
import { maskEmail, newUser } from '#server/people/model/account.ts'
import { claimUsername, countEmail, isTaken, isValid, newToken } from '#server/people/rules/access.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { cookieOf } from '../kit/world/people.ts'
import { openWorld } from '../kit/world/world.ts'

const noon = Date.parse('2026-12-01T12:00:00Z')
const login = { email: 'ada@people.test', password: 'analytical engine' }
const ada = { ...login, username: 'Ada_1815' }
const impostor = { ...login, password: 'impostor’s own' }

describe('rules', () => {
  const user = newUser('u'.repeat(24), ada.email, new Date(noon).toISOString())

  test.each([
    ['login', 30 * 24],
    ['organizer', 24],
    ['verify', 24],
    ['reset', 1],
  ] as const)('R29, R33 a token of kind %s counts for %i hours, to the instant, and for its own purpose only', (kind, hours) => {
    const token = newToken(kind, 'hash', user, noon)
    const end = noon + hours * hour
    expect(isValid(token, kind, user, end - 1)).toBe(true)
    expect(isValid(token, kind, user, end)).toBe(false)
    expect(isValid(token, kind === 'login' ? 'organizer' : 'login', user, noon)).toBe(false)
    expect(isValid(token, kind, { ...user, epoch: 1 }, noon)).toBe(false)
  })

  test('R58, R34 a held name is taken for everyone, a pending one for others until it lapses', () => {
    const pending = claimUsername('Ada_1815', 'ada', undefined, noon, true)
    const held = claimUsername('Ada_1815', 'ada', pending, noon, false)
    expect(pending._id).toBe('ada_1815')
    expect([isTaken(held, 'ada', noon), isTaken(held, 'bob', noon), isTaken(held, null, noon)]).toEqual([true, true, true])
    expect([isTaken(pending, 'ada', noon), isTaken(pending, 'bob', noon), isTaken(pending, null, noon)]).toEqual([false, true, true])
    expect([isTaken(pending, 'bob', noon + day), isTaken(undefined, 'bob', noon)]).toEqual([false, false])
  })

  test('A5 five emails an hour may be asked for, then none until the hour is over', () => {
    let count = countEmail(undefined, 'id', noon)
    for (let asked = 1; asked < 5; asked++) count = countEmail(count.record, 'id', noon + asked * minute)
    expect([count.allowed, countEmail(count.record, 'id', noon + 5 * minute).allowed]).toEqual([true, false])
    expect(countEmail(count.record, 'id', noon + hour)).toMatchObject({ allowed: true, record: { count: 1 } })
  })

  test('A1 an email is masked to what its owner recognises', () => {
    expect(['alice@x.org', 'al@x.org', 'a@x.org'].map(maskEmail)).toEqual(['al***@x.org', 'a***@x.org', 'a***@x.org'])
  })
})

describe('sign-up', () => {
  test('A1 answers the masked email; the mailed link verifies once and says so the second time', async () => {
    const world = await openWorld()
    const maskedEmail = 'ad***@people.test'
    const signedUp = await world.call(accessApi.signUp, ada)
    expect(signedUp.body).toEqual({ success: true, maskedEmail, user: { maskedEmail } })
    const here = { cookie: cookieOf(signedUp.headers) }
    const token = await world.tokenMailed(ada.email)
    expect((await world.mails(ada.email))[0]?.text).toContain(`http://rolecall.test/verify-email?token=${token}\n`)
    expect(await world.ok(accessApi.verifyEmail, { token }, here)).toMatchObject({ success: true, alreadyVerified: false })
    expect(await world.ok(accessApi.verifyEmail, { token }, here)).toEqual({ success: true, alreadyVerified: true })
    expect(await world.no(accessApi.verifyEmail, { token: 'x' })).toEqual([
      400,
      'verification-invalid',
      'Invalid or expired verification link.',
    ])
    const { user } = await world.ok(accessApi.logIn, login)
    expect(user).toMatchObject({ email: ada.email, maskedEmail, username: 'Ada_1815', tier: 'free', verified: true, access: 'account' })
  })

  test.each([
    [{ username: 'abcd' }, 'Username must be 5–24 alphanumeric characters'],
    [{ username: 'a'.repeat(25) }, 'Username must be 5–24 alphanumeric characters'],
    [{ username: 'with space' }, 'Username must be 5–24 alphanumeric characters'],
    [{ username: 'ümlaut' }, 'Username must be 5–24 alphanumeric characters'],
    [{ email: 'nobody' }, 'Please enter a valid email address'],
    [{ password: '1234567' }, 'Password must be at least 8 characters long'],
    [{ password: 'x'.repeat(129) }, 'Please use at most 128 characters'],
  ])('A2, R35 %j is a 400 with its sentence', async (bad, sentence) => {
    const world = await openWorld()
    expect(await world.no(accessApi.signUp, { ...ada, ...bad })).toEqual([400, 'input-invalid', sentence])
  })

  test('R58 usernames are unique without regard to case, and free again when nobody verified them in a day', async () => {
    const world = await openWorld()
    const bob = { ...ada, email: 'bob@people.test' }
    const available = async (username: string) => (await world.ok(accessApi.checkUsername, { username })).available
    expect(await available('ADA_1815')).toBe(true)
    await world.ok(accessApi.signUp, ada)
    expect(await available('ADA_1815')).toBe(false)
    expect(await world.no(accessApi.signUp, { ...bob, username: 'aDA_1815' })).toEqual([409, 'username-taken', 'Username is taken'])
    world.clock.advance(day)
    expect(await available('ADA_1815')).toBe(true)
    await world.ok(accessApi.signUp, bob)
    expect((await world.no(accessApi.verifyEmail, { token: await world.tokenMailed(ada.email) }))[1]).toBe('verification-invalid')
  })

  test('R34 signing up with a known email looks the same, changes nothing and tells the owner', async () => {
    const world = await openWorld()
    const here = await world.signUp(ada)
    await world.ok(accessApi.verifyEmail, { token: await world.tokenMailed(ada.email) }, here)
    world.clock.advance(1)
    const known = await world.ok(accessApi.signUp, { ...impostor, username: 'impostor' })
    expect(known).toEqual(await world.ok(accessApi.signUp, { ...impostor, email: 'adam@people.test', username: 'other' }))
    const [letter] = await world.mails(ada.email)
    expect(letter?.subject).toBe('You already have a Rolecall account')
    expect(letter?.text).not.toMatch(/token=/)
    expect((await world.no(accessApi.logIn, impostor))[1]).toBe('unverified') // as for a new email: see tests/safety/enumeration
    expect((await world.call(accessApi.logIn, login)).status).toBe(200)
  })

  test('R34, R115 nobody is let in by it, however it is asked for again: its owner is told the same once more', async () => {
    const world = await openWorld()
    await world.person('ada')
    const theirs = await world.signUp({ ...impostor, email: 'ada@people.test', username: 'impostor' })
    world.clock.advance(minute)
    await world.ok(accessApi.resendVerification, { email: 'ada@people.test' })
    const [letter] = await world.mails('ada@people.test')
    expect([letter?.subject, /token=/.test(letter?.text ?? '')]).toEqual(['You already have a Rolecall account', false])
    const link = await world.link('ada@people.test')
    expect((await world.no(accessApi.verifyEmail, { token: link.organizerToken }, theirs))[1]).toBe('verification-invalid')
    expect((await world.call(accessApi.logIn, { email: 'ada@people.test', password: 'password of ada' })).status).toBe(200)
  })

  test('R35 passwords are kept as argon2id with 19 MiB, two passes and one lane', async () => {
    expect(await createPasswords().hash('whatever it is')).toMatch(
      /^\$argon2id\$v=19\$m=19456,p=1,t=2\$|^\$argon2id\$v=19\$m=19456,t=2,p=1\$/,
    )
  })
})

describe('login', () => {
  test('R34 a wrong login is one sentence, whoever it was for', async () => {
    const world = await openWorld()
    await world.person('ada')
    const wrong = [401, 'login-wrong', 'Wrong email or password.']
    expect(await world.no(accessApi.logIn, { email: 'ada@people.test', password: 'wrong one' })).toEqual(wrong)
    expect(await world.no(accessApi.logIn, { email: 'nobody@people.test', password: 'wrong one' })).toEqual(wrong)
  })

  test('A3, R118 a stranger’s later sign-ups take nobody’s way to a new verification email', async () => {
    const world = await openWorld()
    const own = { email: 'ada@people.test', username: 'ada_1815', password: 'what ada chose' }
    await world.signUp(own)
    for (let nth = 0; nth < 3; nth++) {
      world.clock.advance(minute)
      await world.signUp({ ...own, username: `not_ada${nth}`, password: 'what a stranger chose' })
    }
    expect((await world.no(accessApi.logIn, { email: own.email, password: own.password }))[1]).toBe('unverified')
    expect((await world.no(accessApi.logIn, { email: own.email, password: 'what nobody chose' }))[1]).toBe('login-wrong')
  })

  test('A3, R34 only the right password of an unverified account is told so, with the offer to resend', async () => {
    const world = await openWorld()
    const here = await world.signUp(ada)
    expect((await world.no(accessApi.logIn, { ...login, password: 'wrong one' }))[1]).toBe('login-wrong')
    const refused = await world.call(accessApi.logIn, login)
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'unverified', showResend: true, error: 'Please verify your email before logging in.' },
    })
    world.clock.advance(minute)
    await world.ok(accessApi.resendVerification, { email: ada.email })
    await world.ok(accessApi.verifyEmail, { token: await world.tokenMailed(ada.email) }, here)
    expect((await world.call(accessApi.logIn, login)).status).toBe(200)
  })

  test('R13, A4 an email is the same in any case and with spaces around it; a login lasts 30 days', async () => {
    const world = await openWorld()
    await world.person('ada')
    const { token } = await world.ok(accessApi.logIn, { email: ' ADA@People.Test ', password: 'password of ada' })
    world.clock.advance(30 * day - 1)
    expect((await world.ok(accountApi.me, {}, { token })).user.email).toBe(ada.email)
    world.clock.advance(1)
    expect(await world.no(accountApi.me, {}, { token })).toEqual([401, 'token-invalid', 'Missing or invalid auth token'])
  })
})
