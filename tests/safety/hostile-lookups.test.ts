// Long: what takes how long is told from hundreds of measurements, one after the other.
// Who asks about others, without being anybody: at speed, and by what a refusal takes or weighs (R16, R34).
import { expect, onTestFinished, test } from 'vitest'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { routes } from '#server/app/app.ts'
import { rewindable } from '../kit/hostile/rewind.ts'
import { leastOfSix } from '../kit/hostile/timing.ts'
import { keyOf } from '../kit/rights/rights.ts'
import { openCast } from '../kit/rights/rights-cast.ts'
import { calls } from '../kit/rights/rights-table.ts'
import { namesPeople, tellOnPurpose } from '../kit/rights/surfaces.ts'
import { alike, longer, onTime, untilSeen } from '../kit/world/pace.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

/** Over all groups of an owner, for people who have answered and others; at the limits' own clock, which stands for none of it. */
async function askAtSpeed(world: World, addresses: readonly string[]) {
  const ada = await world.person('ada', 'enterprise')
  const groups = await Promise.all(Array.from({ length: 5 }, async () => (await world.event(ada)).groupId))
  for (const groupId of groups) await world.answer(groupId, world.proven('guest0@guests.test', groupId), ['Guest'])
  const counts = { answered: 0, refused: 0, weights: new Set<number>(), said: new Set<string>() }
  const ask = async (nth: number) => {
    const input = { groupId: groups[nth % groups.length] ?? '', email: `guest${nth % 40}@guests.test` }
    const as = { headers: { 'x-forwarded-for': addresses[nth % addresses.length] ?? '' } }
    const { status, body } = await world.call(nth % 2 ? rsvpApi.check : rsvpApi.checkEmail, input, as)
    if (status === 200) counts.answered++
    else counts.refused++
    if (status === 200) counts.said.add(Object.keys(body as object).join())
    else counts.weights.add(JSON.stringify({ ...body, requestId: '', seconds: 0 }).replace(/\d+/g, 'n').length)
  }
  await Promise.all(Array.from({ length: 3_000 }, async (_, nth) => ask(nth)))
  const [groupId = ''] = groups
  const elsewhere = { headers: { 'x-forwarded-for': '192.0.2.1' } }
  const honest = await world.call(rsvpApi.check, { groupId, email: 'guest0@guests.test' }, elsewhere)
  return { ...counts, honest: honest.status }
}
const limited = { rateLimits: true, hops: 1 }

test('S11, R16 3,000 questions at once whether somebody has answered get 120 answers, from one address or from all of an IPv6 customer; others go on', async () => {
  const oneAddress = await askAtSpeed(await openWorld(limited), ['203.0.113.5'])
  expect(oneAddress).toMatchObject({ answered: 120, refused: 2_880, honest: 200 })
  expect([...oneAddress.weights].length).toBe(1)
  expect([...oneAddress.said]).toEqual(['hasExistingRSVP'])
  const customer = Array.from({ length: 60 }, (_, n) => `2001:db8:1:2:${n.toString(16)}::${n}`)
  expect(await askAtSpeed(await openWorld(limited), customer)).toMatchObject({ answered: 120, refused: 2_880, honest: 200 })
})

test('S11, R16 control: without limits all 3,000 are told', async () => {
  expect(await askAtSpeed(await openWorld({ hops: 1 }), ['203.0.113.5'])).toMatchObject({ answered: 3_000, refused: 0 })
})

/** How far the medians may lie apart, as a part of the longer one. */
const noise = 0.25
/** Of one length; the first has an account and a group's answer. */
const [known, unknown] = ['sokate@people.test', 'sonora@people.test'] as const
const openCalls = routes
  .filter(({ endpoint, guard }) => guard.title === 'anyone' && namesPeople(endpoint) && !Object.hasOwn(tellOnPurpose, keyOf(endpoint)))
  .map(({ endpoint }) => endpoint)
const asking = (input: object, email: string): object =>
  JSON.parse(JSON.stringify(input), (_, value: unknown) => (typeof value === 'string' && /^[^@\s]+@[^@\s]+$/.test(value) ? email : value))

async function setUp() {
  const { store, rewind } = rewindable(await freshStore())
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  const cast = await openCast(world)
  await world.person('sokate')
  rewind.forget()
  return { world, cast, rewind }
}

/** Asks a call as nobody, with all else as the table of rights has it. */
function asker({ world, cast }: Awaited<ReturnType<typeof setUp>>, endpoint: Endpoint) {
  const [, row] = Object.entries(calls).find(([title]) => title.split(' · ')[0] === keyOf(endpoint)) ?? []
  const [on] = row?.on ?? []
  if (!row || !on) throw new Error(`${keyOf(endpoint)} is asked of nobody`)
  const input = row.input(cast.tenants[on])
  return (email: string) => world.call(endpoint, asking(input, email), {})
}

test.each(openCalls.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
  'S11, R34 pace: %s takes as long and weighs as much for whom there is an account with this email as for nobody',
  { ...onTime, ...longer },
  async (_, endpoint) => {
    const setting = await setUp()
    const ask = asker(setting, endpoint)
    const lengths: number[] = []
    for (const email of [known, unknown]) {
      const { body } = await ask(email)
      lengths.push(JSON.stringify(body, (key, value: unknown) => (key === 'theme' ? '' : value)).length) // R85: it follows from the id
      await setting.rewind()
    }
    expect(lengths[0]).toBe(lengths[1])
    alike(await leastOfSix([known, unknown], noise, { ask, between: setting.rewind, samples: 30 }), noise)
  },
)

test('S11, R34 pace: control: a call that looks at what only an account has takes longer', { ...untilSeen, ...longer }, async () => {
  const setting = await setUp()
  const endpoint = openCalls.find((one) => one.path === '/auth/login')
  if (!endpoint) throw new Error('no login')
  const plain = asker(setting, endpoint)
  const ask = async (email: string) => {
    await plain(email)
    if (email === known) await plain(email)
  }
  expect(await leastOfSix([known, unknown], noise, { ask, between: setting.rewind, samples: 30 })).toBeGreaterThan(0.3)
})
