// Two server processes over one MongoDB, one of which has a clock that is a day ahead or two hours behind; and what a process that died has left to
// the others. On whatever server the suite runs on.
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Mailer, OutgoingEmail } from '#server/kernel/ports/mailer.ts'
import { tickets } from '#server/kernel/write/tickets.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { day, hour, minute, testClock } from '../kit/world/clock.ts'
import { comes, onTime, within } from '../kit/world/pace.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const start = Date.parse('2026-12-01T09:00:00Z')
const email = 'guest@guests.test'

/** Two processes over one database; the second one's clock is off by so much. */
async function two(offBy: number) {
  const store = await freshStore()
  onTestFinished(() => store.close())
  const right = await openWorld({ store, process: 'right', clock: testClock(start) })
  return { store, right, wrong: await openWorld({ store, process: 'wrong', clock: testClock(start + offBy) }) }
}

interface Thing {
  readonly what: string
  readonly lifeMs: number
  /** Its record outlives it: wrong codes are counted for a day. */
  readonly isKept?: true
  /** Asking for it where it is over makes it anew. */
  readonly isRemade?: true
  /** Gives something with a life of its own, as a way to see whether it opens anything at a process. */
  readonly issue: (by: World) => Promise<(at: World) => Promise<boolean>>
}
const isGood = async (answer: Promise<{ status: number }>) => (await answer).status === 200
const things: readonly Thing[] = [
  {
    what: 'a code',
    lifeMs: 10 * minute,
    isKept: true,
    issue: async (by) => {
      const { groupId } = await by.event(await by.person('ada'))
      await by.ok(rsvpApi.sendCode, { email, groupId })
      const code = await by.codeMailed(email)
      return (at) => isGood(at.call(rsvpApi.verifyCode, { email, groupId, code }))
    },
  },
  {
    what: 'a reset',
    lifeMs: hour,
    issue: async (by) => {
      const ada = await by.person('ada')
      await by.ok(accessApi.requestPasswordReset, { email: ada.email })
      const token = await by.tokenMailed(ada.email)
      return (at) => isGood(at.call(accessApi.resetPassword, { token, newPassword: 'another password' }))
    },
  },
  {
    what: 'a magic link',
    lifeMs: day,
    issue: async (by) => {
      const ada = await by.person('ada')
      const { organizerToken: token } = await by.link(ada.email)
      return (at) => isGood(at.call(accessApi.validateLink, { token }))
    },
  },
  {
    what: 'a kept answer',
    lifeMs: day,
    isRemade: true,
    issue: async (by) => {
      const ada = { ...(await by.person('ada')), headers: { 'idempotency-key': 'one' } }
      const { groupId } = await by.ok(groupApi.create, { name: 'Alone' }, ada)
      return async (at) => (await at.call(groupApi.create, { name: 'Alone' }, ada)).body.groupId === groupId
    },
  },
  {
    what: 'a login',
    lifeMs: 30 * day,
    issue: async (by) => {
      const ada = await by.person('ada')
      return (at) => isGood(at.call(accountApi.me, {}, ada))
    },
  },
]
const rows = things.map((thing) => [thing.what, thing] as const)

describe('a clock of one process that is wrong', () => {
  test.each(rows)(
    'S2, R59 25 hours ahead: %s is over there by its own life only, and nobody else loses it before it is purged',
    async (_, thing) => {
      const { right, wrong } = await two(25 * hour)
      const outlives = thing.lifeMs > 25 * hour
      const one = await thing.issue(right)
      expect(await one(wrong)).toBe(outlives)
      expect(await one(right)).toBe(!thing.isRemade)
      await wrong.runJobs()
      expect([await one(wrong), await one(right)]).toEqual([outlives, outlives])
    },
  )

  test.each(rows)('S2, R59 two hours behind: %s opens there, and its process takes it from nobody', async (_, thing) => {
    const { right, wrong } = await two(-2 * hour)
    const opens = await thing.issue(right)
    await wrong.runJobs()
    expect(await opens(wrong)).toBe(true)
  })

  test.each(rows)('S2, R59 two hours behind: %s that is over, and purged elsewhere, does not revive there', async (_, thing) => {
    const { right, wrong } = await two(-2 * hour)
    const opens = await thing.issue(right)
    for (const { clock } of [right, wrong]) clock.advance(thing.isKept ? 2 * day : thing.lifeMs + 1)
    await right.runJobs()
    expect([await opens(right), await opens(wrong)]).toEqual([false, false])
  })

  test('S2 control: before anybody purges it, what is over is seen to revive at a clock that is behind', async () => {
    const { right, wrong } = await two(-2 * hour)
    const ada = await right.person('ada')
    const { organizerToken: token } = await right.link(ada.email)
    for (const { clock } of [right, wrong]) clock.advance(day)
    const at = async (world: World) => (await world.call(accessApi.validateLink, { token })).status
    expect([await at(right), await at(wrong)]).toEqual([400, 200])
  })
})

