// How many wrong logins there may be, how long one then waits, and who never has to.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { loginLimits } from '#protocol/kernel/limits.ts'
import { accessApi } from '#protocol/people/access.ts'
import { addressOf } from '#server/edge/http/request.ts'
import { loginCounts } from '#server/people/model/access.ts'
import { countLogin, countWithinHour, forgiveLogin } from '#server/people/rules/access.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { cookieOf } from '../kit/world/people.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const noon = Date.parse('2026-12-01T12:00:00Z')
const right = { email: 'ada@people.test', password: 'password of ada' }
const wrong = { ...right, password: 'a guess' }
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const [home, cafe] = [from('192.0.2.1'), from('198.51.100.7')]
const loginWrong = [401, 'login-wrong', 'Wrong email or password.']
const tooOften = (wait: string) => [
  429,
  'login-often',
  `Too many wrong logins. Please try again in ${wait}, or get a sign-in link by email.`,
]

/** A world behind one proxy, so that a test says where a call comes from. */
async function openThrottled(options: Parameters<typeof openWorld>[0] = {}) {
  const world = await openWorld({ rateLimits: true, hops: 1, ...options })
  await world.person('ada')
  const tryIt = (input: typeof right, where = cafe) => world.no(accessApi.logIn, input, where)
  const fail = async (times: number, where = cafe, input = wrong) => {
    const answers = []
    for (let nth = 0; nth < times; nth++) answers.push((await tryIt(input, where))[0])
    return answers
  }
  const enters = async (where = cafe) => (await world.call(accessApi.logIn, right, where)).status === 200
  return { world, tryIt, fail, enters }
}

describe('rules', () => {
  test('four wrong logins are free; from the fifth on each waits twice as long, up to 15 minutes', () => {
    let [count, now] = [countLogin(undefined, 'id', noon), noon]
    const waits = []
    for (let nth = 1; nth < 11; nth++) {
      waits.push((Date.parse(count.freeAt) - now) / minute)
      now = Date.parse(count.freeAt)
      count = countLogin(count, 'id', now)
    }
    expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 15, 15])
  })

  test('wrong logins are forgotten after a day without one, and forgiven by the right password', () => {
    let count = countLogin(undefined, 'id', noon)
    for (let nth = 1; nth < 4; nth++) count = countLogin(count, 'id', noon)
    expect(countLogin(count, 'id', noon + day - 1).failures).toBe(5)
    expect(countLogin(count, 'id', noon + day).failures).toBe(1)
    expect(countLogin(forgiveLogin(count, noon, true), 'id', noon)).toMatchObject({ failures: 1, isKnown: true })
    expect(forgiveLogin(count, noon, false)).toMatchObject({ failures: 3, isKnown: false })
  })

  test('an address is known for 90 days after the last login, whatever fails there', () => {
    const known = forgiveLogin(countLogin(undefined, 'id', noon), noon, true)
    const isKnownAfter = (ms: number) => countLogin(countLogin(known, 'id', noon), 'id', noon + ms).isKnown
    expect([isKnownAfter(90 * day - 1), isKnownAfter(90 * day)]).toEqual([true, false])
  })

  test('what counts by the hour begins anew when its hour is over', () => {
    const full = { _id: 'id', rev: 7, count: 3, expiresAt: new Date(noon + hour).toISOString() }
    expect(countWithinHour(full, 'id', noon, 3).allowed).toBe(false)
    expect(countWithinHour(full, 'id', noon + hour, 3)).toMatchObject({ allowed: true, record: { rev: 8, count: 1 } })
  })
})

