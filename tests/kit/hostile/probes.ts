// Turns the route table into hostile requests: every call, every field at every depth, every level's unknown keys, bodies, headers and paths.
import { z } from 'zod'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { dot } from '../pictures/dot.ts'
import * as hostile from './hostile.ts'
import { badBearers, badOrganizerTokens, forgedHeaders, pathVariants } from './hostile-http.ts'
import type { Sent } from './raw-http.ts'

export interface Probe extends Sent {
  /** Which call, and what was done to it. */
  readonly what: string
  readonly kind: 'sample' | 'field' | 'operator' | 'owned-field' | 'unknown-key' | 'body' | 'credentials' | 'headers' | 'path'
  /** The path as the contract has it. */
  readonly call: string
}

interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly pattern?: string
}
export type Place = readonly (string | number)[]

/** A field's value by its name, where any value of its type would not do. `undefined` leaves it out. */
export type Samples = (field: string, path: string) => unknown

const shapeOf = ({ input }: Endpoint) => z.toJSONSchema(input as never, { io: 'input', unrepresentable: 'any' }) as Shape

/** A place that holds an object, with the names the contract has for it. */
interface Level {
  readonly place: Place
  readonly names: readonly string[]
}

/** Every place in an input where a value goes, and which of them hold an object. */
function placesOf(shape: Shape, place: Place = []): { fields: Place[]; objects: Level[] } {
  const properties = Object.entries(shape.properties ?? {})
  const inner = [
    ...properties.map(([name, one]) => placesOf(one, [...place, name])),
    ...(shape.items ? [placesOf(shape.items, [...place, 0])] : []),
    ...(shape.anyOf ?? []).map((one) => placesOf(one, place)),
  ]
  const unique = (all: Place[]) => [...new Map(all.map((one) => [one.join('.'), one])).values()]
  const levels = [...(shape.properties ? [{ place, names: properties.map(([name]) => name) }] : []), ...inner.flatMap((one) => one.objects)]
  const at = (one: Place) => levels.filter((level) => level.place.join('.') === one.join('.'))
  return {
    fields: unique([...(place.length > 0 ? [place] : []), ...inner.flatMap(({ fields }) => fields)]),
    objects: unique(levels.map((level) => level.place)).map((one) => ({ place: one, names: at(one).flatMap(({ names }) => names) })),
  }
}

/** A value the schema takes, with every field in it that has a sample. */
function sample(shape: Shape, path: string, samples: Samples, name = ''): unknown {
  if (name !== '' && samples(name, path) === null) return undefined
  if (shape.properties) {
    const given = Object.entries(shape.properties).map(([key, one]) => [key, sample(one, path, samples, key)] as const)
    return Object.fromEntries(given.filter(([, value]) => value !== undefined))
  }
  if (shape.items) return [sample(shape.items, path, samples, name)].filter((one) => one !== undefined)
  const plain = name === '' ? shape.anyOf?.at(-1) : undefined // of a call that takes several shapes
  if (plain) return sample(plain, path, samples)
  const known = samples(name, path)
  if (known !== undefined || name === '') return known
  const [one = shape] = shape.anyOf ?? []
  if (one !== shape) return sample(one, path, samples, name)
  if (shape.const !== undefined) return shape.const
  if (shape.enum) return shape.enum[0]
  if (shape.pattern?.includes('[0-9a-f]{24}')) return 'a'.repeat(24)
  return shape.type === 'boolean' ? true : shape.type === 'integer' || shape.type === 'number' ? Math.max(1, shape.minimum ?? 1) : 'Sample'
}

/** Every place of a call's input where a value goes. */
export const fieldsOf = (endpoint: Endpoint): readonly Place[] => placesOf(shapeOf(endpoint)).fields

const mark = 'HOSTILE-GOES-HERE'
/** A copy of `input`, and in it what holds the last step of `place`; an object is put where none is on the way. */
function opened(input: unknown, place: Place) {
  const copy = structuredClone(input)
  let holder = copy as Record<string, unknown>
  for (const key of place.slice(0, -1)) {
    if (typeof holder[key] !== 'object') holder[key] = {}
    holder = holder[key] as Record<string, unknown>
  }
  return { copy, holder, last: place.at(-1) ?? '' }
}
/** `input` with `json` at `place`, as JSON text. */
function planted(input: unknown, place: Place, json: string): string {
  const { copy, holder, last } = opened(input, place)
  holder[last] = mark
  return JSON.stringify(copy).replace(`"${mark}"`, () => json)
}
function without(input: unknown, place: Place): string {
  const { copy, holder, last } = opened(input, place)
  delete holder[last]
  return JSON.stringify(copy)
}
function withKey(input: unknown, place: Place, key: string, value = '{"polluted":1}'): string {
  const holder = place.reduce<unknown>((at, one) => (at as Record<string, unknown> | undefined)?.[one], input)
  const inside = typeof holder === 'object' ? JSON.stringify(holder).slice(1, -1) : ''
  const json = `{${inside}${inside ? ',' : ''}${key}:${value}}`
  return place.length === 0 ? json : planted(input, place, json)
}

/** Percent-encoded, lone surrogates too; cut where Node takes no longer request line. */
const percent = (text: string) => text.slice(0, 20_000).replace(/[\s\S]/gu, (c) => (c.isWellFormed() ? encodeURIComponent(c) : '%ED%A0%80'))
/** A value as it stands in a path or query. */
function textOf(value: unknown): string {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  } catch {
    return '['.repeat(20_000) // too deep to be written out, unlike to be read
  }
}

