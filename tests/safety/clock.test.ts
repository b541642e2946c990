// A clock that is wrong, a day ahead or two hours behind: what had expired stays so, and what is valid ends by its own life only.
import { describe, expect, test } from 'vitest'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { users } from '#server/people/model/account.ts'
import { buy, payPage } from '../kit/world/buying.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

/** Gives something with a life of its own, as a way to see whether it still opens anything. */
type Issue = (world: World) => Promise<() => Promise<boolean>>
interface Thing {
  readonly what: string
  readonly lifeMs: number
  readonly issue: Issue
}

const isGood = async (answer: Promise<{ status: number }>) => (await answer).status === 200
const email = 'guest@guests.test'

async function open(world: World) {
  const ada = await world.person('ada')
  return { ada, ...(await world.event(ada)) }
}
const things: readonly Thing[] = [
  {
    what: 'a code',
    lifeMs: 10 * minute,
    issue: async (world) => {
      const { groupId } = await open(world)
      await world.ok(rsvpApi.sendCode, { email, groupId })
      const code = await world.codeMailed(email)
      return () => isGood(world.call(rsvpApi.verifyCode, { email, groupId, code }))
    },
  },
  {
    what: 'a proof',
    lifeMs: 2 * hour,
    issue: async (world) => {
      const { groupId } = await open(world)
      const guest = await world.prove(email, groupId)
      return () => isGood(world.answer(groupId, guest))
    },
  },
  {
    what: 'a reset',
    lifeMs: hour,
    issue: async (world) => {
      const { ada } = await open(world)
      await world.ok(accessApi.requestPasswordReset, { email: ada.email })
      const token = await world.tokenMailed(ada.email)
      return () => isGood(world.call(accessApi.resetPassword, { token, newPassword: 'another password' }))
    },
  },
  {
    what: 'a magic link',
    lifeMs: day,
    issue: async (world) => {
      const { ada } = await open(world)
      const { organizerToken: token } = await world.link(ada.email)
      return () => isGood(world.call(accessApi.validateLink, { token }))
    },
  },
  {
    what: 'what a magic link opened',
    lifeMs: day,
    issue: async (world) => {
      const { ada } = await open(world)
      const by = await world.link(ada.email)
      await world.ok(accountApi.me, {}, by)
      return () => isGood(world.call(accountApi.me, {}, by))
    },
  },
  {
    what: 'a sign-up that waits for its proof',
    lifeMs: day,
    issue: async (world) => {
      const here = await world.signUp({ email: 'nora@people.test', username: 'nora_one', password: 'a password of hers' })
      const token = await world.tokenMailed('nora@people.test')
      return () => isGood(world.call(accessApi.verifyEmail, { token }, here))
    },
  },
  {
    what: 'an invitation to publish',
    lifeMs: day,
    issue: async (world) => {
      const { eventId } = await world.event({}, undefined, {}, { organizerEmail: 'nora@people.test' })
      const by = { organizerToken: await world.tokenMailed('nora@people.test') }
      return () => isGood(world.call(pendingApi.publish, { id: eventId }, by))
    },
  },
  {
    what: 'a kept answer',
    lifeMs: day,
    issue: async (world) => {
      const ada = await world.person('ada')
      const by = { ...ada, headers: { 'idempotency-key': 'one' } }
      const { groupId } = await world.ok(groupApi.create, { name: 'Alone' }, by)
      return async () => (await world.ok(groupApi.create, { name: 'Alone' }, by)).groupId === groupId
    },
  },
  {
    what: 'a checkout',
    lifeMs: day,
    issue: async (world) => {
      const ada = await world.person('ada')
      const { sessionId } = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
      return async () => /success/.test((await payPage(world, sessionId)).headers.get('location') ?? '')
    },
  },
  {
    what: 'a login',
    lifeMs: 30 * day,
    issue: async (world) => {
      const { ada } = await open(world)
      return () => isGood(world.call(accountApi.me, {}, ada))
    },
  },
]
const rows = things.map((thing) => [thing.what, thing] as const)

/** What a thing opens after the clock was moved so; the server's jobs run after each move, as they do every two seconds. */
async function opensAfter({ issue }: Thing, ...moves: readonly number[]) {
  const world = await openWorld()
  const opens = await issue(world)
  for (const move of moves) {
    world.clock.advance(move)
    await world.runJobs()
  }
  return opens()
}

describe('S2 a clock that jumps', () => {
  test.each(rows)('S2, R59 25 hours ahead: %s is over, unless it lives longer', async (_, thing) => {
    expect(await opensAfter(thing, 25 * hour)).toBe(thing.lifeMs > 25 * hour)
  })

  test.each(rows)('S2, R59 two hours back: %s is not lost, and ends when its own time has come', async (_, thing) => {
    expect(await opensAfter(thing, -2 * hour)).toBe(true)
    expect(await opensAfter(thing, -2 * hour, 2 * hour + thing.lifeMs - 1)).toBe(true)
    expect(await opensAfter(thing, -2 * hour, 2 * hour + thing.lifeMs)).toBe(false)
  })

  // The sandbox's checkout goes by our clock, Stripe's by its own.
  test.each(rows.filter(([what]) => what !== 'a checkout'))(
    'S2, R59 25 hours ahead and two back: %s that was over is over',
    async (_, thing) => {
      expect(await opensAfter(thing, 25 * hour, -2 * hour)).toBe(thing.lifeMs > 25 * hour)
    },
  )

  test('S2 control: where nothing is purged and a link is only compared with the clock, it is seen to revive', async () => {
    const world = await openWorld()
    const { ada } = await open(world)
    const { organizerToken: token } = await world.link(ada.email)
    world.clock.advance(25 * hour)
    expect((await world.call(accessApi.validateLink, { token })).status).toBe(400)
    world.clock.advance(-2 * hour)
    expect((await world.call(accessApi.validateLink, { token })).status).toBe(200)
  })
})

describe('P2 one checkout', () => {
  const bought = async (world: World, userId: string) => (await world.store.get(users, userId))?.paid?.subscriptions.length

  test.each([1, 19, 21, 23])('P2 the one opened %i hours ago can still be paid: asking again gives that one', async (hours) => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const first = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
    world.clock.advance(hours * hour)
    await world.runJobs()
    const again = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
    expect(again.sessionId).toBe(first.sessionId)
    await payPage(world, first.sessionId)
    await payPage(world, again.sessionId)
    expect(await bought(world, ada.userId)).toBe(1)
  })

  test('P2 where another plan is wanted 21 hours later, the first checkout is closed, and can’t be paid any more', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const first = await world.ok(checkoutApi.subscribe, { plan: 'pro' }, ada)
    world.clock.advance(21 * hour)
    await world.runJobs()
    const second = await world.ok(checkoutApi.subscribe, { plan: 'team' }, ada)
    await payPage(world, first.sessionId)
    await payPage(world, second.sessionId)
    expect(await bought(world, ada.userId)).toBe(1)
  })

  test('P2, R45 a plan that was bought is not lost by a clock that goes 25 hours ahead and two back', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    await buy(world, ada)
    for (const move of [25 * hour, -2 * hour]) {
      world.clock.advance(move)
      await world.runJobs()
      expect((await world.ok(accountApi.me, {}, ada)).user.tier).toBe('pro')
    }
  })
})