describe('A6 wrong logins', () => {
  test('make one wait where they were made, for a time that is said, and with the right password too', async () => {
    const { world, tryIt, fail, enters } = await openThrottled()
    expect(await fail(5)).toEqual([401, 401, 401, 401, 401])
    expect([await tryIt(wrong), await tryIt(right)]).toEqual([tooOften('a minute'), tooOften('a minute')])
    expect((await world.call(accessApi.logIn, wrong, cafe)).headers.get('retry-after')).toBe('60')
    world.clock.advance(minute)
    expect(await tryIt(wrong)).toEqual(loginWrong)
    expect(await tryIt(right)).toEqual(tooOften('2 minutes'))
    world.clock.advance(2 * minute)
    expect([await enters(), await fail(1)]).toEqual([true, [401]])
  })

  test('keep the right person out nowhere else, and nobody else out here', async () => {
    const { world, fail, enters } = await openThrottled()
    await world.person('bob')
    await fail(6)
    expect(await enters(home)).toBe(true)
    const bob = { email: 'bob@people.test', password: 'password of bob' }
    expect((await world.call(accessApi.logIn, bob, cafe)).status).toBe(200)
  })

  test('leave the access link and the new password open; after the latter nobody waits', async () => {
    const { world, fail } = await openThrottled()
    await fail(6)
    expect((await world.call(accessApi.requestLink, { email: right.email }, cafe)).status).toBe(200)
    world.clock.advance(1)
    await world.ok(accessApi.requestPasswordReset, { email: right.email }, cafe)
    await world.ok(accessApi.resetPassword, { token: await world.tokenMailed(right.email), newPassword: 'brand new one' }, cafe)
    expect((await world.call(accessApi.logIn, { ...right, password: 'brand new one' }, cafe)).status).toBe(200)
  })

  test('are counted before the password is looked at: a hundred at once gain nothing', async () => {
    const { tryIt } = await openThrottled()
    const statuses = (await Promise.all(Array.from({ length: 100 }, () => tryIt(wrong)))).map(([status]) => status)
    expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([5, 95])
  })

  test('are counted over several server processes', async () => {
    const store = await freshStore()
    const { fail } = await openThrottled({ store })
    const other = await openWorld({ store, rateLimits: true, hops: 1 })
    await fail(5)
    expect((await other.no(accessApi.logIn, right, cafe))[1]).toBe('login-often')
  })

  test('R34 of an account that doesn’t exist are counted alike', async () => {
    const { tryIt, fail } = await openThrottled()
    const nobody = { ...wrong, email: 'nobody@people.test' }
    expect(await fail(5, cafe, nobody)).toEqual([401, 401, 401, 401, 401])
    expect(await tryIt(nobody)).toEqual(tooOften('a minute'))
  })

  test('the right password of an unverified account is no wrong login', async () => {
    const { world } = await openThrottled()
    const cleo = { email: 'cleo@people.test', password: 'queen of the nile' }
    await world.ok(accessApi.signUp, { ...cleo, username: 'cleopatra' }, home)
    for (let nth = 0; nth < 8; nth++) expect((await world.no(accessApi.logIn, cleo, cafe))[1]).toBe('unverified')
  })

  test('A6, R34 are not forgiven by the password of a sign-up under the account’s email, which a stranger may have made', async () => {
    const { world, fail, tryIt } = await openThrottled()
    await world.ok(accessApi.signUp, { email: right.email, username: 'a_stranger', password: 'known to a stranger' }, cafe)
    await fail(4)
    expect((await tryIt({ ...right, password: 'known to a stranger' }))[1]).toBe('unverified')
    expect((await tryIt(wrong))[0]).toBe(401) // the fifth
    expect((await tryIt(wrong))[0]).toBe(429)
  })

  test('RATE_LIMITS=off leaves them uncounted', async () => {
    const world = await openWorld()
    await world.person('ada')
    for (let nth = 0; nth < 8; nth++) expect(await world.no(accessApi.logIn, wrong)).toEqual(loginWrong)
    expect(await world.store.find(loginCounts, { index: 'expiry' })).toEqual([])
  })
})

describe('an attack from many addresses', () => {
  const attack = async (world: World) => {
    for (let nth = 0; nth < loginLimits.strangersPerHour; nth++) await world.no(accessApi.logIn, wrong, from(`203.0.113.${nth}`))
  }

  test('makes new addresses wait for the rest of the hour, but not those one has logged in from', async () => {
    const { world, tryIt, enters } = await openThrottled()
    expect(await enters(home)).toBe(true)
    await attack(world)
    expect(await tryIt(right, cafe)).toEqual(tooOften('60 minutes'))
    expect(await enters(home)).toBe(true)
    world.clock.advance(hour)
    expect(await enters(cafe)).toBe(true)
  })

  test('from one IPv6 network counts as from one address', async () => {
    const { world, tryIt } = await openThrottled()
    for (let nth = 0; nth < 5; nth++) await world.no(accessApi.logIn, wrong, from(`2001:db8:1:2::${nth}`))
    expect((await tryIt(right, from('2001:db8:1:2:ffff::1')))[1]).toBe('login-often')
    expect((await tryIt(wrong, from('2001:db8:1:3::1')))[1]).toBe('login-wrong')
  })

  test('can’t be disguised by a header of the attacker’s own', () => {
    expect(addressOf('192.0.2.9', '1.1.1.1, 198.51.100.7', 1)).toBe('198.51.100.7')
  })
})

describe('a browser in which somebody has logged in', () => {
  /** Logged in at home; `here` is that browser. */
  async function openKnown() {
    const opened = await openThrottled()
    const { headers } = await opened.world.call(accessApi.logIn, right, home)
    return { ...opened, here: { ...home, cookie: cookieOf(headers) } }
  }

  test('R118b is not locked out by what others at its address get wrong, and has a count of its own; one that is not known waits', async () => {
    const { world, tryIt, here } = await openKnown()
    for (let nth = 0; nth < 60; nth++) await world.call(accessApi.logIn, { ...wrong, email: `a${nth}@people.test` }, home)
    expect((await tryIt(right, home))[1]).toBe('rate-limited')
    expect((await world.call(accessApi.logIn, right, here)).status).toBe(200)
    // It is known for this email, not for others.
    expect((await tryIt({ ...right, email: 'other@people.test' }, here))[1]).toBe('rate-limited')
    for (let nth = 0; nth < 5; nth++) await world.call(accessApi.logIn, wrong, here)
    expect((await tryIt(right, here))[1]).toBe('login-often')
  })

  test('R118b, R119, R228 logs in only so often as well: its passwords are hashed too, and so only some right ones give a point back', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { world, here } = await openKnown()
    const statuses: number[] = []
    for (let nth = 0; nth < 130; nth++) statuses.push((await world.call(accessApi.logIn, right, here)).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(129) // 9 that are free, 60 of its address, then 60 of its own
    expect(statuses.at(-1)).toBe(429)
  })
})
