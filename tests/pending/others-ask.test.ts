// Who asks for a code isn't told whether others asked for one for the same address, nor what they tried (R15b).
import { expect, test } from 'vitest'
import { code as rules } from '#protocol/kernel/limits.ts'
import { proofApi } from '#protocol/people/proof.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { minute } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'
import { counted, email, post, shown, type Way, ways } from './stage.ts'

const asker = '203.0.113.7'
const asks = async (world: World, way: Way, id: string, from: string) => post(world, ...way.asks(id), from)
/** Asks as often as is sent within an hour. */
async function asksOften(world: World, way: Way, id: string, from: (nth: number) => string) {
  for (let nth = 0; nth < rules.perHour; nth++) {
    await asks(world, way, id, from(nth))
    world.clock.advance(minute)
  }
}
/** What others have done before. */
const others: Readonly<Record<string, (world: World, way: Way, id: string) => Promise<unknown>>> = {
  'nobody asked': async () => {},
  'one asked just now': (world, way, id) => asks(world, way, id, '192.0.2.1'),
  'one asked as often as may be': (world, way, id) => asksOften(world, way, id, () => '192.0.2.1'),
  'many asked': (world, way, id) => asksOften(world, way, id, (nth) => `192.0.2.${nth}`),
  'codes are locked by what one tried': async (world, way, id) => {
    await asks(world, way, id, '192.0.2.1')
    for (let n = 0; n < rules.failuresPerDay; n++) await post(world, ...way.body(id, 'ABC234'), `198.51.100.${n % 3}`)
  },
  'as many links took their place as may be': async (world, way, id) => {
    await others['codes are locked by what one tried']?.(world, way, id)
    world.clock.advance(minute)
    await asksOften(world, way, id, () => '192.0.2.1')
  },
}

/** Each reply to one who asks, asks again at once, tries wrong codes and asks on, with what it costs. `hops`: how many proxies tell callers apart. */
async function told(way: Way, name: string, hops = 1) {
  const { work, wrap } = counted()
  const world = await openWorld({ hops, wrap })
  const id = await way.open(world)
  world.clock.advance(minute)
  await others[name]?.(world, way, id)
  const all: object[] = []
  const tells = async (ask: () => Promise<Response>) => {
    const before = { ...work }
    const answer = await ask()
    const wait = answer.headers.get('retry-after')
    all.push({ ...(await shown(answer)), wait, commits: work.commits - before.commits, writes: work.writes - before.writes })
  }
  for (let nth = 0; nth < 4; nth++) {
    for (const _ of [1, 2]) await tells(async () => asks(world, way, id, asker))
    for (let tries = 0; tries < rules.tries; tries++) await tells(async () => post(world, ...way.body(id, 'ABC234'), asker))
    world.clock.advance(minute)
  }
  for (let nth = 0; nth < 6; nth++) {
    await tells(async () => asks(world, way, id, asker))
    world.clock.advance(minute)
  }
  return all
}

test.each(Object.entries(ways))(
  'R15b %s: whatever others did, who asks is told the same to the byte, and it costs the same writes',
  async (_, way) => {
    const alone = await told(way, 'nobody asked')
    for (const word of ['code-soon', 'code-often', '"sent":"link"'])
      expect(JSON.stringify(alone)).toContain(JSON.stringify(word).slice(1, -1))
    for (const name of Object.keys(others)) expect([name, await told(way, name)]).toEqual([name, alone])
  },
)

test.each(Object.entries(ways))('R15b %s: control: where all are one, each of them is told apart', async (_, way) => {
  const alone = await told(way, 'nobody asked', 0)
  for (const name of Object.keys(others).slice(1)) expect([name, await told(way, name, 0)]).not.toEqual([name, alone])
})

test.each(Object.entries(ways))(
  'R15b, R118 %s: what others have asked for too often isn’t sent once more, and what was sent lets its person in',
  async (path, way) => {
    const world = await openWorld({ hops: 1 })
    const id = await way.open(world)
    world.clock.advance(minute)
    await asksOften(world, way, id, () => '192.0.2.1')
    const before = (await world.mails(email)).length
    const asked = await asks(world, way, id, asker)
    expect([asked.status, await asked.json()]).toEqual([200, { success: true, resendSeconds: rules.resendSeconds }])
    expect((await world.mails(email)).length).toBe(before)
    const code = await world.codeMailed(email)
    const token = await world.tokenMailed(email)
    const byLink =
      path === '/rsvp/verify-code' ? await world.call(proofApi.verifyLink, { token }) : await world.call(pendingApi.publish, { id, token })
    expect([(await post(world, ...way.body(id, code), asker)).status, byLink.status]).toEqual([200, 200])
  },
)

test('R15b what isn’t sent takes none of the ten emails an hour', async () => {
  const world = await openWorld({ hops: 1 })
  const ada = await world.person('ada', 'enterprise')
  const { groupId } = await world.event(ada)
  for (let nth = 0; nth < 20; nth++) await asks(world, ways['/rsvp/verify-code'] as Way, groupId, `192.0.2.${nth}`)
  expect((await world.mails(email)).length).toBe(1)
  await world.ok(rsvpApi.sendCode, { groupId: (await world.event(ada)).groupId, email })
  expect([(await world.mails(email)).length, await world.codeMailed(email)]).toEqual([2, expect.stringMatching(/^[A-Z2-9]{6}$/)])
})