/** A question of a database where a value belongs: in a body as it is, in a query as frameworks read it that make objects of brackets. */
function asking(endpoint: Endpoint, input: unknown, place: Place, json: string, random: () => number): Sent {
  if (endpoint.method !== 'GET' && endpoint.method !== 'DELETE') return travel(endpoint, planted(input, place, json))
  const { path, method } = travel(endpoint, JSON.stringify(input))
  const [operator = '$ne'] = Object.keys(JSON.parse(json) as object)
  const name = place.join('.')
  const [asked = ''] = hostile.some([`${name}[${operator}]=`, `${name}.${operator}=1`, `${operator}=1`, `${name}[]=1`], 1, random)
  return { method, path: `${path}${path.includes('?') ? '&' : '?'}${asked}` }
}

/** How an input, given as JSON text, travels: path, query or body. */
export function travel({ method, path, mostBytes }: Endpoint, json: string): Sent {
  const inBody = method !== 'GET' && method !== 'DELETE' && !mostBytes
  const flat = new Map(Object.entries(JSON.parse(json) as object))
  const filled = path.replace(/:(\w+)/g, (_, name: string) => percent(textOf(flat.get(name))))
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name))
  if (inBody) return { method, path: `/api${filled}`, headers: [['content-type', 'application/json']], body: json }
  const bytes: unknown = flat.get('bytes')
  const picture = bytes === 'Sample' ? dot : Buffer.from(textOf(bytes))
  const query = [...flat]
    .filter(([name]) => !inPath.has(name) && !(mostBytes && name === 'bytes'))
    .map(([name, value]) => `${percent(name)}=${percent(textOf(value))}`)
  const address = `/api${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`
  return mostBytes ? { method, path: address, headers: [['content-type', 'image/png']], body: picture } : { method, path: address }
}

export interface Siege {
  readonly samples: Samples
  readonly random: () => number
  /** How many values each field gets. */
  readonly perField: number
  /** A valid token. */
  readonly real: string
  /** Names of fields that only the server sets. */
  readonly owned: readonly string[]
}
const privileges = ['true', '1', '"enterprise"', '"owner"', `"${'a'.repeat(24)}"`, 'null', '"2099-01-01T00:00:00.000Z"', '[]', '{}']

/** The hostile requests of one call. */
export function probesOf(endpoint: Endpoint, { samples, random, perField, real, owned }: Siege): Probe[] {
  const shape = shapeOf(endpoint)
  const input = sample(shape, endpoint.path, samples)
  const whole = travel(endpoint, JSON.stringify(input))
  const call = `${endpoint.method} ${endpoint.path}`
  const probe = (kind: Probe['kind'], how: string, sent: Sent): Probe => ({ ...sent, kind, call, what: `${call}: ${how}` })
  const short = (text: string) => JSON.stringify(text.slice(0, 60))
  const { fields, objects } = placesOf(shape)
  const inBody = whole.body !== undefined
  const withHeaders = (headers: Sent['headers'] = []) => ({ ...whole, headers: [...(whole.headers ?? []), ...headers] })
  return [
    probe('sample', 'as it should be', whole),
    ...fields.flatMap((place) => [
      probe('field', `without ${place.join('.')}`, travel(endpoint, without(input, place))),
      ...hostile
        .some(hostile.values, perField, random)
        .map((json) => probe('field', `${place.join('.')} = ${short(json)}`, travel(endpoint, planted(input, place, json)))),
    ]),
    ...fields.flatMap((place) =>
      hostile
        .some(hostile.operators, inBody ? 3 : 1, random)
        .map((json) => probe('operator', `${place.join('.')} = ${json}`, asking(endpoint, input, place, json, random))),
    ),
    ...objects.flatMap(({ place, names }) =>
      owned
        .filter((name) => !names.includes(name))
        .map((name) => {
          const value = privileges[Math.floor(random() * privileges.length)]
          return probe(
            'owned-field',
            `${place.join('.')} with ${name}: ${value}`,
            travel(endpoint, withKey(input, place, `"${name}"`, value)),
          )
        }),
    ),
    ...objects.flatMap(({ place }) =>
      hostile.unknownKeys.map((key) =>
        probe('unknown-key', `${place.join('.')} with ${short(key)}`, travel(endpoint, withKey(input, place, key))),
      ),
    ),
    ...(inBody ? hostile.bodies.map((body) => probe('body', `body ${short(body.toString('latin1'))}`, { ...whole, body })) : []),
    ...(inBody ? hostile.contentTypes.map((type) => probe('body', `type ${type}`, { ...whole, headers: [['content-type', type]] })) : []),
    ...(inBody ? [true, false].map((chunked) => probe('body', 'a megabyte', { ...whole, body: hostile.megabyte, chunked })) : []),
    ...hostile.some(badBearers(real), 12, random).map((one) => probe('credentials', short(one), withHeaders([['authorization', one]]))),
    ...hostile
      .some(badOrganizerTokens(real), 8, random)
      .map((one) => probe('credentials', short(one), withHeaders([['x-organizer-token', one]]))),
    ...forgedHeaders.map((header) => probe('headers', header.join(': ').slice(0, 60), withHeaders([header]))),
    ...pathVariants(whole.path).map((path) => probe('path', path.slice(0, 80), { ...whole, path })),
  ]
}
