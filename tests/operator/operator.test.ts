// The operator's calls: who may, what they show, what they do, and the log of it.
import { describe, expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { messageApi } from '#protocol/mail/message.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { calendarApi } from '#protocol/seats/calendar.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { operatorActs } from '#server/app/model/operator.ts'
import type { OutgoingEmail } from '#server/kernel/ports/mailer.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { users } from '#server/people/model/account.ts'
import { buy } from '../kit/world/buying.ts'
import { day, hour } from '../kit/world/clock.ts'
import { mailRound } from '../kit/world/notices.ts'
import { type As, openWorld, type World } from '../kit/world/world.ts'

const unknownCall = [404, 'call-unknown', 'There is no such call.']

async function opened() {
  const world = await openWorld()
  const [operator, ada] = [await world.person('operator'), await world.person('ada')]
  return { world, operator, ada }
}
const acts = async (world: World, operator: As) =>
  (await world.ok(operatorApi.log, {}, operator)).acts.map(({ by, act, about, from, to }) => [by, act, about, from, to].join(' · '))

describe('who may', () => {
  test('R114 an operator is who is logged in with a proven email that ADMIN_EMAILS names; to others there is no such call', async () => {
    const { world, operator, ada } = await opened()
    expect((await world.ok(operatorApi.people, {}, operator)).people).toHaveLength(2)
    const nobodies: As[] = [{}, ada, await world.opened(operator.email), { token: 'x'.repeat(43) }]
    for (const as of nobodies) {
      expect(await world.no(operatorApi.people, {}, as)).toEqual(unknownCall)
      const [none, here] = await Promise.all([
        world.send('GET', '/api/operator/nothing', undefined, as),
        world.call(operatorApi.state, {}, as),
      ])
      expect([here.status, { ...here.body, requestId: 0 }]).toEqual([none.status, { ...none.body, requestId: 0 }])
    }
    // A wrong input tells nobody that there is something to be given it.
    expect((await world.send('POST', '/api/operator/people/x/plan', { plan: 'no plan' }, ada)).body.code).toBe('call-unknown')
    expect((await world.send('POST', '/api/operator/people/x/plan', { plan: 'no plan' }, operator)).body.code).toBe('input-invalid')
  })

  test('R136 an operator is told so once they are logged in, and nobody else is', async () => {
    const { world, operator, ada } = await opened()
    const isTold = async (as: As) => (await world.ok(accountApi.me, {}, as)).user.isOperator
    expect([await isTold(operator), await isTold(ada), await isTold(await world.opened(operator.email))]).toEqual([
      true,
      undefined,
      undefined,
    ])
    expect((await world.ok(accountApi.updateName, { name: 'Op' }, operator)).user.isOperator).toBe(true)
  })

  test('R114, R115 signing up with an operator’s address, without its mailbox, opens nothing; nor does an account whose email is not proven', async () => {
    const world = await openWorld({ adminEmails: ['boss@people.test'] })
    const asked = { email: 'boss@people.test', username: 'boss_user', password: 'a password of mine' }
    await world.signUp(asked)
    expect(await world.no(accessApi.logIn, { email: asked.email, password: asked.password })).toEqual([
      403,
      'unverified',
      expect.any(String),
    ])
    const boss = await world.person('boss')
    expect((await world.call(operatorApi.state, {}, boss)).status).toBe(200)
    const user = await world.store.get(users, boss.userId)
    if (user) await world.store.commit([{ collection: users, put: next(user, { verified: false }), expectedRev: user.rev }])
    expect(await world.no(operatorApi.state, {}, boss)).toEqual(unknownCall)
  })

  test('R114 control: with nobody in ADMIN_EMAILS nobody is an operator', async () => {
    const world = await openWorld({ adminEmails: [] })
    expect(await world.no(operatorApi.state, {}, await world.person('operator'))).toEqual(unknownCall)
  })
})

describe('people', () => {
  test('R114, R232a they are found by how words of their email, username or name begin, in any order; else the newest come first, a page at a time', async () => {
    const { world, operator, ada } = await opened()
    await world.ok(accountApi.updateName, { name: 'Ada Lovelace' }, ada)
    const found = async (find: string) => (await world.ok(operatorApi.people, { find }, operator)).people.map(({ email }) => email)
    for (const typed of ['ada@', 'ADA@PEOPLE.TEST', 'ada_user', 'Ada L', 'ada lovelace', 'lovelace', 'LOVE ádá', ada.email])
      expect(await found(typed), typed).toEqual([ada.email])
    for (const typed of ['nobody', 'velace', 'ada nobody']) expect(await found(typed), typed).toEqual([])
    const more = Array.from({ length: 30 }, (_, n) => ({
      ...one(n),
      createdAt: new Date(world.clock.now() - (n + 1) * hour).toISOString(),
    }))
    await transact(world.services, 'more', async () => ({ writes: more.map((user) => put(users, user)), reply: undefined }))
    const first = await world.ok(operatorApi.people, {}, operator)
    const second = await world.ok(operatorApi.people, { cursor: first.cursor ?? '' }, operator)
    expect([first.people.length, second.people.length, second.cursor]).toEqual([25, 7, null])
    expect(new Set([...first.people, ...second.people].map(({ _id }) => _id)).size).toBe(32)
    expect(await found('many')).toHaveLength(25)
    const hasMore = async (find: string) => (await world.ok(operatorApi.people, { find }, operator)).hasMore
    expect([await hasMore('many'), await hasMore('ada@'), first.hasMore]).toEqual([true, false, false])
  })

  test('R114b an operator sees accounts and nothing of guests or answers', async () => {
    const { world, operator, ada } = await opened()
    const { groupId } = await world.event(ada)
    await world.answer(groupId, world.proven('canary@guests.test', groupId), ['Guest'], { name: 'Canary Bird', note: 'Canary note' })
    const calls = [operatorApi.state, operatorApi.people, operatorApi.emails, operatorApi.log]
    const shown = await Promise.all(calls.map((one) => world.call(one as typeof operatorApi.state, {}, operator)))
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toMatch(/canary/i)
    expect(JSON.stringify(shown)).not.toMatch(/argon2|passwordHash|epoch/)
  })
})

const one = (n: number) => ({
  _id: n.toString(16).padStart(24, '0'),
  rev: 1,
  email: `many${n}@people.test`,
  username: null,
  name: `Many ${n}`,
  mobile: '',
  passwordHash: null,
  verified: true,
  tier: 'free' as const,
  epoch: 0,
  countedEvents: [],
  createdInMonth: { month: '2026-01', count: 0 },
  standaloneGroupIds: [],
  ownedOrgId: null,
})

describe('suspension', () => {
  const suspension = [403, 'account-suspended', 'This account is suspended. Please contact the people who run this site.']

  test('R114e, R120 it ends every session and link at once, and says so only to who proves that it is their account', async () => {
    const { world, operator, ada } = await opened()
    const link = await world.link(ada.email)
    const { url } = await world.ok(calendarApi.makeFeed, {}, ada)
    const feed = () => world.send('GET', url.replace(/^.*\/api/, '/api'))
    expect((await feed()).status).toBe(200)
    await world.ok(operatorApi.suspend, { id: ada.userId, isSuspended: true }, operator)
    expect(await world.no(accountApi.me, {}, ada)).toEqual([401, 'token-invalid', expect.any(String)])
    expect(await world.no(accessApi.openLink, { token: link.organizerToken })).toEqual([400, 'link-invalid', expect.any(String)])
    expect((await feed()).body.code).toBe('feed-unknown')

    const password = 'password of ada'
    expect(await world.no(accessApi.logIn, { email: ada.email, password })).toEqual(suspension)
    const [wrong, strange] = [ada.email, 'nobody@people.test'].map((email) =>
      world.no(accessApi.logIn, { email, password: 'a guess of it' }),
    )
    expect(await wrong).toEqual(await strange)
    const fresh = await world.link(ada.email)
    expect(await world.no(accessApi.validateLink, { token: fresh.organizerToken })).toEqual(suspension)
    expect(await world.no(accessApi.openLink, { token: fresh.organizerToken })).toEqual(suspension)
    expect(await world.no(accountApi.me, {}, fresh)).toEqual([401, 'token-invalid', expect.any(String)])
    await world.ok(accessApi.requestPasswordReset, { email: ada.email })
    const reset = { token: await world.tokenMailed(ada.email), newPassword: 'another password' }
    expect(await world.no(accessApi.validateReset, { token: reset.token })).toEqual(suspension)
    expect(await world.no(accessApi.resetPassword, reset)).toEqual(suspension)

    await world.ok(operatorApi.suspend, { id: ada.userId, isSuspended: false }, operator)
    expect(await world.no(accountApi.me, {}, ada)).toEqual([401, 'token-invalid', expect.any(String)])
    expect((await world.ok(accessApi.logIn, { email: ada.email, password })).user.email).toBe(ada.email)
    expect(await acts(world, operator)).toEqual([
      `operator@people.test · unsuspend · ada@people.test · suspended since ${since(world)} · may log in`,
      `operator@people.test · suspend · ada@people.test · may log in · suspended since ${since(world)}`,
    ])
  })
  const since = ({ clock }: World) => new Date(clock.now()).toISOString()

  test('R114, R118 whoever is suspended and types the right password is not made to wait for it', async () => {
    const world = await openWorld({ rateLimits: true })
    const [operator, ada] = [await world.person('operator'), await world.person('ada')]
    await world.ok(operatorApi.suspend, { id: ada.userId, isSuspended: true }, operator)
    for (let nth = 0; nth < 12; nth++)
      expect((await world.call(accessApi.logIn, { email: ada.email, password: 'password of ada' })).body.code).toBe('account-suspended')
  })

  test('R114e an operator is suspended by nobody, and doing it twice is one act', async () => {
    const { world, operator, ada } = await opened()
    expect(await world.no(operatorApi.suspend, { id: operator.userId, isSuspended: true }, operator)).toEqual([
      409,
      'operator-stays',
      expect.any(String),
    ])
    expect(await world.no(operatorApi.suspend, { id: 'f'.repeat(24), isSuspended: true }, operator)).toEqual([
      404,
      'user-unknown',
      expect.any(String),
    ])
    for (let nth = 0; nth < 2; nth++) await world.ok(operatorApi.suspend, { id: ada.userId, isSuspended: true }, operator)
    expect(await acts(world, operator)).toHaveLength(1)
  })

  test('R114f, R99 their guests keep what they have and may answer; nothing goes out by itself in their name', async () => {
    const { world, operator, ada } = await opened()
    const { groupId, eventId } = await world.event(ada)
    const guest = world.proven('guest@guests.test', groupId)
    const early = world.proven('early@guests.test', groupId)
    await world.answer(groupId, early, ['Guest'])
    const write = (subject: string) => world.ok(messageApi.send, { id: groupId, audience: {}, subject, text: subject }, ada)
    await write('before')
    expect(await delivered(world)).toContain('early@guests.test before')
    await write('after')
    await world.ok(operatorApi.suspend, { id: ada.userId, isSuspended: true }, operator)
    expect((await world.answer(groupId, guest, ['Guest'])).status).toBe(200)
    expect((await world.send('GET', `/api/rsvp/form/${groupId}`)).body.status).toBe('open')
    const sent = await delivered(world)
    expect([sent.includes('early@guests.test after'), sent.some((one) => one.startsWith('guest@guests.test'))]).toEqual([false, true])
    expect(await world.no(eventApi.update, { id: eventId, name: 'New' }, ada)).toEqual([401, 'token-invalid', expect.any(String)])
  })
})

/** Runs all jobs and delivers what is due; gives recipient and subject of each. */
async function delivered(world: World) {
  const sent: string[] = []
  const send = async ({ to, subject }: OutgoingEmail) => void sent.push(`${to} ${subject}`)
  await world.runJobs()
  for (let nth = 0; nth < 30; nth++) {
    world.clock.advance(1_000)
    await mailRound(world, { name: 'smtp', keeps: false, send })
  }
  return sent
}

describe('plans', () => {
  const planOf = async (world: World, as: As) => (await world.ok(accountApi.profile, {}, as)).user.tier

  test('R114d a plan is given with an end or without, and taken back; no provider hears of it', async () => {
    const { world, operator, ada } = await opened()
    const give = (more: object) => world.ok(operatorApi.givePlan, { id: ada.userId, plan: 'team', ...more }, operator)
    const until = new Date(world.clock.now() + 10 * day).toISOString()
    expect((await give({ until })).person).toMatchObject({ tier: 'team', given: { plan: 'team', until }, subscription: null })
    expect(await planOf(world, ada)).toBe('team')
    world.clock.advance(10 * day - 1)
    expect(await planOf(world, ada)).toBe('team')
    world.clock.advance(1)
    expect(await planOf(world, ada)).toBe('free')
    expect((await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)).sessionId).not.toBe('')
    await give({})
    expect(await planOf(world, ada)).toBe('team')
    await give({ plan: 'free' })
    expect(await planOf(world, ada)).toBe('free')
    expect(await world.no(operatorApi.givePlan, { id: ada.userId, plan: 'pro', until }, operator)).toEqual([
      400,
      'plan-until-past',
      expect.any(String),
    ])
    expect(await acts(world, operator)).toEqual([
      'operator@people.test · give-plan · ada@people.test · team · free',
      `operator@people.test · give-plan · ada@people.test · team until ${until} · team`,
      `operator@people.test · give-plan · ada@people.test · free · team until ${until}`,
    ])
  })

  test('R114d beside a plan that is paid for one is given only by an operator who knows it; what is paid stays as it is', async () => {
    const { world, operator, ada } = await opened()
    await buy(world, ada, 'pro')
    const paid = (await world.store.get(users, ada.userId))?.paid
    const given = { id: ada.userId, plan: 'enterprise' } as const
    expect(await world.no(operatorApi.givePlan, given, operator)).toEqual([409, 'plan-paid', expect.any(String)])
    expect(await planOf(world, ada)).toBe('pro')
    const { person } = await world.ok(operatorApi.givePlan, { ...given, besidePaid: true }, operator)
    expect(person).toMatchObject({ tier: 'enterprise', subscription: { plan: 'pro', status: 'active' } })
    expect((await world.store.get(users, ada.userId))?.paid).toEqual(paid)
    await world.ok(operatorApi.givePlan, { ...given, plan: 'free', besidePaid: true }, operator)
    expect(await planOf(world, ada)).toBe('pro')
  })
})

test('R114g, R156 an act, its line in the log and that in the ledger are one commit: none is there without the others', async () => {
  const { world, operator, ada } = await opened()
  const before = await world.store.get(users, ada.userId)
  const commit = world.services.store.commit.bind(world.services.store)
  const sizes: number[] = []
  Object.assign(world.services.store, {
    commit: (writes: Parameters<typeof commit>[0]) => {
      if (writes.some(({ collection }) => collection.name === operatorActs.name)) sizes.push(writes.length)
      return commit(writes)
    },
  })
  await world.ok(operatorApi.suspend, { id: ada.userId, isSuspended: true }, operator)
  expect([sizes, (await world.store.get(users, ada.userId))?.rev]).toEqual([[3], (before?.rev ?? 0) + 1])
})
