// Long: the database is away for 15 s, and again and again.
// The database gone and back, under a burst of answers to two server processes. All of it is shown on the stand-in only: no other server takes the
// order to go away.
import { expect, test } from 'vitest'
import { hintsOf, openBursts, slowest, statusesOf, waitsOf } from '../kit/process/mongo-bursts.ts'
import { openSite, ownStandIn, sleep } from '../kit/process/mongo-house.ts'
import { look, openWatch, weigh } from '../kit/process/mongo-watch.ts'
import { bundled } from '../kit/process/process.ts'
import { longer, onTime, untilSeen, within } from '../kit/world/pace.ts'

const isSoak = process.env.SOAK !== undefined
const awayMs = isSoak ? 60_000 : 15_000
/** How long a caller may be left without an answer: a heartbeat that finds the database out, and two looks for another one. */
const timeoutMs = 9_000
const modes = ['refuse', 'hang'] as const

/** Two servers, one of which counts calls in the database. */
async function open(entry = 'server/app/main.ts') {
  const mongod = await ownStandIn()
  const site = await openSite(mongod.uri, await bundled(entry))
  const servers = await Promise.all([site.start(), site.start({ RATE_LIMITS: 'on' })])
  return { mongod, site, servers, urls: servers.map(({ url }) => url) }
}

test.each(modes)(
  'S17, S10, O1 pace: (stand-in) a database that is away for 15 s (%s): 503s in time, nothing acknowledged is lost or done twice, all goes on by itself',
  { ...onTime, ...longer },
  async (mode) => {
    const { mongod, site, servers, urls } = await open()
    const bursts = openBursts(servers, site.target, mode)
    await bursts.acknowledged(60)
    await mongod.pause(mode)
    const form = `/api/rsvp/form/${site.target.groupId}`
    const watch = openWatch(urls, ['/api/health', '/api/ready', form])
    await sleep(awayMs)
    await watch.stop()
    await mongod.resume()
    const back = performance.now()
    await expect.poll(() => bursts.since(back), { interval: 50 }).toBeGreaterThan(10)
    await bursts.stop()
    const [outcomes, backMs] = [bursts.outcomes(), bursts.backAfter(back)]
    const of = (path: string) => watch.seen.filter((one) => one.path === path)
    console.log(
      `away for ${awayMs} ms (${mode}): ${JSON.stringify(statusesOf(outcomes))}, the slowest answer ${slowest(waitsOf(outcomes))} ms, ` +
        `form ${slowest(of(form))} ms, ready ${slowest(of('/api/ready'))} ms, health ${slowest(of('/api/health'))} ms, back after ${backMs} ms`,
    )
    expect(statusesOf(outcomes)).toEqual({ 200: expect.any(Number), 409: expect.any(Number), 503: expect.any(Number) })
    // Two processes that write to one group may be at odds too often, on a busy machine.
    expect([...hintsOf(outcomes)].filter((hint) => hint !== '1 busy')).toEqual(['1 store-unavailable'])
    expect(new Set(of(form).map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(['503 1']))
    expect(new Set(of('/api/ready').map(({ status }) => status))).toEqual(new Set([503]))
    expect(new Set(of('/api/health').map(({ status }) => status))).toEqual(new Set([200]))
    expect((await site.look(outcomes)).found).toEqual([])
    within(slowest([...waitsOf(outcomes), ...of(form)]), timeoutMs)
    within(slowest(of('/api/ready')), 3_500)
    within(slowest(of('/api/health')), 1_000)
    within(backMs, 6_000)
    await expect.poll(async () => (await look(urls[0] ?? '', '/api/ready')).status).toBe(200)
  },
)

test('S17 control (stand-in): servers that acknowledge what the database did not commit are found out', {
  ...untilSeen,
  ...longer,
}, async () => {
  const { mongod, site, servers } = await open('tests/kit/process/mongo-unsaved-child.ts')
  const bursts = openBursts(servers, site.target, 'early', 4)
  await bursts.acknowledged(20)
  let lost = 0
  mongod.onCommand((name) => (name === 'commitTransaction' && ++lost > 0 ? { lost: 'request' } : undefined))
  await expect.poll(() => lost).toBeGreaterThan(3)
  await mongod.pause('refuse')
  await sleep(3_000)
  mongod.onCommand(undefined)
  await mongod.resume()
  const back = performance.now()
  await expect.poll(() => bursts.since(back)).toBeGreaterThan(5)
  await bursts.stop()
  const { found } = await site.look(bursts.outcomes())
  expect(found.filter((one) => /acknowledged as \d+, kept as \d+$/.test(one)).length).toBeGreaterThan(0)
})

test.each(modes.slice(-1))(
  'S17, S10 (stand-in) a database that goes away again and again (%s) leaves nothing behind: memory, queues',
  longer,
  async (mode) => {
    const { mongod, site, servers, urls } = await open()
    const weights = () => Promise.all(urls.map(weigh))
    const bursts = openBursts(servers, site.target, mode)
    const least: number[] = []
    for (let round = 0; round < (isSoak ? 12 : 3); round++) {
      await mongod.pause(mode)
      await sleep(4_000)
      await mongod.resume()
      const back = performance.now()
      await expect.poll(() => bursts.since(back), { interval: 50 }).toBeGreaterThan(20)
      const some = [await weights(), await weights(), await weights()]
      least.push(Math.min(...some.flat().map(({ heap }) => heap)))
    }
    await bursts.stop()
    const end = await weights()
    console.log(`${least.length} times away (${mode}): heap ${least.join(', ')} MB, at the end ${JSON.stringify(end)}`)
    expect(end.map(({ waiting }) => waiting)).toEqual([0, 0])
    expect((least.at(-1) ?? 0) - (least[0] ?? 0)).toBeLessThan(24)
    expect(Math.max(...end.map(({ rss }) => rss))).toBeLessThan(400)
    expect((await site.look(bursts.outcomes())).found).toEqual([])
  },
)
