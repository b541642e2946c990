// A code that isn't right is refused in one way, whatever it is that is wrong with it: a stranger doesn't learn from it whether somebody asks for one (R15a).
import { expect, test } from 'vitest'
import { code as rules } from '#protocol/kernel/limits.ts'
import { routes } from '#server/app/app.ts'
import { openapiOf } from '#server/edge/http/api/openapi.ts'
import { minute } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'
import { counted, post, shown, type Way, ways } from './stage.ts'

type Json = ReturnType<typeof JSON.parse>
test('R15a every call that takes an emailed code is in the table', () => {
  const doc = JSON.parse(JSON.stringify(openapiOf(routes)))
  const takesCode = (body: Json) => JSON.stringify(body ?? '').includes('"code":{')
  const found = Object.entries<Json>(doc.paths).flatMap(([path, { post: call }]) => (takesCode(call?.requestBody) ? [path] : []))
  expect(found.sort()).toEqual(Object.keys(ways).sort())
})

const unknown = '0'.repeat(24)
const wrong = (code: string) => (code === 'ZZZZZZ' ? 'YYYYYY' : 'ZZZZZZ')
/** How it stands when somebody tries a code: gives what it is for, and the code that is tried. */
const cases: Readonly<
  Record<
    string,
    (world: World, way: Way, guess: (id: string, code: string, from?: string) => Promise<unknown>) => Promise<[id: string, code: string]>
  >
> = {
  'nobody asked': async (world, way) => [await way.open(world), 'ABC234'],
  'there is nothing': async () => [unknown, 'ABC234'],
  'somebody asked just now': async (world, way) => {
    const id = await way.open(world)
    return [id, wrong(await way.ask(world, id))]
  },
  'it was used': async (world, way, guess) => {
    const id = await way.open(world)
    const code = await way.ask(world, id)
    await guess(id, code, '192.0.2.9')
    return [id, code]
  },
  'it has expired': async (world, way) => {
    const id = await way.open(world)
    const code = await way.ask(world, id)
    world.clock.advance(rules.lifeMinutes * minute)
    return [id, code]
  },
  'it was tried five times from here': async (world, way, guess) => {
    const id = await way.open(world)
    const code = await way.ask(world, id)
    for (let n = 0; n < rules.tries; n++) await guess(id, wrong(code))
    return [id, code]
  },
  'it is locked for the day': async (world, way, guess) => {
    const id = await way.open(world)
    const code = await way.ask(world, id)
    for (let n = 0; n < rules.failuresPerDay; n++) await guess(id, wrong(code), `198.51.100.${n}`)
    return [id, code]
  },
}

const guesser = '203.0.113.7'
/** What a try is told, byte for byte, and what it costs; `tries` from the same address before it, elsewhere. */
async function told(way: Way, name: string, spent: number, stands = cases[name]) {
  const { work, wrap } = counted()
  const world = await openWorld({ hops: 1, rateLimits: spent > 0, wrap })
  const guess = async (id: string, code: string, from = guesser) => post(world, ...way.body(id, code), from)
  const [id, code] = (await stands?.(world, way, guess)) ?? ['', '']
  expect(code).toMatch(/^[A-Z2-9]{6}$/)
  for (let n = 0; n < spent; n++) await guess(n.toString(16).padStart(24, '0'), 'ABC234')
  const [commits, writes] = [work.commits, work.writes]
  const answer = await guess(id, code)
  return { ...(await shown(answer)), commits: work.commits - commits, writes: work.writes - writes }
}

test.each(Object.entries(ways))(
  'R15a %s: whatever is wrong with a code, the reply is the same to the byte, and costs the same writes',
  async (_, way) => {
    const first = await told(way, 'nobody asked', 0)
    expect(first).toMatchObject({ status: 400, body: expect.stringContaining('"code":"code-wrong"') })
    for (const name of Object.keys(cases)) expect([name, await told(way, name, 0)]).toEqual([name, first])
  },
)

test.each(Object.entries(ways))('R15a %s: control: a right code is told apart by the same comparison', async (_, way) => {
  const asked: (typeof cases)[string] = async (world) => {
    const id = await way.open(world)
    return [id, await way.ask(world, id)]
  }
  const [right, wrongly] = [await told(way, '', 0, asked), await told(way, 'somebody asked just now', 0)]
  for (const key of ['status', 'body'] as const) expect(right[key]).not.toEqual(wrongly[key])
})

test.each(Object.entries(ways))('R15a R228a %s: nor does an address tell it that has no try left', async (_, way) => {
  const first = await told(way, 'nobody asked', 60)
  expect(first).toMatchObject({ status: 429, body: expect.stringContaining('"code":"rate-limited"') })
  const asked = await told(way, 'somebody asked just now', 60)
  expect(asked).toEqual(first)
})
