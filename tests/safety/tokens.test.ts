// What opens a door once: codes, links, resets and logins, tried all at once, too late, too often and elsewhere. Each guard has a control without it.
import { expect, onTestFinished, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { loginCounts } from '#server/people/model/access.ts'
import { openMeeting } from '../kit/faults/meeting.ts'
import { shadowed } from '../kit/hostile/shadow.ts'
import { countLooks } from '../kit/rights/looked-at.ts'
import { withoutExpiry, withoutFailuresOfTheDay, withoutPart, withoutRevisions, withStaleReads } from '../kit/rights/unguarded.ts'
import { type As, codeOf } from '../kit/world/client.ts'
import { day, hour, minute, testClock } from '../kit/world/clock.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

type Options = Parameters<typeof openWorld>[0]
const second = 1_000
const email = 'gast@guests.test'
const from = (address: string): As => ({ headers: { 'x-forwarded-for': address } })
const count = (codes: readonly string[], code: string) => codes.filter((one) => one === code).length
const times = <T>(amount: number, make: (n: number) => T) => Array.from({ length: amount }, (_, n) => make(n))

/** Two server processes over one store, and a person. After `race` both first decide on the same count of logins. */
async function twoProcesses(options: Options = {}) {
  const [store, clock, { at, meet }] = [await freshStore(), testClock(), openMeeting(loginCounts)]
  onTestFinished(() => store.close())
  const { wrap = (one) => one } = options
  const open = (nth: number) => openWorld({ ...options, store, clock, wrap: (one) => at(nth)(wrap(one)) })
  const worlds = [await open(0), await open(1)] as const
  const ada = await worlds[0].person('ada')
  return { world: worlds[0], ada, clock, either: (n: number) => worlds[n % 2 === 0 ? 0 : 1], race: () => meet(0, 1) }
}

async function withGroup(options: Options = {}) {
  const world = await openWorld(options)
  const ada = await world.person('ada', 'pro')
  return { world, ada, groupId: (await world.event(ada)).groupId }
}
type Sealed = Awaited<ReturnType<typeof withGroup>>
const tryCode = async ({ world }: Sealed, groupId: string, code: string, as = email) =>
  codeOf(await world.call(rsvpApi.verifyCode, { email: as, groupId, code }))
const sendCode = async ({ world }: Sealed, groupId: string, to = email) => {
  const sent = codeOf(await world.call(rsvpApi.sendCode, { email: to, groupId }))
  return { sent, code: await world.codeMailed(to) }
}
const wrong = (code: string) => (code === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ')

/** Guesses for a whole day, with a new code every half hour: how many guesses were looked at. */
async function guessedInADay(options: Options = {}) {
  const { wrap, looks } = countLooks()
  const setting = await withGroup({ wrap: (store) => wrap(options?.wrap?.(store) ?? store) })
  for (let minutes = 0; minutes < 24 * 60; minutes += 30) {
    const { code } = await sendCode(setting, setting.groupId)
    await Promise.all(times(6, () => tryCode(setting, setting.groupId, wrong(code))))
    setting.world.clock.advance(30 * minute - 1)
  }
  return looks()
}

test('S11 R15 who guesses for a whole day, with every code there is to be had, has ten guesses looked at', async () => {
  expect(await guessedInADay()).toBe(10)
})

test('S11 R15 control: where wrong codes count for their own code only, it is hundreds', async () => {
  expect(await guessedInADay({ wrap: withoutFailuresOfTheDay })).toBeGreaterThan(200)
})

/** What a right code is told in another group, or for another email, and then where it belongs. */
async function elsewhere(where: 'group' | 'email', options: Options = {}) {
  const setting = await withGroup(options)
  const other = (await setting.world.event(setting.ada)).groupId
  const { code } = await sendCode(setting, setting.groupId)
  const there = where === 'group' ? await tryCode(setting, other, code) : await tryCode(setting, setting.groupId, code, 'eve@guests.test')
  return [there, await tryCode(setting, setting.groupId, code)]
}

test('S11 R15 a right code opens nothing in another group or for another email, and is not used up there', async () => {
  expect(await elsewhere('group')).toEqual(['code-wrong', 'ok'])
  expect(await elsewhere('email')).toEqual(['code-wrong', 'ok'])
})

test('S11 R15 control: ids without the group, or without the email, let it in there', async () => {
  expect(await elsewhere('group', { secrets: withoutPart('code', 1) })).toEqual(['ok', 'code-wrong'])
  expect(await elsewhere('email', { secrets: withoutPart('code', 2) })).toEqual(['ok', 'code-wrong'])
})

/** Whether a magic link is good so long after it was mailed: for whoever looks at it, and for whoever uses it. */
async function linkAfter(ms: number, options: Options = {}) {
  const world = await openWorld(options)
  const ada = await world.person('ada')
  const { organizerToken: token } = await world.link(ada.email)
  world.clock.advance(ms)
  const seen = await world.call(accessApi.validateLink, { token })
  return [seen.status, (await world.call(accountApi.me, {}, { organizerToken: token })).status]
}

test('S2 R29 a magic link is good after 23:59:59 and none after 24:00:01; the same for a reset link and its hour', async () => {
  expect([await linkAfter(day - second), await linkAfter(day + second)]).toEqual([
    [200, 200],
    [400, 401],
  ])
  for (const [ms, status] of [
    [hour - second, 200],
    [hour + second, 400],
  ] as const) {
    const world = await openWorld()
    const ada = await world.person('ada')
    const token = await resetTokenOf(world, ada.email)
    world.clock.advance(ms)
    expect((await world.call(accessApi.resetPassword, { token, newPassword: 'brand new one' })).status).toBe(status)
  }
})

test('S2 R29 control: where no token ends, the same link is good after 24:00:01', async () => {
  expect(await linkAfter(day + second, { wrap: withoutExpiry })).toEqual([200, 200])
})

test('S1 R29 a hundred looks at a magic link change nothing in the store; control: beginning its session does', async () => {
  const { store, shadow } = shadowed(await freshStore())
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  await world.event({}, undefined, {}, { organizerEmail: 'nora@people.test' })
  const token = await world.tokenMailed('nora@people.test')
  const [digest, commits] = [shadow.digest(), world.store.commits]
  const looked = times(50, () => world.call(accessApi.validateLink, { token }))
  const page = times(50, () => world.send('GET', `/token?token=${token}`))
  expect((await Promise.all(looked)).map(({ status }) => status)).toEqual(Array(50).fill(200))
  await Promise.all(page)
  expect([shadow.digest(), world.store.commits]).toEqual([digest, commits])
  expect((await world.call(accountApi.me, {}, { organizerToken: token })).status).toBe(200)
  expect(shadow.digest()).toBe(digest)
  await world.ok(accessApi.openLink, { token })
  expect(shadow.digest()).not.toBe(digest)
})

async function resetTokenOf(world: World, to: string) {
  world.clock.advance(1)
  await world.ok(accessApi.requestPasswordReset, { email: to })
  return world.tokenMailed(to)
}

/** One reset token used 50 times at once over two processes: what each was told, and how many of the passwords then open the account. */
async function resetAtOnce(options: Options = {}, begin = () => {}) {
  const { world, ada, either } = await twoProcesses(options)
  const token = await resetTokenOf(world, ada.email)
  begin()
  const passwords = times(50, (n) => `brand new password ${n}`)
  const replies = await Promise.all(passwords.map((newPassword, n) => either(n).call(accessApi.resetPassword, { token, newPassword })))
  const opened = []
  for (const password of passwords) opened.push((await world.call(accessApi.logIn, { email: ada.email, password })).status)
  return { codes: replies.map(codeOf), opened: opened.filter((status) => status === 200).length }
}

test('S2 R33 of 50 uses of one reset token at once, on two processes, one changes the password', async () => {
  const { codes, opened } = await resetAtOnce()
  expect([count(codes, 'ok'), count(codes, 'reset-invalid'), opened]).toEqual([1, 49, 1])
})

test('S2 R33 control: processes that remember what they read, and ignore revisions, take it more than once', async () => {
  let isOn = false
  const wrap: NonNullable<Options>['wrap'] = (store) => withStaleReads(withoutRevisions(store), () => isOn)
  const { codes } = await resetAtOnce({ wrap }, () => {
    isOn = true
  })
  expect(count(codes, 'ok')).toBeGreaterThan(1)
})

/** 100 wrong logins at once from one address, over two processes: how many passwords were looked at. */
async function guessedAtOnce(options: Options = {}) {
  const { either, race } = await twoProcesses({ rateLimits: true, hops: 1, ...options })
  race()
  const guess = { email: 'ada@people.test', password: 'a guess' }
  const codes = await Promise.all(times(100, async (n) => codeOf(await either(n).call(accessApi.logIn, guess, from('198.51.100.7')))))
  return count(codes, 'login-wrong')
}

test('S11 A6 of 100 wrong logins at once, on two processes, five are looked at; control: without revisions it is more', async () => {
  expect(await guessedAtOnce()).toBeLessThanOrEqual(5)
  expect(await guessedAtOnce({ wrap: withoutRevisions })).toBeGreaterThan(5)
})

/** After an attack from one address: whether the right person still enters, from home and from a new place. */
async function entersDespiteAttack(options: Options = {}) {
  const world = await openWorld({ rateLimits: true, hops: 1, ...options })
  await world.person('ada')
  const right = { email: 'ada@people.test', password: 'password of ada' }
  const enters = async (address: string) => (await world.call(accessApi.logIn, right, from(address))).status === 200
  expect(await enters('192.0.2.1')).toBe(true)
  for (const _ of times(30, String)) await world.call(accessApi.logIn, { ...right, password: 'a guess' }, from('198.51.100.7'))
  return [await enters('192.0.2.1'), await enters('203.0.113.5'), await enters('198.51.100.7')]
}

test('S11 A6 whoever guesses locks out themselves: the right person enters from home and from anywhere else', async () => {
  expect(await entersDespiteAttack()).toEqual([true, true, false])
})

test('S11 A6 control: a throttle that counts by account alone locks out its owner', async () => {
  expect(await entersDespiteAttack({ secrets: withoutPart('login', 2) })).toEqual([false, false, false])
})