/** How long an answer took, in milliseconds of the wall. */
async function timed(world: World, groupId: string, n: number) {
  const guest = world.proven(`timed${n}@guests.test`, groupId)
  const at = performance.now()
  expect((await world.answer(groupId, guest, ['Guest'])).status).toBe(200)
  return performance.now() - at
}

describe('what a process leaves behind', () => {
  test(
    'S16, S17 pace: the ticket of a process that died, with a clock a day ahead, holds each of the others up once, for half a second',
    onTime,
    async () => {
      const { store, right } = await two(0)
      const { groupId } = await right.event(await right.person('ada', 'pro'), [{ name: 'Guest', max: 50 }])
      await timed(right, groupId, 0)
      const left = { _id: 'left behind', rev: 1, key: groupId, process: 'dead', number: 0, expiresAt: iso(start + 25 * hour) }
      await store.commit([{ collection: tickets, put: left, expectedRev: 0 }])
      const waits: number[] = []
      for (let n = 1; n <= 5; n++) waits.push(await timed(right, groupId, n))
      const [first = 0, ...later] = waits
      console.log(`behind a dead process's ticket: ${waits.map(Math.round).join(', ')} ms`)
      expect(first).toBeGreaterThan(450)
      within(first, 2_500)
      within(Math.max(...later), 450)
      const fresh = await openWorld({ store, process: 'fresh', clock: testClock(start) })
      expect(await timed(fresh, groupId, 9)).toBeGreaterThan(450) // control: it does stand in the way
    },
  )

  test('S16 the ticket of a process that lives is waited for again each time that it draws one', async () => {
    const { store, right } = await two(0)
    const { groupId } = await right.event(await right.person('ada', 'pro'), [{ name: 'Guest', max: 50 }])
    const draw = async (number: number) => {
      const before = await store.get(tickets, 'other')
      const put = { _id: 'other', rev: (before?.rev ?? 0) + 1, key: groupId, process: 'alive', number, expiresAt: iso(start + minute) }
      await store.commit([{ collection: tickets, put, expectedRev: before?.rev ?? 0 }])
    }
    for (const number of [-3, -2, -1]) {
      await draw(number)
      expect(await timed(right, groupId, number + 10)).toBeGreaterThan(450)
    }
  })

  test('M3, S17 an email that a killed process had leased is sent by another one when the lease is over, once', async () => {
    const { right, store } = await two(0)
    const dying = await openWorld({ store, process: 'dying', clock: right.clock })
    const ada = await right.person('ada')
    await store.commit(
      (await store.find(emails, { index: 'expiry' })).map((one) => ({ collection: emails as never, drop: one, expectedRev: one.rev })),
    )
    await right.ok(accessApi.requestLink, { email: ada.email })
    const [taken, sent]: [OutgoingEmail[], OutgoingEmail[]] = [[], []]
    const deliver = (world: World, mailer: Mailer) => createDelivery({ ...world.services, mailer, log: pino({ level: 'silent' }) })
    const killed = deliver(dying, { name: 'smtp', keeps: false, send: (letter) => new Promise(() => taken.push(letter)) })
    right.clock.advance(20)
    await comes(() => expect(taken).toHaveLength(1))
    void killed.stop() // it keeps no lease any more
    const loop = deliver(right, { name: 'smtp', keeps: false, send: async (letter) => void sent.push(letter) })
    onTestFinished(() => loop.stop())
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 1_000) {
        right.clock.advance(1_000)
        await wait(15)
      }
    }
    await pass(50_000)
    expect(sent).toHaveLength(0)
    await pass(30_000)
    await comes(() => expect(sent.map(({ id }) => id)).toEqual(taken.map(({ id }) => id)))
  })
})
