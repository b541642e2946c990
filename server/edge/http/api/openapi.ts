// The contract as an OpenAPI 3.1 document (O3, R139), made of the same schemas that parse the calls: it can't say anything else than what holds (decision 0076).
import * as z from 'zod/mini'
import { RefusalBody } from '#protocol/kernel/refusal-body.ts'
import { refusalCodes, refusals } from '#protocol/kernel/refusals.ts'
import type { Route } from '#server/people/http/route.ts'
import { exampleOf } from './examples.ts'
import { namedSchemas } from './named-schemas.ts'
import { cookiesSet, originHeader, readsCookie, securityOf, securitySchemes } from './security.ts'
import { summaryOf, tagTexts } from './texts.ts'

type Json = { readonly [key: string]: unknown }
interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
}
type Components = Record<string, Json & ObjectSchema>

const inComponents = '#/components/schemas/'
const keyed = (text: string) => text.replaceAll('"$ref":"#/$defs/', `"$ref":"${inComponents}`)

/** Says a default in words: of the keyword, generators of clients make fields that must be sent. */
function sayDefault({ jsonSchema }: { jsonSchema: { default?: unknown; description?: string } }) {
  if (jsonSchema.default === undefined) return
  jsonSchema.description = `Left out, it is ${JSON.stringify(jsonSchema.default)}.`
  delete jsonSchema.default
}

/** As it travels: what the server fills in or trims need not be sent so. What has a name goes to the components. */
function schemaOf(schema: z.ZodMiniType, components: Components): Json & ObjectSchema {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: namedSchemas, override: sayDefault })
  const { $schema: _, $defs = {}, ...rest } = JSON.parse(keyed(JSON.stringify(made))) as Json & { $defs?: Components }
  for (const [name, one] of Object.entries($defs)) components[name] = withoutId(one)
  return withoutId(rest)
}
const withoutId = ({ id: _, $id: __, ...rest }: Json): Json & ObjectSchema => rest

const refused = { $ref: '#/components/responses/Refused' }

const who: Readonly<Record<Route['guard']['title'], string>> = {
  anyone: 'For anyone.',
  organizer: 'With a login or an emailed link.',
  account: 'With a login.',
  operator: 'For whoever runs the installation, with a login.',
}

const inPath = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
/** 'GET /rsvp/form/:groupId' is getRsvpFormByGroupId. */
const idOf = ({ method, path }: Route['endpoint']) => {
  const words = path.split('/').filter(Boolean)
  return method.toLowerCase() + words.map((word) => (word.startsWith(':') ? `By${capital(word.slice(1))}` : pascal(word))).join('')
}
const pascal = (word: string) => word.split('-').map(capital).join('')

/** R224: the bytes as they are, of one of three types. */
const pictureBody = (mostBytes: number) => ({
  required: true,
  description: `A picture, at most ${mostBytes} bytes.`,
  content: Object.fromEntries(
    ['image/png', 'image/jpeg', 'image/webp'].map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  ),
})

/** Which of the input's fields travel in the path, in the query and in the body. */
function inputOf(route: Route, components: Components): Json {
  const { endpoint } = route
  const { method, path, input, mostBytes } = endpoint
  const whole = schemaOf(input, components)
  const { properties = {}, required = [], ...rest } = partsOf(whole, components)
  const isChoice = 'anyOf' in rest // R143: one of several shapes, all of it in the body
  const named = inPath(path)
  const others = Object.entries(properties).filter(([name]) => !named.includes(name) && !(mostBytes && name === 'bytes'))
  const parameter = (place: 'path' | 'query') => (name: string) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  })
  const takesPicture = mostBytes !== undefined
  const inQuery = method === 'GET' || method === 'DELETE' || takesPicture
  const parameters = [
    ...named.map(parameter('path')),
    ...(inQuery ? others.map(([name]) => parameter('query')(name)) : []),
    ...(method === 'POST' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ...(method !== 'GET' && readsCookie(route) ? [{ $ref: '#/components/parameters/Origin' }] : []),
  ]
  const name = nameOf(whole)
  if (name && named.length > 0) delete components[name] // what travels in the path is no part of it
  if (takesPicture) return { parameters, requestBody: pictureBody(mostBytes) }
  if (inQuery || (others.length === 0 && !isChoice)) return { parameters }
  const needed = required.filter((name) => !named.includes(name))
  const body = { ...rest, properties: Object.fromEntries(others), ...(needed.length > 0 && { required: needed }) }
  const example = exampleOf(endpoint)
  if (name && named.length > 0) components[name] = body
  const content = { schema: name || isChoice ? whole : body, ...(example !== undefined && { examples: { usual: { value: example } } }) }
  return { parameters, requestBody: { required: isChoice || needed.length > 0, content: { 'application/json': content } } }
}

const nameOf = ({ $ref }: Json) => (typeof $ref === 'string' ? $ref.slice(inComponents.length) : undefined)
/** The schema itself, where only its name stands. */
const partsOf = (schema: Json & ObjectSchema, components: Components): Json & ObjectSchema => components[nameOf(schema) ?? ''] ?? schema

function operationOf(route: Route, components: Components): Json {
  const { endpoint, guard, limit } = route
  const cookies = cookiesSet(route)
  const counted = limit && `Counted per network address, under the limit "${limit}" besides the general one.`
  return {
    operationId: idOf(endpoint),
    tags: [endpoint.path.split('/')[1]],
    summary: summaryOf(endpoint),
    description: [who[guard.title], counted].filter(Boolean).join(' '),
    security: securityOf(route),
    ...inputOf(route, components),
    responses: {
      200: {
        description: ['Done.', cookies].filter(Boolean).join(' '),
        ...(cookies && { headers: { 'Set-Cookie': { description: cookies, schema: { type: 'string' } } } }),
        content: { 'application/json': { schema: schemaOf(endpoint.reply, components) } },
      },
      400: refused,
      401: refused,
      ...(guard.title !== 'operator' && { 403: refused }),
      429: refused,
      503: refused,
      default: refused,
    },
  }
}

const parameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Makes the call harmless to repeat: for 24 hours the same key gets the same answer.',
    schema: { type: 'string', pattern: '^[!-~]{1,100}$' },
  },
  Origin: originHeader,
}

const refusal = schemaOf(RefusalBody, {})
const sharedComponents = (schemas: Components) => ({
  securitySchemes,
  parameters,
  schemas: {
    ...Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))),
    Refusal: {
      ...refusal,
      properties: { ...refusal.properties, code: { type: 'string', enum: refusalCodes } },
      description: refusalCodes.map((code) => `- \`${code}\` (${refusals[code][0]}): ${refusals[code][1]}`).join('\n'),
    },
  },
  responses: {
    Refused: {
      description: 'Refused, with a sentence for people and a code for programs.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    },
  },
})

/** Makes the document of these calls. */
export function openapiOf(routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  const schemas: Components = {}
  for (const route of routes) {
    const path = route.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operationOf(route, schemas) }
  }
  const tags = [...new Set(routes.map(({ endpoint }) => endpoint.path.split('/')[1] ?? ''))]
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rolecall',
      version: '1',
      description: tagTexts.main,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: tags.map((name) => ({ name, description: tagTexts[name] })),
    paths,
    components: sharedComponents(schemas),
  }
}
