// Long: what takes how long is told from hundreds of measurements, one after the other.
// Nobody learns from the time an answer takes whether there is an account (R34). Each measurement has a control that gives it away on purpose.
import { describe, expect, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { type Ask, leastOfSix } from '../kit/hostile/timing.ts'
import { withoutDecoys } from '../kit/rights/unguarded.ts'
import { hour } from '../kit/world/clock.ts'
import { alike, longer, onTime, untilSeen } from '../kit/world/pace.ts'
import { type Answer, openWorld, type World } from '../kit/world/world.ts'

/** For each of the two, in each round. */
const samples = process.env.SOAK ? 400 : 134
/** How far the medians may lie apart, as a part of the whole time. What is given away on purpose lies at twice that and more. */
const noise = 0.2

const [known, unknown] = ['ada@people.test', 'eve@people.test']
const leastDifference = (ask: Ask, between = () => {}) => leastOfSix([known, unknown], noise, { ask, between, samples })

async function openWith(options: Parameters<typeof openWorld>[0] = {}) {
  const world = await openWorld(options)
  await world.person('ada')
  return world
}
const logIn =
  ({ call }: World): Ask =>
  (email) =>
    call(accessApi.logIn, { email, password: 'a guess' })

/** So that none of the asked emails is one too many. */
const nextHour = (world: World) => () => world.clock.advance(hour + 1)
const letters = { requestLink: accessApi.requestLink, requestPasswordReset: accessApi.requestPasswordReset }

describe('a known and an unknown email take as long', onTime, () => {
  test('R34 pace: to be refused at login', longer, async () => {
    alike(await leastDifference(logIn(await openWith())), noise)
  })

  test.each(Object.entries(letters))('R34 pace: at %s', longer, async (_, endpoint) => {
    const world = await openWith()
    alike(await leastDifference((email) => world.call(endpoint, { email }), nextHour(world)), noise)
  })

  test.each([
    ['verified', async (world: World) => world.person('ada')],
    [
      'still waiting for its proof',
      (world: World) => world.ok(accessApi.signUp, { email: known, username: 'ada_1815', password: 'analytical' }),
    ],
  ])('R34 pace: at resendVerification, where the known one is %s', async (_, know) => {
    const world = await openWorld()
    await know(world)
    const ask = (email: string) => world.call(accessApi.resendVerification, { email })
    alike(await leastDifference(ask, nextHour(world)), noise)
  })
})

describe('a known and an unknown email take as long, where something is written for both', onTime, () => {
  test('R34 pace: at signUp', async () => {
    const world = await openWith()
    let nth = 0
    const ask = (email: string) => {
      const signedUp = email === known ? known : `eve${nth++}@people.test` // a second sign-up under one email is another matter
      return world.call(accessApi.signUp, { email: signedUp, username: `somebody_${nth++}`, password: 'a password' })
    }
    alike(await leastDifference(ask), noise)
  })

  test('R34, R16 pace: at send-verification-code, where the known one has answered', async () => {
    const world = await openWith()
    const { groupId } = await world.event(await world.logIn('ada'), undefined, {}, { start: world.inDays(29), end: world.inDays(30) })
    await world.answer(groupId, world.proven(known, groupId))
    const ask = (email: string) => world.call(rsvpApi.sendCode, { email, groupId })
    alike(await leastDifference(ask, nextHour(world)), noise)
  })
})

describe('a known and an unknown email are answered alike', () => {
  /** All of an answer but what is of this request alone, and with either email called the same. */
  const looks = ({ status, headers, body }: Answer) =>
    JSON.stringify([status, body, [...headers].filter(([name]) => !/^(x-request-id|date)$/.test(name))])
      .replace(/"requestId":"[^"]*"|rolecall_browser=[\w-]{43}/g, '')
      .replace(/ada|eve|ad\*|ev\*/g, 'somebody')
  const calls: readonly (readonly [what: string, ask: (world: World, email: string) => Promise<Answer>])[] = [
    ['logIn', (world, email) => world.call(accessApi.logIn, { email, password: 'a guess' })],
    ['requestLink', (world, email) => world.call(accessApi.requestLink, { email })],
    ['requestPasswordReset', (world, email) => world.call(accessApi.requestPasswordReset, { email })],
    ['resendVerification', (world, email) => world.call(accessApi.resendVerification, { email })],
    ['signUp', (world, email) => world.call(accessApi.signUp, { email, username: `x_${email.slice(0, 3)}`, password: 'a password' })],
  ]
  test.each(calls)('R34 at %s: status, body and headers, and once more', async (_, ask) => {
    const world = await openWith()
    for (const _time of ['first', 'second']) expect(looks(await ask(world, known))).toBe(looks(await ask(world, unknown)))
  })

  test.each([
    ['has an account', async (world: World) => void (await world.person('cleo'))],
    [
      'has a person without a password',
      async (world: World) => void (await world.event({}, undefined, {}, { organizerEmail: 'cleo@people.test' })),
    ],
  ])('R34 at logIn after a stranger signed up with it, where the known one %s', async (_, know) => {
    const world = await openWorld()
    await know(world)
    const password = 'chosen by a stranger'
    const refusal = async (email: string) => {
      await world.ok(accessApi.signUp, { email, password })
      const { status, body } = await world.call(accessApi.logIn, { email, password })
      return [status, (body as { code?: string }).code]
    }
    expect(await refusal('cleo@people.test')).toEqual([403, 'unverified'])
    expect(await refusal('eve@people.test')).toEqual([403, 'unverified'])
  })

  test('R34 control: a call that is meant to tell, whether a username is taken, is told apart', async () => {
    const world = await openWith()
    const ask = async (username: string) => looks(await world.call(accessApi.checkUsername, { username }))
    expect(await ask('ada_user')).not.toBe(await ask('eve_user'))
  })
})

describe('controls: what gives it away is noticed', untilSeen, () => {
  test('R34 pace: a login that looks at no password where there is no account', async () => {
    const world = await openWith()
    const { matches } = world.services.passwords
    const hasty = {
      ...world.services.passwords,
      matches: async (password: string, hash: string | null) => hash !== null && matches(password, hash),
    }
    Object.assign(world.services, { passwords: hasty })
    expect(await leastDifference(logIn(world))).toBeGreaterThan(2 * noise)
  })

  test('R34 pace: a call that answers at once where there is nobody', async () => {
    const world = await openWith()
    const ask = async (email: string) =>
      email === unknown ? world.call(accessApi.checkUsername, { username: 'eve_user' }) : logIn(world)(email)
    expect(await leastDifference(ask)).toBeGreaterThan(2 * noise)
  })

  test('R34 pace: an email that is written only where there is somebody', async () => {
    const world = await openWith({ wrap: withoutDecoys })
    const ask = (email: string) => world.call(accessApi.requestLink, { email })
    expect(await leastDifference(ask, nextHour(world))).toBeGreaterThan(noise)
  })
})
