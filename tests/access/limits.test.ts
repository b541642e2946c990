// The table of limits by network address, against the table of routes: each row says what gives a point back, and every call does what its row says (R228).
import { expect, onTestFinished, test, vi } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { proofApi } from '#protocol/people/proof.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { routes } from '#server/app/app.ts'
import { wrongSecrets } from '#server/edge/http/charge.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import { createLimits, type LimitName, limitNames, limits } from '#server/people/http/limits.ts'
import { keyOf } from '../kit/rights/rights.ts'
import { openCast } from '../kit/rights/rights-cast.ts'
import { calls } from '../kit/rights/rights-table.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

/** The limits of calls that anyone may make, and what brings their points back; all others count what an organizer does, or what it costs (R119). */
const ofAnyone = routes.flatMap(({ guard, limit }) => (guard.title === 'anyone' && limit ? [limit] : []))

test('R228 what anyone may ask for, guess or open gives its point back, or takes none; only budgets of a minute never do', () => {
  const never = limitNames.filter((name) => limits[name].back === 'never')
  expect([...new Set(ofAnyone)].filter((name) => never.includes(name)).sort()).toEqual(['lookUp', 'memberPages'])
  for (const name of never) expect([name, 'window' in limits[name] || ['members', 'signIn'].includes(name)]).toEqual([name, true])
})

test('R194 twenty phones of five scans a second get in behind one address: what a phone at the door calls has room of its own', () => {
  const ofPhones = routes.filter(({ endpoint, guard }) => endpoint.path.startsWith('/door/:eventId/') && guard.title === 'anyone')
  expect(ofPhones.map(({ endpoint, general }) => `${keyOf(endpoint)} ${general}`)).toEqual(
    ofPhones.map(({ endpoint }) => `${keyOf(endpoint)} door`),
  )
  expect(ofPhones.length).toBeGreaterThan(4)
  expect(limits.door.points).toBeGreaterThanOrEqual(2 * 20 * 5 * 60)
})

test.each(limitNames)('R228 who is over the limit “%s” is told when, in minutes, and what else to do', async (name: LimitName) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const countCall = createLimits()
  for (let nth = 0; nth < limits[name].points; nth++) await countCall('203.0.113.1', name)
  const refused = await countCall('203.0.113.1', name).catch((no: unknown) => no)
  expect(refused).toBeInstanceOf(Refusal)
  expect((refused as Refusal).message).toMatch(/^Too many requests\. Please try again in (a minute|\d+ minutes)\. [A-Z].{20,}\.$/)
})

/** `input` with another secret in place of its own. */
const guessed = (input: object): object =>
  JSON.parse(JSON.stringify(input), (key, value: unknown) => (/^(token|pass)$/.test(key) ? `${'f'.repeat(24)}.${'x'.repeat(43)}` : value))

test('R228 every call that opens something by a secret says by one of the known refusals that it is wrong, and is counted for that', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = await freshStore()
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  const cast = await openCast(world)
  const limited = await openWorld({ store, rateLimits: true, hops: 1 })
  const opening = routes.filter(({ limit }) => limit === 'token')
  expect(opening.length).toBeGreaterThan(15)
  for (const [nth, { endpoint }] of opening.entries()) {
    const [, row] = Object.entries(calls).find(([title]) => title.split(' · ')[0] === keyOf(endpoint)) ?? []
    if (!row) throw new Error(`no row for ${keyOf(endpoint)}`)
    const input = guessed(row.input(cast.tenants[row.on[0] as keyof typeof cast.tenants]))
    const ask = async () => (await limited.call(endpoint, input, { headers: { 'x-forwarded-for': `198.51.100.${nth}` } })).body.code
    const first = await ask()
    expect([keyOf(endpoint), first, wrongSecrets.has(first)]).toEqual([keyOf(endpoint), first, true])
    for (let tries = 1; tries < limits.token.points; tries++) await ask()
    expect([keyOf(endpoint), await ask()]).toEqual([keyOf(endpoint), 'rate-limited'])
  }
})

/** Asks for an email from one address, as many do, and uses what it brings. */
const usedEmails: Readonly<
  Record<
    string,
    {
      limit: LimitName
      ask: (world: World, nth: number, groupId: string) => Promise<number>
      use: (world: World, nth: number, groupId: string) => Promise<number>
    }
  >
> = {
  'a code by its link': {
    limit: 'code',
    ask: async (world, nth, groupId) => (await world.call(rsvpApi.sendCode, { email: `g${nth}@guests.test`, groupId })).status,
    use: async (world, nth) => (await world.call(proofApi.verifyLink, { token: await world.tokenMailed(`g${nth}@guests.test`) })).status,
  },
  'a sign-in link': {
    limit: 'email',
    ask: async (world) => {
      world.clock.advance(3_600_000)
      return (await world.call(accessApi.requestLink, { email: 'ada@people.test' })).status
    },
    use: async (world) => (await world.call(accessApi.openLink, { token: await world.tokenMailed('ada@people.test') })).status,
  },
  'a new password': {
    limit: 'email',
    ask: async (world) => {
      world.clock.advance(3_600_000)
      return (await world.call(accessApi.requestPasswordReset, { email: 'ada@people.test' })).status
    },
    use: async (world) =>
      (await world.call(accessApi.resetPassword, { token: await world.tokenMailed('ada@people.test'), newPassword: 'password of ada' }))
        .status,
  },
  'a sign-up': {
    limit: 'signUp',
    ask: async (world, nth) =>
      (await world.call(accessApi.signUp, { email: `n${nth}@people.test`, username: `new_${nth}x`, password: 'a long password' })).status,
    use: async (world, nth) =>
      (await world.call(accessApi.verifyEmail, { token: await world.tokenMailed(`n${nth}@people.test`), password: 'a long password' }))
        .status,
  },
  'an event of somebody new': {
    limit: 'create',
    ask: async (world, nth) => {
      const email = `o${nth}@people.test`
      const created = await world.call(eventApi.createWithGroup, { event: world.eventInput({ organizerEmail: email }), groups: [{}] })
      made.set(email, created.body.event?._id)
      return created.status
    },
    use: async (world, nth) => {
      const email = `o${nth}@people.test`
      return (await world.call(pendingApi.publish, { id: made.get(email) ?? '', code: await world.codeMailed(email) })).status
    },
  },
}
const made = new Map<string, string>()

test.each(Object.entries(usedEmails))(
  'R228 %s gives its point back, to whom it was taken from, once; unused it doesn’t',
  async (_, { limit, ask, use }) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const world = await openWorld({ rateLimits: true })
    const { groupId } = await world.event(await world.person('ada', 'pro'))
    const most = limits[limit].points
    for (let nth = 0; nth < most + 5; nth++)
      expect([nth, await ask(world, nth, groupId), await use(world, nth, groupId)]).toEqual([nth, 200, 200])
    const statuses: number[] = []
    for (let nth = most + 5; nth < 2 * most + 10; nth++) statuses.push(await ask(world, nth, groupId))
    expect(statuses.filter((status) => status === 200)).toHaveLength(most)
  },
)
