// What is wrong with a field is said in people's words: every field of every call, given what it can't be. A new call is besieged as soon as it is in the route table.
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { routes } from '#server/app/app.ts'
import { fieldError } from '#server/edge/http/field-errors.ts'
import { fieldsOf, type Place } from '../kit/hostile/probes.ts'
import { type As, openWorld, type World } from '../kit/world/world.ts'

const bad = [
  null,
  true,
  7,
  -1,
  1.5,
  1e9,
  '',
  ' ',
  'x',
  'x'.repeat(6_000),
  [],
  [7],
  ['x'],
  Array(300).fill('x'),
  Array(300).fill({}),
  {},
  { name: 7 },
  { odd: 1 },
]

/** An input with `value` at `place` and nothing else. */
const only = (place: Place, value: unknown): unknown => {
  const [step, ...rest] = place
  if (step === undefined) return value
  return typeof step === 'number' ? [only(rest, value)] : { [step]: only(rest, value) }
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Sends it as it is: what stands in the path is filled in, what isn't given there is 'x'. */
function send(world: World, { method, path }: Endpoint, input: Record<string, unknown>, as: As) {
  const rest = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(textOf(rest[name] ?? 'x').slice(0, 300) || 'x')
    delete rest[name]
    return value
  })
  if (method !== 'GET' && method !== 'DELETE') return world.send(method, `/api${filled}`, rest, as)
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, textOf(value)]))
  return world.send(method, `/api${filled}?${query}`, undefined, as)
}

/** Words of a schema rather than of a person, or no sentence at all. */
const isRaw = (sentence: string) =>
  /expected|invalid (input|string|option)|too (big|small)|received|unrecogni[sz]ed|pattern|undefined|NaN/i.test(sentence) ||
  !/^[A-Z“].* /.test(sentence)

async function findRaw(some = routes) {
  const world = await openWorld()
  const ada = await world.person('ada', 'enterprise')
  const found = new Map<string, string>()
  let sentences = 0
  for (const { endpoint } of some)
    for (const place of fieldsOf(endpoint))
      for (const value of bad) {
        const { status, body } = await send(world, endpoint, only(place, value) as Record<string, unknown>, ada)
        if (status !== 400 || body.code !== 'input-invalid') continue
        sentences++
        for (const [name, sentence] of [['', body.error], ...Object.entries(body.fields)])
          if (isRaw(sentence)) found.set(`${endpoint.method} ${endpoint.path} ${name}`, sentence)
      }
  return { raw: [...found].map(([where, sentence]) => `${where}: ${sentence}`), sentences }
}

test('R59 every field of every call says in people’s words what it wants', async () => {
  const { raw, sentences } = await findRaw()
  expect(raw).toEqual([])
  expect(sentences).toBeGreaterThan(1_000)
})

test('R59 control: the schemas’ own words are found', async () => {
  onTestFinished(() => void z.config({ localeError: fieldError }))
  z.config(z.locales.en())
  const { raw } = await findRaw(routes.filter((_, nth) => nth % 10 === 0))
  expect(raw.length).toBeGreaterThan(5)
  expect(raw.join('\n')).toMatch(/Too big|expected string/)
})

test.each<[string, z.ZodMiniType, unknown, string]>([
  ['a text', z.object({ promoCode: z.string() }), { promoCode: 7 }, 'Promo code must be text'],
  ['something missing', z.object({ displayRSVPToAll: z.boolean() }), {}, 'Display RSVP to all is missing'],
  ['a switch', z.object({ showConfirmation: z.boolean() }), { showConfirmation: 'on' }, 'Show confirmation must be yes or no'],
  [
    'too long a text',
    z.object({ password: z.string().check(z.maxLength(3)) }),
    { password: 'long' },
    'Password must have at most 3 characters',
  ],
  ['too many', z.object({ roles: z.array(z.string()).check(z.maxLength(1)) }), { roles: ['a', 'b'] }, 'Roles must have at most 1 entry'],
  ['one of a list', z.object({ roles: z.array(z.string()) }), { roles: [7] }, 'Roles must be text'],
  ['a choice', z.object({ rule: z.enum(['', 'manual']) }), { rule: 'x' }, 'Rule must be one of these: nothing, manual'],
  [
    'either, neither',
    z.object({ orgId: z.union([z.literal(''), z.string().check(z.regex(/^a$/, 'Invalid Organization Id'))]) }),
    { orgId: 'b' },
    'Invalid Organization Id',
  ],
  ['either, of a wrong kind', z.object({ orgId: z.union([z.literal(''), z.string()]) }), { orgId: 7 }, 'Org id must be text'],
  ['an unknown field', z.strictObject({}), { odd: 1 }, 'There is no field called odd'],
])('R59 the sentence for %s', (_, schema, input, sentence) => {
  expect(schema.safeParse(input).error?.issues[0]?.message).toBe(sentence)
})
